// SPDX-License-Identifier: BSL-1.0
// An elementwise function of tensors behind a pointer to its loop. There is one node for each type of result: it knows its operands as
// bytes, so that a new function costs a loop and no more. It is viewed by its operands, written along their memory, and sparse where they
// are, as lazy tensors with a type are. Owns what it reads; immutable. Any thread may read.
#pragma once

#include "any/loop_call.hpp"
#include "any/tile_functions.hpp"
#include "any/typed.hpp"

#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

// The types of choices: the numbers that arithmetic computes in, without complex ones, which have no order.
#define RAVEL_FOR_EACH_CHOSEN(X) X(std::int32_t) X(std::int64_t) X(std::uint32_t) X(std::uint64_t) X(float) X(double)

namespace ravel::detail {

template <class R>
class loop_node final : public loop_call, public listed_node<R>, public shaped_base {
  static constexpr bool is_listed = std::is_base_of_v<program_node<R>, listed_node<R>>;

 public:
  loop_node(loop_call&& call, const shape& extents, shared_untyped origin)
      : loop_call(std::move(call)),
        listed_node<R>(extents.elements(), static_cast<const loop_call*>(this), loop_call::loop().count.call ? counted : computed),
        shaped_base(extents, std::move(origin)) {
    if constexpr (is_listed) this->was_read_ = true;  // a pass costs more here than its part of a program
  }

  const shaped_base* as_shaped() const override { return this; }

  // Views the operands instead, unless the view repeats elements, which would be computed again.
  [[gnu::noinline]] shared_untyped viewed(const map_change* change, const dims& map, const shared_untyped& origin) const override {
    if (!change || map.size() > this->size()) return nullptr;
    const joined_function* const tree = joined_tree_behind();
    return make_node<loop_node>(tree ? view_of(*tree, *change) : loop_call::viewed(*change), map.shape(), origin);
  }
  bool write(const untyped_tensor& target) const override {
    if constexpr (is_listed) {
      if (write_tree<R>(*this, target)) return true;
    }
    write_rows(typed_function<R>(static_cast<const loop_call*>(this), computed), target);
    return true;
  }
  void add_maps(std::vector<laid_map>& to) const override {
    const joined_function* const tree = joined_tree_behind();
    tree ? add_maps_of_tree(*tree, to) : add_maps_of(this->leaves(), to);
  }

 private:
  const joined_function* joined_tree_behind() const {
    if constexpr (is_listed) {
      if (const joined_tree<R>* const tree = this->tree()) return &tree->function;
    }
    return nullptr;
  }

  static void compute(const void* call, const void* const* values, index_t n, R* out) {
    run(call, static_cast<const loop_call*>(call)->loop().run, values, n, out, sizeof(R));
  }
  static void add_up(const void* call, const void* const* values, index_t n, chunk_total_t<R>* found) {
    *found = 0;
    run(call, static_cast<const loop_call*>(call)->loop().count, values, n, found, 0);
  }
  static std::optional<R> fill(const void* call) { return is_wiped_out(call) ? std::optional(R{}) : std::nullopt; }

