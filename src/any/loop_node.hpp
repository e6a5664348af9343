// SPDX-License-Identifier: BSL-1.0
// An elementwise function of tensors behind a pointer to its loop. There is one node for each type of result: it knows its operands as
// bytes, so that a new function costs a loop and no more. It is viewed by its operands, written along their memory, and sparse where they
// are, as lazy tensors with a type are. A tree of arithmetic in one type becomes one node with a program. Owns what it reads; immutable.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/tensor/detail/stretch.hpp>
#include "any/tile_program.hpp"

#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace ravel::detail {

// n elements out of those of the operands; out may be one of them, element for element. One function may have several operations, so that
// it can be compiled for several instruction sets, as no template can. Loops know nothing of values beside tensors: there would be one
// for each way in which they may stand.
template <class R, class... As>
struct block_loop {
  void (*run)(int operation, R* out, index_t n, const As*... in);
  int operation = 0;
  bool wipes_out = false;  // it is a product of two: see zero_annihilates
  // For bools: adds the number of true results without writing them. Not every function has it.
  void (*count)(int operation, std::int64_t* found, index_t n, const As*... in) = nullptr;
  tile_function tile = tile_function::none;  // the same function of the tile machine, for operands of the type of the result
};

// A function whose type is kept beside it, by the one that calls it.
using erased_function = void (*)();
struct raw_function {
  erased_function function = nullptr;
  void (*call)(erased_function function, int operation, void* out, index_t n, const void* const* in) = nullptr;

  template <class R, class... As>
  static raw_function of(void (*function)(int operation, R* out, index_t n, const As*... in)) {
    if (!function) return {};
    return {reinterpret_cast<erased_function>(function),
            [](erased_function by, int operation, void* out, index_t n, const void* const* in) {
              [&]<std::size_t... K>(std::index_sequence<K...>) {
                reinterpret_cast<void (*)(int, R*, index_t, const As*...)>(by)(operation, static_cast<R*>(out), n,
                                                                               static_cast<const As*>(in[K])...);
              }(std::index_sequence_for<As...>());
            }};
  }
};

// A loop without the types of its elements.
struct raw_loop {
  raw_loop() = default;
  template <class R, class... As>
  raw_loop(const block_loop<R, As...>& loop)
      : run(raw_function::of(loop.run)),
        operation(loop.operation),
        wipes_out(loop.wipes_out),
        count(raw_function::of(loop.count)),
        tile((std::same_as<R, As> && ...) ? loop.tile : tile_function::none) {}

  raw_function run;
  int operation = 0;
  bool wipes_out = false;
  raw_function count;
  tile_function tile = tile_function::none;
};

// Questions to an operand that depend on the type of its elements.
struct loop_type {
  index_t bytes;
  bool always_finite;
  joined_maker joined;
  void (*add_cover)(const untyped_node& leaf, cover_search& to);
  bool (*stored_finite)(const untyped_node& leaf);
  bool (*is_finite)(const void* value);
  bool (*is_zero)(const void* value);

  template <class T>
  static const node<T>& typed(const untyped_node& leaf) {
    return static_cast<const node<T>&>(leaf);
  }
  template <class T>
  static constexpr loop_type of() {
    return {
        .bytes = sizeof(T),
        .always_finite = detail::always_finite<T>,
        .joined = joined_leaf<T>,
        .add_cover = [](const untyped_node& leaf, cover_search& to) { to.next_leaf(typed<T>(leaf)); },
        .stored_finite = [](const untyped_node& leaf) { return detail::stored_finite(typed<T>(leaf)); },
        .is_finite = [](const void* value) { return is_finite_value(*static_cast<const T*>(value)); },
        .is_zero = [](const void* value) { return *static_cast<const T*>(value) == T{}; },
    };
  }
};
template <class T>
inline constexpr loop_type loop_type_of = loop_type::of<T>();

// A tensor of the joint shape, or one value for all positions.
class loop_operand {
 public:
  template <class T>
  loop_operand(const reader<T>& elements) : type_(&loop_type_of<T>), leaf_(detail_access::shared(elements)) {}
  template <element T>
  explicit loop_operand(const T& value) : type_(&loop_type_of<T>) {
    static_assert(sizeof(T) <= sizeof(value_));
    std::memcpy(value_, &value, sizeof(T));
  }

  const loop_type& type() const { return *type_; }
  const untyped_node* leaf() const { return leaf_.get(); }  // null: a value
  const void* value() const { return value_; }

  // As for any operand of a function; see lazy/detail/operand.hpp.
  void list(leaf_list& to) const {
    if (leaf_) to.add(*leaf_, type_->joined);
  }
  const void* fill() const { return leaf_ ? leaf_->fill_at() : value_; }
  bool has_zero_fill() const { return fill() && type_->is_zero(fill()); }
  bool finite() const { return type_->always_finite || (leaf_ ? leaf_->finite() : type_->is_finite(value_)); }
  bool stored_finite() const { return leaf_ && type_->stored_finite(*leaf_); }
  void add_cover(cover_search& to) const {
    if (leaf_) type_->add_cover(*leaf_, to);
  }
  loop_operand viewed(const map_change& change) const;

 private:
  const loop_type* type_;
  std::shared_ptr<const untyped_node> leaf_;
  alignas(16) std::byte value_[16] = {};
};

// A loop and what it goes over, whatever the types; stands before the node that looks at it.
class loop_call {
 public:
  loop_call(const raw_loop& loop, std::vector<loop_operand> operands) : loop_(loop), operands_(std::move(operands)) {}

  const raw_loop& loop() const { return loop_; }
  const std::vector<loop_operand>& operands() const { return operands_; }

