// SPDX-License-Identifier: BSL-1.0
// sort, argsort, unique and running totals of data of run-time type, and searches: in sorted data, in any data, and for true elements.
// Eager, each calls the operation on the typed tensor. Values compare exactly, whatever the two types.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/index/selection.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

namespace detail {

RAVEL_API any_tensor nth_element_any(const any_data& x, index_arg k, const ints& axes, bool kept);

}  // namespace detail

// Works along one axis, or along the only one, with the options of the verb on a tensor.
#define RAVEL_ANY_ALONG(result, name, ...)                                                           \
  namespace detail {                                                                                 \
  RAVEL_API result name##_any(const any_data& x, const ints& axis, __VA_ARGS__);                     \
  }                                                                                                  \
  template <detail::among<__VA_ARGS__>... Options>                                                   \
  [[nodiscard]] result name(const detail::any_data& x, const ints& axis, Options... options) {       \
    const auto call = [&](const auto&... chosen) { return detail::name##_any(x, axis, chosen...); }; \
    return std::apply(call, detail::every_option<__VA_ARGS__>(options...));                          \
  }                                                                                                  \
  template <detail::among<__VA_ARGS__>... Options>                                                   \
  [[nodiscard]] result name(const detail::any_data& x, Options... options) {                         \
    return name(x, detail::only_axis(#name, x.values.shape()), options...);                          \
  }

RAVEL_ANY_ALONG(any_tensor, sort, sort_order)
RAVEL_ANY_ALONG(tensor<index_t>, argsort, sort_order, nan_place)
RAVEL_ANY_ALONG(any_tensor, cumsum, nan_policy)
RAVEL_ANY_ALONG(any_tensor, cumprod, nan_policy)
RAVEL_ANY_ALONG(any_tensor, cummin, nan_policy)
RAVEL_ANY_ALONG(any_tensor, cummax, nan_policy)

// The positions of the k greatest elements, the greatest first: row-major positions in the whole, or places in each line along an axis.
RAVEL_API buffer<index_t> arg_top_k(const detail::any_data& x, index_arg k);
RAVEL_API tensor<index_t> arg_top_k(const detail::any_data& x, index_arg k, const ints& axis);
// The element at place k of the sorted elements, or of each sorted line along axes.
RAVEL_API any_scalar nth_element(const detail::any_data& x, index_arg k);
template <detail::among<keep_t>... Options>
any_tensor nth_element(const detail::any_data& x, index_arg k, const ints& axes, Options...) {
  return detail::nth_element_any(x, k, axes, detail::is_given<keep_t, Options...>);
}
// The distinct elements, ascending, with NaN last and once.
RAVEL_API any_tensor unique(const detail::any_data& x);

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
