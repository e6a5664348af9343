// SPDX-License-Identifier: BSL-1.0
// An elementwise function of tensors behind a pointer to its loop: one node for all functions of the same types, so that a new one costs a
// loop and no more. Viewed by its operands, written along their memory, and sparse where they are, as lazy tensors with a type
// are. Owns what it reads; immutable.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/tensor/detail/stretch.hpp>

#include <cstddef>
#include <memory>
#include <tuple>
#include <utility>

namespace ravel::detail {

inline constexpr index_t chunk_size = 256;

// Elements one after the other, a chunk of a block at a time: where they stand, or, of a value for all positions, that value so many times.
template <class T>
class chunks_of {
 public:
  // The block, and the length of its longest chunk.
  explicit chunks_of(const std::pair<block<const T>, index_t>& of) : from_(of.first) {
    if (from_.step == 0) std::uninitialized_fill_n(reinterpret_cast<T*>(room_), of.second, *from_.data);
  }
  const T* at(index_t start) const { return from_.step == 0 ? reinterpret_cast<const T*>(room_) : from_.data + start; }

 private:
  block<const T> from_;
  alignas(T) std::byte room_[sizeof(T) * static_cast<std::size_t>(chunk_size)];
};

// n elements out of those of the operands; out may be one of them, element for element. One function may have several operations, so that
// it can be compiled for several instruction sets, as no template can. Loops know nothing of values beside tensors: there would be one
// for each way in which they may stand.
template <class R, class... As>
struct block_loop {
  void (*run)(int operation, R* out, index_t n, const As*... in);
  int operation = 0;
  bool wipes_out = false;  // it is a product of two: see zero_annihilates
  // Of bools: adds the number of those that hold, which nobody writes then. Not every function has it.
  void (*count)(int operation, std::int64_t* found, index_t n, const As*... in) = nullptr;

  void operator()(R* out, index_t n, const std::tuple<block<const As>...>& in) const {
    each_chunk(n, in, [&](index_t start, index_t size, const As*... at) { run(operation, out + start, size, at...); });
  }
  void add_count(std::int64_t* found, index_t n, const std::tuple<block<const As>...>& in) const {
    each_chunk(n, in, [&](index_t, index_t size, const As*... at) { count(operation, found, size, at...); });
  }

 private:
  template <class F>
  static void each_chunk(index_t n, const std::tuple<block<const As>...>& in, F f) {
    std::apply(
        [&](const auto&... block) {
          if (((block.step == 1) && ...)) return f(0, n, block.data...);
          const index_t longest = std::min(n, chunk_size);
          const std::tuple<chunks_of<As>...> chunks(std::pair(block, longest)...);
          for (index_t start = 0; start < n; start += longest) {
            std::apply([&](const auto&... from) { f(start, std::min(longest, n - start), from.at(start)...); }, chunks);
          }
        },
        in);
  }
};

// A tensor of the joint shape, or one value for all positions.
template <class T>
struct loop_operand {
  reader<T> data;
  std::optional<T> value;

  template <class F>
  void each_leaf(F f) const {
    if (!value) f(leaf());
  }
  const node<T>& leaf() const { return detail_access::node(data); }

  // As of any operand of a function: see lazy/detail/operand.hpp.
  void list(leaf_list& to) const {
    if (!value) to(leaf());
  }
  const T* fill() const { return value ? &*value : leaf().fill(); }
  bool finite() const { return always_finite<T> || (value ? is_finite_value(*value) : leaf().finite()); }
  bool stored_finite() const { return !value && detail::stored_finite(leaf()); }
  void add_cover(cover_search& to) const {
    if (!value) to.next_leaf(leaf());
  }
  // What a block holds of it; those of the leaf that is next stand at *values.
  block<const T> block_of(const void* const*& values) const {
    if (value) return {&*value, 0};
    return {static_cast<const T*>(*values++), 1};
  }

  loop_operand viewed(const map_change& change) const { return value ? *this : loop_operand{viewed_leaf(data, change), {}}; }
};

template <class R, class... As>
struct loop_call {
  block_loop<R, As...> loop;
  std::tuple<loop_operand<As>...> operands;

  // f(operand, …)
  template <class F>
  decltype(auto) pass_to(F f) const {
    return std::apply(f, operands);
  }
};

template <class R, class... As>
class loop_node final : private loop_call<R, As...>, public function_node<R, shaped_node<R>> {
  using call = loop_call<R, As...>;
  using blocks = std::tuple<block<const As>...>;

 public:
  using loop_type = block_loop<R, As...>;
  using operand_list = std::tuple<loop_operand<As>...>;

  loop_node(loop_type loop, operand_list operands, const shape& extents, source<R> origin)
      : call{loop, std::move(operands)},
        function_node<R, shaped_node<R>>(extents.elements(), static_cast<const call*>(this), loop.count ? counted : computed, extents,
                                         std::move(origin)) {}

  const loop_type& loop() const { return call::loop; }
  const operand_list& operands() const { return call::operands; }

