// SPDX-License-Identifier: BSL-1.0
// Calls a function on each window of rows, as a reader that owns its elements. One reader moves from window to window as long as nobody
// keeps a copy. One thread.
#pragma once

#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/windows/detail/roll.hpp>
#include <ravel/storage/adopt.hpp>

#include <atomic>

namespace ravel::detail {

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
