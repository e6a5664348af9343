// SPDX-License-Identifier: BSL-1.0
// The best element so far of a search for an extreme, and its position. A value; one thread uses it.
#pragma once

#include <ravel/op/fold/extreme.hpp>

#include <utility>

namespace ravel::detail {

template <class T>
struct best_element {
  T value{};
  index_t place = -1;  // none yet
};

// Searches n elements, the first at `position`, which is behind that of the best. Of equal elements the first stays, or the last is taken.
// Defined in src/ for every ordered element type.
template <class Before, bool Last, class T>
void look_for_extreme(best_element<T>& best, block<const T> b, index_t position, index_t n);

// Takes the best element of another part, before or behind.
template <class Before, bool Last, class T>
void join_best(best_element<T>& best, best_element<T> other) {
  if (other.place < best.place) std::swap(best, other);
  look_for_extreme<Before, Last>(best, {&other.value, 0}, other.place, 1);
}

}  // namespace ravel::detail
