// SPDX-License-Identifier: BSL-1.0
// Operators, named functions, where, clip and casts of tensors: the functions of the lazy layer, applied to tensors broadcast to one shape.
// The result has that shape. Extents of 1 and missing leading axes stretch, and all others must match; scalars are weak. Results own their
// operands, and any thread may read them. += and its like, and copy_where, write such results. equal and close compare the shapes first,
// then the elements. A reader without a shape counts as one axis.
#pragma once

#include <ravel/lazy/functions.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/loop/in_place.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/map.hpp>

namespace ravel {

#define RAVEL_TENSOR_OPERATOR(sign, ...)                                                                                          \
  template <class A, class B>                                                                                                     \
    requires(detail::shaped_operands<A, B> &&                                                                                     \
             requires(const detail::without_shape_t<A>& a, const detail::without_shape_t<B>& b) {                                 \
               { a sign b } -> readable;                                                                                          \
             })                                                                                                                   \
  [[nodiscard]] auto operator sign(A&& a, B&& b) {                                                                                \
    return detail::elementwise([](auto&& x, auto&& y) { return std::forward<decltype(x)>(x) sign std::forward<decltype(y)>(y); }, \
                               std::forward<A>(a), std::forward<B>(b));                                                           \
  }
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_TENSOR_OPERATOR)
RAVEL_FOR_EACH_COMPARING_OPERATOR(RAVEL_TENSOR_OPERATOR)
#undef RAVEL_TENSOR_OPERATOR

#define RAVEL_TENSOR_SHIFT(sign, ...)                                                                                             \
  template <detail::integer_operand A, detail::integer_operand B>                                                                 \
    requires(detail::shaped_operands<A, B> &&                                                                                     \
             requires(const detail::without_shape_t<A>& a, const detail::without_shape_t<B>& b) { a sign b; })                    \
  [[nodiscard]] auto operator sign(A&& a, B&& b) {                                                                                \
    return detail::elementwise([](auto&& x, auto&& y) { return std::forward<decltype(x)>(x) sign std::forward<decltype(y)>(y); }, \
                               std::forward<A>(a), std::forward<B>(b));                                                           \
  }
RAVEL_FOR_EACH_SHIFT_OPERATOR(RAVEL_TENSOR_SHIFT)
#undef RAVEL_TENSOR_SHIFT

#define RAVEL_TENSOR_SIGN(sign, ...)                                                                            \
  template <detail::shaped_reader A>                                                                            \
    requires requires(const detail::without_shape_t<A>& a) { sign a; }                                          \
  [[nodiscard]] auto operator sign(A&& a) {                                                                     \
    return detail::elementwise([](auto&& x) { return sign std::forward<decltype(x)>(x); }, std::forward<A>(a)); \
  }
RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_TENSOR_SIGN)
#undef RAVEL_TENSOR_SIGN

// The lazy function of the same name, for operands without a shape, must exist.
#define RAVEL_TENSOR_FUNCTION(name, ...)                                                                                              \
  template <class X, class... Xs>                                                                                                     \
    requires(detail::shaped_operands<X, Xs...> &&                                                                                     \
             requires(const detail::without_shape_t<X>& x, const detail::without_shape_t<Xs>&... xs) { ravel::name(x, xs...); })      \
  [[nodiscard]] auto name(X&& x, Xs&&... xs) {                                                                                        \
    return detail::elementwise([](auto&&... flat) { return ravel::name(std::forward<decltype(flat)>(flat)...); }, std::forward<X>(x), \
                               std::forward<Xs>(xs)...);                                                                              \
  }

RAVEL_FOR_EACH_ELEMENTWISE_FUNCTION(RAVEL_TENSOR_FUNCTION)
#undef RAVEL_TENSOR_FUNCTION

#define RAVEL_TENSOR_CAST(name)                                                \
  template <class D, detail::shaped_reader X>                                  \
    requires castable<detail::read_t<X>, D>                                    \
  tensor<const D> name(X&& x) {                                                \
    if constexpr (std::same_as<detail::read_t<X>, D>) {                        \
      return x;                                                                \
    } else {                                                                   \
      const shape of = x.shape();                                              \
      return detail::with_shape(ravel::name<D>(detail::stretched(x, of)), of); \
    }                                                                          \
  }

RAVEL_FOR_EACH_CAST(RAVEL_TENSOR_CAST)
#undef RAVEL_TENSOR_CAST

namespace detail {
// A value, which is checked where it is used, or elements that widen.
template <class X, class T>
concept fits_in = !readable<X> || widens_to<read_t<X>, T>;
}  // namespace detail

// Copies the elements to a tensor, or to a writer of the same size, where the mask is true. Reads all of the source. Narrow integers are
// chosen in the promoted type, which loses nothing.
template <readable Mask, class X, writable W>
  requires(detail::handle<W> && (shaped<W> || !(shaped<Mask> || shaped<X>)))
void copy_where(const Mask& mask, const X& source, const W& target) {
  using T = detail::read_t<W>;
  const auto chosen = where(mask, source, target);
  if constexpr (!detail::widens_to<detail::read_t<decltype(chosen)>, T> && detail::fits_in<X, T>)
    copy(wrap_cast<T>(chosen), target);
  else
    copy(chosen, target);
}

template <class A, detail::equal_readers<A> B>
  requires detail::shaped_among<A, B>
[[nodiscard]] bool equal(const A& a, const B& b) {
  return detail::joint_shape(a) == detail::joint_shape(b) && detail::equal_values(a, b);
}

template <detail::element_reader A, detail::element_reader B>
  requires detail::shaped_among<A, B>
[[nodiscard]] bool close(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8) {
  return detail::joint_shape(a) == detail::joint_shape(b) && detail::near_values(a, b, {rtol, atol});
}

}  // namespace ravel
