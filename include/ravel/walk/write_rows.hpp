// SPDX-License-Identifier: BSL-1.0
// Writing an elementwise expression into a tensor: each leaf gives its part of the rows that the walk is at, and the fused loop writes them
// where the target has them. One evaluation, one thread.
#pragma once

#include <ravel/lazy/fused.hpp>
#include <ravel/walk/rows.hpp>

#include <algorithm>
#include <bit>

namespace ravel::detail {

template <class T>
walked_operand walked(const tensor_node<T>& of) {
  const auto& memory = of.base_memory();
  constexpr bool as_bytes = std::is_trivially_copyable_v<T> && std::has_single_bit(sizeof(T)) && sizeof(T) <= 16;
  constexpr auto element = static_cast<index_t>(sizeof(T));
  return {&of.map(), &of.facts(), reinterpret_cast<const std::byte*>(memory.data), memory.step * element, element, as_bytes};
}

// Some elements of a row, for one leaf.
class RAVEL_API row_piece {
 public:
  row_piece(operand_rows& row, index_t from) : ready(row.ready ? row.ready + from * row.element : nullptr), row_(row), from_(from) {}

  const void* ready;

  template <class T>
  block<const T> pull(const node<T>& source, index_t n, T* out, arena& from) const {
    const block<const T> got = as_tensor_node(source).fetch(row_.from(from_), n, out, from);
    if (!row_.constant) return got;
    spread(got, n, out);
    row_.ready = reinterpret_cast<const std::byte*>(out);  // for all pieces of the row
    return {out, 1};
  }

 private:
  operand_rows& row_;
  index_t from_;
};

#define RAVEL_DECLARE(T) extern template RAVEL_API const T* pull_once(const row_piece&, const node<T>&, index_t, T*, arena&, loaded_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Gives each leaf its rows, in the order in which they are loaded.
class row_feed {
 public:
  static constexpr bool in_order = false;
  row_feed(operand_rows* first, index_t from) : next_(first), from_(from) {}
  row_piece next() { return {*next_++, from_}; }

 private:
  operand_rows* next_;
  index_t from_;
};

// A piece of the rows at hand.
struct piece_of_rows {
  std::span<operand_rows> operands;
  index_t begin;  // in the row
  index_t size;

  const operand_rows& target() const { return operands.front(); }
  row_feed leaves() const { return {operands.data() + 1, begin}; }
};
// f(piece) for those of all rows of a walk, one after the other.
template <class F>
[[gnu::always_inline]] inline void each_row_piece(row_walk& walk, const F& f) {
  for (walked_rows at; walk.next(at);) {
    for (; at.rows > 0; at.next_row()) {
      for (index_t begin = 0; begin < at.count; begin += at.piece)
        f(piece_of_rows{at.operands, begin, std::min(at.piece, at.count - begin)});
    }
  }
}

// Where the elements of rows go: straight into memory, or by way of a room.
template <class T>
class row_target {
 public:
  row_target(const tensor_node<T>& target, T* room) : target_(target), room_(room) {}

  T* begin(const piece_of_rows& at) const {
    const std::byte* const ready = at.target().ready;
    return ready ? reinterpret_cast<T*>(const_cast<std::byte*>(ready)) + at.begin : room_;
  }
  void end(const piece_of_rows& at) const {
    if (!at.target().ready) target_.put(at.target().from(at.begin), at.size, room_);
  }

 private:
  const tensor_node<T>& target_;
  T* room_;
};

template <class T>
void look_at_base(shared_blocks& found, const node<T>& leaf) {
  found.elsewhere(*as_tensor_node(leaf).base());
}
#define RAVEL_DECLARE(T) extern template RAVEL_API void look_at_base(shared_blocks& found, const node<T>& leaf);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

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
  virtual bool store_entries(const tensor_node<T>&) const { return false; }  // where both are sparse: see reader/detail/entries.hpp

 protected:
  ~any_expression() = default;
};

template <class E>
class typed_expression : public any_expression<typename E::value_type> {
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
    auto look = [&](const auto& node) { look_at_base(found, node); };
    expression_.each_leaf(look);
  }
  void write(row_walk& walk, arena& from, const row_target<T>& to) const override {
    const arena_frame frame(from);
    spare_room<T> spare{nullptr, walk.direct()};
    auto input = expression_.make_input(from, walk.longest(), spare);
    loaded_block blocks[E::leaves > 0 ? E::leaves : 1];
    each_row_piece(walk, [&](const piece_of_rows& at) {
      loaded_list pulled(blocks);
      row_feed feed = at.leaves();
      input.load(feed, at.size, from, pulled);
      fill_from(input.cursor(), at.size, to.begin(at));
      to.end(at);
    });
  }

 private:
  const E& expression_;
};

// By entries, too.
template <class E>
class whole_expression final : public typed_expression<E> {
  using T = typename E::value_type;

 public:
  explicit whole_expression(const E& e) : typed_expression<E>(e), expression_(e) {}

  bool store_entries(const tensor_node<T>& target) const override {
    return detail::store_entries<T>(fused_node<const E&>(expression_), target);
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
  // No evaluation: that reads its sources at the positions of one block, and each leaf is read at addresses of its own.
  shared_blocks shared;
  e.look_below(shared);
  arena from(e.need(false) + scratch_need::room_for<T>() + shared.need(), walk.longest());
  const shared_rooms rooms(shared, from, walk.longest());
  const scratch<T> results(from, walk.longest());
  e.write(walk, from, row_target<T>(target, results.data()));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API void write_rows(const any_expression<T>& e, const tensor_node<T>& target);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
