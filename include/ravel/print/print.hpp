// SPDX-License-Identifier: BSL-1.0
// Prints tensors, lazy tensors, readers, buffers and lists, also of positions, such as ranges, selections and index sets: a title line,
// then the elements in nested rows, each column right-aligned. Long ones are shortened, and only the elements shown are read. The title of
// sparse data says what is known without computing. print_options says how many elements, and how many digits. One element as text is the
// same in every locale: numbers by kind, times as ISO 8601, strings in quotes, other types by their own operator <<.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/element/detail/civil.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/types.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/storage/list.hpp>
#include <ravel/tensor/describe.hpp>
#include <ravel/tensor/map.hpp>

#include <concepts>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace ravel {

// Limits and forms of what is printed: print_options{.precision = 2}.
struct print_options {
  int precision = 4;         // significant digits of floating values, from 1 to 17
  index_t threshold = 1000;  // with more elements, axes longer than 2 * edge_items are shortened
  index_t edge_items = 3;    // elements shown at each end of a shortened axis
  bool full = false;         // nothing is shortened
};

namespace detail {

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

// The part of a map that is shown.
RAVEL_API dims shown(const dims& map, const print_options& options);
// The values of the shown part in rows. "..." marks axes that are shortened.
RAVEL_API std::string rows_text(const shape& whole, const shape& shown, const std::vector<std::string>& values);
// "#ravel.tensor<float64>[3 3]", further facts, and a newline.
RAVEL_API std::string title_text(std::string_view handle, std::string_view type, const shape& whole, std::string_view more);

template <class X>
constexpr std::string_view handle_name() {
  using T = read_t<X>;
  if constexpr (shaped<X>) {
    return "tensor";
  } else if constexpr (std::same_as<X, list<T>>) {
    return "list";
  } else if constexpr (std::same_as<X, buffer<T>>) {
    return "buffer";
  } else if constexpr (requires { handle_name_of(static_cast<const X*>(nullptr)); }) {
    return handle_name_of(static_cast<const X*>(nullptr));
  } else {
    return writable<X> ? "writer" : "reader";
  }
}

template <class T>
constexpr std::string_view type_name() {
  if constexpr (time_element<T>) return point_element<T> ? "time" : "duration";
  return std::convertible_to<const T&, std::string_view> ? "string" : name(dtype_of<T>());
}

template <class X>
concept printable = readable<X> && handle<X>;

template <class T>
std::string elements_text(const tensor<const T>& whole, const print_options& options) {
  const tensor<const T> part = viewed(whole, [&](const dims& map) { return shown(map, options); });
  std::vector<std::string> values;
  for_each(part, [&](const T& value) { values.push_back(value_text(value, options)); });
  return rows_text(whole.shape(), part.shape(), values);
}

template <class T>
std::string tensor_text(std::string_view handle, const tensor<const T>& whole, const print_options& options) {
  return title_text(handle, type_name<T>(), whole.shape(), sparse_title(tensor_node_of<T>(whole))) + elements_text(whole, options);
}
// Compiled once, in src/, for the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API std::string tensor_text(std::string_view, const tensor<const T>&, const print_options&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::printable X>
[[nodiscard]] std::string to_string(const X& x, const print_options& options = {}) {
  return detail::tensor_text<detail::read_t<X>>(detail::handle_name<X>(), detail::as_read_tensor(x), options);
}

template <detail::printable X>
std::ostream& operator<<(std::ostream& out, const X& x) {
  detail::write_text(out, to_string(x));
  return out;
}

namespace detail {

RAVEL_API std::string positions_text(std::string_view name, const selection& positions, const print_options& options);

constexpr std::string_view positions_name(const index_range&) { return "index_range"; }
constexpr std::string_view positions_name(const selection&) { return "selection"; }
constexpr std::string_view positions_name(const index_set&) { return "index_set"; }

}  // namespace detail

// Exactly these types, and no type that converts to one of them.
template <detail::among<index_range, selection, index_set> X>
[[nodiscard]] std::string to_string(const X& x, const print_options& options = {}) {
  return detail::positions_text(detail::positions_name(x), x, options);
}

template <detail::among<index_range, selection, index_set> X>
std::ostream& operator<<(std::ostream& out, const X& x) {
  detail::write_text(out, to_string(x));
  return out;
}

}  // namespace ravel
