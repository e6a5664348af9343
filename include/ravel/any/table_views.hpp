// SPDX-License-Identifier: BSL-1.0
// Tables made from tables: other columns, names or rows. Views, which share the elements, except clone.
#pragma once

#include <ravel/any/table.hpp>
#include <ravel/index/selection.hpp>

namespace ravel {

// Keep, or remove, the columns of these names; select takes them in this order.
RAVEL_API any_table select(const any_table& t, const one_or_more<std::string>& names);
// The table without the columns of these names.
RAVEL_API any_table drop(const any_table& t, const one_or_more<std::string>& names);
// Adds a column, or replaces the one of that name. The format is as in table_column.
RAVEL_API any_table with_column(const any_table& t, std::string_view name, const column_values& values, std::string_view format = {});
// The table with another name for one column.
RAVEL_API any_table rename(const any_table& t, std::string_view from, std::string_view to);

// The rows at these positions, which may repeat.
RAVEL_API any_table take(const any_table& t, const selection& rows);
// `count` rows from `start`, each `step` further.
RAVEL_API any_table slice(const any_table& t, index_arg start, index_arg count, index_arg step = 1);
// The first or last n rows, or all if there are fewer.
RAVEL_API any_table head(const any_table& t, index_arg n = 5);
// The last n rows, or all if there are fewer.
RAVEL_API any_table tail(const any_table& t, index_arg n = 5);
// The rows where a mask of bools is true. The mask is read once, at the call; later changes have no effect.
RAVEL_API any_table filter(const any_table& t, const column_values& mask);

// The rows of `a`, then those of `b`, which has the same names in any order. Types are promoted as in arithmetic; formats must be equal, or
// it is a type_error.
RAVEL_API any_table concat(const any_table& a, const any_table& b);
// Copies every column to fresh memory.
RAVEL_API any_table clone(const any_table& t);
// True if names and formats agree, in order, and the columns are equal by value.
[[nodiscard]] RAVEL_API bool equal(const any_table& a, const any_table& b);

namespace detail {

// The common format of a column that both tables have.
std::string joined_format(const any_table& a, const any_table& b, const std::string& name);

}  // namespace detail

}  // namespace ravel
