// SPDX-License-Identifier: BSL-1.0
// Prints tensors, readers, values and tables of run-time types: what has a corresponding type as that, and a table as a line with its size,
// then the names of the columns, their types, and the rows, each column right-aligned. Long tables are shortened, and only the rows shown
// are read.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/any/table.hpp>
#include <ravel/print/print.hpp>

#include <concepts>
#include <iosfwd>
#include <string>

namespace ravel {

namespace detail {

RAVEL_API std::string text_of_reader(const any_reader& x, const print_options& options);
RAVEL_API void print_reader(std::ostream& out, const any_reader& x);

}  // namespace detail

[[nodiscard]] RAVEL_API std::string to_string(const any_tensor& x, const print_options& options = {});
[[nodiscard]] RAVEL_API std::string to_string(const any_scalar& x, const print_options& options = {});

RAVEL_API std::ostream& operator<<(std::ostream& out, const any_tensor& x);
RAVEL_API std::ostream& operator<<(std::ostream& out, const any_scalar& x);

// A tensor converts to any_reader and any_tensor; it is printed as the latter.
template <std::same_as<any_reader> R>
[[nodiscard]] std::string to_string(const R& x, const print_options& options = {}) {
  return detail::text_of_reader(x, options);
}
template <std::same_as<any_reader> R>
std::ostream& operator<<(std::ostream& out, const R& x) {
  detail::print_reader(out, x);
  return out;
}

[[nodiscard]] RAVEL_API std::string to_string(const any_table& t, const print_options& options = {});
RAVEL_API std::ostream& operator<<(std::ostream& out, const any_table& t);

}  // namespace ravel
