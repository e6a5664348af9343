// SPDX-License-Identifier: BSL-1.0
// Prints tables: a line with their size, the names of the columns, their types, and the rows, each column right-aligned. Long tables are
// shortened, and only the rows shown are read.
#pragma once

#include <ravel/any/table.hpp>
#include <ravel/print/options.hpp>

#include <iosfwd>
#include <string>

namespace ravel {

[[nodiscard]] RAVEL_API std::string to_string(const any_table& t, const print_options& options = {});
RAVEL_API std::ostream& operator<<(std::ostream& out, const any_table& t);

}  // namespace ravel
