// SPDX-License-Identifier: BSL-1.0
// Operators, named functions, where, clip and casts of tensors of run-time type. Lazy, with the promotion, broadcasting and weak scalars of
// typed tensors. Compiled once, in the library. An operation that a type lacks is a type_error that names it. equal and close compare
// shapes first, then elements, by value whatever their types.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/element/detail/function_table.hpp>
#include <ravel/element/dtype.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/tensor/elementwise.hpp>

#include <optional>

namespace ravel {

// Type promotion at run time: a table of promote_t and weak_scalar_t for every pair of tags.

// The type in which arithmetic on the two computes; nullopt if no type of the set holds both (uint64 with a signed integer).
[[nodiscard]] RAVEL_API std::optional<dtype> promote(dtype a, dtype b);

// The type of a scalar beside elements of another type: theirs, unless its kind is higher.
[[nodiscard]] RAVEL_API dtype weak_scalar(dtype beside, dtype scalar);

// The type of a sum of such elements.
[[nodiscard]] RAVEL_API dtype sum_type(dtype of);

}  // namespace ravel

// Combines lists of <ravel/element/detail/function_table.hpp>, in their order.
#define RAVEL_FOR_EACH_ANY_OPERATOR(X) RAVEL_FOR_EACH_ASSIGNING_OPERATOR(X) RAVEL_FOR_EACH_LOGICAL_OPERATOR(X)
#define RAVEL_FOR_EACH_ANY_PAIR_FUNCTION(X) RAVEL_FOR_EACH_PAIR_FUNCTION(X) RAVEL_FOR_EACH_BINARY_FUNCTION(X)
#define RAVEL_FOR_EACH_ANY_FUNCTION(X) RAVEL_FOR_EACH_FUSED_FUNCTION(X) X(arg) RAVEL_FOR_EACH_UNARY_FUNCTION(X)
// Stamps them all for a kind of operands, which defines RAVEL_OF_ONE(called, function), RAVEL_OF_TWO and RAVEL_COMPARED before.
#define RAVEL_SIGN_OF_ONE(sign, function) RAVEL_OF_ONE(operator sign, function)
#define RAVEL_FUNCTION_OF_ONE(name, ...) RAVEL_OF_ONE(name, name)
#define RAVEL_SIGN_OF_TWO(sign, function) RAVEL_OF_TWO(operator sign, function)
#define RAVEL_SIGN_COMPARED(sign, function) RAVEL_COMPARED(operator sign, function)
#define RAVEL_FUNCTION_OF_TWO(name, ...) RAVEL_OF_TWO(name, name)
#define RAVEL_STAMP_ELEMENTWISE                   \
  RAVEL_FOR_EACH_ANY_OPERATOR(RAVEL_SIGN_OF_TWO)  \
  RAVEL_FOR_EACH_COMPARISON(RAVEL_SIGN_COMPARED)  \
  RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_SIGN_OF_ONE) \
  RAVEL_FOR_EACH_ANY_FUNCTION(RAVEL_FUNCTION_OF_ONE) RAVEL_FOR_EACH_ANY_PAIR_FUNCTION(RAVEL_FUNCTION_OF_TWO)

namespace ravel {

namespace detail {

enum class any_pair : unsigned char {
#define RAVEL_NAME(sign, name) name,
  RAVEL_FOR_EACH_ANY_OPERATOR(RAVEL_NAME) RAVEL_FOR_EACH_COMPARISON(RAVEL_NAME)
#undef RAVEL_NAME
#define RAVEL_NAME(name, ...) name,
      RAVEL_FOR_EACH_ANY_PAIR_FUNCTION(RAVEL_NAME)
#undef RAVEL_NAME
};
enum class any_single : unsigned char {
#define RAVEL_NAME(sign, name) name,
  RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_NAME)
#undef RAVEL_NAME
#define RAVEL_NAME(name, ...) name,
      RAVEL_FOR_EACH_ANY_FUNCTION(RAVEL_NAME)
#undef RAVEL_NAME
};

RAVEL_API any_tensor apply_any(any_single f, const any_operand& x);
RAVEL_API any_tensor apply_any(any_pair f, const any_operand& a, const any_operand& b);
RAVEL_API any_scalar only_element(const any_tensor& x);

// At least one operand has a run-time type, and the others may stand beside one.
template <class X>
concept any_value = any_handle<X> || std::same_as<X, any_scalar>;
template <class... Xs>
concept any_operands = (any_value<Xs> || ...) && (any_source<Xs> && ...);
// More than a single value.
template <class X>
concept any_or_typed = any_handle<X> || shaped_reader<X> || held_reader<X>;

// No operand is a string; strings have no arithmetic.
template <class... Xs>
concept any_numbers = any_operands<Xs...> && (!text_value<Xs> && ...);

// The result is a single value if all operands are.
template <class... Xs>
auto any_result(const any_tensor& made) {
  if constexpr ((any_or_typed<Xs> || ...)) {
    return made;
  } else {
    return only_element(made);
  }
}

}  // namespace detail

