// SPDX-License-Identifier: BSL-1.0
// Views of tensors of run-time type, with the names and meanings of <ravel/tensor/views.hpp>. None copies. broadcast, tile, windows and
// stretch are read-only.
#pragma once

#include <ravel/any/any_tensor.hpp>

namespace ravel {

RAVEL_API any_tensor transpose(const detail::any_held& x, const ints& axes);
RAVEL_API any_tensor transpose(const detail::any_held& x);
RAVEL_API any_tensor swap_axes(const detail::any_held& x, index_arg a, index_arg b);
RAVEL_API any_tensor select(const detail::any_held& x, index_arg axis, index_arg position);
RAVEL_API any_tensor slice(const detail::any_held& x, index_arg axis, index_arg start, index_arg count, index_arg step = 1);
RAVEL_API any_tensor slice(const detail::any_held& x, index_arg axis, const index_range& positions);
RAVEL_API any_tensor slice(const detail::any_held& x, index_arg axis, const open_slice& positions);
RAVEL_API any_tensor take(const detail::any_held& x, index_arg axis, const selection& positions);
RAVEL_API any_tensor flip(const detail::any_held& x, const ints& axes);
RAVEL_API any_tensor flip(const detail::any_held& x);
RAVEL_API any_tensor rot90(const detail::any_held& x, index_arg times = 1, index_arg from = 0, index_arg to = 1);
RAVEL_API any_tensor rotate(const detail::any_held& x, const ints& shifts);
RAVEL_API any_tensor reshape(const detail::any_held& x, const ints& extents);
RAVEL_API any_tensor flat(const detail::any_held& x);
RAVEL_API any_tensor squeeze(const detail::any_held& x);
RAVEL_API any_tensor squeeze(const detail::any_held& x, index_arg axis);
RAVEL_API any_tensor new_axis(const detail::any_held& x, index_arg at);
RAVEL_API any_tensor diagonal(const detail::any_held& x, index_arg a = 0, index_arg b = 1, index_arg by = 0);
RAVEL_API any_tensor stretch(const detail::any_held& x, const shape& extents);
RAVEL_API any_tensor broadcast(const detail::any_held& x, const ints& extents);
RAVEL_API any_tensor tile(const detail::any_held& x, const ints& times);
RAVEL_API any_tensor windows(const detail::any_held& x, const ints& axes, const ints& widths, const ints& steps = 1);
[[nodiscard]] RAVEL_API std::vector<any_tensor> split(const detail::any_held& x, index_arg axis, const ints& counts);

// True if a shows elements that b holds.
[[nodiscard]] RAVEL_API bool is_view_of(const any_tensor& a, const any_tensor& b);

}  // namespace ravel
