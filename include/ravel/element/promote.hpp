// SPDX-License-Identifier: BSL-1.0
// Type promotion: the common type of two elements, the type of a scalar beside a reader, and the types of sums. The rules preserve values
// up to floating rounding. If no type of the set could hold both operands, the common type does not exist. Compile-time only.
#pragma once

#include <ravel/element/types.hpp>

#include <concepts>
#include <limits>

namespace ravel {

namespace detail {

template <class A, class B>
using wider_t = std::conditional_t<(sizeof(A) >= sizeof(B)), A, B>;

// void means that the pair does not compile. Both operands are canonical and neither is complex.
template <class A, class B>
constexpr auto promote_integers() {
  constexpr std::size_t bytes = sizeof(wider_t<A, B>);
  if constexpr (std::is_signed_v<A> == std::is_signed_v<B>) {
    if constexpr (bytes < 4)
      return std::int32_t{};
    else
      return wider_t<A, B>{};
  } else {
    constexpr std::size_t unsigned_bytes = std::is_signed_v<A> ? sizeof(B) : sizeof(A);
    if constexpr (unsigned_bytes < 4)
      return wider_t<std::int32_t, typename sized_integer<bytes, true>::type>{};
    else if constexpr (unsigned_bytes == 4)
      return std::int64_t{};
  }
}

template <class Int, class R>
constexpr auto promote_integer_with_real() {
  if constexpr (sizeof(Int) <= 2)
    return R{};
  else
    return double{};
}

template <class A, class B>
constexpr auto promote_reals() {
  if constexpr (real_element<A> && real_element<B>)
    return wider_t<A, B>{};
  else if constexpr (real_element<A>)
    return promote_integer_with_real<B, A>();
  else if constexpr (real_element<B>)
    return promote_integer_with_real<A, B>();
  else
    return promote_integers<A, B>();
}

// In arithmetic with a number, a bool is the smallest unsigned integer.
template <class T>
using number_t = std::conditional_t<boolean_element<T>, std::uint8_t, canonical_t<T>>;

template <class A, class B>
using promoted_real_t = decltype(promote_reals<number_t<real_of_t<A>>, number_t<real_of_t<B>>>());

template <class A, class B>
struct promote {};
template <element A, element B>
  requires(!std::is_void_v<promoted_real_t<A, B>>)
struct promote<A, B> {
  using real = promoted_real_t<A, B>;
  using type = typename std::conditional_t<complex_element<A> || complex_element<B>, std::type_identity<std::complex<real>>,
                                           std::type_identity<real>>::type;
};

}  // namespace detail

// The type in which arithmetic on an A and a B computes. Undefined for uint64 with a signed integer, and outside the set.
template <class A, class B = A>
using promote_t = typename detail::promote<A, B>::type;

// True if arithmetic on an A and a B has a type: promote_t<A, B> exists.
template <class A, class B>
concept promotable = requires { typename promote_t<A, B>; };

// A scalar is weak: beside a reader of T it takes T, unless its kind is higher.
template <element T, element S>
using weak_scalar_t = std::conditional_t<(kind_v<S> <= kind_v<T>), T, canonical_t<S>>;

namespace detail {

template <class T>
struct sum_of : std::type_identity<std::conditional_t<unsigned_element<T>, std::uint64_t, std::int64_t>> {};
template <class T>
  requires(real_element<T> || complex_element<T>)
struct sum_of<T> : std::type_identity<T> {};

template <class T>
struct accumulator : sum_of<T> {};
template <real_element T>
struct accumulator<T> : std::type_identity<double> {};
template <complex_element T>
struct accumulator<T> : std::type_identity<std::complex<double>> {};

// Converts a value to a type that its own promotes to: exact, except that an integer may round to a floating type.
template <element P, element T>
constexpr P promoted(const T& value) {
  using R = real_of_t<P>;
  if constexpr (!complex_element<P>)
    return static_cast<P>(value);
  else if constexpr (!complex_element<T>)
    return P(static_cast<R>(value));
  else
    return P(static_cast<R>(value.real()), static_cast<R>(value.imag()));
}

}  // namespace detail

// The type of a sum of T: 64 bits for integers and bool, the type itself for floating and complex types.
template <element T>
using sum_t = typename detail::sum_of<T>::type;

// The type that a sum accumulates in: as sum_t, but in double precision for floating types.
template <element T>
using accumulator_t = typename detail::accumulator<T>::type;

}  // namespace ravel

namespace ravel::detail {

// Implicit conversions of element types: allowed if all values are kept, or if arithmetic would convert alike. Compile-time only.

template <class T>
concept whole_element = integer_element<T> || boolean_element<T>;

template <class From, class To>
constexpr bool holds_integers_of() {
  using from = std::numeric_limits<From>;
  using to = std::numeric_limits<To>;
  return from::digits <= to::digits && (to::is_signed || !from::is_signed);
}

// An integer widens to any integer type that holds all its values, and to a type that arithmetic promotes it to. Other types widen only to
// themselves.
template <class From, class To>
concept widens_to = std::same_as<From, To> || (whole_element<From> && integer_element<To> && holds_integers_of<From, To>()) ||
                    (promotable<From, To> && std::same_as<promote_t<From, To>, To>);

// A number of a higher kind might lose digits as a To.
template <class From, class To>
concept of_higher_kind = element<From> && element<To> && (kind_v<From> > kind_v<To>);

}  // namespace ravel::detail
