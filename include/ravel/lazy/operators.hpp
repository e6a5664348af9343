// SPDX-License-Identifier: BSL-1.0
// + - * / % & | ^ << >> ~ ! == != < <= > >= && || and unary + and - on readers, element by element and lazily. A C++ scalar beside a reader
// takes the reader's type unless its kind is higher. Comparisons are by value and convert nothing. Results own their operands, and any
// thread may read them.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/compare.hpp>
#include <ravel/element/detail/function_table.hpp>
#include <ravel/lazy/map.hpp>

namespace ravel {

namespace detail {

// A value that points at characters it does not own is converted to the element type, which owns them. (A bool is made of any pointer or
// view, and says nothing about it.)
template <class S, class T>
concept points_for = (std::is_pointer_v<std::decay_t<S>> || std::is_null_pointer_v<std::decay_t<S>> ||
                      std::ranges::view<std::remove_cvref_t<S>>)&&!element<T> &&
                     std::constructible_from<T, S>;

template <class T, class S>
auto weak_value(S&& s) {
  if constexpr (element<T> && element<std::remove_cvref_t<S>>) {
    return weak_scalar<T>(s);
  } else if constexpr (points_for<S, T>) {
    return T(std::forward<S>(s));
  } else {
    return std::decay_t<S>(std::forward<S>(s));
  }
}

// Compared values keep their type, so that reader<uint8> < 300 is true and not an error.
template <class T, class S>
auto compared_value(S&& s) {
  if constexpr (points_for<S, T>) {
    return T(std::forward<S>(s));
  } else {
    return std::decay_t<S>(std::forward<S>(s));
  }
}

enum class scalars : unsigned char { weak, as_they_are };

template <scalars Rule, class Other, class X>
decltype(auto) beside(X&& x) {
  if constexpr (readable<X>) {
    return std::forward<X>(x);
  } else if constexpr (Rule == scalars::weak) {
    return weak_value<read_t<Other>>(std::forward<X>(x));
  } else {
    return compared_value<read_t<Other>>(std::forward<X>(x));
  }
}

template <scalars Rule, class X, class Other>
using value_beside_t = operand_value_t<decltype(beside<Rule, Other>(std::declval<X>()))>;

template <class Function, scalars Rule, class A, class B>
concept lazy_operands = lazy_among<A, B> && gives_element<Function, value_beside_t<Rule, A, B>, value_beside_t<Rule, B, A>>;

// A borrowed container beside a reader, unless it is a value that the elements combine with.
template <class Function, class A, class B>
concept unowned_beside =
    unowned<A> && readable<B> && !(!readable<A> && !array_of_elements<A> && gives_element<Function, std::remove_cvref_t<A>, read_t<B>>);
// (This is a variable, not a concept. == is tried with its operands in either order, and clang orders the constraints by their normal form,
// which would have as many terms as there are ways through all these alternatives.)
template <class Function, class A, class B>
inline constexpr bool any_unowned =
    unowned_beside<Function, A, B> || unowned_beside<Function, B, A> || foreign_lvalue<A> || foreign_lvalue<B>;

// Out of line, so that a function with many operators of one kind compiles one of them.
template <class Function, scalars Rule, class A, class B>
[[gnu::noinline]] auto combine(A&& a, B&& b) {
  return fuse(Function{}, beside<Rule, B>(std::forward<A>(a)), beside<Rule, A>(std::forward<B>(b)));
}

template <class X>
concept integer_operand = integer_element<operand_value_t<X>>;

// Readers, or a reader and a number, a word or a list, whose values the function does not combine: words and numbers, int64 and uint64.
template <class X>
concept combines_or_not = readable<X> || element<std::remove_cvref_t<X>> || std::ranges::range<X>;
template <class Function, scalars Rule, class A, class B>
concept not_combined = (readable<A> || readable<B>)&&combines_or_not<A> && combines_or_not<B> && !any_unowned<Function, A, B> &&
                       !gives_element<Function, value_beside_t<Rule, A, B>, value_beside_t<Rule, B, A>>;

}  // namespace detail

#define RAVEL_LAZY_OPERATOR(sign, function, rule)                                                            \
  template <class A, class B>                                                                                \
    requires detail::lazy_operands<detail::function, detail::scalars::rule, A, B>                            \
  [[nodiscard]] auto operator sign(A&& a, B&& b) {                                                           \
    return detail::combine<detail::function, detail::scalars::rule>(std::forward<A>(a), std::forward<B>(b)); \
  }                                                                                                          \
  template <class A, class B>                                                                                \
    requires detail::any_unowned<detail::function, A, B>                                                     \
  void operator sign(A&& a, B&& b) = delete;  // not owned: borrow(x) looks at them, adopt(std::move(x)) takes them over, clone(x) copies
#define RAVEL_BESIDE_WEAK_SCALARS(sign, function) RAVEL_LAZY_OPERATOR(sign, function, weak)
#define RAVEL_BESIDE_SCALARS(sign, function) RAVEL_LAZY_OPERATOR(sign, function, as_they_are)

// Arithmetic of readers, element by element; the type is the one that both promote to. Integers wrap. Integers divided by zero are a
// value_error when they are read.
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_BESIDE_WEAK_SCALARS)  // borrow(x) looks at them, adopt(std::move(x)) takes them over, or clone(x)
// Comparisons by value, and && and || of bools, as bools, element by element.
RAVEL_FOR_EACH_COMPARING_OPERATOR(RAVEL_BESIDE_SCALARS)  // borrow(x) looks at them, adopt(std::move(x)) takes them over, or clone(x)
#undef RAVEL_BESIDE_SCALARS
#undef RAVEL_BESIDE_WEAK_SCALARS
#undef RAVEL_LAZY_OPERATOR