  static constexpr function_of<R> how(bool counts) {
    return {.list = loop_call::list,
            .compute = compute,
            .add_up = boolean_element<R> && counts ? add_up : nullptr,
            .fill = fill,
            .add_cover = loop_call::add_cover,
            .list_operations = list_operations_of};
  }
  static constexpr function_of<R> computed = how(false), counted = how(true);
};

template <class T>
loop_operand loop_operand_of(const tensor<const T>& x, const shape& extents) {
  return {loop_type_of<T>, stretched_node(detail_access::shared<T>(x), extents)};
}
template <class T>
loop_operand loop_operand_of(const elements_as<T>& x, const shape& extents) {
  const any_tensor& values = x.tensor();
  shared_untyped node = any_tensor_access::shared(values);
  return {loop_type_of<T>, any_tensor_access::node(values).extents() == extents ? std::move(node) : stretched_node(node, extents)};
}
template <element T>
loop_operand loop_operand_of(const T& value, const shape&) {
  return loop_operand(value);
}
template <class... Xs>
loop_operands loop_operands_of(Xs&&... operands) {
  loop_operands list;
  (list.push_back(std::forward<Xs>(operands)), ...);
  return list;
}

// The row-major map of these extents: that of an operand, if one has it.
dims map_of_loop(const shape& extents, const loop_operands& operands);

template <class R>
any_tensor looped(const raw_loop& loop, const shape& extents, loop_operands&& operands) {
  dims map = map_of_loop(extents, operands);
  loop_call call(loop, std::move(operands));
  if (call.is_deep()) {
    if (auto shallow = call.joined(dtype_of<R>())) call = *std::move(shallow);
  }
  shared_untyped elements = make_node<loop_node<R>>(std::move(call), extents, nullptr);
  return any_tensor_access::wrap(dtype_of<R>(), false, make_node<tensor_node<R>>(already_checked(), std::move(map), std::move(elements)));
}

template <class Function, class R, class A, class B>
[[gnu::always_inline]] inline void run_loop(R* out, index_t n, const A* a, const B* b) {
  const leaf_cursor<A> first{a};
  const leaf_cursor<B> second{b};
  RAVEL_INDEPENDENT
  for (index_t i = 0; i < n; ++i) out[i] = Function{}(first(i), second(i));
}
template <class Function, class R, class A, class B>
void loop_of_two(int, R* out, index_t n, const A* a, const B* b) {
  run_loop<Function>(out, n, a, b);
}
template <class Function, class R, class A>
void loop_of_one(int, R* out, index_t n, const A* a) {
  const leaf_cursor<A> in{a};
  RAVEL_INDEPENDENT
  for (index_t i = 0; i < n; ++i) out[i] = Function{}(in(i));
}

template <class X>
struct looped_element : std::type_identity<X> {};
template <readable X>
struct looped_element<X> : std::type_identity<read_t<X>> {};
template <class T>
struct looped_element<elements_as<T>> : std::type_identity<T> {};
template <class X>
using looped_element_t = typename looped_element<X>::type;

template <class X>
void widen_by(shape& joint, const X& x) {
  join_operand(joint, x);
}
template <class T>
void widen_by(shape& joint, const elements_as<T>& x) {
  widen_shape(joint, any_tensor_access::node(x.tensor()).extents());
}

// Loops over two tensors, or a tensor and a value.
template <class R, class X, class Y>
any_tensor loop_by(block_loop<R, looped_element_t<X>, looped_element_t<Y>> loop, const X& x, const Y& y) {
  using A = looped_element_t<X>;
  using B = looped_element_t<Y>;
  shape extents;
  widen_by(extents, x);
  widen_by(extents, y);
  return looped<R>(loop, extents, loop_operands_of(loop_operand_of<A>(x, extents), loop_operand_of<B>(y, extents)));
}
// Loops with one function object of elements.
template <class Function, class X, class Y>
any_tensor loop_over(const X& x, const Y& y) {
  using A = looped_element_t<X>;
  using B = looped_element_t<Y>;
  using R = std::invoke_result_t<Function, A, B>;
  return loop_by<R>({.run = loop_of_two<Function, R, A, B>,
                     .wipes_out = zero_annihilates<Function>,
                     .tile = tile_of<Function>(),
                     .swaps = swaps_in_tiles<Function>},
                    x, y);
}
template <class Function, class T>
any_tensor loop_over(const tensor<const T>& x) {
  using R = std::invoke_result_t<Function, T>;
  return looped<R>(block_loop<R, T>{.run = loop_of_one<Function, R, T>, .tile = tile_of<Function>()}, x.shape(),
                   loop_operands_of(loop_operand(loop_type_of<T>, detail_access::shared<T>(x))));
}

// A comparison that is not computed yet, so that a choice by it fuses to one loop.

// The loop that computes a mask, if one does.
inline const loop_node<bool>* loop_behind(const tensor<const bool>& mask) {
  const shaped_base* const base = tensor_node_of(mask).base()->as_shaped();
  return base && typeid(*base) == typeid(loop_node<bool>) ? static_cast<const loop_node<bool>*>(base) : nullptr;
}

struct comparison_of {
  any_pair how;
  loop_operand x, y;
};

// The comparison behind a mask, if it compares elements of T and the mask is no view of it. For the types of choices.
template <class T>
std::optional<comparison_of> comparison_behind(const tensor<const bool>& mask);

}  // namespace ravel::detail
