// SPDX-License-Identifier: BSL-1.0
// Dims of expressions of run-time types: each change is that of the typed expression, on any_tensor.
#include <ravel/any/concat.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/named/any_dims.hpp>
#include <ravel/named/concat.hpp>
#include <ravel/named/extents.hpp>
#include "named/any_named.hpp"

namespace ravel {

namespace detail {

namespace {

class expanded_any_node final : public any_named_node {
 public:
  expanded_any_node(const any_named& e, const form& whole) : any_named_node(whole), e_(e) {}
  any_tensor lower(const lowering& to) const override { return e_.lower(to); }

 private:
  any_named e_;
};

class renamed_any_node final : public any_named_node {
 public:
  renamed_any_node(const any_named& e, const dim& from, const dim& to, const form& whole)
      : any_named_node(whole), e_(e), from_(from), to_(to) {}

  any_tensor lower(const lowering& to) const override { return e_.lower(to.along(loops_before_rename(to.axes, from_, to_))); }

 private:
  any_named e_;
  dim from_, to_;
};

class joined_any_node final : public any_named_node {
 public:
  joined_any_node(const std::vector<any_named>& parts, const joined_parts& plan) : any_named_node(plan.whole), parts_(parts), plan_(plan) {}

  any_tensor lower(const lowering& to) const override {
    std::vector<any_tensor> made;
    std::vector<shape> shapes;
    each_part_lowering(plan_, to, [&](std::size_t k, const lowering& inside) {
      made.push_back(parts_[k].lower(inside));
      shapes.push_back(made.back().shape());
    });
    shapes = joint_shapes(std::move(shapes), plan_, to);
    for (std::size_t k = 0; k < made.size(); ++k) made[k] = stretched_any(made[k], shapes[k]);
    return concat(along(joined_axis(plan_, to)), std::span<const any_tensor>(made));
  }

 private:
  std::vector<any_named> parts_;
  joined_parts plan_;
};

any_named joined_along(const std::vector<any_named>& parts, const joined_parts& plan) {
  const any_named all = make_any<joined_any_node>(parts, plan);
  return plan.whole.known() && !plan.whole.may_miss ? any_named(bound_any(values_of_any(all))) : all;
}

std::vector<const form*> forms_of(const std::vector<any_named>& parts) {
  std::vector<const form*> all;
  for (const any_named& part : parts) all.push_back(&part.of());
  return all;
}

}  // namespace

any_named expanded(const any_named& e, const std::vector<sized_dim>& by) {
  return make_any<expanded_any_node>(e, expanded_form(e.of(), by));
}

std::vector<dim> dims_of_any(const any_named& e) { return names(e.of().dims); }
bool has_dim_any(const any_named& e, const dim& d) { return e.of().find(d) != nullptr; }
index_t extent_any(const any_named& e, const dim& d) {
  check_has(e.of(), d, "extent");
  const sized_dim found = *e.of().find(d);
  if (!found.stated()) throw_unstated(e.of(), d);
  return found.extent;
}

any_named renamed(const any_named& e, const dim& from, const dim& to) {
  return make_any<renamed_any_node>(e, from, to, renamed_form(e.of(), from, to));
}

std::vector<any_named> split_any(const any_named& e, const dim& d, std::vector<sized_dim> parts) {
  const loops these = split_parts(e.of(), d, std::move(parts));
  const any_labelled values = values_of_any(e);
  index_t axis = 0, start = 0;
  while (!same(values.labels[static_cast<std::size_t>(axis)], d)) ++axis;
  std::vector<any_named> made;
  for (const sized_dim& part : these) {
    any_labelled one{slice(values.values, axis, start, part.extent), values.labels};
    one.labels[static_cast<std::size_t>(axis)] = part.of;
    made.emplace_back(bound_any(one));
    start += part.extent;
  }
  return made;
}

any_named concat_any(const dim& along, const std::vector<any_named>& parts) {
  return joined_along(parts, plan_concat(along, forms_of(parts)));
}
any_named stack_any(const dim& along, const std::vector<any_named>& parts) {
  return joined_along(parts, plan_stack(along, forms_of(parts)));
}

}  // namespace detail
}  // namespace ravel
