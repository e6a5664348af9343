// SPDX-License-Identifier: BSL-1.0
// Tables made of tables: other columns, other names, other rows. All are views, which share the elements and copy none; clone copies.
#pragma once

#include <ravel/any/table.hpp>
#include <ravel/index/selection.hpp>

namespace ravel {

// The columns of these names, in this order; and those of other names.
RAVEL_API any_table select(const any_table& t, const std::vector<std::string>& names);
RAVEL_API any_table drop(const any_table& t, const std::vector<std::string>& names);
// One column more, or in the place of the one that has the name. Its format as in table_column.
RAVEL_API any_table with_column(const any_table& t, std::string_view name, const column_values& values, std::string_view format = {});
RAVEL_API any_table rename(const any_table& t, std::string_view from, std::string_view to);

// The rows at these positions, of which any may repeat.
RAVEL_API any_table take(const any_table& t, const selection& rows);
RAVEL_API any_table slice(const any_table& t, index_arg start, index_arg count, index_arg step = 1);
// The first rows or the last: n of them, or all where there are fewer.
RAVEL_API any_table head(const any_table& t, index_arg n = 5);
RAVEL_API any_table tail(const any_table& t, index_arg n = 5);
// The rows where a mask of bools is true. It is read once, at the call; what was read of it stays.
RAVEL_API any_table filter(const any_table& t, const column_values& mask);

// The rows of one table after those of the other, which has the same names in any order. Types meet as in arithmetic;
// formats are the same, or a type_error.
RAVEL_API any_table concat(const any_table& a, const any_table& b);
// Fresh memory for every column.
RAVEL_API any_table clone(const any_table& t);
// The same names and formats in the same order, and equal columns, by value.
[[nodiscard]] RAVEL_API bool equal(const any_table& a, const any_table& b);

namespace detail {

// The key column that both tables have.
std::string joined_format(const any_table& a, const any_table& b, const std::string& name);

}  // namespace detail

}  // namespace ravel
