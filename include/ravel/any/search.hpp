// SPDX-License-Identifier: BSL-1.0
// Searches data of run-time type: in sorted data, in any data, and for true elements. Values compare exactly, whatever the two types.
// Eager.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/index/selection.hpp>
#include <ravel/op/order/search.hpp>

namespace ravel {

// For each value, the place in sorted data of rank 1 where it would be inserted: before its equals, or after them. In the shape of the
// values.
RAVEL_API tensor<index_t> searchsorted(const detail::any_data& sorted, const detail::any_data& values,
                                       search_side side = search_side::left);

// The first place in sorted data whose element is not before the value, or is after it; and whether an element equals it.
[[nodiscard]] RAVEL_API index_t lower_bound(const detail::any_data& sorted, const any_scalar& value);
[[nodiscard]] RAVEL_API index_t upper_bound(const detail::any_data& sorted, const any_scalar& value);
[[nodiscard]] RAVEL_API bool binary_search(const detail::any_data& sorted, const any_scalar& value);

// The row-major position of the first element that equals a value, or of the last. For several values, the first positions, in their shape,
// or no_position. One type must hold the values of both: int64 in float64 data is a type_error.
[[nodiscard]] RAVEL_API std::optional<index_t> index_of(const detail::any_data& x, const any_scalar& value);
[[nodiscard]] RAVEL_API std::optional<index_t> last_index_of(const detail::any_data& x, const any_scalar& value);
RAVEL_API tensor<index_t> index_of(const detail::any_data& x, const detail::any_data& values);
// True for each element that is one of the values.
RAVEL_API tensor<bool> membership(const detail::any_data& x, const detail::any_data& values);

// One of the two may be a typed tensor, a reader or a list.
template <class A, class B>
  requires detail::any_beside_elements<A, B>
tensor<index_t> searchsorted(const A& sorted, const B& values, search_side side = search_side::left) {
  return searchsorted(detail::any_elements(sorted), detail::any_elements(values), side);
}
template <class A, class B>
  requires detail::any_beside_elements<A, B>
tensor<index_t> index_of(const A& x, const B& values) {
  return index_of(detail::any_elements(x), detail::any_elements(values));
}
template <class A, class B>
  requires detail::any_beside_elements<A, B>
tensor<bool> membership(const A& x, const B& values) {
  return membership(detail::any_elements(x), detail::any_elements(values));
}

// The positions of the true elements; and their coordinates, of shape [count rank].
RAVEL_API selection argfilter(const detail::any_data& mask);
RAVEL_API tensor<index_t> nonzero(const detail::any_data& mask);

}  // namespace ravel