  // The function of the views; but what is shown several times is not computed as often.
  source<R> viewed(const map_change* change, const dims& map, const source<R>& origin) const override {
    if (!change || map.size() > this->size()) return nullptr;
    operand_list views = called().pass_to([&](const auto&... x) { return operand_list{x.viewed(*change)...}; });
    return make_node<loop_node>(loop(), std::move(views), map.shape(), origin);
  }
  bool write(const tensor_node<R>& target) const override {
    write_rows<R>({this->leaves().all().size(), &called(), look, computed}, target);
    return true;
  }
  void add_maps(std::vector<laid_map>& to) const override {
    each(called(), [&](const auto& leaf) { as_tensor_node(leaf).add_maps(to); });
  }

 private:
  const call& called() const { return *this; }

  template <class F>
  static void each(const call& of, F f) {
    of.pass_to([&](const auto&... x) { (x.each_leaf(f), ...); });
  }
  static blocks blocks_of(const call& of, const void* const* values) {
    return of.pass_to([&](const auto&... x) { return blocks{x.block_of(values)...}; });
  }

  static void look(const void* function, walked_operand* to) {
    each(*static_cast<const call*>(function), [&](const auto& leaf) { *to++ = walked(as_tensor_node(leaf)); });
  }
  static void list(const void* function, leaf_list& to) {
    static_cast<const call*>(function)->pass_to([&](const auto&... x) { (x.list(to), ...); });
  }
  static void compute(const void* function, const void* const* values, index_t n, R* out) {
    const auto& of = *static_cast<const call*>(function);
    of.loop(out, n, blocks_of(of, values));
  }
  static void add_up(const void* function, const void* const* values, index_t n, chunk_total_t<R>* found) {
    if constexpr (boolean_element<R>) {
      const auto& of = *static_cast<const call*>(function);
      *found = 0;
      of.loop.add_count(found, n, blocks_of(of, values));
    }
  }
  static std::optional<R> fill(const void* function) {
    if constexpr (of_two) {
      const auto& of = *static_cast<const call*>(function);
      const auto wiped = [](const auto& a, const auto& b) { return wiped_out(a, b, a.fill(), b.fill()); };
      if (of.loop.wipes_out && of.pass_to(wiped)) return R{};
    }
    return std::nullopt;
  }
  static void add_cover(const void* function, cover_search& to) {
    const auto& of = *static_cast<const call*>(function);
    if constexpr (of_two) {
      if (of.loop.wipes_out) return of.pass_to([&](const auto& a, const auto& b) { add_cover_of_product(to, a, b); });
    }
    of.pass_to([&](const auto&... x) { (x.add_cover(to), ...); });
  }

  static constexpr bool of_two = sizeof...(As) == 2;
  static constexpr function_of<R> computed{list, compute, nullptr, of_two ? fill : nullptr, of_two ? add_cover : nullptr};
  static constexpr function_of<R> counted{list, compute, add_up, of_two ? fill : nullptr, of_two ? add_cover : nullptr};
};

template <class T>
loop_operand<T> loop_operand_of(const tensor<const T>& x, const shape& extents) {
  return {stretched_tensor(x, extents), {}};
}
template <class T>
loop_operand<T> loop_operand_of(const T& value, const shape&) {
  return {{}, value};
}

template <class R, class... As>
any_tensor looped(const block_loop<R, As...>& loop, const shape& extents, loop_operand<As>... operands) {
  using node_type = loop_node<R, As...>;
  typename node_type::operand_list list(std::move(operands)...);
  return tensor<const R>(dims::row_major(extents), make_reader<node_type>(loop, std::move(list), extents, source<R>()));
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
struct looped_element {
  using type = X;
};
template <readable X>
struct looped_element<X> {
  using type = read_t<X>;
};
template <class X>
using looped_element_t = typename looped_element<X>::type;

// A loop over two tensors, or a tensor and a value.
template <class R, class X, class Y>
any_tensor loop_by(block_loop<R, looped_element_t<X>, looped_element_t<Y>> loop, const X& x, const Y& y) {
  using A = looped_element_t<X>;
  using B = looped_element_t<Y>;
  const shape extents = joint_shape(x, y);
  return looped<R, A, B>(loop, extents, loop_operand_of<A>(x, extents), loop_operand_of<B>(y, extents));
}
// The loop of one function object of elements.
template <class Function, class X, class Y>
any_tensor loop_over(const X& x, const Y& y) {
  using A = looped_element_t<X>;
  using B = looped_element_t<Y>;
  using R = std::invoke_result_t<Function, A, B>;
  return loop_by<R>({loop_of_two<Function, R, A, B>, 0, zero_annihilates<Function>}, x, y);
}
template <class Function, class T>
any_tensor loop_over(const tensor<const T>& x) {
  using R = std::invoke_result_t<Function, T>;
  return looped<R, T>({loop_of_one<Function, R, T>}, x.shape(), {x, {}});
}

}  // namespace ravel::detail
