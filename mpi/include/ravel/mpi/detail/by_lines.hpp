// SPDX-License-Identifier: BSL-1.0
// by_lines: the one mechanism of all verbs along axes. Lines that are cut are brought together, or borders to parts of lines where these
// are enough; each rank runs a local verb on its own, and what that makes becomes a distributed tensor. A rank without lines learns the
// extents from the others. Collective.
//
// Borders of windows: where a cut axis leaves each rank a range of rows, a verb whose results depend on rows nearby alone needs these and
// no whole lines. A rank runs it on its own rows between borders of its neighbours, and drops the results that see where they end.
#pragma once

#include <ravel/loop/clone.hpp>
#include <ravel/mpi/make.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/filters.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>
#include <ravel/walk/axis_plan.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

// Result i is that of row i * step. It depends on the rows from width before to width behind it, and at an end of the line on the width + 1
// rows there.
struct border {
  index_t width = 0;
  index_t fewer = 0;    // results than rows with a step of 1; negative if there are more
  bool wraps = false;   // behind the last row is the first
  index_t segment = 1;  // parts of lines begin at a multiple of this, which is one of the step
  index_t step = 1;
};

// The rows that come and go so that this rank makes its rows of results.
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

using ravel::detail::among;

// A width that is not positive gives no border: the verb refuses it.
inline border border_of_windows(index_t width, edge_mode edge, index_t segment = 1, index_t step = 1) {
  width = std::max<index_t>(width, 0);
  return {width - 1, edge == edge_mode::valid ? width - 1 : 0, edge == edge_mode::wrap, segment, step};
}

enum class bits_of_windows : bool { are_exact, of_segments };
// NaN that is refused, and a window without numbers, are named by their place in the line. Segments of numbers alone begin anywhere.
template <class... Options>
maybe_border border_of_rolling(index_t width, bits_of_windows bits, const Options&... options) {
  const auto policy = ravel::detail::option_or(nan_policy::keep, options...);
  constexpr bool is_told = (ravel::detail::says_when_empty<Options> || ...);
  const bool has_segments = bits == bits_of_windows::of_segments;
  if (policy == nan_policy::refuse || (policy == nan_policy::skip && (has_segments || !is_told))) return std::nullopt;
  const index_t step = ravel::detail::checked_every(ravel::detail::option_or(every{}, options...));
  const index_t segment = has_segments && width > 0 ? ravel::detail::mul_index(width / std::gcd(width, step), step) : step;
  return border_of_windows(width, ravel::detail::option_or(edge_mode::clamp, options...), segment, step);
}

// Others, and other options: whole lines come together.
template <class T, class... Args>
maybe_border border_of(const void*, of_elements<T>, const Args&...) {
  return std::nullopt;
}
template <class T, std::same_as<ravel::order<>>... Options>
maybe_border border_of(const calls_diff*, of_elements<T>, const Options&... options) {
  const index_t taken = ravel::detail::option_or(ravel::order<>(), options...).value;
  return border{taken, taken};
}
template <class T, among<spacing, gradient_ends>... Options>
maybe_border border_of(const calls_gradient*, of_elements<T>, const Options&...) {
  return border{2, 0};
}

// Sums of integers may overflow where a window is dropped.
template <class T, std::integral Int, class Reducer, class... Options>
  requires(among<Reducer, extreme_reducer<ravel::detail::least>, extreme_reducer<ravel::detail::greatest>> ||
           (ravel::detail::real_or_complex<T> && among<Reducer, sum_reducer, mean_reducer, variance_reducer, standard_deviation_reducer>))
maybe_border border_of(const calls_rolling*, of_elements<T>, const Int& width, const Reducer&, const Options&... options) {
  constexpr bool sums = among<Reducer, sum_reducer, mean_reducer, variance_reducer, standard_deviation_reducer>;
  return border_of_rolling(static_cast<index_t>(width), sums ? bits_of_windows::of_segments : bits_of_windows::are_exact, options...);
}
template <among<calls_rolling_median, calls_rolling_rank> Verb, class T, std::integral Int, class... Options>
maybe_border border_of(const Verb*, of_elements<T>, const Int& width, const Options&... options) {
  return border_of_rolling(static_cast<index_t>(width), bits_of_windows::are_exact, options...);
}
template <class T, std::integral Int, class Q, class... Options>
maybe_border border_of(const calls_rolling_quantile*, of_elements<T>, const Int& width, const Q&, const Options&... options) {
  return border_of_rolling(static_cast<index_t>(width), bits_of_windows::are_exact, options...);
}
template <class T, std::integral Int, std::same_as<edge_mode>... Options>
maybe_border border_of(const calls_median_filter*, of_elements<T>, const Int& width, const Options&... options) {
  return border_of_windows(static_cast<index_t>(width), ravel::detail::option_or(edge_mode::reflect, options...));
}

