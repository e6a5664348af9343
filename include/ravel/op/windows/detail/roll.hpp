// SPDX-License-Identifier: BSL-1.0
// Reduces windows of rows: by kernels of src/, by merging states of one element, over rows that are not NaN, and for windows without
// elements. Borrows its operands.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/fold/when_empty.hpp>
#include <ravel/storage/adopt.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <vector>

namespace ravel::detail {

// Windows over consecutive elements, and the states gathered in each in a time that does not depend on their width. A window is the end of
// one segment and the beginning of the next, so nothing is ever taken out of a state. Windows borrow their source; one thread uses them.

// Window i has elements i to i + width - 1.
struct equal_windows {
  index_t count;
  index_t width;
};

struct row_range {
  index_t first;
  index_t end;  // one past the last

  index_t width() const { return std::max<index_t>(end - first, 0); }
};

// Windows of any rows; neither end moves back from one to the next. They are made a block at a time when needed, because all of them would
// take as much memory as the elements. Several threads may walk at once.
class window_ranges : noncopyable {
 public:
  // The state of a walk: the next window, and the rows that its last call of make has reached.
  struct place {
    index_t next = 0;
    index_t first = 0, begin = 0, end = 0;
  };

  explicit window_ranges(index_t count) : count_(count) {}
  virtual ~window_ranges() = default;

  index_t count() const { return count_; }
  bool any_empty() const { return any_empty_.load(std::memory_order_relaxed); }  // among windows of walks that have ended

  // Calls f(i, window i) in ascending order, for all windows or for those of [begin, end).
  template <class F>
  void each(F f) const {
    each(0, count_, f);
  }
  template <class F>
  void each(index_t begin, index_t end, F f) const {
    std::array<row_range, 256> made;
    place at;
    watched_loop loop;
    bool any_empty = false;
    for (index_t i = begin; i < end;) {
      const index_t n = std::min(std::ssize(made), end - i);
      make(i, n, made.data(), at);
      for (index_t k = 0; k < n; ++k) {
        const row_range& window = made[static_cast<std::size_t>(k)];
        loop.at(i + k, count_);
        any_empty |= window.first >= window.end;
        f(i + k, window);
      }
      i += n;
    }
    if (any_empty) any_empty_.store(true, std::memory_order_relaxed);
  }

  // Makes windows from .. from + n - 1. This is quick if they are the next of the walk.
  virtual void make(index_t from, index_t n, row_range* out, place& at) const = 0;
  // The name of a window in an error.
  virtual std::string name(index_t i) const { return text() << "window " << i; }

 private:
  index_t count_;
  mutable std::atomic<bool> any_empty_ = false;
};

// Every step-th of the windows of one width.
class equal_ranges final : public window_ranges {
 public:
  equal_ranges(const equal_windows& windows, index_t step)
      : window_ranges((windows.count - 1) / step + 1), width_(windows.width), step_(step) {}
  void make(index_t from, index_t n, row_range* out, place&) const override {
    for (index_t i = from; i < from + n; ++i) *out++ = {i * step_, i * step_ + width_};
  }
  std::string name(index_t i) const override { return window_ranges::name(i * step_); }

