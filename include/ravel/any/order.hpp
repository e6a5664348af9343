// SPDX-License-Identifier: BSL-1.0
// sort, argsort, unique and running totals of data whose type is known at run time: eager, each the operation on the tensor with its type.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/options.hpp>

namespace ravel {

// Along an axis, or the one that there is; NaN last, equal elements keep their order.
RAVEL_API any_tensor sort(const detail::any_data& x, const ints& axis, sort_order order = sort_order::ascending);
RAVEL_API any_tensor sort(const detail::any_data& x, sort_order order = sort_order::ascending);
RAVEL_API tensor<index_t> argsort(const detail::any_data& x, const ints& axis, sort_order order = sort_order::ascending);
RAVEL_API tensor<index_t> argsort(const detail::any_data& x, sort_order order = sort_order::ascending);
// The positions of the k greatest, the greatest first: row-major ones of the whole, or those in each line along an axis.
RAVEL_API buffer<index_t> arg_top_k(const detail::any_data& x, index_arg k);
RAVEL_API tensor<index_t> arg_top_k(const detail::any_data& x, index_arg k, const ints& axis);
// The different elements of the whole, ascending, NaN last and once.
RAVEL_API any_tensor unique(const detail::any_data& x);

RAVEL_API any_tensor cumsum(const detail::any_data& x, const ints& axis);
RAVEL_API any_tensor cumprod(const detail::any_data& x, const ints& axis);
RAVEL_API any_tensor cummin(const detail::any_data& x, const ints& axis);
RAVEL_API any_tensor cummax(const detail::any_data& x, const ints& axis);

}  // namespace ravel
