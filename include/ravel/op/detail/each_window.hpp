// SPDX-License-Identifier: BSL-1.0
// Windows over elements in a row, and what is gathered in each of them in a time that does not depend on how wide they are. A window is the
// end of one stretch and the beginning of the next: nothing is ever taken out of a state. Windows look at what they are made of.
#pragma once

#include <ravel/exec/progress.hpp>

#include <algorithm>
#include <vector>

namespace ravel::detail {

// Window i consists of elements i to i + width - 1.
struct equal_windows {
  index_t count;
  index_t width;

  index_t width_of(index_t) const { return width; }
};

// Window i consists of elements first[i] to end[i] - 1; neither goes back from one window to the next.
struct window_ranges {
  const index_t* first;
  const index_t* end;
  index_t count;

  index_t width_of(index_t i) const { return end[i] - first[i]; }
};

template <class State>
struct held_state {  // no vector of bool
  State state;
};

// out(i, the states of the elements of window i, merged), for each window in ascending order; windows without elements are left out.
// begin(i, near) is the state of element i, where `near` is an element of every window that this state goes into; merge(a, b) takes b
// into a. Every element is merged twice.
template <class Begin, class Merge, class Out>
void each_window(const equal_windows& windows, Begin begin, Merge merge, Out out) {
  using held = held_state<decltype(begin(index_t{}, index_t{}))>;
  const auto [count, width] = windows;
  if (count <= 0) return;
  std::vector<held> ends(static_cast<std::size_t>(width), held{begin(width - 1, width - 1)});  // of a stretch, from each of its elements on
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
    out(first, end_from(0));
    const index_t others = std::min(width, count - first) - 1;  // of the windows that begin in this stretch
    if (others == 0) continue;
    held start{begin(first + width, near)};
    for (index_t i = 1; i <= others; ++i) {
      if (i > 1) merge(start.state, begin(first + width + i - 1, near));
      auto whole = std::move(end_from(i));
      merge(whole, start.state);
      out(first + i, whole);
    }
  }
}

// A stretch begins where a window holds nothing of the last one; it ends with that window.
template <class Begin, class Merge, class Out>
void each_window(const window_ranges& windows, Begin begin, Merge merge, Out out) {
  using held = held_state<decltype(begin(index_t{}, index_t{}))>;
  std::vector<held> ends, start;  // the latter of one state or none
  index_t stretch = 0, middle = 0, reached = 0;
  const auto end_from = [&](index_t i) -> auto& { return ends[static_cast<std::size_t>(i - stretch)].state; };
  watched_loop loop;
  for (index_t i = 0; i < windows.count; ++i) {
    loop.at(i, windows.count);
    const index_t first = windows.first[i], end = windows.end[i];
    if (first >= end) continue;
    if (first >= middle) {
      stretch = first;
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
    out(i, whole);
  }
}

}  // namespace ravel::detail
