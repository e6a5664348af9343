// SPDX-License-Identifier: BSL-1.0
// Checks and error messages of work on lines.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/map_axis.hpp>

namespace ravel::detail {

void throw_line_sizes(index_t line, index_t size, index_t first_size) {
  throw shape_error(text() << "map_axis: line " << line << " became " << counted(size, "element") << ", the first one " << first_size);
}

void throw_no_lines(const shape& of, index_t axis) {
  throw value_error(text() << "map_axis: shape " << to_string(of) << " has no lines along axis " << axis
                           << ", so that nothing says how long those of the result are");
}

void throw_taken_outside(index_t position, index_t extent, index_t axis) {
  throw index_error(text() << "position " << position << " along axis " << axis << " is outside [0, " << extent << ")");
}

void check_taken_shape(const shape& values, const shape& positions, index_t axis) {
  bool fits = values.rank() == positions.rank();
  for (index_t k = 0; fits && k < values.rank(); ++k) fits = k == axis || values[k] == positions[k];
  if (!fits)
    throw shape_error(text() << "positions of shape " << to_string(positions) << " along axis " << axis << " do not fit shape "
                             << to_string(values) << ": the other extents must be the same");
}

index_t positions_behind(const shape& of, index_t axis) {
  index_t behind = 1;
  for (index_t k = axis + 1; k < of.rank(); ++k) behind *= of[k];
  return behind;
}

}  // namespace ravel::detail
