// SPDX-License-Identifier: BSL-1.0
// How public functions take one value for elements of T: exactly a T, or a scalar of another type that fits, checked when it is passed. A
// scalar of a higher kind (2.5 for int) does not compile. What is no element (strings, structs) goes by the rules of C++.
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

  // What becomes a T without a loss that C++ knows of: an enumerator, a reference to a bit.
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

// The type of such a parameter. T is not found from it: void fill(const writer<T>& target, value_for<T> value).
template <class T>
using value_for = typename value_parameter<T>::type;
// What may be given for one.
template <class V, class T>
concept put_in_place_of = std::convertible_to<const V&, value_for<T>>;

// The first template parameter of a function whose T is found from its arguments; one that is named, full<T>(shape, value), passes it by.
enum class deduced : unsigned char {};

// The type in which a value is kept whose type is deduced: characters behind a pointer are a word, since whoever owns them may let them go.
template <class T>
concept c_string = std::is_pointer_v<std::decay_t<T>> && std::same_as<std::remove_cv_t<std::remove_pointer_t<std::decay_t<T>>>, char>;
template <class T>
using kept_value_t = std::conditional_t<c_string<T>, std::string, T>;

}  // namespace ravel::detail
