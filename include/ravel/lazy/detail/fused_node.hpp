// SPDX-License-Identifier: BSL-1.0
// A fused function as a node: held behind a handle, looked at while an eager operation runs, or only added up.
#pragma once

#include <ravel/lazy/detail/fused_loop.hpp>

namespace ravel::detail {

// An expression as a node: held, or looked at on the stack while an eager operation runs.
template <class Held, class Base = node<typename std::remove_cvref_t<Held>::value_type>>
class fused_node : public Base {
 protected:
  using T = typename std::remove_cvref_t<Held>::value_type;

 public:
  template <class... More>
  explicit fused_node(Held e, More&&... more) : Base(e.facts(), std::forward<More>(more)...), expression_(std::forward<Held>(e)) {}

  T at(index_t i) const override {
    if (this->depth() > low_tree) return read_one<T>(*this, i);
    [[maybe_unused]] const call_of<std::remove_cvref_t<Held>::may_read_handles> inside;
    return expression_.unchecked(i);
  }
  meeting meets(const target_memory& target) const override { return expression_.meets(target); }
  void each_operand(shared_blocks& found) const override { expression_.each_leaf(found); }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    with_cursor(expression_, start, n, out, from, [&](const auto& cursor) { fill_from(cursor, n, out); });
    return {out, 1};
  }

  Held expression_;
};

// Behind a handle it may be asked for anything.
template <class E>
class kept_fused_node final : public fused_node<E> {
  using typename fused_node<E>::T;

 public:
  static constexpr bool keeps_handles = E::keeps_handles;
  using fused_node<E>::fused_node;

  bool add_to_lanes(index_t start, index_t n, T* room, lane_t<T>* partial, arena& from) const override {
    if constexpr (added_in_lanes<T>) {
      with_cursor(this->expression_, start, n, room, from, [&](const auto& cursor) { add_from(cursor, n, partial); });
    }
    return added_in_lanes<T>;
  }
};

// For the time of a sum, which needs no block: a statement that adds up does not compile the loop that stores.
template <class E>
class summed_fused_node final : public node<typename E::value_type> {
  using T = typename E::value_type;

 public:
  explicit summed_fused_node(const E& e) : node<T>(e.facts()), expression_(e) {}

  meeting meets(const target_memory& target) const override { return expression_.meets(target); }
  void each_operand(shared_blocks& found) const override { expression_.each_leaf(found); }
  bool add_to_lanes(index_t start, index_t n, T* room, lane_t<T>* partial, arena& from) const override {
    with_cursor(expression_, start, n, room, from, [&](const auto& cursor) { add_from(cursor, n, partial); });
    return true;
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    for (index_t i = 0; i < n; ++i) out[i] = expression_.unchecked(start + i);
    return {out, 1};
  }

 private:
  const E& expression_;
};

}  // namespace ravel::detail
