// SPDX-License-Identifier: BSL-1.0
// Sorting of element types: NaN is moved behind the numbers first, so that the rest has a total order. Zeros of both signs are equal and
// keep theirs; of other types nobody can tell equal elements apart.
#include <ravel/element/for_each.hpp>
#include <ravel/op/sort.hpp>

namespace ravel::detail {

template <element T>
void sort_elements(T* first, index_t n) {
  if constexpr (real_element<T>) {
    std::stable_sort(first, std::stable_partition(first, first + n, [](T value) { return value == value; }));
  } else {
    std::sort(first, first + n);
  }
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API void sort_elements(T*, index_t);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
