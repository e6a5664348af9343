// SPDX-License-Identifier: BSL-1.0
// Finds the dims that parts share and those of their own, and maps each part to the loops of the whole.
#include <ravel/base/error.hpp>
#include <ravel/named/concat.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

form joined_forms(const std::vector<const form*>& parts, const char* operation) {
  if (parts.empty()) throw value_error(text() << operation << " needs at least one part");
  form all;
  std::size_t number = 0;
  for (const form* part : parts) {
    const text what = text() << "part " << ++number << " of " << operation;
    all.add(*part, static_cast<const std::string&>(what));
    with_subject(what, [&] { widen_shape(all.positional, part->positional); });
  }
  all.solve();
  return all;
}

// Replaces the parts' own dims by the joined dim.
joined_parts along_parts(const char* operation, const dim& along, loops own, form all) {
  index_t extent = 0;
  for (const sized_dim& d : own) extent = add_index(extent, d.extent);
  all.drop(own);
  if (all.find(along)) throw value_error(text() << operation << ": every part has dim " << along.name() << " already");
  all.dims.push_back(along(extent));
  return {along, std::move(own), std::move(all)};
}

}  // namespace

joined_parts plan_concat(const dim& along, const std::vector<const form*>& parts) {
  const form all = joined_forms(parts, "concat");
  loops all_own;
  for (const form* part : parts) {
    loops own;
    for (const sized_dim& d : part->dims) {
      const auto has = [&](const form* other) { return other->find(d.of) != nullptr; };
      if (std::count_if(parts.begin(), parts.end(), has) == 1) own.push_back(*all.find(d.of));
    }
    if (own.size() != 1)
      throw value_error(text() << "concat: part " << all_own.size() + 1 << " is " << to_string(*part)
                               << ", and needs one dim that no other part has, to be joined along");
    if (!own.front().stated()) throw_unstated(all, own.front().of);
    all_own.push_back(own.front());
  }
  return along_parts("concat", along, std::move(all_own), all);
}

joined_parts plan_stack(const dim& along, const std::vector<const form*>& parts) {
  const form all = joined_forms(parts, "stack");
  loops own;
  for (std::size_t k = 0; k < parts.size(); ++k) own.push_back(dim(along.name())(1));
  return along_parts("stack", along, std::move(own), all);
}

index_t joined_axis(const joined_parts& plan, const lowering& to) {
  index_t axis = 0;
  while (!same(to.axes[static_cast<std::size_t>(axis)].of, plan.along)) ++axis;
  return axis;
}

namespace {

// The loops of a part, and where its values are taken.
struct part_loops {
  loops axes;
  std::optional<tensor<const bool>> taken;
};
part_loops loops_of_part(const joined_parts& plan, std::size_t part, index_t start, const lowering& to) {
  const sized_dim& own = plan.own[part];
  const index_t axis = joined_axis(plan, to);
  part_loops made{to.axes, {}};
  for (sized_dim& d : made.axes) {
    if (same(d.of, own.of)) d.of = dim(own.of.name());  // another loop outside, which is not meant
  }
  made.axes[static_cast<std::size_t>(axis)] = own;
  if (to.taken) made.taken = to.taken->extent(axis) == 1 ? *to.taken : tensor<const bool>(slice(*to.taken, axis, start, own.extent));
  return made;
}

}  // namespace

void each_part_lowering(const joined_parts& plan, const lowering& to, function_ref<void(std::size_t, const lowering&)> f) {
  index_t start = 0;
  for (std::size_t k = 0; k < plan.own.size(); ++k) {
    const part_loops part = loops_of_part(plan, k, start, to);
    lowering inside = to.along(part.axes);
    inside.taken = part.taken ? &*part.taken : nullptr;
    f(k, inside);
    start += plan.own[k].extent;
  }
}

std::vector<shape> joint_shapes(std::vector<shape> made, const joined_parts& plan, const lowering& to) {
  const auto axis = static_cast<std::size_t>(joined_axis(plan, to));
  const auto with_extent = [axis](const shape& of, index_t extent) -> shape {
    std::vector<index_t> extents(of.begin(), of.end());
    extents[axis] = extent;
    return extents;
  };
  shape joint;
  for (const shape& one : made) widen_shape(joint, with_extent(one, 1));
  for (std::size_t k = 0; k < made.size(); ++k) made[k] = with_extent(joint, plan.own[k].extent);
  return made;
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API named<T> joined_along(const std::vector<named<T>>&, const joined_parts&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
