// SPDX-License-Identifier: BSL-1.0
// Plans the loops and axes of an operation, and the form of its result.
#include <ravel/base/error.hpp>
#include <ravel/named/axes.hpp>

#include <algorithm>

namespace ravel {

named_axes::named_axes(std::initializer_list<named_axis> list) : named_axes(std::span(list.begin(), list.size())) {}
named_axes::named_axes(std::span<const named_axis> list) {
  for (const named_axis& one : list) add(one);
}
named_axes::named_axes(std::span<const dim> dims) : dims_(dims.begin(), dims.end()) {}
named_axes::named_axes(const named_axes&) = default;
named_axes& named_axes::operator=(const named_axes&) = default;
named_axes::~named_axes() = default;

void named_axes::add(const named_axis& one) {
  if (one.of_)
    dims_.push_back(*one.of_);
  else
    positional_.push_back(one.axis_);
}

namespace detail {

dims_plan::dims_plan(const char* named, const form& of, axes_are after) : operation(named), whole(of), then(after) {}
RAVEL_DEFAULT_MEMBERS(dims_plan)

dims_plan plan_dims(const char* operation, const form& of, const named_axes& axes, axes_are then) {
  dims_plan plan(operation, of, then);
  for (const sized_dim& d : axes.dims()) {
    check_has(of, d.of, operation);
    if (contains(plan.along, d.of)) throw value_error(text() << operation << " names dim " << d.of.name() << " twice");
    plan.along.push_back(d);
    plan.whole.state(d, operation);
  }
  plan.whole.solve();
  for (sized_dim& d : plan.along) {
    d = *plan.whole.find(d.of);
    if (!d.stated()) throw_unstated(plan.whole, d.of);
  }
  for (const index_t axis : axes.positional()) {
    const auto subject = [&]() -> std::string { return text() << operation << " of " << to_string(of); };
    const index_t on = with_subject(subject, [&] { return check_axis(axis, of.positional.rank()); });
    if (std::find(plan.positional.begin(), plan.positional.end(), on) != plan.positional.end())
      throw value_error(text() << operation << " names axis " << on << " twice");
    plan.positional.push_back(on);
  }
  std::sort(plan.positional.begin(), plan.positional.end());
  ++plan.whole.depth;
  if (then == axes_are::kept) return plan;
  plan.whole.drop(plan.along);
  std::vector<index_t> left;
  for (index_t axis = 0; axis < of.positional.rank(); ++axis) {
    if (std::find(plan.positional.begin(), plan.positional.end(), axis) == plan.positional.end()) left.push_back(of.positional[axis]);
  }
  plan.whole.positional = left;
  return plan;
}

std::string to_string(const dims_plan& plan) {
  text all;
  all << plan.operation << " over " << to_string(plan.along);
  for (const index_t axis : plan.positional) all << (axis == plan.positional.front() ? " and axis " : ", ") << axis;
  return all;
}

std::vector<index_t> axes_behind(std::size_t before, const dims_plan& plan) {
  std::vector<index_t> axes;
  for (std::size_t k = 0; k < plan.along.size(); ++k) axes.push_back(static_cast<index_t>(before + k));
  for (const index_t axis : plan.positional) axes.push_back(axis + static_cast<index_t>(before + plan.along.size()));
  return axes;
}

}  // namespace detail
}  // namespace ravel
