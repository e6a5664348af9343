// SPDX-License-Identifier: BSL-1.0
// An elementwise function of one or two tensors behind a pointer to its loop: one node for all functions of the same types, so that a new
// one costs a loop and no more. Viewed by its operands, written along their memory, and sparse where they are, as lazy tensors with a type
// are. Owns what it reads; immutable.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/tensor/detail/stretch.hpp>

namespace ravel::detail {

// n elements out of those of the operands; out may be one of them, element for element. A function of one operand looks at the first. One
// function may have several operations, so that it can be compiled for several instruction sets, as no template can.
template <class R, class A, class B>
struct block_loop {
  void (*run)(int operation, R* out, index_t n, block<const A> a, block<const B> b);
  int operation = 0;
  bool wipes_out = false;  // it is a product: see zero_annihilates
};

// A tensor of the joint shape, or one value for all positions.
template <class T>
struct loop_operand {
  reader<T> data;
  std::optional<T> value;

  index_t leaves() const { return value ? 0 : 1; }
  template <class F>
  void each_leaf(F f) const {
    if (!value) f(leaf());
  }
  const node<T>& leaf() const { return detail_access::node(data); }

  // As of any operand of a function: see lazy/detail/operand.hpp.
  const T* fill() const { return value ? &*value : leaf().fill(); }
  bool finite() const { return always_finite<T> || (value ? is_finite_value(*value) : leaf().finite()); }
  bool stored_finite() const { return !value && detail::stored_finite(leaf()); }
  cover covered(cover_search& by) const {
    if (value) return {};
    return {fill() ? by.pass.about(leaf()) : index_limit, {by.leaf++}};
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
  loop_input(const loop_operand<T>& of, bool needs_room, arena& from, index_t length) : of_(of) {
    if (needs_room && !of.value) room_ = reinterpret_cast<T*>(taken_.take(from, length));
  }
  block<const T> pull(index_t start, index_t n, arena& from) const {
    if (of_.value) return {&*of_.value, 0};
    return detail_access::node(of_.data).pull(start, n, room_, from);
  }
  block<const T> pull(row_feed& feed, index_t n, arena& from) const {
    if (of_.value) return {&*of_.value, 0};
    const row_piece piece = feed.next();
    if (piece.ready) return {static_cast<const T*>(piece.ready), 1};
    return piece.pull(detail_access::node(of_.data), n, room_, from);
  }

 private:
  // Elements of the closed set need no construction, though not all of them say so.
  struct raw {
    alignas(T) std::byte bytes[sizeof(T)];
  };
  const loop_operand<T>& of_;
  T* room_ = nullptr;
  [[no_unique_address]] optional_scratch<raw> taken_;
};

template <class R, class A, class B>
class loop_node final : public shaped_node<R>, private any_expression<R> {
 public:
  loop_node(block_loop<R, A, B> loop, loop_operand<A> a, loop_operand<B> b, const shape& extents, source<R> origin)
      : shaped_node<R>(facts_of(a, b, extents), extents, std::move(origin)),
        loop_(loop),
        a_(std::move(a)),
        b_(std::move(b)),
        fill_(fill_of()) {
    if (fill_) this->declare_fill(&*fill_);
  }

  meeting meets(const target_memory& target) const override {
    meeting found = meeting::none;
    each([&](const auto& leaf) { found = worst(found, meets_once(leaf, target)); });
    return found;
  }
  void each_operand(shared_blocks& found) const override {
    each([&](const auto& leaf) { found(leaf); });
  }
  entries_of<R> entries(entry_pass& pass) const override {
    cover_search by{pass};
    cover operands[] = {a_.covered(by), b_.covered(by)};
    if (loop_.wipes_out)
      operands[0] = cover_of_product(a_, b_, operands);
    else
      operands[0].add(operands[1]);
    entry_join<R> join(pass, operands[0].leaves);
    each([&](const auto& leaf) { join(leaf); });
    return std::move(join).entries({this, compute_entries}, *fill_);
  }
  index_t about_stored() const override {
    index_t sum = 0;
    each([&](const auto& leaf) { sum = leaf.fill() ? about_both(sum, leaf.about_stored()) : sum; });
    return sum;
  }
  // The function of the views; but what is shown several times is not computed as often.
  source<R> viewed(const map_change* change, const dims& map, const source<R>& origin) const override {
    if (!change || map.size() > this->size()) return nullptr;
    return make_node<loop_node>(loop_, a_.viewed(*change), b_.viewed(*change), map.shape(), origin);
  }
  bool write(const tensor_node<R>& target) const override {
    write_rows<R>(*this, target);
    return true;
  }
  void add_maps(std::vector<laid_map>& to) const override {
    each([&](const auto& leaf) { as_tensor_node(leaf).add_maps(to); });
  }

 protected:
  block<const R> produce(index_t start, index_t n, R* out, arena& from) const override {
    const arena_frame frame(from);
    const loop_input<A> a(a_, !in_memory(a_), from, n);
    const loop_input<B> b(b_, !in_memory(b_), from, n);
    const block<const A> first = a.pull(start, n, from);
    loop_.run(loop_.operation, out, n, first, b.pull(start, n, from));
    return {out, 1};
  }

