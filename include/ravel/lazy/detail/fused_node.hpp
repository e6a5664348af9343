// SPDX-License-Identifier: BSL-1.0
// fused_node: a fused function as a node, with its loops behind pointers, and the object that owns it behind a handle. Immutable; safe to
// read from any thread.
#pragma once

#include <ravel/element/detail/known_divisor.hpp>
#include <ravel/element/promote.hpp>
#include <ravel/lazy/detail/program_node.hpp>
#include <ravel/lazy/sources.hpp>

#include <optional>
#include <string>
#include <utility>

namespace ravel::detail {

// The leaves of a fused expression: readers, which it keeps by handle, and values, which it copies. For a block each leaf gives a cursor: a
// plain pointer or value that the loop indexes. A leaf belongs to its expression; any thread may read.

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
  static constexpr bool is_listed = fills_tiles<T> || std::same_as<T, bool>;

  explicit leaf(reader<T> source) : source_(std::move(source)) {}

  index_t size() const { return source_.size(); }
  T unchecked(index_t i) const { return source_.unchecked(i); }
  const node<T>& source() const { return detail_access::node(source_); }

  void list(leaf_list& to) const { to(source()); }
  bool list_operations(operation_list& to) const { return to.add_leaf(detail_access::shared(source_), dtype_of<T>(), joined_leaf<T>); }
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
  static constexpr bool is_listed = fills_tiles<S>;

  explicit value_operand(S value) : value_(std::move(value)) {}

  index_t size() const { return -1; }  // any size
  const S& unchecked(index_t) const { return value_; }
  // A value with a pointer, such as a span, may look at memory that is written.
  void list(leaf_list& to) const {
    if constexpr (!self_contained<S>) to.reads_anything();
  }
  bool list_operations(operation_list& to) const { return to.add_value(std::addressof(value_), dtype_of<S>()); }
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
  static constexpr bool is_listed = false;

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
  if constexpr ((fused_expression<X> && !large_expression<X>) || instance_of<std::remove_cvref_t<X>, text_operand>) {
    return std::remove_cvref_t<X>(std::forward<X>(x));
  } else if constexpr (readable<X>) {
    return leaf<read_t<X>>(reader<read_t<X>>(std::forward<X>(x)));
  } else {
    return value_operand<std::decay_t<X>>(std::forward<X>(x));
  }
}

// The one loop of a fused function. It keeps its operands as bases that differ by their index, which compile faster than a tuple. For a
// block each operand becomes a cursor, and the function is called with the cursors. Stateless.

template <std::size_t Place, class X>
struct placed {
  X x;
};

template <class Places, class... Operands>
struct operand_pack;

template <std::size_t... Place, class... Operands>
struct operand_pack<std::index_sequence<Place...>, Operands...> : placed<Place, Operands>... {
  template <class F>
  [[gnu::always_inline]] decltype(auto) pass_to(F&& f) const {
    return f(static_cast<const placed<Place, Operands>&>(*this).x...);
  }
  template <class F>
  void pass_to(F&& f) {
    f(static_cast<placed<Place, Operands>&>(*this).x...);
  }
};

template <class Function, class Places, class... Cursors>
struct call_cursor;

template <class Function, std::size_t... Place, class... Cursors>
struct call_cursor<Function, std::index_sequence<Place...>, Cursors...> : placed<Place, Cursors>... {
  value_cursor<Function> function;

  // A function may return a reference to an argument only if the argument outlives the call.
  static constexpr bool lent = (std::is_lvalue_reference_v<std::invoke_result_t<const Cursors&, index_t>> && ...);
  using called = std::invoke_result_t<const Function&, std::invoke_result_t<const Cursors&, index_t>...>;
  using result = std::conditional_t<lent, called, std::remove_cvref_t<called>>;

// (A parameter may have the type that elements are promoted to, for instance double for int64. All other conversions that lose values were
// refused before.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
  [[gnu::always_inline]] result operator()(index_t i) const {
    return function(i)(static_cast<const placed<Place, Cursors>&>(*this).x(i)...);
  }
#pragma GCC diagnostic pop
};