// Transforms take lines as a whole. No number of elements makes them the faster way for so few weights.
constexpr index_t always_summed = 64;
template <among<calls_convolve, calls_correlate> Verb, class T, readable W, among<convolve_mode, edge_mode, convolve_method>... Options>
maybe_border border_of(const Verb*, of_elements<T>, const W& weights, const Options&... options) {
  if constexpr (ravel::detail::real_or_complex<promote_t<T, ravel::detail::read_t<W>>>) {
    const auto how = ravel::detail::convolving_by(options...);
    const index_t count = ravel::detail::as_read_tensor(weights).size();
    const bool is_summed = how.method == convolve_method::direct || (how.method == convolve_method::automatic && count <= always_summed);
    const bool is_inside = how.mode == convolve_mode::valid;
    if (count < 1 || !is_summed || (how.edge == edge_mode::valid && !is_inside)) return std::nullopt;
    const index_t others = count - 1;
    const index_t fewer = is_inside ? others : how.mode == convolve_mode::full ? -others : 0;
    return border{others, fewer, how.edge == edge_mode::wrap && !is_inside};
  } else {
    return std::nullopt;
  }
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

// ---- the mechanism

// The distribution in which lines along these axes are whole: `how` if it cuts none of them, else blocks of the longest other axis, or
// everything on rank 0 if there is none.
RAVEL_API distribution whole_along(const distribution& how, const ravel::shape& extents, const std::vector<index_t>& axes);

// The results of a verb for all lines: axes change their extents or are gone. The ranks that have lines say the extents of their results,
// each after the number of its axes.
struct RAVEL_API lines_made {
  lines_made(const ravel::shape& lines, const distribution& how, const std::vector<index_t>& axes, const std::vector<index_t>& said);

  std::vector<index_t> extents;
  distribution how;
};

// The verb of one machine, whichever it is: what works with it is compiled once for elements T that become R.
template <class T, class R>
using verb_of_lines = ravel::detail::function_ref<ravel::tensor<const R>(const ravel::tensor<T>&, const ints&)>;
using border_if_any = ravel::detail::function_ref<maybe_border()>;

template <class X, class R>
class local_line_work {
 public:
  using T = typename X::value_type;

  local_line_work(const X& x, const ints& axes, verb_of_lines<T, R> verb) : x_(x), axes_(axes), verb_(verb) {}

  // If parts of the axis are ranges, borders of neighbours are enough for a verb that has some.
  void look_nearby(border_if_any near) {
    const distribution& how = x_.first_leaf().how();
    const auto all = ravel::detail::worked_axes(axes_, x_.rank());
    if (all.size() != 1 || std::ranges::find(how.axes(), all[0]) == how.axes().end()) return;
    try {
      if (const maybe_border found = near()) plan_ = border_plan::make(*found, how, x_.shape(), all[0], x_.ranks());
    } catch (const error&) {  // the verb tells what is wrong
    }
  }

  // The result where its lines lie. `said` is of the other arguments.
  tensor<R> run(const char* operation, const std::string& said) {
    const auto pack = [&] {
      if (plan_) borders_.emplace(lines_->local(), axis(), *plan_, x_.ranks().rank());
    };
    const auto change = [&] { work(); };
    const auto tell = [&] { extents_ = gathered_items(x_.ranks().state(), extents_); };
    const auto make = [&] { keep(); };
    if constexpr (std::same_as<X, tensor<T>>) {
      if (lies_in_lines()) {
        collectively(x_.ranks(), operation, [&] { return called(said); }, {pack, change, tell, make});
        return finished(operation);
      }
    }
    writing<X, T> move(x_.ranks(), operation);
    const auto prepare = [&] {
      lines_.emplace(unfilled<T>(x_.ranks(), x_.shape(), where()));
      (void)move.set(x_, *lines_);
      return called(said);
    };
    move.run(prepare, {pack, change, tell, make});
    return finished(operation);
  }

 private:
  std::vector<index_t> axes_from_front() const {
    const auto all = ravel::detail::worked_axes(axes_, x_.rank());
    return std::vector<index_t>(all.begin(), all.end());
  }
  std::string called(const std::string& said) const {
    ravel::detail::text at;
    at << said_type<T>() << ravel::to_string(x_.shape()) << " in " << x_.first_leaf().how().description() << " along "
       << ravel::detail::list_text(axes_) << said;
    if (plan_) at << ", by borders of " << plan_->width();
    return at;
  }
  index_t axis() const { return axes_from_front().front(); }
  distribution where() const {
    const distribution& how = x_.first_leaf().how();
    return plan_ ? how : whole_along(how, x_.shape(), axes_from_front());
  }
  bool lies_in_lines() {
    if (!(where() == x_.how())) return false;
    if (!box_of(x_.ranks(), x_.dims(), x_.span(), x_.how())) return false;
    lines_ = x_;
    return true;
  }
  // Every rank asks the verb about an empty tensor: the verb knows its result.
  void work() {
    if (x_.size() == 0) {
      made_.emplace(verb_(ravel::empty<T>(x_.shape()), axes_));
    } else if (plan_) {
      const ravel::tensor<T> rows = borders_->exchanged(x_.ranks().state());
      if (rows.size() > 0) made_.emplace(slice(verb_(rows, axes_), axis(), plan_->dropped(), plan_->made()));
    } else if (const ravel::tensor<T> own = lines_->local(); own.size() > 0) {
      made_.emplace(verb_(own, axes_));
    }
    if (!made_) return;
    const ravel::shape extents = made_->shape();
    extents_.push_back(extents.rank());
    extents_.insert(extents_.end(), extents.begin(), extents.end());
    if (plan_) extents_[static_cast<std::size_t>(axis()) + 1] = plan_->results();
  }
  void keep() {
    const lines_made made(x_.shape(), lines_->how(), axes_from_front(), extents_);
    results_.emplace(unfilled<R>(x_.ranks(), ints(made.extents), made.how));
    const auto own = results_->local();
    if (own.size() == 0 || x_.size() == 0) return;
    ravel::copy(*made_, own);
  }
  // An empty tensor may have results all the same, which all ranks have made.
  tensor<R> finished(const char* operation) {
    if (x_.size() == 0) write(operation, *made_, *results_);
    return *std::move(results_);
  }

  const X& x_;
  const ints& axes_;
  verb_of_lines<T, R> verb_;
  std::optional<border_plan> plan_;
  std::optional<bordered_rows<T>> borders_;
  std::optional<tensor<T>> lines_;
  std::optional<ravel::tensor<const R>> made_;
  std::vector<index_t> extents_;
  std::optional<tensor<R>> results_;
};

// The distribution of a result for which none is given: that of its operand, if that is possible.
template <class X, class R>
tensor<R> lying_as(const X& x, const tensor<R>& result, const distribution* how) {
  const distribution wanted =
      (how != nullptr ? *how : fitting_distribution(x.first_leaf().how(), result.shape())).from_front(result.rank());
  return wanted == result.how() ? result : clone(result, wanted);
}

template <class R, class X>
tensor<R> made_by_lines(const char* operation, const X& x, const ints& axes, const distribution* how,
                        verb_of_lines<typename X::value_type, R> verb, std::string said, border_if_any near) {
  if (how != nullptr) said += ", in " + how->description();
  local_line_work<X, R> work(x, axes, verb);
  work.look_nearby(near);
  return lying_as(x, work.run(operation, said), how);
}
template <class X, class Verb>
auto by_lines(const char* operation, const X& x, const ints& axes, const distribution* how, const Verb& verb, std::string said,
              border_if_any near) {
  using lines = ravel::tensor<typename X::value_type>;
  using R = ravel::detail::read_t<std::invoke_result_t<const Verb&, const lines&, const ints&>>;
  const auto erased = [&](const lines& t, const ints& on) -> ravel::tensor<const R> { return ravel::detail::as_read_tensor(verb(t, on)); };
  return made_by_lines<R>(operation, x, axes, how, erased, std::move(said), near);
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
