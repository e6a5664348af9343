// SPDX-License-Identifier: BSL-1.0
// Which axes make the lines, and the lines of the closed set one after the other.
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

template <class T>
void each_line_in_src(const tensor<const T>& lines, const line_plan& plan, line_taker<T> take) {
  each_line_of(lines, plan, take);
}
template <class T>
void each_like_line_in_src(const tensor<const T>& lines, const line_plan& plan, like_line_taker<T> take) {
  each_like_line_of(lines, plan, take);
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API tensor<T> in_axis_order_of_view(const tensor<T>&, const axis_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#define RAVEL_INSTANTIATE(T)                                                                         \
  template RAVEL_API void each_line_in_src(const tensor<const T>&, const line_plan&, line_taker<T>); \
  template RAVEL_API void each_like_line_in_src(const tensor<const T>&, const line_plan&, like_line_taker<T>);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
RAVEL_INSTANTIATE(std::string)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
