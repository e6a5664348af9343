// SPDX-License-Identifier: BSL-1.0
// any_scalar: one value of a run-time type. It owns the value; copying copies it. Two compare by value, and compute as tensors of rank 0 do
// (any/elementwise.hpp).
#pragma once

#include <ravel/any/detail/with_type.hpp>
#include <ravel/element/cast.hpp>
#include <ravel/reader/concept.hpp>

#include <cstring>

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
