// SPDX-License-Identifier: BSL-1.0
// Maps and shapes for work on the lines along one axis: the order of axes with this axis last, the view of a line, the shape without the
// axis. Plain functions, for any thread.
#pragma once

#include <ravel/dims/dims.hpp>

namespace ravel::detail {

// All axes in order, with the given one moved to the end.
RAVEL_API axis_list with_axis_last(index_t axis, index_t rank);
// The view of one line: `line` is its position among the other axes.
RAVEL_API dims line_of(const dims& map, index_t axis, index_t line);
RAVEL_API shape without_axis(const shape& of, index_t axis);

}  // namespace ravel::detail
