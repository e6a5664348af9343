// SPDX-License-Identifier: BSL-1.0
// One line after the other along an axis: the order of axes that has it last, the view of a line, the shape without it. Plain values.
#pragma once

#include <ravel/dims/detail/memory_order.hpp>
#include <ravel/dims/dims.hpp>

namespace ravel::detail {

// The axes but one, in front of it.
RAVEL_API axis_list with_axis_last(index_t axis, index_t rank);
// The view of one line: position `line` of the axes but one.
RAVEL_API dims line_of(const dims& map, index_t axis, index_t line);
RAVEL_API shape without_axis(const shape& of, index_t axis);

}  // namespace ravel::detail