// The function that computes blocks: the function itself, unless one is prepared from a value among the operands.
template <class Function, class... Operands>
struct prepared_function {
  explicit prepared_function(const Operands&...) {}
  static const Function& in_blocks(const Function& function) { return function; }
};

// Integers divided by one value.
template <class P, bool Remainder>
struct division_by {
  known_divisor<P> divisor;

  template <class A, class S>
  [[gnu::always_inline]] P operator()(const A& dividend, const S&) const {
    if constexpr (Remainder)
      return divisor.remainder(promoted<P>(dividend));
    else
      return divisor.quotient(promoted<P>(dividend));
  }
};
template <class Function, class X, class S>
  requires((std::same_as<Function, divided_by> || std::same_as<Function, modulus>) && integer_element<typename X::value_type> &&
           integer_element<S>)
class prepared_function<Function, X, value_operand<S>> {
  using P = promote_t<typename X::value_type, S>;

 public:
  prepared_function(const X&, const value_operand<S>& value) : by_{known_divisor<P>(promoted<P>(value.unchecked(0)))} {}
  const auto& in_blocks(const Function&) const { return by_; }

 private:
  division_by<P, std::same_as<Function, modulus>> by_;
};

// Loops have a constant length, so that they vectorise at -O2 too. It is short, so that the remainder loop has little to do.
template <class R>
inline constexpr index_t loop_length = sizeof(R) >= 8 ? 32 : 64;

template <class Cursor, class R>
RAVEL_STRICT_LOOP void fill_from(const Cursor cursor, index_t n, R* out) {
  RAVEL_STRICT_BODY
  constexpr index_t length = loop_length<R>;
  index_t i = 0;
  for (; i + length <= n; i += length) {
    RAVEL_INDEPENDENT
    for (index_t j = 0; j < length; ++j) out[i + j] = cursor(i + j);
  }
  for (; i < n; ++i) out[i] = cursor(i);
}

template <class T>
inline constexpr bool added_by_chunks = real_element<T> || boolean_element<T>;

