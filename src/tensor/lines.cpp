// SPDX-License-Identifier: BSL-1.0
// Which axes make the lines.
#include <ravel/base/error.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <algorithm>

namespace ravel::detail {

line_plan plan_lines(const shape& of, const axis_list& worked) {
  line_plan plan;
  axis_list kept;
  for (index_t axis = 0; axis < of.rank(); ++axis) {
    if (std::find(worked.begin(), worked.end(), axis) != worked.end()) continue;
    plan.order.push_back(axis);
    kept.push_back(of[axis]);
  }
  for (const index_t axis : worked) {
    plan.order.push_back(axis);
    plan.length = mul_index(plan.length, of[axis]);
  }
  plan.kept = ints(as_span(kept));
  return plan;
}

shape with_last(const shape& kept, index_t extent) {
  axis_list extents(kept.begin(), kept.end());
  extents.push_back(extent);
  return ints(as_span(extents));
}

index_t one_axis(const char* operation, const ints& axes, index_t rank) {
  if (axes.size() != 1) throw value_error(text() << operation << " goes along one axis, and " << axes.size() << " are named");
  return check_axis(axes[0], rank);
}

index_t only_axis(const char* operation, const shape& of) {
  if (of.rank() == 1) return 0;
  throw shape_error(text() << operation << " along which axis of shape " << to_string(of) << "? Write " << operation << "(t, axis), or "
                           << operation << "(flat(t)) for all elements on one line");
}

}  // namespace ravel::detail