#define RAVEL_NOT_COMBINED(sign, function, rule)                                               \
  template <class A, class B>                                                                  \
    requires detail::not_combined<detail::function, detail::scalars::rule, const A&, const B&> \
  void operator sign(const A& a, const B& b) = delete;  // no common type, or no such operator: write cast<T>(x), a vector for a list
#define RAVEL_BESIDE_WEAK_SCALARS(sign, function) RAVEL_NOT_COMBINED(sign, function, weak)
#define RAVEL_BESIDE_SCALARS(sign, function) RAVEL_NOT_COMBINED(sign, function, as_they_are)

RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_BESIDE_WEAK_SCALARS)  // no common type, or no such operator: write cast<T>(x), a vector for a list
RAVEL_FOR_EACH_COMPARING_OPERATOR(RAVEL_BESIDE_SCALARS)        // no common type, or no such operator: write cast<T>(x), a vector for a list
#undef RAVEL_BESIDE_SCALARS
#undef RAVEL_BESIDE_WEAK_SCALARS
#undef RAVEL_NOT_COMBINED

#define RAVEL_LAZY_SHIFT(sign, function)                                                                     \
  template <detail::integer_operand A, detail::integer_operand B>                                            \
    requires detail::lazy_operands<detail::function, detail::scalars::weak, A, B>                            \
  auto operator sign(A&& a, B&& b) {                                                                         \
    return detail::combine<detail::function, detail::scalars::weak>(std::forward<A>(a), std::forward<B>(b)); \
  }
// Shifts the bits of each integer.
RAVEL_FOR_EACH_SHIFT_OPERATOR(RAVEL_LAZY_SHIFT)
#undef RAVEL_LAZY_SHIFT

#define RAVEL_NO_SHIFT(sign, function)                                                                   \
  template <readable A, class B>                                                                         \
    requires((readable<B> || element<B>) && !(detail::integer_operand<A> && detail::integer_operand<B>)) \
  void operator sign(const A& a, const B& b) = delete;  // integers have bits to shift: cast<int>(x) << 2; x * 4 multiplies any number
RAVEL_FOR_EACH_SHIFT_OPERATOR(RAVEL_NO_SHIFT)           // integers have bits to shift: cast<int>(x) << 2; x * 4 multiplies any number
#undef RAVEL_NO_SHIFT

#define RAVEL_LAZY_SIGN(sign, function)                                 \
  template <detail::lazy_reader A>                                      \
    requires detail::gives_element<detail::function, detail::read_t<A>> \
  [[nodiscard]] auto operator sign(A&& a) {                             \
    return detail::fuse(detail::function{}, std::forward<A>(a));        \
  }
// Unary + and -, ~ of integers and bools, and ! of bools, element by element.
RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_LAZY_SIGN)
#undef RAVEL_LAZY_SIGN

#define RAVEL_NO_SIGN(sign, function)                                     \
  template <readable A>                                                   \
    requires(!detail::gives_element<detail::function, detail::read_t<A>>) \
  void operator sign(const A& a) = delete;   // the elements have no such operator: cast<T>(x) gives others
RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_NO_SIGN)  // the elements have no such operator: cast<T>(x) gives others
#undef RAVEL_NO_SIGN

// Elements may be compared with nullptr, a handle is not.
template <class R, class Null>
  requires(readable<R> && std::same_as<Null, std::nullptr_t> && !detail::gives_element<detail::equals, detail::read_t<R>, Null>)
bool operator==(const R& x, Null) = delete;  // no pointer: whether there are elements, x.size() says

}  // namespace ravel

// Named functions of one argument that fuse, from the lists of <ravel/element/detail/function_table.hpp>.
#define RAVEL_FUSED_FUNCTION(name, function)                            \
  template <detail::lazy_reader A>                                      \
    requires detail::gives_element<detail::function, detail::read_t<A>> \
  [[nodiscard]] auto name(A&& a) {                                      \
    return detail::fuse(detail::function{}, std::forward<A>(a));        \
  }
