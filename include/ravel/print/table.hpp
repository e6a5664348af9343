// SPDX-License-Identifier: BSL-1.0
// Tables as text: a line that says how large they are, the names of the columns, their types, and the rows, each column right-aligned.
// Long ones are shortened, and only the rows shown are read.
#pragma once

#include <ravel/any/table.hpp>
#include <ravel/print/options.hpp>

#include <iosfwd>
#include <string>

namespace ravel {

[[nodiscard]] RAVEL_API std::string to_string(const any_table& t, const print_options& options = {});
RAVEL_API std::ostream& operator<<(std::ostream& out, const any_table& t);

}  // namespace ravel
