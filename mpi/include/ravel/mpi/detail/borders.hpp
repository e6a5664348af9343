// SPDX-License-Identifier: BSL-1.0
// Borders of windows: where a cut axis leaves each rank a range of rows, a verb whose results depend on rows nearby alone needs these and
// no whole lines. A rank runs it on its own rows between borders of its neighbours, and drops the results that see where they end. One
// thread.
#pragma once

#include <ravel/loop/clone.hpp>
#include <ravel/mpi/detail/collective.hpp>
#include <ravel/mpi/distribution.hpp>
#include <ravel/mpi/make.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/gaussian_filter.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/gradient.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

// Row i of the results depends on the rows from i - width to i + width, and at an end of the line on the width + 1 rows there.
struct border {
  index_t width = 0;
  index_t fewer = 0;    // results than rows; negative if there are more
  bool wraps = false;   // behind the last row is the first
  index_t segment = 1;  // parts of lines begin at a multiple of this
};

// Which rows come and go so that this rank makes its rows of results.
class RAVEL_API border_plan {
 public:
  struct rows {
    int rank;
    index_t first;
    index_t count;
  };

  // Nothing if some ranks have no range of the axis: the same on all ranks.
  static std::optional<border_plan> make(const border& near, const distribution& how, const ravel::shape& extents, index_t axis,
                                         const world& ranks);

  index_t width() const { return width_; }                  // of a border
  index_t results() const { return results_; }              // of the whole axis
  index_t made() const { return made_; }                    // by this rank
  index_t dropped() const { return dropped_; }              // that it makes before them
  index_t first() const { return first_; }                  // of its own rows
  const std::vector<rows>& come() const& { return come_; }  // one after the other, and its own among them
  const std::vector<rows>& go() const& { return go_; }

 private:
  index_t width_ = 0, results_ = 0, made_ = 0, dropped_ = 0, first_ = 0;
  std::vector<rows> come_, go_;
};

// This rank's rows between their borders.
template <class T>
class bordered_rows {
 public:
  // Local.
  bordered_rows(const ravel::tensor<T>& own, index_t axis, const border_plan& plan, int rank) {
    const auto room = [&](index_t count) { return ravel::empty<T>(ints(with_extent(own.shape(), axis, count))); };
    const auto bytes_of = [](const ravel::tensor<T>& t) {
      return std::as_writable_bytes(std::span(t.data(), static_cast<std::size_t>(t.size())));
    };
    const auto own_rows = [&](const border_plan::rows& r) { return slice(own, axis, r.first - plan.first(), r.count); };
    index_t length = 0;
    for (const auto& r : plan.go()) to_.push_back({r.rank, bytes_of(parts_.emplace_back(ravel::clone(own_rows(r))))});
    for (const auto& r : plan.come()) length += r.count;
    all_ = room(length);
    length = 0;
    for (const auto& r : plan.come()) {
      const auto there = slice(all_, axis, length, r.count);
      length += r.count;
      if (r.rank == rank) {
        ravel::copy(own_rows(r), there);
      } else {
        from_.push_back({r.rank, bytes_of(parts_.emplace_back(room(r.count)))});
        arriving_.push_back({parts_.back(), there});
      }
    }
  }
  // Part of a stage.
  ravel::tensor<T> exchanged(world_state& state) const {
    exchange_with_peers(
        state, from_.size(), [&](std::size_t k) { return from_[k]; }, to_.size(), [&](std::size_t k) { return to_[k]; });
    for (const auto& [from, to] : arriving_) ravel::copy(from, to);
    return all_;
  }

 private:
  struct arrival {
    ravel::tensor<T> from, to;
  };

  ravel::tensor<T> all_;
  std::vector<ravel::tensor<T>> parts_;
  std::vector<outgoing> to_;
  std::vector<incoming> from_;
  std::vector<arrival> arriving_;
};

// ---- verbs, by the tags of lines.hpp. Their bits do not depend on where a line begins; but for sums, which begin anew at each width.

struct calls_diff;
struct calls_gradient;
struct calls_rolling;
struct calls_rolling_median;
struct calls_rolling_quantile;
struct calls_rolling_rank;
struct calls_convolve;
struct calls_correlate;
struct calls_gaussian_filter;
struct calls_median_filter;
struct calls_savgol_filter;

template <class T>
using of_elements = std::type_identity<T>;
using maybe_border = std::optional<border>;

template <class Option, class... Allowed>
concept option_among = ravel::detail::among<Option, Allowed...>;

// A width that is not positive gives no border: the verb refuses it.
inline border border_of_windows(index_t width, edge_mode edge, index_t segment = 1) {
  width = std::max<index_t>(width, 0);
  return {width - 1, edge == edge_mode::valid ? width - 1 : 0, edge == edge_mode::wrap, segment};
}

