// SPDX-License-Identifier: BSL-1.0
// The leaves of a fused expression: readers, which are kept by handle, and values, which are copied in. Each can be loaded for one block
// and then gives a cursor, a plain pointer or value that a loop indexes.
#pragma once

#include <ravel/element/promote.hpp>
#include <ravel/lazy/detail/cover.hpp>
#include <ravel/lazy/refused.hpp>

#include <optional>
#include <string>
#include <utility>

namespace ravel::detail {

// A reader that occurs twice in an expression is pulled once: whoever loads it first lends its block to the others.
struct loaded_block {
  const void* node;
  const void* data;
};

class loaded_list {
 public:
  explicit loaded_list(loaded_block* room) : begin_(room), end_(room) {}

  const void* find(const void* node) const {
    for (const loaded_block* at = begin_; at != end_; ++at) {
      if (at->node == node) return at->data;
    }
    return nullptr;
  }
  void add(const void* node, const void* data) { *end_++ = {node, data}; }

 private:
  loaded_block* begin_;
  loaded_block* end_;
};

template <class T>
struct leaf_cursor {
  const T* data;
  [[gnu::always_inline]] const T& operator()(index_t i) const { return data[i]; }
};

// Bools as bytes: a loop over a comparison vectorises, one over bools in memory does not.
template <>
struct leaf_cursor<bool> {
  const bool* data;
  [[gnu::always_inline]] bool operator()(index_t i) const { return reinterpret_cast<const unsigned char*>(data)[i] != 0; }
};

// The room where the result will stand, free until the loop runs: the first operand of its type that needs room is computed there, so that
// a chain of nodes works in place. Data is null when it is taken. Out of order every operand needs room.
template <class R>
struct spare_room {
  R* data;
  bool in_order = true;

  template <class T>
  T* take() {
    if constexpr (std::is_same_v<T, R>)
      return std::exchange(data, nullptr);
    else
      return nullptr;
  }
};

// Where leaves take their elements from: the positions from start on. (The tensor layer feeds them along its own walks.)
struct RAVEL_API positions_from {
  index_t start;

