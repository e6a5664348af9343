// SPDX-License-Identifier: BSL-1.0
// Reduces windows of rows: by kernels of src/, by merging states of one element, over rows that are not NaN, and for windows without
// elements. Borrows its operands.
#pragma once

#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/fold/when_empty.hpp>
#include <ravel/op/windows/detail/each_window.hpp>

#include <functional>

namespace ravel::detail {

// For reducers whose state is one or two numbers. Windows without elements are left out. Defined in src/.
template <class T, class Windows>
void roll(const sum_reducer&, const T* data, const Windows& windows, sum_t<T>* out);
template <class T, class Windows>
void roll(const mean_reducer&, const T* data, const Windows& windows, double* out);
template <class T, class Windows>
void roll(const extreme_reducer<least>&, const T* data, const Windows& windows, T* out);
template <class T, class Windows>
void roll(const extreme_reducer<greatest>&, const T* data, const Windows& windows, T* out);
template <class T, class Windows>
void roll(const variance_reducer& reducer, const T* data, const Windows& windows, double* out);
template <class T, class Windows>
void roll(const standard_deviation_reducer& reducer, const T* data, const Windows& windows, double* out);

template <class Reducer, class... Ts>
using reduced_t = decltype(std::declval<const Reducer&>().finish(std::declval<const state_t<Reducer, Ts...>&>()));

template <class Reducer, class T>
concept rolls_in_kernel = kernel_number<T> && requires(const Reducer& reducer, const T* data, reduced_t<Reducer, T>* out) {
  roll(reducer, data, equal_windows{}, out);
};

// The state of one element, or of one element of each column.
template <class Reducer, class... Ts>
auto state_of(const Reducer& reducer, const Ts&... values) {
  state_t<Reducer, Ts...> state = begin_state<Ts...>(reducer);
  reducer.step(state, std::span<const Ts>(std::addressof(values), 1)...);
  return state;
}

template <class Reducer, class Windows, class Out, class... Ts>
void roll_states(const Reducer& reducer, const Windows& windows, Out* out, const Ts*... data) {
  each_window(
      windows, [&](index_t i, index_t) { return state_of<Reducer, Ts...>(reducer, data[i]...); },
      [&](auto& state, const auto& later) { reducer.merge(state, later); },
      [&](index_t i, index_t, const auto& state) { out[i] = reducer.finish(state); });
}

// The comoments that covariance and similar reducers finish from, for each window in ascending order. Defined in src/.
using take_comoments = std::function<void(index_t, const comoments&)>;
template <class Windows>
void roll_comoments(const Windows& windows, const double* a, const double* b, const take_comoments& take);

template <class Reducer, class... Ts>
inline constexpr bool gathers_comoments = false;
template <class Reducer, class A, class B>
  requires reducer_of<Reducer, A, B>
inline constexpr bool gathers_comoments<Reducer, A, B> = std::same_as<state_t<Reducer, A, B>, comoments>;

template <class Reducer, class Windows, class Out, class... Ts>
void roll_part(const Reducer& reducer, const Windows& windows, Out* out, const Ts*... data) {
  if constexpr (sizeof...(Ts) == 1 && (rolls_in_kernel<Reducer, Ts> && ...)) {
    roll(reducer, data..., windows, out);
  } else if constexpr (gathers_comoments<Reducer, Ts...> && (std::same_as<Ts, double> && ...)) {
    roll_comoments(windows, data..., [&](index_t i, const comoments& state) { out[i] = reducer.finish(state); });
  } else {
    roll_states(reducer, windows, out, data...);
  }
}

// Reduces each window in the fastest way that the reducer has. Windows without elements are left out. Threads share the segments of windows
// of one width.
template <class Reducer, class Windows, class Out, class... Ts>
void roll_any(const Reducer& reducer, const Windows& windows, Out* out, const Ts*... data) {
  if constexpr (std::same_as<Windows, equal_windows>) {
    if (windows.count <= 0) return;
    in_pieces((windows.count - 1) / windows.width + 1, windows.width, [&](index_t begin, index_t end) {
      const index_t first = begin * windows.width, count = std::min(windows.count - first, (end - begin) * windows.width);
      roll_part(reducer, equal_windows{count, windows.width}, out + first, (data + first)...);
    });
  } else {
    roll_part(reducer, windows, out, data...);
  }
}

// The type in which a reducer gets elements: their own, as its canonical integer, or double.
template <class Reducer, class... Ts>
struct rolled_rows {
  static constexpr bool as_they_are = reducer_of<Reducer, Ts...>;
  static constexpr bool in_double = gathers_comoments<Reducer, canonical_t<Ts>...>;
  template <class T>
  using type = std::conditional_t<in_double, double, std::conditional_t<as_they_are, T, canonical_t<T>>>;
};

// Calls operation(r as a node of A).
template <class A, class R, class Operation>
auto with_rolled(const R& r, Operation operation) {
  if constexpr (std::same_as<read_t<R>, A>) {
    auto&& source = node_for_call(r);
    const node<A>& of = source;
    return operation(of);
  } else {
    return with_rolled<A>(map(widened<A>{}, borrowed_in_row(r)), operation);
  }
}

// The same windows after rows were left out.
class RAVEL_API ranges_without final : public window_ranges {
 public:
  ranges_without(const window_ranges& windows, const std::vector<bool>& kept);
  void make(index_t from, index_t n, row_range* out) const override;
  std::string name(index_t i) const override { return windows_.name(i); }

