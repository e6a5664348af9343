// SPDX-License-Identifier: BSL-1.0
// Works on the rows of tables: sorts by columns, joins by keys, reduces by groups, describes. Eager. Selected rows are views by position;
// computed columns are new memory.
#pragma once

#include <ravel/any/table.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/fold/when_empty.hpp>
#include <ravel/storage/buffer.hpp>

namespace ravel {

// A column to sort by: "price", or {"price", sort_order::descending}.
struct sort_column {
  sort_column(std::string column, sort_order by = sort_order::ascending) : name(std::move(column)), order(by) {}
  sort_column(const char* column, sort_order by = sort_order::ascending) : name(column), order(by) {}

  std::string name;
  sort_order order;
};

// Sorts by the first column, then by the second where the first is equal, and so on. Stable; NaN comes last.
RAVEL_API any_table sort_by(const any_table& t, const one_or_more<sort_column>& columns);
RAVEL_API buffer<index_t> argsort_by(const any_table& t, const one_or_more<sort_column>& columns);

// Joins rows of both tables with equal keys, the columns of these names. The other columns of the left table come first. Rows kept without
// a partner (left, outer) have NaN in columns of reals; a column of another type is then a type_error.
RAVEL_API any_table join(const any_table& left, const any_table& right, const one_or_more<std::string>& keys,
                         join_kind kind = join_kind::inner);

// The ways in which group_reduce reduces a column within each group. Sums are exact or throw; first and last take any type.
// (GCC believes that the enumerator last hides ravel::last.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class aggregation : unsigned char { count, sum, mean, min, max, variance, standard_deviation, first, last };
#pragma GCC diagnostic pop

// A column of the result: its name, the aggregation, and the source column. A count without a column counts all rows; with one, it counts
// the elements that the nan_policy keeps.
struct aggregate {
  std::string name;
  aggregation how = aggregation::count;
  std::string column = {};
};

namespace detail {

RAVEL_API any_table group_table(const any_table& t, const std::vector<std::string>& keys, const std::vector<aggregate>& aggregates,
                                group_order order, nan_policy policy, const std::optional<double>& told);
template <class Option>
concept group_table_option = among<Option, group_order, nan_policy> || says_when_empty<Option>;

}  // namespace detail

// One row per group of rows with equal keys: the keys, then the aggregates. Options: group_order::sorted, a nan_policy, and when_empty{v},
// the value for reals if none is left in a group; a count is then 0.
template <detail::group_table_option... Options>
[[nodiscard]] any_table group_reduce(const any_table& t, const one_or_more<std::string>& keys, const std::vector<aggregate>& aggregates,
                                     const Options&... options) {
  return detail::group_table(t, keys, aggregates, detail::option_or(group_order::first_seen, options...),
                             detail::option_or(nan_policy::keep, options...), detail::told_value<double>(options...));
}

// One row per column: its name, type and number of NaN; for numbers also mean, standard deviation, minimum and maximum without NaN. NaN
// means that there is no answer.
RAVEL_API any_table describe(const any_table& t);

}  // namespace ravel
