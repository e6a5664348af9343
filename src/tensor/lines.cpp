// SPDX-License-Identifier: BSL-1.0
// Finds the axes that make the lines, and visits the lines of the closed set of element types.
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

std::string name_of_line(const line_plan& plan, index_t line) {
  std::vector<std::string> at(plan.order.size(), "_");
  for (index_t k = plan.kept.rank(); k-- > 0; line /= plan.kept[k])
    at[static_cast<std::size_t>(plan.order[static_cast<std::size_t>(k)])] = std::to_string(line % plan.kept[k]);
  std::string name = "line [";
  for (const std::string& place : at) name += (&place == &at.front() ? "" : " ") + place;
  return name + "]";
}

void with_shape_named(const shape& of, function_ref<void()> work) {
  try {
    work();
  } catch (const value_error& e) {
    if (typeid(e) != typeid(value_error) && typeid(e) != typeid(no_elements)) throw;  // a user's exception type
    throw value_error(text() << e.what() << ": the shape is " << to_string(of));
  }
}

index_t one_axis(const char* operation, const ints& axes, index_t rank) {
  if (axes.size() != 1) throw value_error(text() << operation << " goes along one axis, and " << axes.size() << " are named");
  return check_axis(axes[0], rank);
}

index_t axis_of_keys(const char* operation, index_t keys, const shape& of, const ints& axes) {
  const index_t axis = one_axis(operation, axes, of.rank());
  if (keys == of[axis]) return axis;
  throw shape_error(text() << operation << ": " << counted(keys, "key") << " for axis " << axis << " of shape " << to_string(of)
                           << ", which has " << counted(of[axis], "place"));
}
index_t only_axis(const char* operation, const shape& of) {
  if (of.rank() == 1) return 0;
  if (of.rank() == 0) throw shape_error(text() << operation << " of a single element without axes: write " << operation << "(flat(t))");
  throw shape_error(text() << operation << " along which axis of shape " << to_string(of) << "? Write " << operation << "(t, axis), or "
                           << operation << "(flat(t)) for all elements on one line");
}

#define RAVEL_INSTANTIATE(T)                                                                  \
  template RAVEL_API void each_line(const tensor<const T>&, const line_plan&, line_taker<T>); \
  template RAVEL_API void each_part_of_lines(const tensor<const T>&, const line_plan&, part_taker<T>);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

template <class R, class T>
tensor<R> reduced_lines_in_src(const tensor<const T>& x, const axis_list& worked, worked_on which, line_work<R, T> work) {
  return reduced_lines_of<R, T>(x, worked, which, work);
}
template <class R, class T>
tensor<R> changed_lines_in_src(const tensor<const T>& x, index_t axis, worked_on which, line_work<buffer<R>, T> work, changed_length length,
                               const tensor<R>* given) {
  return changed_lines_of<R, T>(x, axis, which, work, length, given);
}
#define RAVEL_MAKE(R, T)                                                                                                                 \
  template RAVEL_API tensor<R> reduced_lines_in_src(const tensor<const T>&, const axis_list&, worked_on, line_work<R, T>);               \
  template RAVEL_API tensor<R> changed_lines_in_src(const tensor<const T>&, index_t, worked_on, line_work<buffer<R>, T>, changed_length, \
                                                    const tensor<R>*);
#define RAVEL_MEASURE_AND_PLACE(T) RAVEL_MAKE(double, T) RAVEL_MAKE(index_t, T)
#define RAVEL_INSTANTIATE(T) RAVEL_MAKE(T, T) RAVEL_MEASURE_AND_PLACE(T)
RAVEL_INSTANTIATE(bool)
RAVEL_INSTANTIATE(std::int8_t)
RAVEL_INSTANTIATE(std::int16_t)
RAVEL_INSTANTIATE(std::int32_t)
RAVEL_FOR_EACH_UNSIGNED(RAVEL_INSTANTIATE)
RAVEL_INSTANTIATE(float)
RAVEL_FOR_EACH_COMPLEX(RAVEL_INSTANTIATE)
RAVEL_INSTANTIATE(std::string)
RAVEL_MEASURE_AND_PLACE(std::int64_t)
RAVEL_MEASURE_AND_PLACE(double)
#undef RAVEL_INSTANTIATE
#undef RAVEL_MEASURE_AND_PLACE
#undef RAVEL_MAKE

}  // namespace ravel::detail
