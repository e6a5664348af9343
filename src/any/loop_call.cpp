// SPDX-License-Identifier: BSL-1.0
// Questions to calls, and their loops, whatever the types of elements.
#include "any/loop_call.hpp"

#include <algorithm>
#include <array>

namespace ravel::detail {

namespace {

constexpr std::size_t most_operands = 4;
constexpr index_t chunk_size = 256, most_bytes = 16;

const loop_call& call_behind(const void* call) { return *static_cast<const loop_call*>(call); }

bool annihilates(const loop_operand& zero, const loop_operand& other) {
  return zero.has_zero_fill() && (other.finite() || other.stored_finite());
}

}  // namespace

loop_operand loop_operand::viewed(const map_change& change) const {
  loop_operand view = *this;
  if (leaf_) view.leaf_ = leaf_->as_tensor()->viewed(change);
  return view;
}

loop_call loop_call::viewed(const map_change& change) const {
  if (tree_) return view_of(*tree_, change);
  loop_call view = *this;
  for (loop_operand& x : view.operands_) x = x.viewed(change);
  return view;
}
loop_call loop_call::view_of(const joined_function& tree, const map_change& change) {
  joined_function::leaves views = tree.all_leaves();
  for (auto& leaf : views) leaf.node = leaf.node->as_tensor()->viewed(change);
  return loop_call(tree.over(std::move(views)));
}

dims map_of_loop(const shape& extents, const loop_operands& operands) {
  for (const loop_operand& x : operands) {
    const untyped_tensor* const shown = x.leaf() ? x.leaf()->as_tensor() : nullptr;
    if (shown && shown->map().size() > 1 && shown->facts().keeps_positions() && !shown->map().top().below && shown->extents() == extents)
      return shown->map();
  }
  return dims::row_major(extents);
}

void loop_call::add_maps_of_tree(const joined_function& tree, std::vector<laid_map>& to) {
  for (const auto& leaf : tree.all_leaves()) leaf.node->as_tensor()->add_maps(to);
}

void loop_call::list(const void* call, leaf_list& to) {
  const loop_call& of = call_behind(call);
  if (of.tree_) of.tree_->list(to);
  for (const loop_operand& x : of.operands_) x.list(to);
}

bool loop_call::list_operations(operation_list& to) const {
  if (tree_) return to.add_all(*tree_);
  if (loop_.tile == tile_function::none) return false;
  const auto add = [&](const loop_operand& x) {
    return x.leaf() ? to.add_leaf(x.leaf(), x.type().dtype, x.type().joined) : to.add_value(x.value(), x.type().dtype);
  };
  if (operands_.size() < most_operands)
    return std::ranges::all_of(operands_, add) && to.add(loop_.tile, static_cast<int>(operands_.size()), loop_.swaps);
  return add(operands_[0]) && add(operands_[1]) && to.add(loop_.compared, 2, false) && add(operands_[2]) && add(operands_[3]) &&
         to.add(loop_.tile, 3, false);
}
bool loop_call::list_operations_of(const void* call, operation_list& to) { return call_behind(call).list_operations(to); }

bool loop_call::is_deep() const {
  constexpr int deep = 48;  // a call is two levels
  const auto stands_deep = [](const loop_operand& x) { return x.leaf() && x.leaf()->depth() > deep; };
  return loop_.tile != tile_function::none && std::ranges::any_of(operands_, stands_deep);
}

std::optional<loop_call> loop_call::joined(dtype result) const {
  auto tree = join_operations(result, [this](operation_list& to) { return list_operations(to); });
  return tree ? std::optional(loop_call(*std::move(tree))) : std::nullopt;
}

bool loop_call::is_wiped_out(const void* call) {
  const loop_call& of = call_behind(call);
  if (!of.loop_.wipes_out) return false;
  const loop_operand &a = of.operands_[0], &b = of.operands_[1];
  return (a.has_zero_fill() && b.finite()) || (b.has_zero_fill() && a.finite());
}
void loop_call::add_cover(const void* call, cover_search& to) {
  const loop_call& of = call_behind(call);
  if (!of.loop_.wipes_out) {
    for (const loop_operand& x : of.operands_) x.add_cover(to);
    return;
  }
  const loop_operand &a = of.operands_[0], &b = of.operands_[1];
  const std::size_t first = to.found();
  a.add_cover(to);
  const std::size_t second = to.found();
  b.add_cover(to);
  to.choose_factor(first, second, annihilates(a, b), annihilates(b, a));
}

// A value for all positions is written out so often, and the loop goes over chunks.
void loop_call::run(const void* call, const raw_function& by, const void* const* values, index_t n, void* out, index_t out_bytes) {
  const loop_call& of = call_behind(call);
  if (of.tree_) return of.tree_->program().run(values, n, out);
  const int operation = of.loop_.operation;
  const bool all_leaves = std::ranges::all_of(of.operands_, [](const loop_operand& x) { return x.leaf() != nullptr; });
  if (all_leaves) return by.call(by.function, operation, out, n, values);
  alignas(most_bytes) std::byte rooms[most_operands][static_cast<std::size_t>(chunk_size * most_bytes)];
  std::array<const void*, most_operands> in{};
  std::array<index_t, most_operands> steps{};  // in bytes, from one element to the next
  const index_t longest = std::min(n, chunk_size);
  for (std::size_t k = 0; k < of.operands_.size(); ++k) {
    const loop_operand& x = of.operands_[k];
    if (x.leaf()) {
      in[k] = *values++;
      steps[k] = x.type().bytes;
    } else {
      spread_bytes(x.value(), 0, longest, rooms[k], static_cast<std::size_t>(x.type().bytes));
      in[k] = rooms[k];
    }
  }
  for (index_t start = 0; start < n; start += longest) {
    const index_t size = std::min(longest, n - start);
    by.call(by.function, operation, out, size, in.data());
    out = static_cast<std::byte*>(out) + size * out_bytes;
    for (std::size_t k = 0; k < of.operands_.size(); ++k) in[k] = static_cast<const std::byte*>(in[k]) + size * steps[k];
  }
}

}  // namespace ravel::detail
