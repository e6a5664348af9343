// SPDX-License-Identifier: BSL-1.0
// Writing an elementwise expression into a tensor: the maps of the target and of all leaves are walked together in the order that memory
// likes, a stretch of a row at a time. Leaves whose memory runs across the rows are turned tile by tile. One evaluation, one thread.
#pragma once

#include <ravel/tensor/lazy_tensor.hpp>

namespace ravel::detail {

// What the walk must know of an operand, without its type.
struct walked_operand {
  const dims* map;
  const std::byte* data;  // null if it is not in memory
  index_t unit;           // bytes from one address to the next
  index_t element;        // bytes of an element
  bool as_bytes;          // may be moved as so many bytes

  const std::byte* at(index_t address) const { return data + address * unit; }
};

template <class T>
walked_operand walked(const tensor_node<T>& of) {
  const auto& memory = of.base_memory();
  constexpr bool as_bytes = std::is_trivially_copyable_v<T> && std::has_single_bit(sizeof(T)) && sizeof(T) <= 16;
  constexpr auto element = static_cast<index_t>(sizeof(T));
  return {&of.map(), reinterpret_cast<const std::byte*>(memory.data), memory.step * element, element, as_bytes};
}

// Where one leaf has the elements of a stretch of a row.
struct fed_place {
  stretch where;      // at these addresses of its base
  const void* ready;  // and if not null, one after the other in this memory

  template <class T>
  block<const T> pull(const node<T>& source, index_t n, T* out, arena& from) const {
    return as_tensor_node(source).fetch(where, n, out, from);
  }
};

template <class R>
inline constexpr spare_room<R> out_of_order{nullptr, false};

// Gives each leaf its place, in the order in which they are loaded.
class row_feed {
 public:
  static constexpr bool in_order = false;
  explicit row_feed(const fed_place* first) : next_(first) {}
  const fed_place& next() { return *next_++; }

 private:
  const fed_place* next_;
};

// A piece of the walk: `count` elements for the target at `where`, and what to feed the leaves.
struct walked_row {
  stretch where;
  index_t count;
  const fed_place* feed;
};

// Operand 0 is the target.
class RAVEL_API row_walk {
 public:
  row_walk(std::span<const walked_operand> operands, index_t longest);
  ~row_walk();
  index_t longest() const;  // that a row can be
  bool next(walked_row& row);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

// put(row, cursor over its elements) for every row of an expression. The arena was made for rows as long as the walk's.
template <class E, class Put>
void each_row(const E& e, row_walk& walk, arena& from, Put put) {
  const arena_frame frame(from);
  auto spare = out_of_order<typename E::value_type>;
  auto input = e.make_input(from, walk.longest(), spare);
  loaded_block blocks[E::leaves > 0 ? E::leaves : 1];
  walked_row row;
  while (walk.next(row)) {
    loaded_list pulled(blocks);
    row_feed feed(row.feed);
    input.load(feed, row.count, from, pulled);
    put(row, input.cursor());
  }
}

// All maps have one shape, and what is read meets what is written not at all or in step.
template <class E, class T>
void write_rows(const E& e, const tensor_node<T>& target) {
  std::array<walked_operand, E::leaves + 1> operands{walked(target)};
  std::size_t k = 1;
  auto add = [&](const auto& node) { operands[k++] = walked(as_tensor_node(node)); };
  e.each_leaf(add);
  row_walk walk(operands, block_length<T>);
  arena from(e.facts(out_of_order<T>).need + scratch_need::room_for<T>(), walk.longest());
  const scratch<T> room(from, walk.longest());
  T* const memory = target.base_memory().step == 1 ? const_cast<T*>(target.base_memory().data) : nullptr;
  each_row(e, walk, from, [&](const walked_row& row, const auto& cursor) {
    const bool direct = memory && row.where.step == 1 && !row.where.gather;
    T* const out = direct ? memory + row.where.address : room.data();
    fill_from(cursor, row.count, out);
    if (!direct) target.put(row.where, row.count, out);
  });
}

}  // namespace ravel::detail