#define RAVEL_OF_ONE(called, function)                                                \
  template <detail::any_value X>                                                      \
  [[nodiscard]] auto called(const X& x) {                                             \
    return detail::any_result<X>(detail::apply_any(detail::any_single::function, x)); \
  }
#define RAVEL_OF_TWO(called, function)                                                    \
  template <class A, class B>                                                             \
    requires detail::any_numbers<A, B>                                                    \
  [[nodiscard]] auto called(const A& a, const B& b) {                                     \
    return detail::any_result<A, B>(detail::apply_any(detail::any_pair::function, a, b)); \
  }
// Two single values compare at once.
#define RAVEL_COMPARED(called, function)                                                         \
  template <class A, class B>                                                                    \
    requires(detail::any_operands<A, B> && (detail::any_or_typed<A> || detail::any_or_typed<B>)) \
  any_tensor called(const A& a, const B& b) {                                                    \
    return detail::apply_any(detail::any_pair::function, a, b);                                  \
  }
RAVEL_STAMP_ELEMENTWISE
#undef RAVEL_COMPARED
#undef RAVEL_OF_TWO
#undef RAVEL_OF_ONE

namespace detail {

RAVEL_API any_tensor choose_any(const any_operand& mask, const any_operand& a, const any_operand& b);
RAVEL_API any_tensor clip_any(const any_operand& x, const any_operand& low, const any_operand& high);

}  // namespace detail

// The mask must be of bools. Both sides are computed everywhere: guard the operand, not the result.
template <class Mask, class A, class B>
  requires detail::any_operands<Mask, A, B>
any_tensor where(const Mask& mask, const A& a, const B& b) {
  return detail::choose_any(mask, a, b);
}
// The maximum of x and low, then the minimum of that and high. Bounds are weak beside x.
template <class X, class Low, class High>
  requires(detail::any_numbers<X, Low, High> && detail::any_or_typed<X>)
any_tensor clip(const X& x, const Low& low, const High& high) {
  return detail::clip_any(x, low, high);
}

// Casts every element: checked when it is read, modulo 2^n, or clamped, as cast<T> does.
RAVEL_API any_tensor cast(const detail::any_held& x, dtype to);
RAVEL_API any_tensor wrap_cast(const detail::any_held& x, dtype to);
RAVEL_API any_tensor saturate_cast(const detail::any_held& x, dtype to);
// The same for data of a static type.
#define RAVEL_TO_TYPE_AT_RUN_TIME(name)        \
  template <detail::typed_data X>              \
  any_tensor name(const X& x, dtype to) {      \
    return name(detail::held_of_typed(x), to); \
  }
RAVEL_FOR_EACH_CAST(RAVEL_TO_TYPE_AT_RUN_TIME)
#undef RAVEL_TO_TYPE_AT_RUN_TIME
// Casts to a typed tensor, from any type.
#define RAVEL_TO_TYPED(name)                  \
  template <detail::stored_element T>         \
  tensor<const T> name(const any_tensor& x) { \
    return as<T>(name(x, dtype_of<T>()));     \
  }
RAVEL_FOR_EACH_CAST(RAVEL_TO_TYPED)
#undef RAVEL_TO_TYPED

namespace detail {

RAVEL_API const any_tensor& apply_in_place(any_pair f, const any_tensor& x, const any_operand& y);

}  // namespace detail

// If the result has another type, it is cast back with a check. A higher kind is a type_error: x += 0.5 is invalid for integers.
#define RAVEL_ANY_IN_PLACE(sign, function)                           \
  template <std::same_as<any_tensor> X, class Y>                     \
    requires detail::any_numbers<X, Y>                               \
  const any_tensor& operator sign##=(const X& x, const Y& y) {       \
    return detail::apply_in_place(detail::any_pair::function, x, y); \
  }
RAVEL_FOR_EACH_ASSIGNING_OPERATOR(RAVEL_ANY_IN_PLACE)
#undef RAVEL_ANY_IN_PLACE

template <detail::any_value X, std::same_as<std::nullptr_t> Null>  // not the literal 0
bool operator==(const X& x, Null) = delete;                        // no pointer: whether there are elements, x.size() says

namespace detail {

RAVEL_API bool equal_any(const any_operand& a, const any_operand& b);
RAVEL_API bool close_any(const any_operand& a, const any_operand& b, double rtol, double atol);

}  // namespace detail

template <class A, class B>
  requires((detail::any_handle<A> || detail::any_handle<B>) && detail::any_source<A> && detail::any_source<B>)
[[nodiscard]] bool equal(const A& a, const B& b) {
  return detail::equal_any(a, b);
}
template <class A, class B>
  requires((detail::any_handle<A> || detail::any_handle<B>) && detail::any_source<A> && detail::any_source<B>)
[[nodiscard]] bool close(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8) {
  return detail::close_any(a, b, rtol, atol);
}
// True if both handles share one source.
[[nodiscard]] RAVEL_API bool same(const any_tensor& a, const any_tensor& b);

}  // namespace ravel
