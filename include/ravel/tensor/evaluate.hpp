// SPDX-License-Identifier: BSL-1.0
// Writing an elementwise expression into a tensor: the maps of the target and of all leaves are walked together in the order that memory
// likes, a stretch of a row at a time. Leaves whose memory runs across the rows are turned tile by tile. One evaluation, one thread.
#pragma once

#include <ravel/tensor/lazy_tensor.hpp>

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

// Where one leaf has the elements of a stretch of a row.
struct fed_place {
  stretch where;      // at these addresses of its base
  const void* ready;  // and if not null, one after the other in this memory

  template <class T>
  block<const T> pull(const node<T>& source, index_t n, T* out, arena& from) const {
    return as_tensor_node(source).fetch(where, n, out, from);
  }
};

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

// Operand 0 is the target; all maps have one shape.
class RAVEL_API row_walk {
 public:
  explicit row_walk(std::span<const walked_operand> operands);
  ~row_walk();
  bool next(walked_row& row);

  // Everything lies in a row: there is one row, of any length, and no operand needs room.
  bool direct() const { return !state_; }
  index_t longest() const;  // that a row can be if not

 private:
  struct state;
  std::unique_ptr<state> state_;
  small_vector<fed_place, 4> feed_;
  index_t first_ = 0;  // if direct
  index_t left_ = 0;
};

// Where the elements of rows go: straight into memory, or by way of a room.
template <class T>
class row_target {
 public:
  row_target(const tensor_node<T>& target, T* room)
      : target_(target), room_(room), memory_(target.base_memory().step == 1 ? const_cast<T*>(target.base_memory().data) : nullptr) {}

  T* begin(const walked_row& row) const {
    return memory_ && row.where.step == 1 && !row.where.gather ? memory_ + row.where.address : room_;
  }
  void end(const walked_row& row, const T* written) const {
    if (written == room_) target_.put(row.where, row.count, written);
  }

 private:
  const tensor_node<T>& target_;
  T* room_;
  T* memory_;
};

// An expression of tensors without its type, so that little has to be compiled for each.
template <class T>
class any_expression {
 public:
  virtual std::size_t leaves() const = 0;
  virtual void look(walked_operand* leaves) const = 0;
  virtual meeting meets(const target_memory& target) const = 0;
  virtual scratch_need need(bool direct) const = 0;
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
  void write(row_walk& walk, arena& from, const row_target<T>& to) const override {
    const arena_frame frame(from);
    spare_room<T> spare{nullptr, walk.direct()};
    auto input = expression_.make_input(from, walk.longest(), spare);
    loaded_block blocks[E::leaves > 0 ? E::leaves : 1];
    walked_row row;
    while (walk.next(row)) {
      loaded_list pulled(blocks);
      row_feed feed(row.feed);
      input.load(feed, row.count, from, pulled);
      T* const out = to.begin(row);
      fill_from(input.cursor(), row.count, out);
      to.end(row, out);
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
  const scratch_need room = walk.direct() ? scratch_need{} : scratch_need::room_for<T>();
  arena from(e.need(walk.direct()) + room, walk.longest());
  if (walk.direct()) return e.write(walk, from, row_target<T>(target, nullptr));
  const scratch<T> results(from, walk.longest());
  e.write(walk, from, row_target<T>(target, results.data()));
}

}  // namespace ravel::detail
