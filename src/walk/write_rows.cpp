// SPDX-License-Identifier: BSL-1.0
// Supplies the rows of leaves, and writes the rows of a target.
#include <ravel/walk/rows.hpp>
#include "lazy/joined_function.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

// A piece of the current rows.
struct piece_of_rows {
  explicit piece_of_rows(const walked_rows& of) : operands(of.operands.data()), size(std::min(of.piece, of.count)) {}
  void next(const walked_rows& of) {
    begin += size;
    size = std::min(of.piece, of.count - begin);
  }
  const operand_rows& target() const { return *operands; }
  std::byte* ready() const {
    const operand_rows& to = target();
    return to.ready ? const_cast<std::byte*>(to.ready) + begin * to.element : nullptr;
  }

  operand_rows* operands;  // the target and the leaves
  index_t begin = 0;       // in the row
  index_t size;
};

std::size_t first_place(std::span<const walked_operand> leaves, std::size_t k) {
  std::size_t first = 0;
  while (leaves[first].tensor != leaves[k].tensor) ++first;
  return first;
}

// Puts n elements of a row side by side in `room`. If the row is constant, repeats its element as often as needed.
const void* pull_row(const untyped_tensor& of, const address_row& where, bool constant, index_t n, void* room, arena& from) {
  const raw_block got = of.fetch(where, n, room, from);
  if (got.step == 1 && !constant) return got.data;
  spread(of.kind(), got, n, room);
  return room;
}

// The elements of a piece for each leaf: in place, or in a workspace.
class leaf_rows {
 public:
  leaf_rows(std::span<const walked_operand> leaves, index_t longest, arena& from)
      : leaves_(leaves), from_(from), rooms_(from, longest), room_(leaves.size()), values_(leaves.size()) {
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      first_.push_back(first_place(leaves, k));
      if (first_[k] == k) room_[k] = rooms_.take(leaves[k].tensor->kind());
    }
  }
  static scratch_need need(std::span<const walked_operand> leaves) {
    scratch_need rooms, inner;
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      const untyped_node& leaf = leaves[k].tensor->as_node();
      if (first_place(leaves, k) == k) rooms = rooms + leaf.room().need;
      inner = either(inner, leaf.need());
    }
    return rooms + inner;
  }

  const void* const* of(const piece_of_rows& at) {
    const operand_rows* const rows = at.operands + 1;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      if (!rows[k].ready) return load(at);
      values_[k] = rows[k].ready + at.begin * rows[k].element;
    }
    return values_.data();
  }

 private:
  const void* const* load(const piece_of_rows& at) {
    for (std::size_t k = 0; k < values_.size(); ++k) {
      operand_rows& row = at.operands[k + 1];
      if (row.ready) {
        values_[k] = row.ready + at.begin * row.element;
      } else if (first_[k] < k) {
        values_[k] = values_[first_[k]];
      } else {
        values_[k] = pull_row(*leaves_[k].tensor, row.from(at.begin), row.constant, at.size, room_[k], from_);
        if (row.constant) row.ready = static_cast<const std::byte*>(room_[k]);  // for all pieces of the row
      }
    }
    return values_.data();
  }

  std::span<const walked_operand> leaves_;
  arena& from_;
  element_rooms rooms_;
  small_vector<std::size_t, 6> first_;  // place of each tensor: it is loaded once
  small_vector<void*, 6> room_;
  small_vector<const void*, 6> values_;
};

using computed_row = function_ref<void(const void* const* values, index_t n, void* out)>;

// All operands are consecutive.
void write_directly(computed_row compute, row_walk& walk, std::size_t leaves) {
  small_vector<const void*, 6> values(leaves, unset);
  for (walked_rows at; walk.next(at);) {
    for (std::size_t k = 0; k < leaves; ++k) values[k] = at.operands[k + 1].ready;
    compute(values.data(), at.count, piece_of_rows(at).ready());
  }
}

// Uses no evaluation: an evaluation reads its sources at the positions of one block, but each leaf is read at addresses of its own. This
// function is separate from the one that writes directly, so that small tensors start fast.
[[gnu::noinline]] void write_by_rooms(computed_row compute, row_walk& walk, std::span<const walked_operand> leaves,
                                      const untyped_tensor& target) {
  shared_blocks shared;
  for (const walked_operand& leaf : leaves) shared.elsewhere(*leaf.tensor->base());
  const element_room& kind = target.kind();
  arena from(leaf_rows::need(leaves) + kind.need + shared.need(), walk.longest());
  const shared_rooms rooms(shared, from, walk.longest());
  element_rooms own(from, walk.longest());
  void* const results = own.take(kind);
  leaf_rows loaded(leaves, walk.longest(), from);
  for (walked_rows at; walk.next(at);) {
    for (; at.rows > 0; at.next_row()) {
      for (piece_of_rows piece{at}; piece.size > 0; piece.next(at)) {
        std::byte* const ready = piece.ready();
        compute(loaded.of(piece), piece.size, ready ? ready : results);
        if (!ready) target.put(piece.target().from(piece.begin), piece.size, results);
      }
    }
  }
}

}  // namespace

void write_rows(std::span<const walked_operand> operands, computed_row compute) {
  walk_in_parts(operands, tile_rows, [&](std::span<const walked_operand> part) {
    row_walk walk(part);
    if (walk.single_pass()) {
      write_directly(compute, walk, part.size() - 1);
    } else {
      write_by_rooms(compute, walk, part.subspan(1), *part[0].tensor);
    }
  });
}

void write_rows(const function_of_tensors& f, const untyped_tensor& target) {
  if (target.map().size() == 0) return;
  small_vector<walked_operand, 6> operands;
  operands.push_back(walked(target));
  for (const leaf_list::leaf& one : f.leaves().all()) operands.push_back(walked(*one.node->as_tensor()));
  write_rows(as_span(operands), [&](const void* const* values, index_t n, void* out) { f.compute(values, n, out); });
}

#define RAVEL_INSTANTIATE(T) template class typed_function<T>;
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

void add_maps_of(const leaf_list& leaves, std::vector<laid_map>& to) {
  for (const leaf_list::leaf& one : leaves.all()) {
    if (const untyped_tensor* const tensor = one.node->as_tensor()) tensor->add_maps(to);
  }
}

template <class T>
bool write_tree(const program_node<T>& root, const untyped_tensor& target) {
  const joined_tree<T>* const tree = root.tree_to_read();
  if (tree) write_rows(typed_function<T>(&tree->function, joined_tree<T>::how), target);
  return tree != nullptr;
}
#define RAVEL_INSTANTIATE(T) template bool write_tree(const program_node<T>&, const untyped_tensor&);
RAVEL_FOR_EACH_TILED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
