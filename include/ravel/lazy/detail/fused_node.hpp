// SPDX-License-Identifier: BSL-1.0
// A fused function as a node: held behind a handle, looked at while an eager operation runs, or only added up.
#pragma once

#include <ravel/lazy/detail/fused_loop.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>

namespace ravel::detail {

template <class E>
[[gnu::noinline]] RAVEL_STRICT_LOOP std::optional<typename E::value_type> fill_of(const E& expression) {
  RAVEL_STRICT_BODY
  try {
    [[maybe_unused]] const call_of<E::may_read_handles> inside;
    return expression.fill_or_throw();
  } catch (...) {
    return std::nullopt;
  }
}

template <class E>
entries_of<typename E::value_type> entries_of_expression(const E& expression, const typename E::value_type& fill, entry_pass& pass) {
  using T = typename E::value_type;
  cover_search by(pass);
  expression.add_cover(by);
  entry_join<T> join(pass, std::move(by).leaves());
  expression.each_leaf(join);
  const auto compute = [](const void* function, const void* const* values, index_t n, T* out) {
    [[maybe_unused]] const call_of<E::may_read_handles> inside;
    fill_from(static_cast<const E*>(function)->cursor_over(values), n, out);
  };
  return std::move(join).entries({&expression, compute}, fill);
}

// An expression as a node: held, or looked at on the stack while an eager operation runs.
template <class Held, class Base>
class expression_base : public Base {
 protected:
  using E = std::remove_cvref_t<Held>;
  using T = typename E::value_type;

 public:
  template <class... More>
  explicit expression_base(Held e, More&&... more)
      : Base(e.facts(), std::forward<More>(more)...), expression_(std::forward<Held>(e)), fill_(expression_.fill()) {
    if (fill_) this->declare_fill(&*fill_);
  }

  meeting meets(const target_memory& target) const override { return expression_.meets(target); }
  void each_operand(shared_blocks& found) const override { expression_.each_leaf(found); }
  entries_of<T> entries(entry_pass& pass) const override { return entries_of_expression(expression_, *fill_, pass); }
  index_t about_stored() const override {
    index_t sum = 0;
    const auto add = [&](const auto& leaf) { sum = about_with(sum, leaf); };
    expression_.each_leaf(add);
    return sum;
  }

 protected:
  // add_to_lanes for those who have it.
  bool add_elements(index_t start, index_t n, T* room, lane_t<T>* partial, arena& from) const {
    if constexpr (added_in_lanes<T>) {
      with_cursor(expression_, start, n, room, from, [&](const auto& cursor) { add_from(cursor, n, partial); });
    }
    return added_in_lanes<T>;
  }

  Held expression_;

 private:
  std::optional<T> fill_;
};

template <class Held, class Base = node<typename std::remove_cvref_t<Held>::value_type>>
class fused_node : public expression_base<Held, Base> {
 protected:
  using typename expression_base<Held, Base>::E;
  using typename expression_base<Held, Base>::T;

 public:
  using expression_base<Held, Base>::expression_base;

  T at(index_t i) const override {
    if (this->depth() > low_tree) return read_one<T>(*this, i);
    [[maybe_unused]] const call_of<E::may_read_handles> inside;
    return this->expression_.value_at(i);
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    with_cursor(this->expression_, start, n, out, from, [&](const auto& cursor) { fill_from(cursor, n, out); });
    return {out, 1};
  }
};

// Behind a handle it may be asked for anything.
template <class E>
class kept_fused_node final : public fused_node<E> {
  using typename fused_node<E>::T;

 public:
  static constexpr bool keeps_handles = E::keeps_handles;
  using fused_node<E>::fused_node;

  bool add_to_lanes(index_t start, index_t n, T* room, lane_t<T>* partial, arena& from) const override {
    return this->add_elements(start, n, room, partial, from);
  }
};

// For the time of a sum, which needs no block: a statement that adds up does not compile the loop that stores.
template <class E>
class summed_fused_node final : public expression_base<const E&, node<typename E::value_type>> {
  using T = typename E::value_type;

 public:
  using expression_base<const E&, node<T>>::expression_base;

  bool add_to_lanes(index_t start, index_t n, T* room, lane_t<T>* partial, arena& from) const override {
    return this->add_elements(start, n, room, partial, from);
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    for (index_t i = 0; i < n; ++i) out[i] = this->expression_.value_at(start + i);
    return {out, 1};
  }
};

}  // namespace ravel::detail
