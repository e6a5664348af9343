// SPDX-License-Identifier: BSL-1.0
// sort, argsort, unique and running totals of data whose type is known at run time: eager, each the operation on the tensor with its type.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/loop/options.hpp>

namespace ravel {

namespace detail {

RAVEL_API any_tensor nth_element_any(const any_data& x, index_arg k, const ints& axes, bool kept);

}  // namespace detail

// Along an axis, or the one that there is; NaN last, equal elements keep their order.
RAVEL_API any_tensor sort(const detail::any_data& x, const ints& axis, sort_order order = sort_order::ascending);
RAVEL_API any_tensor sort(const detail::any_data& x, sort_order order = sort_order::ascending);
RAVEL_API tensor<index_t> argsort(const detail::any_data& x, const ints& axis, sort_order order = sort_order::ascending);
RAVEL_API tensor<index_t> argsort(const detail::any_data& x, sort_order order = sort_order::ascending);
// The positions of the k greatest, the greatest first: row-major ones of the whole, or those in each line along an axis.
RAVEL_API buffer<index_t> arg_top_k(const detail::any_data& x, index_arg k);
RAVEL_API tensor<index_t> arg_top_k(const detail::any_data& x, index_arg k, const ints& axis);
// The element that would stand at place k if all were sorted, or all of a line along axes.
RAVEL_API any_scalar nth_element(const detail::any_data& x, index_arg k);
template <detail::among<keep_t>... Options>
any_tensor nth_element(const detail::any_data& x, index_arg k, const ints& axes, Options...) {
  return detail::nth_element_any(x, k, axes, detail::is_given<keep_t, Options...>);
}
// The different elements of the whole, ascending, NaN last and once.
RAVEL_API any_tensor unique(const detail::any_data& x);

// Along an axis, or the one that there is.
RAVEL_API any_tensor cumsum(const detail::any_data& x, const ints& axis);
RAVEL_API any_tensor cumsum(const detail::any_data& x);
RAVEL_API any_tensor cumprod(const detail::any_data& x, const ints& axis);
RAVEL_API any_tensor cumprod(const detail::any_data& x);
RAVEL_API any_tensor cummin(const detail::any_data& x, const ints& axis);
RAVEL_API any_tensor cummin(const detail::any_data& x);
RAVEL_API any_tensor cummax(const detail::any_data& x, const ints& axis);
RAVEL_API any_tensor cummax(const detail::any_data& x);

}  // namespace ravel
