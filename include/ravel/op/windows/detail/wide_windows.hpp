// SPDX-License-Identifier: BSL-1.0
// Windows that are far wider than the data. Most of their elements repeat: one element beyond an end, or all elements again and again. The
// repeated part is gathered once and merged with itself, so time and memory are those of the data. Borrows its operands; one thread.
#pragma once

#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/order/detail/sorted_keys.hpp>
#include <ravel/op/windows/detail/roll.hpp>
#include <ravel/op/windows/window.hpp>

namespace ravel::detail {

// Extending the data by a few hundred KiB is still worth it.
constexpr bool is_far_beyond(index_t n, index_t width) { return (width - n) / 4 > n + (index_t{1} << 13); }

// The place of a position beyond the ends, in a period of elements.
constexpr index_t place_in_period(index_t place, index_t period) { return (place % period + period) % period; }

// Window i, which begins `before` elements before element i, without the part beyond the ends.
class RAVEL_API clipped_windows final : public window_ranges {
 public:
  clipped_windows(index_t n, index_t width, index_t before) : window_ranges(n), width_(width), before_(before) {}
  void make(index_t from, index_t n, row_range* out, place& at) const override;

 private:
  index_t width_, before_;
};

// A state, and whether it has any element.
template <class State>
struct some_state {
  State state;
  bool any;
};

template <class Reducer, class... Ts>
class wide_windows {
  using state = some_state<state_t<Reducer, Ts...>>;

 public:
  // For columns of one size, at least one element.
  wide_windows(const Reducer& reducer, nan_policy policy, index_t width, index_t before, const node<Ts>&... columns)
      : reducer_(reducer),
        skips_(policy == nan_policy::skip),
        n_(std::min({columns.size()...})),
        width_(width),
        before_(before),
        rows_{elements_in_row<Ts>(columns)...} {}

  // Calls out(i, state of window i).
  template <class Out>
  void each(edge_mode edge, Out out) const {
    const auto at = [&](index_t i) {
      return std::apply([&](const auto&... row) { return of(row.span()[static_cast<std::size_t>(i)]...); }, rows_);
    };
    switch (edge) {
      case edge_mode::wrap:
        return each_of_period(n_, at, out);
      case edge_mode::reflect:
        return each_of_period(
            2 * n_, [&](index_t i) { return at(i < n_ ? i : 2 * n_ - 1 - i); }, out);
      case edge_mode::zero:
        return each_between(at, of(Ts{}...), of(Ts{}...), out);
      default:
        return each_between(at, at(0), at(n_ - 1), out);
    }
  }

 private:
  state of(const Ts&... values) const {
    if constexpr ((may_be_nan<Ts> || ...)) {
      if (skips_ && (is_nan{}(values) || ...)) return {begin_state<Ts...>(reducer_), false};
    }
    return {state_of<Reducer, Ts...>(reducer_, values...), true};
  }
  void merge(state& a, const state& b) const {
    reducer_.merge(a.state, b.state);
    a.any |= b.any;
  }
  // The state of `times` copies of the elements of `one`, at least 1.
  state repeated(state one, index_t times) const {
    std::optional<state> whole;
    for (;; times /= 2) {
      if (times % 2 == 1) {
        if (whole) {
          merge(*whole, one);
        } else {
          whole.emplace(one);
        }
      }
      if (times == 1) return *std::move(whole);
      const state half = one;
      merge(one, half);
    }
  }

  template <class At, class Out>
  void each_between(At at, const state& low, const state& high, Out out) const {
    each_window(
        clipped_windows(n_, width_, before_), [&](index_t i, index_t) { return at(i); }, [&](state& a, const state& b) { merge(a, b); },
        [&](index_t i, index_t, const state& inside) {
          const index_t before = std::max<index_t>(before_ - i, 0), after = std::max<index_t>(i - before_ + width_ - n_, 0);
          state whole = before > 0 ? repeated(low, before) : inside;
          if (before > 0) merge(whole, inside);
          if (after > 0) merge(whole, repeated(high, after));
          out(i, whole);
        });
  }

  // A window is the period that begins at its start, several times, and then a part of it.
  template <class At, class Out>
  void each_of_period(index_t period, At at, Out out) const {
    const auto begin = [&](index_t i, index_t) { return at(i % period); };
    const auto join = [&](state& a, const state& b) { merge(a, b); };
    std::vector<state> from;
    from.reserve(static_cast<std::size_t>(period));
    const auto take = [&](index_t, index_t, const state& all) { from.push_back(repeated(all, width_ / period)); };
    each_window(equal_windows{period, period}, begin, join, take);
    const auto add = [&](index_t i, index_t, const state& rest) { merge(from[static_cast<std::size_t>(i)], rest); };
    if (width_ % period > 0) each_window(equal_windows{period, width_ % period}, begin, join, add);
    for (index_t i = 0; i < n_; ++i) out(i, from[static_cast<std::size_t>(place_in_period(i - before_, period))]);
  }

  const Reducer& reducer_;
  bool skips_;
  index_t n_, width_, before_;
  std::tuple<elements_in_row<Ts>...> rows_;
};

// A view of the elements with `more` at their ends.
template <class T>
reader<T> extended_view(const reader<T>& elements, window_reach more, edge_mode edge) {
  const index_t n = elements.size();
  const auto periodic = [&](const reader<T>& period) {
    const index_t first = place_in_period(-more.before, period.size()), size = add_index(n, add_index(more.before, more.after));
    return reader<T>(slice(repeat(period, parts_of(add_index(first, size), period.size())), first, size));
  };
  const auto between = [&](const T& low, const T& high) {
    return reader<T>(concat(reader<T>(constant(more.before, low)), elements, reader<T>(constant(more.after, high))));
  };
  switch (edge) {
    case edge_mode::wrap:
      return periodic(elements);
    case edge_mode::reflect:
      return periodic(reader<T>(concat(elements, reader<T>(reverse(elements)))));
    case edge_mode::zero:
      return between(T{}, T{});
    default:
      return between(elements[0], elements[n - 1]);
  }
}

}  // namespace ravel::detail
