// SPDX-License-Identifier: BSL-1.0
// Writing an elementwise expression into a tensor: the maps of the target and of all leaves are walked together in the order that memory
// likes, a stretch of a row at a time. Leaves whose memory runs across the rows are turned tile by tile. One evaluation, one thread.
#pragma once

#include <ravel/tensor/lazy_tensor.hpp>

#include <algorithm>

namespace ravel::detail {

// What the walk must know of an operand, without its type.
struct walked_operand {
  const dims* map;
  const map_facts* facts;
  const std::byte* data;  // null if it is not in memory
  index_t unit;           // bytes from one address to the next
  index_t element;        // bytes of an element
  bool as_bytes;          // may be moved as so many bytes

  const std::byte* at(index_t address) const { return data + address * unit; }
  // One element after the other in memory, in row-major order.
  bool in_a_row() const { return data && facts->in_line && (facts->step * unit == element || map->size() <= 1); }
};

template <class T>
walked_operand walked(const tensor_node<T>& of) {
  const auto& memory = of.base_memory();
  constexpr bool as_bytes = std::is_trivially_copyable_v<T> && std::has_single_bit(sizeof(T)) && sizeof(T) <= 16;
  constexpr auto element = static_cast<index_t>(sizeof(T));
  return {&of.map(), &of.facts(), reinterpret_cast<const std::byte*>(memory.data), memory.step * element, element, as_bytes};
}

// Where an operand has the elements of a row, and of the rows that follow.
struct row_place {
  stretch where;                     // at these addresses of its base
  index_t row_step = 0;              // addresses from one row to the next
  const std::byte* ready = nullptr;  // and if not null, one after the other in this memory
  index_t ready_row = 0;             // bytes from one row to the next
  index_t element = 0;               // bytes from one element to the next
  bool constant = false;             // one value for a whole row, to be written out

  void next_row() {
    where.address += row_step;
    ready = ready && !(constant && row_step != 0) ? ready + ready_row : nullptr;
  }
};

// Some elements of a row, for one leaf.
class row_piece {
 public:
  row_piece(row_place& row, index_t from) : ready(row.ready ? row.ready + from * row.element : nullptr), row_(row), from_(from) {}

  const void* ready;

  template <class T>
  block<const T> pull(const node<T>& source, index_t n, T* out, arena& from) const {
    const block<const T> got = as_tensor_node(source).fetch(row_.where.from(from_), n, out, from);
    if (!row_.constant) return got;
    spread(got, n, out);
    row_.ready = reinterpret_cast<const std::byte*>(out);  // for all pieces of the row
    return {out, 1};
  }

 private:
  row_place& row_;
  index_t from_;
};

// Gives each leaf its place, in the order in which they are loaded.
class row_feed {
 public:
  static constexpr bool in_order = false;
  row_feed(row_place* first, index_t from) : next_(first), from_(from) {}
  row_piece next() { return {*next_++, from_}; }

 private:
  row_place* next_;
  index_t from_;
};

// A part of the walk: rows of `count` elements, to be done one after the other and no more than `piece` elements at a time.
struct walked_rows {
  index_t rows = 0;
  index_t count = 0;
  index_t piece = 0;
  std::span<row_place> places;  // of the target and of the leaves, in the row at hand

  void next_row() {
    --rows;
    for (row_place& one : places) one.next_row();
  }
};

// Operand 0 is the target; all maps have one shape.
class RAVEL_API row_walk {
 public:
  explicit row_walk(std::span<const walked_operand> operands);
  ~row_walk();
  bool next(walked_rows& rows);

  // Everything lies in a row: there is one row, of any length, and no operand needs room.
  bool direct() const { return !state_; }
  index_t longest() const;  // that a piece can be if not

 private:
  struct state;
  std::unique_ptr<state> state_;
  small_vector<row_place, 4> places_;
  index_t left_ = 0;  // if direct
};

// Where the elements of rows go: straight into memory, or by way of a room.
template <class T>
class row_target {
 public:
  row_target(const tensor_node<T>& target, T* room) : target_(target), room_(room) {}

  T* begin(const row_place& row, index_t from) const {
    return row.ready ? reinterpret_cast<T*>(const_cast<std::byte*>(row.ready)) + from : room_;
  }
  void end(const row_place& row, index_t from, index_t n) const {
    if (!row.ready) target_.put(row.where.from(from), n, room_);
  }

 private:
  const tensor_node<T>& target_;
  T* room_;
};

// An expression of tensors without its type, so that little has to be compiled for each.
template <class T>
class any_expression {
 public:
  virtual std::size_t leaves() const = 0;
  virtual void look(walked_operand* leaves) const = 0;
  virtual meeting meets(const target_memory& target) const = 0;
  virtual scratch_need need(bool direct) const = 0;
  virtual void look_below(shared_blocks& found) const = 0;  // the leaves, each of which is read at positions of its own
  virtual void write(row_walk& walk, arena& from, const row_target<T>& to) const = 0;

 protected:
  ~any_expression() = default;
};

template <class E>
class typed_expression final : public any_expression<typename E::value_type> {
  using T = typename E::value_type;

 public:
  explicit typed_expression(const E& e) : expression_(e) {}

  std::size_t leaves() const override { return E::leaves; }
  void look(walked_operand* leaves) const override {
    auto add = [&](const auto& node) { *leaves++ = walked(as_tensor_node(node)); };
    expression_.each_leaf(add);
  }
  meeting meets(const target_memory& target) const override { return expression_.meets(target); }
  scratch_need need(bool direct) const override { return expression_.facts(spare_room<T>{nullptr, direct}).need; }
  void look_below(shared_blocks& found) const override {
    auto look = [&](const auto& node) { found.elsewhere(*as_tensor_node(node).base()); };
    expression_.each_leaf(look);
  }
  void write(row_walk& walk, arena& from, const row_target<T>& to) const override {
    const arena_frame frame(from);
    spare_room<T> spare{nullptr, walk.direct()};
    auto input = expression_.make_input(from, walk.longest(), spare);
    loaded_block blocks[E::leaves > 0 ? E::leaves : 1];
    for (walked_rows at; walk.next(at);) {
      row_place &target = at.places.front(), *const leaves = at.places.data() + 1;
      for (; at.rows > 0; at.next_row()) {
        for (index_t begin = 0; begin < at.count; begin += at.piece) {
          const index_t n = std::min(at.piece, at.count - begin);
          loaded_list pulled(blocks);
          row_feed feed(leaves, begin);
          input.load(feed, n, from, pulled);
          fill_from(input.cursor(), n, to.begin(target, begin));
          to.end(target, begin, n);
        }
      }
    }
  }

 private:
  const E& expression_;
};

// What is read meets what is written not at all or in step.
template <class T>
void write_rows(const any_expression<T>& e, const tensor_node<T>& target) {
  small_vector<walked_operand, 6> operands(e.leaves() + 1);
  operands[0] = walked(target);
  e.look(operands.data() + 1);
  row_walk walk(as_span(operands));
  if (walk.direct()) {
    arena from(e.need(true), 0);
    return e.write(walk, from, row_target<T>(target, nullptr));
  }
  shared_blocks shared;
  e.look_below(shared);
  arena from(e.need(false) + scratch_need::room_for<T>() + shared.need(), walk.longest());
  const shared_rooms rooms(shared, from, walk.longest());
  const scratch<T> results(from, walk.longest());
  e.write(walk, from, row_target<T>(target, results.data()));
}

}  // namespace ravel::detail
