// SPDX-License-Identifier: BSL-1.0
// Windows over consecutive elements, and the states gathered in each in a time that does not depend on their width. A window is the end of
// one segment and the beginning of the next, so nothing is ever taken out of a state. Windows borrow their source; one thread uses them.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/exec/progress.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace ravel::detail {

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
// take as much memory as the elements. A walk keeps its place here, so only one walk may run at a time.
class window_ranges {
 public:
  explicit window_ranges(index_t count) : count_(count) {}
  virtual ~window_ranges() = default;
  window_ranges(const window_ranges&) = delete;
  window_ranges& operator=(const window_ranges&) = delete;

  index_t count() const { return count_; }
  bool any_empty() const { return any_empty_; }  // among windows that a walk has visited

  // Calls f(i, window i) in ascending order.
  template <class F>
  void each(F f) const {
    std::array<row_range, 256> made;
    watched_loop loop;
    for (index_t i = 0; i < count_;) {
      const index_t n = std::min(std::ssize(made), count_ - i);
      make(i, n, made.data());
      for (index_t k = 0; k < n; ++k) {
        const row_range& window = made[static_cast<std::size_t>(k)];
        loop.at(i + k, count_);
        any_empty_ |= window.first >= window.end;
        f(i + k, window);
      }
      i += n;
    }
  }

  // Makes windows from .. from + n - 1, which are the first or follow the last that were made.
  virtual void make(index_t from, index_t n, row_range* out) const = 0;
  // The name of a window in an error.
  virtual std::string name(index_t i) const { return text() << "window " << i; }

 private:
  index_t count_;
  mutable bool any_empty_ = false;
};

// Every step-th of the windows of one width.
class equal_ranges final : public window_ranges {
 public:
  equal_ranges(const equal_windows& windows, index_t step)
      : window_ranges((windows.count - 1) / step + 1), width_(windows.width), step_(step) {}
  void make(index_t from, index_t n, row_range* out) const override {
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

}  // namespace ravel::detail
