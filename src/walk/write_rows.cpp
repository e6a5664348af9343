// SPDX-License-Identifier: BSL-1.0
// Supplies the rows of leaves, and instantiates row writing for the closed set.
#include <ravel/walk/write_rows.hpp>

namespace ravel::detail {

namespace {

std::size_t first_place(std::span<const walked_operand> leaves, std::size_t k) {
  std::size_t first = 0;
  while (leaves[first].node != leaves[k].node) ++first;
  return first;
}

}  // namespace

leaf_rows::leaf_rows(std::span<const walked_operand> leaves, index_t longest, arena& from)
    : leaves_(leaves), from_(from), rooms_(from, longest), room_(leaves.size()), values_(leaves.size()) {
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    first_.push_back(first_place(leaves, k));
    if (first_[k] == k) room_[k] = rooms_.take(leaves[k].node->room());
  }
}

scratch_need leaf_rows::need(std::span<const walked_operand> leaves) {
  scratch_need rooms, inner;
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    const untyped_node& leaf = *leaves[k].node;
    if (first_place(leaves, k) == k) rooms = rooms + leaf.room().need;
    inner = either(inner, leaf.need());
  }
  return rooms + inner;
}

const void* const* leaf_rows::load(const piece_of_rows& at) {
  for (std::size_t k = 0; k < values_.size(); ++k) {
    operand_rows& row = at.operands[k + 1];
    if (row.ready) {
      values_[k] = row.ready + at.begin * row.element;
    } else if (first_[k] < k) {
      values_[k] = values_[first_[k]];
    } else {
      const walked_operand& leaf = leaves_[k];
      values_[k] = leaf.source->pull(*leaf.node, row.from(at.begin), row.constant, at.size, room_[k], from_);
      if (row.constant) row.ready = static_cast<const std::byte*>(room_[k]);  // for all pieces of the row
    }
  }
  return values_.data();
}

#define RAVEL_INSTANTIATE(T)                                                                                            \
  template RAVEL_API const void* pull_of_row<T>(const untyped_node&, const address_row&, bool, index_t, void*, arena&); \
  template RAVEL_API void look_below_tensor<T>(const untyped_node&, shared_blocks&);                                    \
  template class function_node<T, shaped_node<T>>;                                                                      \
  template RAVEL_API void write_rows(const function_of_tensors<T>&, const tensor_node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
