// SPDX-License-Identifier: BSL-1.0
// any_scalar: one value of a run-time type. It owns the value; copying copies it. Two compare by value, and compute as tensors of rank 0 do
// (any/elementwise.hpp). with_type, with_stored_type and with_held_type turn a run-time type into a type.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/dtype.hpp>
#include <ravel/reader/concept.hpp>

#include <concepts>
#include <cstring>
#include <type_traits>
#include <utility>

namespace ravel::detail {

// Turns a run-time tag into a type: calls a function with the type that the tag names, from the closed set, the stored types, or all types
// that a handle holds.

[[noreturn]] RAVEL_API void throw_no_element_type(dtype type);
[[noreturn]] void throw_no_cast(dtype from, dtype to);
[[noreturn]] RAVEL_API void throw_not_that_type(const char* what, dtype is, dtype asked);

// The intN_t of each width. `long long` and `char` are not among them.
template <class T>
concept stored_element = (element<T> && std::same_as<T, canonical_t<T>>) || half_element<T>;
// The types a handle of run-time type holds: stored elements, and strings, which can be viewed, copied, compared and ordered.
template <class T>
concept held_element = stored_element<T> || std::same_as<T, std::string>;

// The type in which elements of a stored type are computed.
constexpr dtype computed_as(dtype type) { return type == dtype::float16 || type == dtype::bfloat16 ? dtype::float32 : type; }

// Calls f(std::type_identity<T>()) for the T of the tag, from one of three lists. f must return one type for every T.
#define RAVEL_CASE(T) \
  case dtype_of<T>(): \
    return f(std::type_identity<T>());
#define RAVEL_WITH(name, RAVEL_FOR_EACH_ONE) \
  template <class F>                         \
  decltype(auto) name(dtype type, F&& f) {   \
    switch (type) {                          \
      RAVEL_FOR_EACH_ONE(RAVEL_CASE)         \
      default:                               \
        throw_no_element_type(type);         \
    }                                        \
  }
RAVEL_WITH(with_type, RAVEL_FOR_EACH_ELEMENT)  // of the closed set
RAVEL_WITH(with_stored_type, RAVEL_FOR_EACH_STORED)
RAVEL_WITH(with_held_type, RAVEL_FOR_EACH_HELD)
#undef RAVEL_WITH
#undef RAVEL_CASE

// Checks a visitor against every type of a list before it is called, so that the error is one line.
#define RAVEL_IS_TAKEN(T) &&std::invocable<F, Argument<T>>
#define RAVEL_IS_GIVEN(T) &&std::same_as<result, std::invoke_result_t<F, Argument<T>>>
#define RAVEL_VISITS(name, RAVEL_FOR_EACH_ONE)                                                                                           \
  template <class F, template <class> class Argument>                                                                                    \
  constexpr bool name() {                                                                                                                \
    constexpr bool takes_all = true RAVEL_FOR_EACH_ONE(RAVEL_IS_TAKEN);                                                                  \
    static_assert(takes_all, "this function is called with whatever type the elements have: let it take const auto&");                   \
    if constexpr (takes_all) {                                                                                                           \
      using result = std::invoke_result_t<F, Argument<bool>>;                                                                            \
      constexpr bool gives_one = true RAVEL_FOR_EACH_ONE(RAVEL_IS_GIVEN);                                                                \
      static_assert(gives_one, "this function must give one type whatever type the elements have: cast_value<double>(…), for instance"); \
      return gives_one;                                                                                                                  \
    }                                                                                                                                    \
    return false;                                                                                                                        \
  }
RAVEL_VISITS(visits_elements, RAVEL_FOR_EACH_ELEMENT)
RAVEL_VISITS(visits_held, RAVEL_FOR_EACH_HELD)
#undef RAVEL_VISITS
#undef RAVEL_IS_GIVEN
#undef RAVEL_IS_TAKEN

template <class T>
using visited_value = T;

}  // namespace ravel::detail

namespace ravel {

namespace detail {

// A std::string, or a type that converts to one.
template <class S>
concept text_value = std::convertible_to<const S&, std::string_view> && !element<S> && !std::is_null_pointer_v<S>;

[[noreturn]] RAVEL_API void throw_null_text();
template <text_value S>
std::string_view text_of(const S& value) {
  if constexpr (std::is_pointer_v<S>) {
    if (!value) throw_null_text();
  }
  return value;
}

}  // namespace detail

class RAVEL_API_RESULT any_scalar {
 public:
  any_scalar() : any_scalar(false) {}
  template <class T>
    requires(element<T> || detail::half_element<T>)
  any_scalar(const T& value) : type_(dtype_of<T>()) {
    std::memcpy(bytes_, &value, sizeof(T));
  }
  template <detail::text_value S>
  any_scalar(const S& value) : text_(detail::text_of(value)), type_(dtype::string) {}
  any_scalar(const any_scalar&) = default;
  any_scalar(any_scalar&&) noexcept = default;

