// SPDX-License-Identifier: BSL-1.0
// The parameter type for one value of elements of T. It takes a T, or a scalar of another type, which is checked to fit. A scalar of a
// higher kind (2.5 for int) does not compile. Types that are no elements (strings, structs) convert by the rules of C++. A value.
#pragma once

#include <ravel/element/cast.hpp>

#include <string>

namespace ravel::detail {

template <element T>
class fitting {
 public:
  constexpr fitting() : value_{} {}

  template <element S>
    requires(kind_v<S> <= kind_v<T>)
  constexpr fitting(const S& value) : value_(cast_value<T>(value)) {}
  template <element S>
    requires(kind_v<S> > kind_v<T>)
  constexpr fitting(const S& value) = delete;  // the value could be cut: cast_value<T>(value) checks

  // Takes types that C++ converts to T without narrowing: an enumerator, a reference to a bit.
  template <class S>
    requires(!element<S> && requires(const S& value) { T{value}; })
  constexpr fitting(const S& value) : value_{value} {}

  template <element Re, element Im>
    requires(complex_element<T> && !complex_element<Re> && !complex_element<Im>)
  constexpr fitting(const Re& re, const Im& im) : value_(cast_value<real_of_t<T>>(re), cast_value<real_of_t<T>>(im)) {}

  constexpr operator const T&() const { return value_; }

 private:
  T value_;
};

template <class T>
struct value_parameter {
  using type = const T&;
};
template <element T>
struct value_parameter<T> {
  using type = fitting<T>;
};

// The parameter type for such a value. T is not deduced from it: void fill(const writer<T>& target, value_for<T> value).
template <class T>
using value_for = typename value_parameter<T>::type;
// The types that may be passed for it.
template <class V, class T>
concept put_in_place_of = std::convertible_to<const V&, value_for<T>>;

// The first template parameter of functions that deduce T from their arguments. In full<T>(shape, value), the named type takes its place.
enum class deduced : unsigned char {};

// The type that stores a value of a deduced type. A pointer to characters is stored as a string, since its owner may free them.
template <class T>
concept c_string = std::is_pointer_v<std::decay_t<T>> && std::same_as<std::remove_cv_t<std::remove_pointer_t<std::decay_t<T>>>, char>;
template <class T>
using kept_value_t = std::conditional_t<c_string<T>, std::string, T>;

}  // namespace ravel::detail