 private:
  template <class F>
  void each(F f) const {
    a_.each_leaf(f);
    b_.each_leaf(f);
  }
  template <class T>
  static bool in_memory(const loop_operand<T>& x) {
    return !x.value && detail_access::node(x.data).memory().data;
  }
  template <class T>
  static void add_facts(node_facts& facts, scratch_need& rooms, const loop_operand<T>& x) {
    x.each_leaf([&](const auto& leaf) {
      facts.depth = std::max(facts.depth, leaf.depth() + 1);
      facts.fixed = facts.fixed && leaf.fixed();
      facts.bare = facts.bare && leaf.bare();
      facts.need = either(facts.need, leaf.need());
      rooms = rooms + scratch_need::room_for<T>();
    });
  }
  static node_facts facts_of(const loop_operand<A>& a, const loop_operand<B>& b, const shape& extents) {
    node_facts facts{.size = extents.elements(), .fixed = true, .bare = true};
    scratch_need rooms;
    add_facts(facts, rooms, a);
    add_facts(facts, rooms, b);
    facts.need = facts.need + rooms;
    return facts;
  }

  // What the loop makes of the fills; where it throws on them it is not sparse.
  std::optional<R> fill_of() const {
    const A* const a = a_.fill();
    const B* const b = b_.fill();
    if (a && b) {
      try {
        R fill{};
        loop_.run(loop_.operation, &fill, 1, {a, 0}, {b, 0});
        return fill;
      } catch (const error&) {
        return std::nullopt;
      }
    }
    return loop_.wipes_out && wiped_out(a_, b_, a, b) ? std::optional<R>(R{}) : std::nullopt;
  }
  static void compute_entries(const void* self, const void* const* values, index_t n, R* out) {
    const auto& of = *static_cast<const loop_node*>(self);
    const block<const A> a = of.a_.block_of(values);
    of.loop_.run(of.loop_.operation, out, n, a, of.b_.block_of(values));
  }

  // As what is written along a walk of all maps together.
  std::size_t leaves() const override { return static_cast<std::size_t>(a_.leaves() + b_.leaves()); }
  void look(walked_operand* to) const override {
    each([&](const auto& leaf) { *to++ = walked(as_tensor_node(leaf)); });
  }
  scratch_need need(bool direct) const override { return direct ? scratch_need() : node<R>::need(); }
  void look_below(shared_blocks& found) const override {
    each([&](const auto& leaf) { found.elsewhere(*as_tensor_node(leaf).base()); });
  }
  void write(row_walk& walk, arena& from, const row_target<R>& to) const override {
    const arena_frame frame(from);
    const loop_input<A> a(a_, !walk.direct(), from, walk.longest());
    const loop_input<B> b(b_, !walk.direct(), from, walk.longest());
    for (walked_rows at; walk.next(at);) {
      for (; at.rows > 0; at.next_row()) {
        for (index_t begin = 0; begin < at.count; begin += at.piece) {
          const index_t n = std::min(at.piece, at.count - begin);
          row_feed feed(at.operands.data() + 1, begin);
          const block<const A> first = a.pull(feed, n, from);
          loop_.run(loop_.operation, to.begin(at.operands.front(), begin), n, first, b.pull(feed, n, from));
          to.end(at.operands.front(), begin, n);
        }
      }
    }
  }

  block_loop<R, A, B> loop_;
  loop_operand<A> a_;
  loop_operand<B> b_;
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

template <class R, class A, class B>
any_tensor looped(block_loop<R, A, B> loop, loop_operand<A> a, loop_operand<B> b, const shape& extents) {
  return tensor<const R>(dims::row_major(extents), make_reader<loop_node<R, A, B>>(loop, std::move(a), std::move(b), extents, source<R>()));
}

// out[i] = f(i), as a part of the function it stands in.
template <class R, class F>
[[gnu::always_inline]] inline void fill_inline(R* out, index_t n, F f) {
  RAVEL_INDEPENDENT
  for (index_t i = 0; i < n; ++i) out[i] = f(i);
}

// function(a[i], b[i]), where one of the two may be a value beside the loop.
template <class Function, class R, class A, class B>
[[gnu::always_inline]] inline void run_loop(R* out, index_t n, block<const A> a, block<const B> b) {
  const leaf_cursor<A> first{a.data};
  const leaf_cursor<B> second{b.data};
  const Function f;
  if (a.step == 1 && b.step == 1) {
    fill_inline(
        out, n, [=](index_t i) __attribute__((always_inline)) { return f(first(i), second(i)); });
  } else if (a.step == 1 && b.step == 0) {
    fill_inline(
        out, n, [ =, value = *b.data ](index_t i) __attribute__((always_inline)) { return f(first(i), value); });
  } else if (a.step == 0 && b.step == 1) {
    fill_inline(
        out, n, [ =, value = *a.data ](index_t i) __attribute__((always_inline)) { return f(value, second(i)); });
  } else {
    for (index_t i = 0; i < n; ++i) out[i] = f(first(i * a.step), second(i * b.step));
  }
}
template <class Function, class R, class A, class B>
void loop_of_two(int, R* out, index_t n, block<const A> a, block<const B> b) {
  run_loop<Function>(out, n, a, b);
}
template <class Function, class R, class A>
void loop_of_one(int, R* out, index_t n, block<const A> a, block<const A>) {
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
  return looped<R, A, B>(loop, loop_operand_of<A>(x, extents), loop_operand_of<B>(y, extents), extents);
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
  return looped<R, T, T>({loop_of_one<Function, R, T>}, {x, {}}, {{}, T()}, x.shape());
}

}  // namespace ravel::detail