  any_scalar& operator=(const any_scalar&) & = default;
  any_scalar& operator=(any_scalar&&) & noexcept = default;
  template <class X>
  void operator=(const X& value) && = delete;  // this value was only read: x.write({i, j}, value) writes the element

  ravel::dtype dtype() const { return type_; }

  friend bool operator==(const any_scalar& a, const any_scalar& b) { return order(a, b) == 0; }
  friend bool operator<(const any_scalar& a, const any_scalar& b) { return order(a, b) == -1; }
  friend bool operator<=(const any_scalar& a, const any_scalar& b) { return order(a, b) == -1 || order(a, b) == 0; }
  friend bool operator>(const any_scalar& a, const any_scalar& b) { return b < a; }
  friend bool operator>=(const any_scalar& a, const any_scalar& b) { return b <= a; }

  explicit operator bool() const = delete;  // as<bool>(s) is the truth value, if it is one

 private:
  friend struct any_access;
  // -1, 0 or 1; 2 if the two have no order: NaN, unequal complex numbers, or a string and a number.
  static int order(const any_scalar& a, const any_scalar& b);

  alignas(16) std::byte bytes_[16]{};
  std::string text_;  // of a string, in place of the bytes
  ravel::dtype type_;
};

// Not an element of a reader: it uses its own operators, also beside a tensor.
template <>
inline constexpr bool shaped<any_scalar> = true;

// Access to the stored value, for the library's own use.
struct any_access {
  template <class T>
  static T value(const any_scalar& s) {
    if constexpr (std::same_as<T, std::string>) {
      return s.text_;
    } else {
      T value;
      std::memcpy(static_cast<void*>(&value), s.bytes_, sizeof(T));
      return value;
    }
  }
  // The value in the type that it is computed in.
  template <class T>
  static T number(const any_scalar& s) {
    if constexpr (std::same_as<T, float>) {
      if (s.type_ == dtype::float16) return value<float16>(s);
      if (s.type_ == dtype::bfloat16) return value<bfloat16>(s);
    }
    return value<T>(s);
  }
  static any_scalar number(const any_scalar& s) { return detail::computed_as(s.type_) == s.type_ ? s : any_scalar(number<float>(s)); }
};

// Calls f(value) with the value's type, one that Ravel computes with: a half float is passed as float.
template <class F>
decltype(auto) visit(const any_scalar& s, F&& f) {
  if constexpr (detail::visits_elements<F&, detail::visited_value>()) {
    return detail::with_type(detail::computed_as(s.dtype()),
                             [&](auto type) -> decltype(auto) { return f(any_access::number<typename decltype(type)::type>(s)); });
  }
}

// Calls f with the stored value, which may also be a string or a half float.
template <class F>
decltype(auto) visit_held(const any_scalar& s, F&& f) {
  if constexpr (detail::visits_held<F&, detail::visited_value>()) {
    return detail::with_held_type(s.dtype(),
                                  [&](auto type) -> decltype(auto) { return f(any_access::value<typename decltype(type)::type>(s)); });
  }
}

// The value in its own type, which must be T. cast_value<T>(s) also converts from other types.
template <class T>
  requires(element<T> || detail::held_element<T>)
[[nodiscard]] T as(const any_scalar& s) {
  if (s.dtype() != dtype_of<T>()) detail::throw_not_that_type("scalar", s.dtype(), dtype_of<T>());
  return any_access::value<T>(s);
}

// Checked like cast_value of a typed value: type_error if it does not fit.
template <class D>
  requires(element<D> || detail::half_element<D>)
[[nodiscard]] D cast_value(const any_scalar& s) {
  return visit(s, [](const auto& value) { return cast_value<D>(value); });
}
RAVEL_API any_scalar cast(const any_scalar& s, dtype to);
template <class D>
  requires(element<D> || detail::half_element<D>)
[[nodiscard]] D cast(const any_scalar& s) {
  return cast_value<D>(s);
}

}  // namespace ravel
