// SPDX-License-Identifier: BSL-1.0
// sort, argsort, unique and running totals of data of run-time type: eager, each calls the operation on the typed tensor.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/order/argsort.hpp>
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

}  // namespace ravel
