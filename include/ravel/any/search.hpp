// SPDX-License-Identifier: BSL-1.0
// Where values stand among sorted ones, of data whose types are known at run time. Compared by value, exactly, whatever the two types.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/search.hpp>

namespace ravel {

// For each value the place in sorted data of one axis where it would stand: before its equals, or behind them. In the shape of the values.
RAVEL_API tensor<index_t> searchsorted(const detail::any_data& sorted, const detail::any_data& values,
                                       search_side side = search_side::left);

}  // namespace ravel
