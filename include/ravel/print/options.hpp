// SPDX-License-Identifier: BSL-1.0
// The options of printing: how many elements, and how many digits. A value. One element as text is the same in every locale: numbers by
// kind, times as ISO 8601, strings in quotes, other types by their own operator <<.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/element/detail/civil.hpp>
#include <ravel/element/types.hpp>

#include <concepts>
#include <iosfwd>
#include <string>
#include <string_view>

namespace ravel {

// Limits and forms of what is printed: print_options{.precision = 2}.
struct print_options {
  int precision = 4;         // significant digits of floating values, from 1 to 17
  index_t threshold = 1000;  // with more elements, axes longer than 2 * edge_items are shortened
  index_t edge_items = 3;    // elements shown at each end of a shortened axis
  bool full = false;         // nothing is shortened
};

}  // namespace ravel

namespace ravel::detail {

RAVEL_API std::string integer_text(std::int64_t value);
RAVEL_API std::string integer_text(std::uint64_t value);
RAVEL_API std::string real_text(double value, int precision);
RAVEL_API std::string complex_text(const std::complex<double>& value, int precision);
RAVEL_API std::string quoted_text(std::string_view value);

// The number of characters on the screen: the first bytes of UTF-8 characters.
RAVEL_API std::size_t text_width(std::string_view value);

RAVEL_API void write_text(std::ostream& out, const std::string& text);
// The text that a function writes to a stream.
RAVEL_API std::string written_text(void (*write)(std::ostream& out, const void* value), const void* value);

template <class T>
std::string value_text(const T& value, const print_options& options) {
  if constexpr (half_element<T>) {
    return real_text(static_cast<float>(value), options.precision);
  } else if constexpr (boolean_element<T>) {
    return value ? "true" : "false";
  } else if constexpr (integer_element<T>) {
    return integer_text(static_cast<std::conditional_t<signed_element<T>, std::int64_t, std::uint64_t>>(value));
  } else if constexpr (real_element<T>) {
    return real_text(value, options.precision);
  } else if constexpr (complex_element<T>) {
    return complex_text(value, options.precision);
  } else if constexpr (time_element<T>) {
    return time_text(value);
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    return quoted_text(value);
  } else {
    static_assert(
        requires(std::ostream& out) { out << value; }, "printing needs an operator<< for the elements (or #include <ostream> before it)");
    return written_text([](std::ostream& out, const void* at) { out << *static_cast<const T*>(at); }, std::addressof(value));
  }
}

}  // namespace ravel::detail