  static constexpr bool in_order = true;
  positions_from next() const { return *this; }  // for one leaf after the other
  template <class T>
  block<const T> pull(const node<T>& source, index_t n, T* out, arena& from) const {
    return source.pull(start, n, out, from);
  }
};

// A block of a leaf, one after the other in memory: lent, or in out.
template <class Place, class T>
[[gnu::noinline]] const T* pull_once(const Place& place, const node<T>& source, index_t n, T* out, arena& from, loaded_list& pulled) {
  if (const void* before = pulled.find(&source)) return static_cast<const T*>(before);
  const block<const T> got = place.pull(source, n, out, from);
  if (got.step != 1) spread(got, n, out);
  const T* data = got.step == 1 ? got.data : out;
  pulled.add(&source, data);
  return data;
}
#define RAVEL_DECLARE(T) \
  extern template RAVEL_API const T* pull_once(const positions_from&, const node<T>&, index_t, T*, arena&, loaded_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class T>
class leaf_input {
 public:
  template <class R>
  leaf_input(const node<T>& source, arena& from, index_t length, spare_room<R>& spare) : source_(source) {
    if (spare.in_order && !needs_room(source)) return;
    out_ = spare.template take<T>();
    if (!out_) out_ = room_.take(from, length);
  }

  static bool needs_room(const node<T>& source) { return !source.memory().data || source.memory().step != 1; }

  template <class Feed>
  void load(Feed& feed, index_t n, arena& from, loaded_list& pulled) {
    const auto place = feed.next();
    if constexpr (Feed::in_order) {
      data_ = out_ ? pull_once(place, source_, n, out_, from, pulled) : source_.memory().data + place.start;
    } else {
      data_ = place.ready ? static_cast<const T*>(place.ready) : pull_once(place, source_, n, out_, from, pulled);
    }
  }

  leaf_cursor<T> cursor() const { return {data_}; }

 private:
  const node<T>& source_;
  const T* data_ = nullptr;
  T* out_ = nullptr;  // null: the source lends its memory
  [[no_unique_address]] optional_scratch<T> room_;
};

// What an expression adds up about its operands.
struct operand_facts {
  node_facts* facts;
  scratch_need rooms;  // held together
  scratch_need inner;  // one after the other
};

// Looks at no memory but its own.
template <class S>
inline constexpr bool self_contained = element<S> || std::is_enum_v<S> || std::is_empty_v<S> || std::is_same_v<S, std::string>;

// What every statement does with its leaves. Compiled once, in src/, for the elements of the closed set.
template <class T>
reader<T> same_reader(const reader<T>& r) {
  return r;
}
template <class T>
reader<T> moved_reader(reader<T>& r) noexcept {
  return std::move(r);
}
template <class T>
void become(reader<T>& r, reader<T>&& other) {
  r = std::move(other);
}
#define RAVEL_DECLARE(T)                                                 \
  extern template RAVEL_API reader<T> same_reader(const reader<T>&);     \
  extern template RAVEL_API reader<T> moved_reader(reader<T>&) noexcept; \
  extern template RAVEL_API void become(reader<T>&, reader<T>&&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class T>
class leaf {
 public:
  using value_type = T;
  using input = leaf_input<T>;
  static constexpr int leaves = 1;
  static constexpr bool keeps_handles = false;  // beyond its node
  static constexpr bool may_read_handles = !self_contained<T>;

  explicit leaf(reader<T> source) : source_(std::move(source)) {}
  leaf(const leaf& other) : source_(same_reader(other.source_)) {}
  leaf(leaf&& other) noexcept : source_(moved_reader(other.source_)) {}
  leaf& operator=(const leaf&) = default;
  leaf& operator=(leaf&&) = default;
  // Out of line: an expression that is put together passes through one temporary for each operator.
  [[gnu::noinline]] ~leaf() {}

  index_t size() const { return source_.size(); }
  T unchecked(index_t i) const { return source_.unchecked(i); }
  const node<T>& source() const { return detail_access::node(source_); }

  template <class R>
  void add_to(operand_facts& sum, spare_room<R>& spare) const {
    const node<T>& below = source();
    sum.facts->depth = std::max(sum.facts->depth, below.depth() + 1);
    sum.facts->fixed = sum.facts->fixed && below.fixed();
    sum.facts->bare = sum.facts->bare && below.bare();
    if (!spare.in_order || input::needs_room(below)) {
      sum.facts->direct = false;
      if (!spare.template take<T>()) sum.rooms = sum.rooms + scratch_need::room_for<T>();
    }
    sum.inner = either(sum.inner, below.need());
  }
  meeting meets(const target_memory& target) const { return meets_once(source(), target); }
  template <class R>
  input make_input(arena& from, index_t length, spare_room<R>& spare) const {
    return input(source(), from, length, spare);
  }
  template <class F>
  void each_leaf(F& f) const {
    f(source());
  }
  template <class F>
  void change_leaves(const F& change) {
    become(source_, change(source_));
  }

  const T* fill() const { return source().fill(); }
  const T* fill_or_throw() const { return fill(); }
  bool finite() const { return always_finite<T> || source().finite(); }
  bool stored_finite() const { return detail::stored_finite(source()); }
  void add_cover(cover_search& to) const { to.next_leaf(source()); }
  // Over a block of its values; those of the leaf that is next stand at *values.
  leaf_cursor<T> cursor_over(const void* const*& values) const { return {static_cast<const T*>(*values++)}; }

 private:
  reader<T> source_;
};

template <class S>
struct value_cursor {
  // Small values are copied next to the loop, so that a store cannot be thought to change them.
  static constexpr bool copied = std::is_trivially_copyable_v<S> && sizeof(S) <= 64;
  std::conditional_t<copied, S, const S&> value;
  [[gnu::always_inline]] const S& operator()(index_t) const { return value; }
};

template <class S>
class value_operand {
 public:
  using value_type = S;
  static constexpr int leaves = 0;
  static constexpr bool keeps_handles = may_hold_handles<S>;
  static constexpr bool may_read_handles = !self_contained<S>;

  class input {
   public:
    explicit input(const S& value) : value_(value) {}
    template <class Feed>
    void load(Feed&, index_t, arena&, loaded_list&) {}
    value_cursor<S> cursor() const { return {value_}; }

   private:
    const S& value_;
  };

  explicit value_operand(S value) : value_(std::move(value)) {}

  index_t size() const { return -1; }  // any
  const S& unchecked(index_t) const { return value_; }
  template <class R>
  void add_to(operand_facts&, spare_room<R>&) const {}
  // A pointer, a span, a struct with one may look at what is written.
  meeting meets(const target_memory&) const { return self_contained<S> ? meeting::none : meeting::crossing; }
  template <class R>
  input make_input(arena&, index_t, spare_room<R>&) const {
    return input(value_);
  }
  template <class F>
  void each_leaf(F&) const {}
  template <class F>
  void change_leaves(const F&) {}

  const S* fill() const { return &value_; }
  const S* fill_or_throw() const { return fill(); }
  bool finite() const { return is_finite_value(value_); }
  bool stored_finite() const { return false; }
  void add_cover(cover_search&) const {}
  value_cursor<S> cursor_over(const void* const*&) const { return {value_}; }

 private:
  S value_;
};

// From so many readers on, an expression is a leaf of the next one: what the compiler works on stays small, and a loop over more readers
// than a processor has registers gains nothing from being one.
inline constexpr int most_fused = 16;

template <class X>
concept large_expression = fused_expression<X> && (std::remove_cvref_t<X>::leaves >= most_fused);

// What a reader or value becomes inside a fused expression.
template <class X>
auto as_operand(X&& x) {
  static_assert(
      keepable<X> || !readable<X>,
      "Ravel does not own this reader and will not look at it behind your back: write borrow(x), adopt(std::move(x)) or clone(x)");
  if constexpr (fused_expression<X> && !large_expression<X>) {
    return std::remove_cvref_t<X>(std::forward<X>(x));
  } else if constexpr (readable<X>) {
    return leaf<read_t<X>>(reader<read_t<X>>(std::forward<X>(x)));
  } else {
    return value_operand<std::decay_t<X>>(std::forward<X>(x));
  }
}

}  // namespace ravel::detail