  // One program that computes this call and those behind its operands, for a result of this type; or this call, where a program does not
  // pay.
  loop_call joined(dtype type, const shape& extents) const;

 protected:
  loop_call viewed(const map_change& change) const;
  void add_maps_of_leaves(std::vector<laid_map>& to) const;
  void look_at_leaves(walked_operand* to) const;

  // For functions, by what stands behind them; `values` are those of each leaf.
  static void list(const void* call, leaf_list& to);
  static void add_cover(const void* call, cover_search& to);
  static bool is_wiped_out(const void* call);  // a product with a fill of 0
  static void run(const void* call, const raw_function& by, const void* const* values, index_t n, void* out, index_t out_bytes);

 private:
  friend class call_joiner;

  raw_loop loop_;
  std::vector<loop_operand> operands_;
  std::shared_ptr<const tile_program> program_;  // in place of the loop; all operands are its leaves
};

template <class R>
class loop_node final : public loop_call, public function_node<R>, public shaped_base {
 public:
  loop_node(loop_call call, const shape& extents, shared_untyped origin)
      : loop_call(std::move(call)),
        function_node<R>(extents.elements(), static_cast<const loop_call*>(this), loop_call::loop().count.call ? counted : computed),
        shaped_base(extents, std::move(origin)) {}

  const shaped_base* as_shaped() const override { return this; }

  // Views the operands instead, unless the view repeats elements, which would be computed again.
  [[gnu::noinline]] shared_untyped viewed(const map_change* change, const dims& map, const shared_untyped& origin) const override {
    if (!change || map.size() > this->size()) return nullptr;
    return make_node<loop_node>(loop_call::viewed(*change), map.shape(), origin);
  }
  bool write(const untyped_tensor& target) const override {
    write_rows(loop_function(*this), target);
    return true;
  }
  void add_maps(std::vector<laid_map>& to) const override { this->add_maps_of_leaves(to); }

 private:
  static void compute(const void* call, const void* const* values, index_t n, R* out) {
    run(call, static_cast<const loop_call*>(call)->loop().run, values, n, out, sizeof(R));
  }
  static void add_up(const void* call, const void* const* values, index_t n, chunk_total_t<R>* found) {
    *found = 0;
    run(call, static_cast<const loop_call*>(call)->loop().count, values, n, found, 0);
  }
  static std::optional<R> fill(const void* call) { return is_wiped_out(call) ? std::optional(R{}) : std::nullopt; }

  class loop_function final : public typed_function<R> {
   public:
    explicit loop_function(const loop_node& of) : typed_function<R>(static_cast<const loop_call*>(&of), computed), of_(of) {}
    index_t leaves() const override { return std::ssize(of_.leaves().all()); }
    void look(walked_operand* leaves) const override { of_.look_at_leaves(leaves); }

   private:
    const loop_node& of_;
  };

  static constexpr function_of<R> computed{loop_call::list, compute, nullptr, fill, loop_call::add_cover};
  static constexpr function_of<R> counted{loop_call::list, compute, boolean_element<R> ? add_up : nullptr, fill, loop_call::add_cover};
};

template <class T>
loop_operand loop_operand_of(const tensor<const T>& x, const shape& extents) {
  return stretched_tensor(x, extents);
}
template <element T>
loop_operand loop_operand_of(const T& value, const shape&) {
  return loop_operand(value);
}

template <class R>
any_tensor looped(const raw_loop& loop, const shape& extents, std::vector<loop_operand> operands) {
  loop_call call(loop, std::move(operands));
  if (loop.tile != tile_function::none) call = call.joined(dtype_of<R>(), extents);
  return tensor<const R>(dims::row_major(extents), make_reader<loop_node<R>>(std::move(call), extents, nullptr));
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

// The function of the tile machine that computes what an object does.
template <class Function>
inline constexpr tile_function tile_of = tile_function::none;
template <>
inline constexpr tile_function tile_of<smaller> = tile_function::smaller;
template <>
inline constexpr tile_function tile_of<larger> = tile_function::larger;
template <>
inline constexpr tile_function tile_of<negated> = tile_function::negated;
template <>
inline constexpr tile_function tile_of<absolute> = tile_function::absolute;
template <>
inline constexpr tile_function tile_of<squared> = tile_function::squared;

template <class X>
struct looped_element {
  using type = X;
};
template <readable X>
struct looped_element<X> {
  using type = read_t<X>;
};
template <class X>
using looped_element_t = typename looped_element<X>::type;

// Loops over two tensors, or a tensor and a value.
template <class R, class X, class Y>
any_tensor loop_by(block_loop<R, looped_element_t<X>, looped_element_t<Y>> loop, const X& x, const Y& y) {
  using A = looped_element_t<X>;
  using B = looped_element_t<Y>;
  const shape extents = joint_shape(x, y);
  return looped<R>(loop, extents, {loop_operand_of<A>(x, extents), loop_operand_of<B>(y, extents)});
}
// Loops with one function object of elements.
template <class Function, class X, class Y>
any_tensor loop_over(const X& x, const Y& y) {
  using A = looped_element_t<X>;
  using B = looped_element_t<Y>;
  using R = std::invoke_result_t<Function, A, B>;
  return loop_by<R>({loop_of_two<Function, R, A, B>, 0, zero_annihilates<Function>, nullptr, tile_of<Function>}, x, y);
}
template <class Function, class T>
any_tensor loop_over(const tensor<const T>& x) {
  using R = std::invoke_result_t<Function, T>;
  return looped<R>(block_loop<R, T>{loop_of_one<Function, R, T>, 0, false, nullptr, tile_of<Function>}, x.shape(),
                   {loop_operand(reader<T>(x))});
}

}  // namespace ravel::detail