 private:
  const window_ranges& windows_;
  std::vector<index_t> before_;  // for each row, the rows left before it
};

// Fills windows without elements with the value of when_empty, or with the reducer's result without elements. Call it after all windows
// were walked.
template <class Out, class Nothing>
void fill_empty_windows(const window_ranges& windows, Out* out, std::optional<Out> known, Nothing nothing) {
  if (!windows.any_empty()) return;
  windows.each([&](index_t i, const row_range& window) {
    if (window.width() > 0) return;
    if (!known) known.emplace(at_place([&] { return windows.name(i); }, nothing));
    out[i] = *known;
  });
}

// True for rows that have NaN in no column.
template <class... Ts>
std::vector<bool> rows_of_numbers(index_t n, const Ts*... columns) {
  std::vector<bool> numbers(static_cast<std::size_t>(n));
  for (index_t i = 0; i < n; ++i) numbers[static_cast<std::size_t>(i)] = !(is_nan{}(columns[i]) || ...);
  return numbers;
}
template <class T>
std::vector<T> chosen_rows(const std::vector<bool>& chosen, const T* column) {
  std::vector<T> rows;
  rows.reserve(static_cast<std::size_t>(std::ranges::count(chosen, true)));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) rows.push_back(column[i]);
  }
  return rows;
}

// Calls operation(windows, number of rows, rows…) with all rows, or with the windows of the rows without NaN.
template <class Operation, class... Ts>
void over_numbers(nan_policy policy, const window_ranges& windows, index_t n, Operation operation, const Ts*... columns) {
  if constexpr ((may_be_nan<Ts> || ...)) {
    const auto whole = static_cast<std::size_t>(n);
    if (policy == nan_policy::skip && (any_nan(std::span<const Ts>(columns, whole)) || ...)) {
      const auto numbers = rows_of_numbers(n, columns...);
      const auto left = std::tuple<std::vector<Ts>...>(chosen_rows(numbers, columns)...);
      return std::apply([&](const auto&... rows) { operation(ranges_without(windows, numbers), rows.data()...); }, left);
    }
  }
  operation(windows, columns...);
}

// The results of a reducer over each window, for columns of n rows; told: the result without elements.
template <class Reducer, class Out, class... Ts>
void reduce_windows(const Reducer& reducer, const window_ranges& windows, nan_policy policy, const std::optional<Out>& told, Out* out,
                    index_t n, const Ts*... columns) {
  const auto reduce = [&](const window_ranges& over, const Ts*... rows) {
    roll_any(reducer, over, out, rows...);
    fill_empty_windows(over, out, told, [&] { return reducer.finish(begin_state<Ts...>(reducer)); });
  };
  over_numbers(policy, windows, n, reduce, columns...);
}

}  // namespace ravel::detail