// Others, and other options: whole lines come together.
template <class T, class... Args>
maybe_border border_of(const void*, of_elements<T>, const Args&...) {
  return std::nullopt;
}
template <class T, std::same_as<ravel::order<>>... Options>
maybe_border border_of(const calls_diff*, of_elements<T>, const Options&... options) {
  const index_t taken = ravel::detail::option_or(ravel::order<>(), options...).value;
  return border{taken, taken, false, 1};
}
template <class T, option_among<spacing, gradient_ends>... Options>
maybe_border border_of(const calls_gradient*, of_elements<T>, const Options&...) {
  return border{2, 0, false, 1};
}

// Sums of integers may overflow where a window is dropped.
template <class T, std::integral Int, class Reducer, option_among<window_position, edge_mode>... Options>
  requires(ravel::detail::among<Reducer, extreme_reducer<ravel::detail::least>, extreme_reducer<ravel::detail::greatest>> ||
           (ravel::detail::real_or_complex<T> &&
            ravel::detail::among<Reducer, sum_reducer, mean_reducer, variance_reducer, standard_deviation_reducer>))
maybe_border border_of(const calls_rolling*, of_elements<T>, const Int& width, const Reducer&, const Options&... options) {
  const auto w = static_cast<index_t>(width);
  return border_of_windows(w, ravel::detail::option_or(edge_mode::clamp, options...), w);
}
template <class T, std::integral Int, option_among<window_position, edge_mode, quantile_rule>... Options>
maybe_border border_of(const calls_rolling_median*, of_elements<T>, const Int& width, const Options&... options) {
  return border_of_windows(static_cast<index_t>(width), ravel::detail::option_or(edge_mode::clamp, options...));
}
template <class T, std::integral Int, class Q, option_among<window_position, edge_mode, quantile_rule>... Options>
maybe_border border_of(const calls_rolling_quantile*, of_elements<T>, const Int& width, const Q&, const Options&... options) {
  return border_of_windows(static_cast<index_t>(width), ravel::detail::option_or(edge_mode::clamp, options...));
}
template <class T, std::integral Int, option_among<window_position, edge_mode, rank_ties>... Options>
maybe_border border_of(const calls_rolling_rank*, of_elements<T>, const Int& width, const Options&... options) {
  return border_of_windows(static_cast<index_t>(width), ravel::detail::option_or(edge_mode::clamp, options...));
}
template <class T, std::integral Int, std::same_as<edge_mode>... Options>
maybe_border border_of(const calls_median_filter*, of_elements<T>, const Int& width, const Options&... options) {
  return border_of_windows(static_cast<index_t>(width), ravel::detail::option_or(edge_mode::reflect, options...));
}

// Transforms take lines as a whole. No number of elements makes them the faster way for so few weights.
constexpr index_t always_summed = 64;
template <class T, class W, class... Options>
maybe_border border_of_weights(const W& weights, const Options&... options) {
  if constexpr (ravel::detail::real_or_complex<promote_t<T, ravel::detail::read_t<W>>>) {
    const auto how = ravel::detail::convolving_by(options...);
    const index_t count = ravel::detail::as_read_tensor(weights).size();
    const bool is_summed = how.method == convolve_method::direct || (how.method == convolve_method::automatic && count <= always_summed);
    const bool is_inside = how.mode == convolve_mode::valid;
    if (count < 1 || !is_summed || (how.edge == edge_mode::valid && !is_inside)) return std::nullopt;
    const index_t others = count - 1;
    const index_t fewer = is_inside ? others : how.mode == convolve_mode::full ? -others : 0;
    return border{others, fewer, how.edge == edge_mode::wrap && !is_inside, 1};
  } else {
    return std::nullopt;
  }
}
template <class T, readable W, option_among<convolve_mode, edge_mode, convolve_method>... Options>
maybe_border border_of(const calls_convolve*, of_elements<T>, const W& weights, const Options&... options) {
  return border_of_weights<T>(weights, options...);
}
template <class T, readable W, option_among<convolve_mode, edge_mode, convolve_method>... Options>
maybe_border border_of(const calls_correlate*, of_elements<T>, const W& weights, const Options&... options) {
  return border_of_weights<T>(weights, options...);
}
template <class T, class... Options>
maybe_border border_of(const calls_gaussian_filter*, of_elements<T>, const auto& sigma, const Options&... options) {
  const auto weights = ravel::detail::gaussian_weights_by(static_cast<double>(sigma), options...);
  return border_of_windows(std::ssize(weights), ravel::detail::option_or(edge_mode::reflect, options...));
}
// Without an edge_mode there are as many results as rows, as with clamp.
template <class T, std::integral Int, class... Options>
maybe_border border_of(const calls_savgol_filter*, of_elements<T>, const Int& width, const auto&, const Options&... options) {
  return border_of_windows(static_cast<index_t>(width), ravel::detail::option_or(edge_mode::clamp, options...));
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
