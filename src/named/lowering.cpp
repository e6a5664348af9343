// SPDX-License-Identifier: BSL-1.0
// Brings the axes of named operands into the order of the loops.
#include <ravel/base/error.hpp>
#include <ravel/named/detail/lowering.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/tensor/elementwise.hpp>

#include <algorithm>
#include <unordered_map>

namespace ravel::detail {

lowering::lowering(const loops& to, const shape& joint) : axes(to), positional(joint.rank()), elements(joint.elements()) {
  for (const sized_dim& d : axes) elements = mul_index(elements, d.extent);
}

namespace {

using made_nodes = std::unordered_map<const void*, std::shared_ptr<const void>>;  // null where a position would lie outside

}  // namespace

lowering lowering::along(const loops& renamed) const {
  lowering same(renamed, shape());
  same.positional = positional;
  same.elements = elements;
  same.taken = taken;
  return same;
}

lowering lowering::where_taken(const tensor<const bool>& mask) const {
  lowering branch = *this;
  branch.taken = &mask;
  branch.around_ = this;
  branch.made_ = nullptr;
  return branch;
}

std::shared_ptr<const void> lowering::made_once(const void* node, maker make) const {
  const auto made = made_if_within(node, make);
  return made ? made : make(node, *this);  // throws, and names the position outside
}

std::shared_ptr<const void> lowering::made_if_within(const void* node, maker make) const {
  const lowering* outermost = this;
  while (outermost->around_) outermost = outermost->around_;
  if (outermost != this) {
    if (auto made = outermost->made_if_within(node, make)) return made;
  }
  if (!made_) made_ = std::make_shared<made_nodes>();
  auto& all = *static_cast<made_nodes*>(made_.get());
  if (const auto found = all.find(node); found != all.end()) return found->second;
  std::shared_ptr<const void> made;
  try {
    made = make(node, *this);
  } catch (const index_error&) {
  }
  all.emplace(node, made);
  return made;
}

branch_masks masks_of_branches(const tensor<const bool>* taken, const tensor<const bool>& condition) {
  const tensor<const bool> otherwise = !condition;
  if (!taken) return {condition, otherwise};
  return {*taken && condition, *taken && otherwise};
}

bool is_aligned(index_t rank, const std::vector<dim>& labels, const lowering& to) {
  const auto same_name = [](const dim& label, const sized_dim& axis) { return same(label, axis.of); };
  return std::equal(labels.begin(), labels.end(), to.axes.begin(), to.axes.end(), same_name) &&
         rank == static_cast<index_t>(labels.size()) + to.positional;
}

dims aligned(const dims& map, const std::vector<dim>& labels, const lowering& to) {
  const auto named = static_cast<index_t>(labels.size());
  small_vector<index_t, 6> order;
  for (const sized_dim& axis : to.axes) {
    for (std::size_t k = 0; k < labels.size(); ++k) {
      if (same(labels[k], axis.of)) order.push_back(static_cast<index_t>(k));
    }
  }
  for (index_t k = named; k < map.rank(); ++k) order.push_back(k);
  dims view = map.transpose(std::span<const index_t>(order.data(), order.size()));
  index_t at = 0;
  for (const sized_dim& axis : to.axes) {
    const bool there = std::any_of(labels.begin(), labels.end(), [&](const dim& label) { return same(label, axis.of); });
    if (!there) view = view.new_axis(at);
    ++at;
  }
  const index_t missing = to.positional - (map.rank() - named);
  for (index_t k = 0; k < missing; ++k) view = view.new_axis(at);
  return view;
}

tensor<const bool> taken_inside(const tensor<const bool>& taken, const lowering& outside, const loops& hidden, const lowering& inside) {
  std::vector<index_t> gone;
  labelled<bool> known;
  index_t axis = 0;
  for (const sized_dim& d : outside.axes) {
    if (contains(inside.axes, d.of) && !contains(hidden, d.of))
      known.labels.push_back(d.of);
    else
      gone.push_back(axis);
    ++axis;
  }
  for (; axis < taken.rank(); ++axis) gone.push_back(axis);
  known.values = gone.empty() ? taken : tensor<const bool>(any_of(taken, gone));
  return aligned(known, inside);
}

}  // namespace ravel::detail