// Adds the lanes of a chunk, by halves.
inline double joined_lanes(const double (&lane)[lanes]) {
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

// (GCC splits lanes that stand beside those of other chunks, unless their loops stay loops until it vectorises.)
#if defined(__GNUC__) && !defined(__clang__)
#define RAVEL_LANES _Pragma("GCC unroll 1") for (index_t j = 0; j < lanes; ++j)
#else
#define RAVEL_LANES for (index_t j = 0; j < lanes; ++j)
#endif

// Four chunks side by side keep the adders busy, if registers can hold their lanes.
#if defined(__AVX__)
inline constexpr index_t chunks_together = 4;
#else
inline constexpr index_t chunks_together = 1;
#endif
template <class Cursor>
[[gnu::always_inline]] inline void add_up_four(const Cursor& cursor, index_t first, double* totals) {
  double a[lanes] = {}, b[lanes] = {}, c[lanes] = {}, d[lanes] = {};
  for (index_t i = first; i < first + chunk_length; i += lanes) {
    RAVEL_LANES a[j] += static_cast<double>(cursor(i + j));
    RAVEL_LANES b[j] += static_cast<double>(cursor(i + chunk_length + j));
    RAVEL_LANES c[j] += static_cast<double>(cursor(i + 2 * chunk_length + j));
    RAVEL_LANES d[j] += static_cast<double>(cursor(i + 3 * chunk_length + j));
  }
  totals[0] = joined_lanes(a), totals[1] = joined_lanes(b), totals[2] = joined_lanes(c), totals[3] = joined_lanes(d);
}
#undef RAVEL_LANES

template <class Cursor>
RAVEL_STRICT_LOOP void add_up_from(const Cursor cursor, index_t n, double* totals) {
  RAVEL_STRICT_BODY
  index_t i = 0;
  if constexpr (chunks_together == 4) {
    for (; i + 4 * chunk_length <= n; i += 4 * chunk_length, totals += 4) add_up_four(cursor, i, totals);
  }
  while (i < n) {
    const index_t end = std::min(n, i + chunk_length);
    double lane[lanes] = {};
    for (; i + lanes <= end; i += lanes) {
      for (index_t j = 0; j < lanes; ++j) lane[j] += static_cast<double>(cursor(i + j));
    }
    for (index_t j = 0; i < end; ++i, ++j) lane[j] += static_cast<double>(cursor(i));
    *totals++ = joined_lanes(lane);
  }
}

template <class Cursor>
RAVEL_STRICT_LOOP void add_up_from(const Cursor cursor, index_t n, std::int64_t* count) {
  RAVEL_STRICT_BODY
  constexpr index_t length = loop_length<bool>;
  std::int64_t found = 0;
  index_t i = 0;
  for (; i + length <= n; i += length) {
    for (index_t j = 0; j < length; ++j) found += cursor(i + j);
  }
  for (; i < n; ++i) found += cursor(i);
  *count = found;
}

template <class E>
void list_leaves_of_fused(const void* function, leaf_list& to) {
  static_cast<const E*>(function)->list(to);
}
template <class E>
void compute_fused(const void* function, const void* const* values, index_t n, typename E::value_type* out) {
  [[maybe_unused]] const call_of<E::may_read_handles> inside;
  fill_from(static_cast<const E*>(function)->cursor_over(values), n, out);
}
template <class E>
void add_up_fused(const void* function, const void* const* values, index_t n, chunk_total_t<typename E::value_type>* totals) {
  [[maybe_unused]] const call_of<E::may_read_handles> inside;
  add_up_from(static_cast<const E*>(function)->cursor_over(values), n, totals);
}
template <class E>
RAVEL_STRICT_LOOP std::optional<typename E::value_type> fill_of_fused(const void* function) {
  RAVEL_STRICT_BODY
  [[maybe_unused]] const call_of<E::may_read_handles> inside;
  return static_cast<const E*>(function)->fill_or_throw();
}
template <class E>
bool list_operations_of_fused(const void* function, operation_list& to) {
  return static_cast<const E*>(function)->list_operations(to);
}
template <class E>
void add_cover_of_fused(const void* function, cover_search& to) {
  static_cast<const E*>(function)->add_cover(to);
}

// A function is asked to be copied, to be added up, or for anything if it is behind a handle. No other code is compiled.
enum class asked : unsigned char { to_copy, to_add, anything };

template <class E, asked For>
constexpr function_of<typename E::value_type> how_fused() {
  function_of<typename E::value_type> how{list_leaves_of_fused<E>, compute_fused<E>};
  if constexpr (For != asked::to_copy && added_by_chunks<typename E::value_type>) how.add_up = add_up_fused<E>;
  if constexpr (E::wipes_out) {
    how.fill = fill_of_fused<E>;
    how.add_cover = add_cover_of_fused<E>;
  }
  if constexpr (For == asked::anything && E::is_listed) how.list_operations = list_operations_of_fused<E>;
  return how;
}
template <class E, asked For = asked::to_copy>
inline constexpr function_of<typename E::value_type> fused_function = how_fused<E, For>();

// A base that comes before the node, which points to it.
template <class E>
struct held_expression {
  E expression;
};

// Compiles all loops, because a handle may ask for any of them.
template <class E>
class fused_node : private held_expression<E>, public listed_node<typename E::value_type, E::is_listed> {
  using T = typename E::value_type;

 public:
  static constexpr bool keeps_handles = E::keeps_handles;

  explicit fused_node(E e)
      : held_expression<E>{std::move(e)},
        listed_node<T, E::is_listed>(held_expression<E>::expression.size(), &(held_expression<E>::expression),
                                     fused_function<E, asked::anything>) {}

  const E& expression() const { return held_expression<E>::expression; }

  T at(index_t i) const override {
    if (this->depth() > low_tree) return read_one<T>(*this, i);
    [[maybe_unused]] const call_of<E::may_read_handles> inside;
    return expression().value_at(i);
  }
};

}  // namespace ravel::detail