 private:
  index_t width_, step_;
};

template <class State>
struct held_state {  // avoids vector<bool>
  State state;
};

// Calls out(i, the width of window i, the merged states of its elements) for each window in ascending order, without windows that have no
// elements. begin(i, near) is the state of element i; `near` is an element of every window that uses this state. merge(a, b) merges b into
// a. Every element is merged twice.
template <class Begin, class Merge, class Out>
void each_window(const equal_windows& windows, Begin begin, Merge merge, Out out) {
  using held = held_state<decltype(begin(index_t{}, index_t{}))>;
  const auto [count, width] = windows;
  if (count <= 0) return;
  std::vector<held> ends(static_cast<std::size_t>(width), held{begin(width - 1, width - 1)});  // from each element of a segment on
  const auto end_from = [&](index_t i) -> auto& { return ends[static_cast<std::size_t>(i)].state; };
  watched_loop loop;
  for (index_t first = 0; first < count; first += width) {
    loop.at(first, count);
    const index_t near = first + width - 1;
    end_from(width - 1) = begin(near, near);
    for (index_t i = width - 2; i >= 0; --i) {
      end_from(i) = begin(first + i, near);
      merge(end_from(i), end_from(i + 1));
    }
    out(first, width, end_from(0));
    const index_t others = std::min(width, count - first) - 1;  // of the windows that begin in this segment
    if (others == 0) continue;
    held start{begin(first + width, near)};
    for (index_t i = 1; i <= others; ++i) {
      if (i > 1) merge(start.state, begin(first + width + i - 1, near));
      auto whole = std::move(end_from(i));
      merge(whole, start.state);
      out(first + i, width, whole);
    }
  }
}

// A segment begins where a window has no element of the last segment, and ends with that window.
template <class Begin, class Merge, class Out>
void each_window(const window_ranges& windows, Begin begin, Merge merge, Out out) {
  using held = held_state<decltype(begin(index_t{}, index_t{}))>;
  std::vector<held> ends, start;  // the latter holds one state or none
  index_t segment = 0, middle = 0, reached = 0;
  const auto end_from = [&](index_t i) -> auto& { return ends[static_cast<std::size_t>(i - segment)].state; };
  windows.each([&](index_t i, const row_range& window) {
    const auto [first, end] = window;
    if (first >= end) return;
    if (first >= middle) {
      segment = first;
      middle = reached = end;
      start.clear();
      const auto room = static_cast<std::size_t>(end - first);
      if (ends.size() < room) ends.resize(room, held{begin(end - 1, end - 1)});
      end_from(end - 1) = begin(end - 1, end - 1);
      for (index_t k = end - 2; k >= first; --k) {
        end_from(k) = begin(k, end - 1);
        merge(end_from(k), end_from(k + 1));
      }
    }
    for (; reached < end; ++reached) {
      if (start.empty()) {
        start.push_back({begin(reached, middle - 1)});
      } else {
        merge(start.front().state, begin(reached, middle - 1));
      }
    }
    auto whole = end_from(first);
    if (!start.empty()) merge(whole, start.front().state);
    out(i, end - first, whole);
  });
}

// For reducers whose state is one or two numbers. Windows without elements are left out. Defined in src/.
template <class T, class Windows>
void roll(const sum_reducer&, const T* data, const Windows& windows, sum_t<T>* out);
template <class T, class Windows>
void roll(const mean_reducer&, const T* data, const Windows& windows, double* out);
template <class Before, class T, class Windows>
void roll(const extreme_reducer<Before>&, const T* data, const Windows& windows, T* out);
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

// Calls work(windows, number of the first) for parts of the windows, on several threads if that helps. A part begins where each_window
// begins a segment.
RAVEL_API void each_part_of_windows(const window_ranges& windows, function_ref<void(const window_ranges&, index_t)> work);

// Reduces each window in the fastest way that the reducer has. Windows without elements are left out. Threads share the segments.
template <class Reducer, class Out, class... Ts>
void roll_any(const Reducer& reducer, const equal_windows& windows, Out* out, const Ts*... data) {
  if (windows.count <= 0) return;
  in_pieces((windows.count - 1) / windows.width + 1, windows.width, [&](index_t begin, index_t end) {
    const index_t first = begin * windows.width, count = std::min(windows.count - first, (end - begin) * windows.width);
    roll_part(reducer, equal_windows{count, windows.width}, out + first, (data + first)...);
  });
}
template <class Reducer, class Out, class... Ts>
void roll_any(const Reducer& reducer, const window_ranges& windows, Out* out, const Ts*... data) {
  each_part_of_windows(windows, [&](const window_ranges& part, index_t first) { roll_part(reducer, part, out + first, data...); });
}

// The type in which a reducer gets elements: their own, as its canonical integer, or double.
template <class Reducer, class... Ts>
struct rolled_rows {
  static constexpr bool as_they_are = reducer_of<Reducer, Ts...>;
  static constexpr bool in_double = gathers_comoments<Reducer, canonical_t<Ts>...>;
  template <class T>
  using type = std::conditional_t<in_double, double, std::conditional_t<as_they_are, T, canonical_t<T>>>;
};

// The same windows after rows were left out.
class RAVEL_API ranges_without final : public window_ranges {
 public:
  ranges_without(const window_ranges& windows, const std::vector<bool>& kept);
  void make(index_t from, index_t n, row_range* out, place& at) const override;
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

// Calls a function on each window of rows, as a reader that owns its elements. One reader moves from window to window as long as nobody
// keeps a copy. One thread.

// Shows parts of memory, one after the other.
template <class T>
class moving_window {
  struct room {
    reader<T> owner;
    std::optional<memory_node<T>> part;
  };

 public:
  explicit moving_window(const reader<T>& whole) : whole_(whole), lent_(detail_access::node(whole).memory()) {}

  // Valid until the next call; a copy of it stays valid.
  const reader<T>& show(index_t first, index_t count) {
    if (!lent_.data || lent_.step != 1) return part_.emplace(slice(whole_, first, count));
    constexpr long own_uses = 2;
    if (room_.use_count() == own_uses) {
      std::atomic_thread_fence(std::memory_order_acquire);  // sees the writes of threads that kept a copy
    } else {
      room_ = std::make_shared<room>(whole_);
      part_.reset();
    }
    room_->part.emplace(const_cast<T*>(lent_.data) + first, 1, count, nullptr);
    if (!part_) part_.emplace(detail_access::wrap<reader<T>>(std::shared_ptr<const node<T>>(room_, &*room_->part)));
    return *part_;
  }

 private:
  reader<T> whole_;
  block<const T> lent_;
  std::shared_ptr<room> room_;
  std::optional<reader<T>> part_;
};

// The results of f over each window. The value of when_empty stands for windows without elements, or without any that f can use.
template <class Out, class T, class F>
void call_on_ranges(const reader<T>& rows, const window_ranges& windows, F& f, const std::optional<Out>& told, const buffer<Out>& out) {
  moving_window<T> window(rows);
  windows.each([&](index_t i, const row_range& range) {
    out.unchecked(i) = result_or_told(
        told, range.width() == 0, [&] { return windows.name(i); }, [&] { return Out(f(window.show(range.first, range.width()))); });
  });
}

// Calls f(a reader of the elements in each window).
template <class T, class F, class... Options>
auto call_on_windows(const char* operation, const reader<T>& elements, const window_ranges& windows, F& f, const Options&... options) {
  using Out = std::remove_cvref_t<std::invoke_result_t<F&, const reader<T>&>>;
  const auto told = told_value<Out>(options...);
  const buffer<Out> result = unfilled_buffer<Out>(windows.count());
  if constexpr (may_be_nan<T> && is_given<nan_policy, Options...>) {
    const nan_policy policy = option_or(nan_policy::keep, options...);
    if (policy == nan_policy::refuse) refuse_nan(elements, operation);
    if (policy == nan_policy::skip && first_place(detail_access::node(elements), is_nan{}) >= 0) {
      const buffer<T> row = elements_of(elements);
      const auto numbers = rows_of_numbers(row.size(), row.data());
      call_on_ranges(reader<T>(adopt(chosen_rows(numbers, row.data()))), ranges_without(windows, numbers), f, told, result);
      return result;
    }
  }
  call_on_ranges(elements, windows, f, told, result);
  return result;
}

}  // namespace ravel::detail
