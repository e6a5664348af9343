// SPDX-License-Identifier: BSL-1.0
// An elementwise function of tensors behind a pointer to its loop: one node for all functions of the same types, so that a new one costs a
// loop and no more. Viewed by its operands, written along their memory, and sparse where they are, as lazy tensors with a type
// are. Owns what it reads; immutable.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/tensor/detail/stretch.hpp>

#include <tuple>

namespace ravel::detail {

// n elements out of those of the operands; out may be one of them, element for element. One function may have several operations, so that
// it can be compiled for several instruction sets, as no template can.
template <class R, class... As>
struct block_loop {
  void (*run)(int operation, R* out, index_t n, block<const As>... in);
  int operation = 0;
  bool wipes_out = false;  // it is a product of two: see zero_annihilates
  // Of bools: adds the number of those that hold, which nobody writes then. Not every function has it.
  void (*count)(int operation, std::int64_t* found, index_t n, block<const As>... in) = nullptr;

  void operator()(R* out, index_t n, const std::tuple<block<const As>...>& in) const {
    std::apply([&](const auto&... block) { run(operation, out, n, block...); }, in);
  }
  void add_count(std::int64_t* found, index_t n, const std::tuple<block<const As>...>& in) const {
    std::apply([&](const auto&... block) { count(operation, found, n, block...); }, in);
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

// The block of an operand while a loop runs, in room of its own where nobody lends one. Taken inside an arena_frame.
template <class T>
class loop_input {
 public:
  loop_input(const loop_operand<T>& of, bool needs_room, arena& from, index_t length) : of_(&of) {
    if (needs_room && !of.value) room_ = reinterpret_cast<T*>(taken_.take(from, length));
  }
  block<const T> pull(index_t start, index_t n, arena& from) const {
    if (of_->value) return {&*of_->value, 0};
    return of_->leaf().pull(start, n, room_, from);
  }
  block<const T> pull(row_feed& feed, index_t n, arena& from) const {
    if (of_->value) return {&*of_->value, 0};
    const row_piece piece = feed.next();
    if (piece.ready) return {static_cast<const T*>(piece.ready), 1};
    return piece.pull(of_->leaf(), n, room_, from);
  }

 private:
  // Elements of the closed set need no construction, though not all of them say so.
  struct raw {
    alignas(T) std::byte bytes[sizeof(T)];
  };
  const loop_operand<T>* of_;
  T* room_ = nullptr;
  [[no_unique_address]] optional_scratch<raw> taken_;
};

template <class R, class... As>
class loop_node final : public shaped_node<R>, private any_expression<R> {
 public:
  using loop_type = block_loop<R, As...>;
  using operand_list = std::tuple<loop_operand<As>...>;

  loop_node(loop_type loop, operand_list operands, const shape& extents, source<R> origin)
      : shaped_node<R>(facts_of(operands, extents), extents, std::move(origin)),
        loop_(loop),
        operands_(std::move(operands)),
        fill_(fill_of()) {
    if (fill_) this->declare_fill(&*fill_);
  }

  const loop_type& loop() const { return loop_; }
  const operand_list& operands() const { return operands_; }

  meeting meets(const target_memory& target) const override {
    meeting found = meeting::none;
    each([&](const auto& leaf) { found = worst(found, meets_once(leaf, target)); });
    return found;
  }
  void each_operand(shared_blocks& found) const override {
    each([&](const auto& leaf) { found(leaf); });
  }
  entries_of<R> entries(entry_pass& pass) const override {
    cover_search by(pass);
    std::apply([&](const auto&... x) { add_cover(by, x...); }, operands_);
    entry_join<R> join(pass, std::move(by).leaves());
    each([&](const auto& leaf) { join(leaf); });
    return std::move(join).entries({this, compute_entries}, *fill_);
  }
  index_t about_stored() const override {
    index_t sum = 0;
    each([&](const auto& leaf) { sum = about_with(sum, leaf); });
    return sum;
  }
  // The function of the views; but what is shown several times is not computed as often.
  source<R> viewed(const map_change* change, const dims& map, const source<R>& origin) const override {
    if (!change || map.size() > this->size()) return nullptr;
    operand_list views = std::apply([&](const auto&... x) { return operand_list{x.viewed(*change)...}; }, operands_);
    return make_node<loop_node>(loop_, std::move(views), map.shape(), origin);
  }
  bool write(const tensor_node<R>& target) const override {
    write_rows<R>(*this, target);
    return true;
  }
  void add_maps(std::vector<laid_map>& to) const override {
    each([&](const auto& leaf) { as_tensor_node(leaf).add_maps(to); });
  }
  bool add_to_lanes(index_t start, index_t n, R*, lane_t<R>* partial, arena& from) const override {
    if constexpr (boolean_element<R>) {
      if (!loop_.count) return false;
      with_blocks(start, n, from, [&](const block_list& in) { loop_.add_count(partial, n, in); });
      return true;
    } else {
      return false;
    }
  }

 protected:
  block<const R> produce(index_t start, index_t n, R* out, arena& from) const override {
    with_blocks(start, n, from, [&](const block_list& in) { loop_(out, n, in); });
    return {out, 1};
  }

 private:
  // Made in braces, that is from the first to the last.
  using input_list = std::tuple<loop_input<As>...>;
  using block_list = std::tuple<block<const As>...>;

  template <class F>
  static void each_of(const operand_list& operands, F f) {
    std::apply([&](const auto&... x) { (x.each_leaf(f), ...); }, operands);
  }
  template <class F>
  void each(F f) const {
    each_of(operands_, f);
  }
  template <class T>
  static bool in_memory(const loop_operand<T>& x) {
    return !x.value && x.leaf().memory().data;
  }
  template <class Loop>
  void with_blocks(index_t start, index_t n, arena& from, Loop loop) const {
    const arena_frame frame(from);
    const input_list inputs = std::apply([&](const auto&... x) { return input_list{{x, !in_memory(x), from, n}...}; }, operands_);
    loop(std::apply([&](const auto&... x) { return block_list{x.pull(start, n, from)...}; }, inputs));
  }
  static node_facts facts_of(const operand_list& operands, const shape& extents) {
    node_facts facts{.size = extents.elements(), .fixed = true, .bare = true};
    scratch_need rooms;
    each_of(operands, [&]<class T>(const node<T>& leaf) {
      facts.depth = std::max(facts.depth, leaf.depth() + 1);
      facts.fixed = facts.fixed && leaf.fixed();
      facts.bare = facts.bare && leaf.bare();
      facts.need = either(facts.need, leaf.need());
      rooms = rooms + scratch_need::room_for<T>();
    });
    facts.need = facts.need + rooms;
    return facts;
  }

  template <class... Xs>
  void add_cover(cover_search& to, const Xs&... operands) const {
    if constexpr (sizeof...(Xs) == 2) {
      if (loop_.wipes_out) return add_cover_of_product(to, operands...);
    }
    (operands.add_cover(to), ...);
  }
  // What the loop makes of the fills; where it throws on them it is not sparse.
  std::optional<R> fill_of() const {
    return std::apply([&](const auto&... x) { return fill_of(x...); }, operands_);
  }
  template <class... Xs>
  std::optional<R> fill_of(const Xs&... operands) const {
    if ((operands.fill() && ...)) {
      try {
        R fill{};
        loop_(&fill, 1, block_list{{operands.fill(), 0}...});
        return fill;
      } catch (const error&) {
        return std::nullopt;
      }
    }
    if constexpr (sizeof...(Xs) == 2) {
      if (loop_.wipes_out && wiped_out(operands..., operands.fill()...)) return R{};
    }
    return std::nullopt;
  }
  static void compute_entries(const void* self, const void* const* values, index_t n, R* out) {
    const auto& of = *static_cast<const loop_node*>(self);
    of.loop_(out, n, std::apply([&](const auto&... x) { return block_list{x.block_of(values)...}; }, of.operands_));
  }

  // As what is written along a walk of all maps together.
  std::size_t leaves() const override {
    std::size_t count = 0;
    each([&](const auto&) { ++count; });
    return count;
  }
  void look(walked_operand* to) const override {
    each([&](const auto& leaf) { *to++ = walked(as_tensor_node(leaf)); });
  }
  scratch_need need(bool direct) const override { return direct ? scratch_need() : node<R>::need(); }
  void look_below(shared_blocks& found) const override {
    each([&](const auto& leaf) { look_at_base(found, leaf); });
  }
  void write(row_walk& walk, arena& from, const row_target<R>& to) const override {
    const arena_frame frame(from);
    const input_list inputs = std::apply(
        [&](const auto&... x) {
          return input_list{{x, !walk.direct(), from, walk.longest()}...};
        },
        operands_);
    each_row_piece(walk, [&](const piece_of_rows& at) {
      row_feed feed = at.leaves();
      const block_list in = std::apply([&](const auto&... x) { return block_list{x.pull(feed, at.size, from)...}; }, inputs);
      loop_(to.begin(at), at.size, in);
      to.end(at);
    });
  }

  loop_type loop_;
  operand_list operands_;
  std::optional<R> fill_;
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

// out[i] = f(i), as a part of the function it stands in.
template <class R, class F>
[[gnu::always_inline]] inline void fill_inline(R* out, index_t n, F f) {
  RAVEL_INDEPENDENT
  for (index_t i = 0; i < n; ++i) out[i] = f(i);
}

// loop(i -> function(a[i], b[i])), where one of the two may be a value beside the loop.
template <class Function, class A, class B, class Loop>
[[gnu::always_inline]] inline void with_pair(block<const A> a, block<const B> b, Loop loop) {
  const leaf_cursor<A> first{a.data};
  const leaf_cursor<B> second{b.data};
  const Function f;
  if (a.step == 1 && b.step == 1) {
    loop([=](index_t i) __attribute__((always_inline)) { return f(first(i), second(i)); });
  } else if (a.step == 1 && b.step == 0) {
    loop([ =, value = *b.data ](index_t i) __attribute__((always_inline)) { return f(first(i), value); });
  } else if (a.step == 0 && b.step == 1) {
    loop([ =, value = *a.data ](index_t i) __attribute__((always_inline)) { return f(value, second(i)); });
  } else {
    loop([=](index_t i) __attribute__((always_inline)) { return f(first(i * a.step), second(i * b.step)); });
  }
}
template <class Function, class R, class A, class B>
[[gnu::always_inline]] inline void run_loop(R* out, index_t n, block<const A> a, block<const B> b) {
  with_pair<Function>(
      a, b, [=](auto f) __attribute__((always_inline)) { fill_inline(out, n, f); });
}
template <class Function, class R, class A, class B>
void loop_of_two(int, R* out, index_t n, block<const A> a, block<const B> b) {
  run_loop<Function>(out, n, a, b);
}
template <class Function, class R, class A>
void loop_of_one(int, R* out, index_t n, block<const A> a) {
  const leaf_cursor<A> first{a.data};
  const Function f;
  if (a.step == 1) {
    fill_inline(
        out, n, [=](index_t i) __attribute__((always_inline)) { return f(first(i)); });
  } else {
    for (index_t i = 0; i < n; ++i) out[i] = f(first(i * a.step));
  }
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
