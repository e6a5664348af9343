// SPDX-License-Identifier: BSL-1.0
// The leaves of a fused expression: readers, which it keeps by handle, and values, which it copies. For a block each leaf gives a cursor: a
// plain pointer or value that the loop indexes. A leaf belongs to its expression; any thread may read.
#pragma once

#include <ravel/element/promote.hpp>
#include <ravel/lazy/detail/function_node.hpp>
#include <ravel/lazy/refused.hpp>

#include <optional>
#include <string>
#include <utility>

namespace ravel::detail {

template <class T>
struct leaf_cursor {
  const T* data;
  [[gnu::always_inline]] const T& operator()(index_t i) const { return data[i]; }
};

// Bools are read as bytes, because a loop over bools in memory does not vectorise.
template <>
struct leaf_cursor<bool> {
  const bool* data;
  [[gnu::always_inline]] bool operator()(index_t i) const { return reinterpret_cast<const unsigned char*>(data)[i] != 0; }
};

// True if the value looks at no memory but its own.
template <class S>
inline constexpr bool self_contained = element<S> || std::is_enum_v<S> || std::is_empty_v<S> || std::is_same_v<S, std::string>;

template <class T>
class leaf {
 public:
  using value_type = T;
  static constexpr int leaves = 1;
  static constexpr bool wipes_out = false;
  static constexpr bool keeps_handles = false;  // besides its node
  static constexpr bool may_read_handles = !self_contained<T>;

  explicit leaf(reader<T> source) : source_(std::move(source)) {}

  index_t size() const { return source_.size(); }
  T unchecked(index_t i) const { return source_.unchecked(i); }
  const node<T>& source() const { return detail_access::node(source_); }

  void list(leaf_list& to) const { to(source()); }
  template <class F>
  void each_leaf(F& f) const {
    f(source());
  }
  template <class F>
  void change_leaves(const F& change) {
    source_ = change(source_);
  }

  const T* fill() const { return source().fill(); }
  const T* fill_or_throw() const { return fill(); }
  bool finite() const { return always_finite<T> || source().finite(); }
  bool stored_finite() const { return detail::stored_finite(source()); }
  void add_cover(cover_search& to) const { to.next_leaf(source()); }
  // A cursor over a block of values. *values points to the values of the next leaf.
  leaf_cursor<T> cursor_over(const void* const*& values) const { return {static_cast<const T*>(*values++)}; }

 private:
  reader<T> source_;
};

template <class S>
struct value_cursor {
  // Small values are copied next to the loop, so that the compiler knows that a store cannot change them.
  static constexpr bool copied = std::is_trivially_copyable_v<S> && sizeof(S) <= 64;
  std::conditional_t<copied, S, const S&> value;
  [[gnu::always_inline]] const S& operator()(index_t) const { return value; }
};

template <class S>
class value_operand {
 public:
  using value_type = S;
  static constexpr int leaves = 0;
  static constexpr bool wipes_out = false;
  static constexpr bool keeps_handles = may_hold_handles<S>;
  static constexpr bool may_read_handles = !self_contained<S>;

  explicit value_operand(S value) : value_(std::move(value)) {}

  index_t size() const { return -1; }  // any size
  const S& unchecked(index_t) const { return value_; }
  // A value with a pointer, such as a span, may look at memory that is written.
  void list(leaf_list& to) const {
    if constexpr (!self_contained<S>) to.reads_anything();
  }
  template <class F>
  void each_leaf(F&) const {}
  template <class F>
  void change_leaves(const F&) {}

  const S* fill() const { return std::addressof(value_); }
  const S* fill_or_throw() const { return fill(); }
  bool finite() const { return is_finite_value(value_); }
  bool stored_finite() const { return false; }
  void add_cover(cover_search&) const {}
  value_cursor<S> cursor_over(const void* const*&) const { return {value_}; }

 private:
  S value_;
};

// Copies the characters behind a pointer, because their owner may free them before the expression is read.
template <class Pointer>
class text_operand {
 public:
  using value_type = Pointer;
  static constexpr int leaves = 0;
  static constexpr bool wipes_out = false;
  static constexpr bool keeps_handles = false;
  static constexpr bool may_read_handles = false;

  explicit text_operand(Pointer text) {
    if (text) text_.emplace(text);
  }

  index_t size() const { return -1; }  // any size
  Pointer unchecked(index_t) const { return text_ ? const_cast<Pointer>(text_->c_str()) : nullptr; }
  void list(leaf_list&) const {}
  template <class F>
  void each_leaf(F&) const {}
  template <class F>
  void change_leaves(const F&) {}

  std::optional<Pointer> fill() const { return unchecked(0); }
  std::optional<Pointer> fill_or_throw() const { return fill(); }
  bool finite() const { return false; }
  bool stored_finite() const { return false; }
  void add_cover(cover_search&) const {}
  value_cursor<Pointer> cursor_over(const void* const*&) const { return {unchecked(0)}; }

 private:
  std::optional<std::string> text_;
};
template <class X>
inline constexpr bool is_text_operand = false;
template <class Pointer>
inline constexpr bool is_text_operand<text_operand<Pointer>> = true;

// An expression with this many readers becomes a leaf of the next one. This keeps compile times low, and a loop over more readers than a
// processor has registers gains nothing from fusion.
inline constexpr int most_fused = 16;

template <class X>
concept large_expression = fused_expression<X> && (std::remove_cvref_t<X>::leaves >= most_fused);

// Converts a reader or value to a leaf.
template <class X>
auto as_operand(X&& x) {
  static_assert(
      keepable<X> || !readable<X>,
      "Ravel does not own this reader and will not look at it behind your back: write borrow(x), adopt(std::move(x)) or clone(x)");
  if constexpr ((fused_expression<X> && !large_expression<X>) || is_text_operand<std::remove_cvref_t<X>>) {
    return std::remove_cvref_t<X>(std::forward<X>(x));
  } else if constexpr (readable<X>) {
    return leaf<read_t<X>>(reader<read_t<X>>(std::forward<X>(x)));
  } else {
    return value_operand<std::decay_t<X>>(std::forward<X>(x));
  }
}

}  // namespace ravel::detail
