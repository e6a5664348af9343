// SPDX-License-Identifier: BSL-1.0
// The closed set of element types that Ravel computes with, and their kinds. Integers are told by width and sign, so that long long and
// char belong. Everything else that a reader may hold (strings, structs) is no element. Compile-time only.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ravel {

// In ascending order: a value of one kind is also a value of every later kind.
enum class element_kind : unsigned char { boolean, integer, real, complex, other };

namespace detail {

// True for a class that this template makes of types: instance_of<std::complex<float>, std::complex>.
template <class T, template <class...> class Template>
inline constexpr bool instance_of = false;
template <class... Ts, template <class...> class Template>
inline constexpr bool instance_of<Template<Ts...>, Template> = true;

template <class T, class... List>
inline constexpr bool is_any_of_v = (std::is_same_v<T, List> || ...);

template <class T>
constexpr element_kind find_kind() {
  if constexpr (std::is_same_v<T, bool>) {
    return element_kind::boolean;
  } else if constexpr (is_any_of_v<T, char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
                                   long long, unsigned long long>) {
    return element_kind::integer;
  } else if constexpr (is_any_of_v<T, float, double>) {
    return element_kind::real;
  } else if constexpr (is_any_of_v<T, std::complex<float>, std::complex<double>>) {
    return element_kind::complex;
  } else {
    return element_kind::other;
  }
}

}  // namespace detail

// The kind of a type: boolean, integer, real or complex; `other` for a type that is no element.
template <class T>
inline constexpr element_kind kind_v = detail::find_kind<T>();

// A type that Ravel computes with: bool, integers of 8 to 64 bits, float, double, and complex numbers of these two.
template <class T>
concept element = kind_v<T> != element_kind::other;
// bool.
template <class T>
concept boolean_element = kind_v<T> == element_kind::boolean;
// An integer of 8 to 64 bits, under any of its names.
template <class T>
concept integer_element = kind_v<T> == element_kind::integer;
// A signed integer.
template <class T>
concept signed_element = integer_element<T> && std::is_signed_v<T>;
// An unsigned integer.
template <class T>
concept unsigned_element = integer_element<T> && std::is_unsigned_v<T>;
// float or double.
template <class T>
concept real_element = kind_v<T> == element_kind::real;
// std::complex of float or double.
template <class T>
concept complex_element = kind_v<T> == element_kind::complex;

// True for std::complex of float or double.
template <class T>
inline constexpr bool is_complex_v = complex_element<T>;

namespace detail {

template <std::size_t Bytes, bool Signed>
struct sized_integer;
template <>
struct sized_integer<1, true> : std::type_identity<std::int8_t> {};
template <>
struct sized_integer<2, true> : std::type_identity<std::int16_t> {};
template <>
struct sized_integer<4, true> : std::type_identity<std::int32_t> {};
template <>
struct sized_integer<8, true> : std::type_identity<std::int64_t> {};
template <>
struct sized_integer<1, false> : std::type_identity<std::uint8_t> {};
template <>
struct sized_integer<2, false> : std::type_identity<std::uint16_t> {};
template <>
struct sized_integer<4, false> : std::type_identity<std::uint32_t> {};
template <>
struct sized_integer<8, false> : std::type_identity<std::uint64_t> {};

template <class T>
struct canonical : std::type_identity<T> {};
template <integer_element T>
struct canonical<T> : sized_integer<sizeof(T), std::is_signed_v<T>> {};

template <class T>
struct real_of : std::type_identity<T> {};
template <class R>
struct real_of<std::complex<R>> : std::type_identity<R> {};

}  // namespace detail

// The intN_t or uintN_t of an integer's width and sign; every other type itself.
template <class T>
using canonical_t = typename detail::canonical<T>::type;

// The type of the real part: R of std::complex<R>, every other type itself.
template <class T>
using real_of_t = typename detail::real_of<T>::type;

}  // namespace ravel
