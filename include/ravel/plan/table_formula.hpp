// SPDX-License-Identifier: BSL-1.0
// A column of a table that a formula of its other columns gives: with_column(trips, "per_km", "fare / km"). Eager, with fresh memory. Any
// thread may call it.
#pragma once

#include <ravel/any/table_views.hpp>
#include <ravel/plan/parse.hpp>

#include <string_view>

namespace ravel {

// Adds the column, or replaces the one of that name. In the formula each name stands for a column, and `rows` for their number if no column
// has that name. A name that is no word of letters, digits and _ stands in backquotes. A result that is one number is repeated. An error of
// the formula has a caret below the place.
RAVEL_API any_table with_column(const any_table& t, std::string_view name, std::string_view formula);

}  // namespace ravel
