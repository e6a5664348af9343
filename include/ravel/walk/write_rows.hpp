// SPDX-License-Identifier: BSL-1.0
// Writes an elementwise expression into a tensor. Each leaf supplies its part of the rows of the walk, and the fused loop writes them to
// the target. One evaluation, one thread.
#pragma once

#include <ravel/lazy/fused.hpp>
#include <ravel/walk/rows.hpp>

#include <algorithm>
#include <bit>

namespace ravel::detail {

template <class T>
const void* pull_of_row(const untyped_node& tensor, const address_row& where, bool constant, index_t n, void* room, arena& from) {
  T* const out = static_cast<T*>(room);
  const block<const T> got = static_cast<const tensor_node<T>&>(static_cast<const node<T>&>(tensor)).fetch(where, n, out, from);
  if (got.step == 1 && !constant) return got.data;
  spread(got, n, out);
  return out;
}
template <class T>
void look_below_tensor(const untyped_node& tensor, shared_blocks& found) {
  found.elsewhere(*static_cast<const tensor_node<T>&>(static_cast<const node<T>&>(tensor)).base());
}
template <class T>
inline constexpr row_source row_source_of{pull_of_row<T>, look_below_tensor<T>};

template <class T>
walked_operand walked(const tensor_node<T>& of) {
  const block<const T> memory = of.base_memory();
  constexpr auto element = static_cast<index_t>(sizeof(T));
  const auto* const data = reinterpret_cast<const std::byte*>(memory.data);
  return {&of.map(), &of.facts(), data, memory.step * element, element, moved_as_bytes<T>, &of, &row_source_of<T>};
}

// A piece of the current rows.
struct piece_of_rows {
  explicit piece_of_rows(const walked_rows& of) : operands(of.operands.data()), size(std::min(of.piece, of.count)) {}
  void next(const walked_rows& of) {
    begin += size;
    size = std::min(of.piece, of.count - begin);
  }
  const operand_rows& target() const { return *operands; }

  operand_rows* operands;  // the target and the leaves
  index_t begin = 0;       // in the row
  index_t size;
};

// The elements of a piece for each leaf: in place, or in a workspace.
class RAVEL_API leaf_rows {
 public:
  leaf_rows(std::span<const walked_operand> leaves, index_t longest, arena& from);
  static scratch_need need(std::span<const walked_operand> leaves);

  const void* const* of(const piece_of_rows& at) {
    const operand_rows* const rows = at.operands + 1;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      if (!rows[k].ready) return load(at);
      values_[k] = rows[k].ready + at.begin * rows[k].element;
    }
    return values_.data();
  }

 private:
  const void* const* load(const piece_of_rows& at);

  std::span<const walked_operand> leaves_;
  arena& from_;
  element_rooms rooms_;
  small_vector<std::size_t, 6> first_;  // place of each tensor: it is loaded once
  small_vector<void*, 6> room_;
  small_vector<const void*, 6> values_;
};

// Writes the elements of rows directly to memory, or through a workspace.
template <class T>
class row_target {
 public:
  row_target(const tensor_node<T>& target, T* room) : target_(target), room_(room) {}

  static T* ready(const piece_of_rows& at) { return reinterpret_cast<T*>(const_cast<std::byte*>(at.target().ready)) + at.begin; }
  T* begin(const piece_of_rows& at) const { return at.target().ready ? ready(at) : room_; }
  void end(const piece_of_rows& at) const {
    if (!at.target().ready) target_.put(at.target().from(at.begin), at.size, room_);
  }

 private:
  const tensor_node<T>& target_;
  T* room_;
};

// A function of tensors of one shape, type-erased.
template <class T>
struct function_of_tensors {
  std::size_t leaves;
  const void* function;
  void (*look)(const void* function, walked_operand* leaves);
  const function_of<T>& how;
};

template <class E>
function_of_tensors<typename E::value_type> over_tensors(const E& expression) {
  const auto look = [](const void* function, walked_operand* leaves) {
    auto add = [&](const auto& node) { *leaves++ = walked(as_tensor_node(node)); };
    static_cast<const E*>(function)->each_leaf(add);
  };
  return {static_cast<std::size_t>(E::leaves), &expression, look, fused_function<E>};
}

template <class T>
void write_pieces(const function_of_tensors<T>& f, row_walk& walk, leaf_rows& leaves, const row_target<T>& to) {
  for (walked_rows at; walk.next(at);) {
    for (; at.rows > 0; at.next_row()) {
      for (piece_of_rows piece{at}; piece.size > 0; piece.next(at)) {
        f.how.compute(f.function, leaves.of(piece), piece.size, to.begin(piece));
        to.end(piece);
      }
    }
  }
}

// True if all operands are consecutive.
template <class T>
void write_directly(const function_of_tensors<T>& f, row_walk& walk) {
  small_vector<const void*, 6> values(f.leaves, unset);
  for (walked_rows at; walk.next(at);) {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = at.operands[k + 1].ready;
    f.how.compute(f.function, values.data(), at.count, row_target<T>::ready(piece_of_rows(at)));
  }
}

// Uses no evaluation: an evaluation reads its sources at the positions of one block, but each leaf is read at addresses of its own. This
// function is separate from the one that writes directly, so that small tensors start fast.
template <class T>
[[gnu::noinline]] void write_by_rooms(const function_of_tensors<T>& f, row_walk& walk, std::span<const walked_operand> leaves,
                                      const tensor_node<T>& target) {
  shared_blocks shared;
  for (const walked_operand& leaf : leaves) leaf.source->look_below(*leaf.node, shared);
  arena from(leaf_rows::need(leaves) + scratch_need::room_for<T>() + shared.need(), walk.longest());
  const shared_rooms rooms(shared, from, walk.longest());
  const scratch<T> results(from, walk.longest());
  leaf_rows loaded(leaves, walk.longest(), from);
  write_pieces(f, walk, loaded, row_target<T>(target, results.data()));
}

// Source and target do not overlap, or overlap in step.
template <class T>
void write_rows(const function_of_tensors<T>& f, const tensor_node<T>& target) {
  small_vector<walked_operand, 6> operands(f.leaves + 1, unset);
  operands[0] = walked(target);
  f.look(f.function, operands.data() + 1);
  walk_in_parts(as_span(operands), tile_rows, [&](std::span<const walked_operand> part) {
    row_walk walk(part);
    if (walk.single_pass()) {
      write_directly(f, walk);
    } else {
      write_by_rooms(f, walk, part.subspan(1), target);
    }
  });
}
#define RAVEL_DECLARE(T)                                                                                                       \
  extern template RAVEL_API const void* pull_of_row<T>(const untyped_node&, const address_row&, bool, index_t, void*, arena&); \
  extern template RAVEL_API void look_below_tensor<T>(const untyped_node&, shared_blocks&);                                    \
  extern template class RAVEL_API function_node<T, shaped_node<T>>;                                                            \
  extern template RAVEL_API void write_rows(const function_of_tensors<T>&, const tensor_node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
