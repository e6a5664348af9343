// SPDX-License-Identifier: BSL-1.0
// Tables by what stands in their rows: sorted by columns, joined by keys, reduced by groups, described. Eager; what stays of rows are
// views of them by position, and what is computed of them is new memory.
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

// By the first column, where that is equal by the second, and so on; equal rows keep their order, NaN comes last.
RAVEL_API any_table sort_by(const any_table& t, const std::vector<sort_column>& columns);
RAVEL_API buffer<index_t> argsort_by(const any_table& t, const std::vector<sort_column>& columns);

// Rows of both tables whose keys, columns of these names, are equal; of the other columns those of the left, then those of the right.
// Rows that left or outer keep without a partner have NaN in columns of reals; columns of other types are a type_error then.
RAVEL_API any_table join(const any_table& left, const any_table& right, const std::vector<std::string>& keys,
                         join_kind kind = join_kind::inner);

// What group_reduce makes of a column for each group. Sums are exact or throw; first and last are of any type.
// (GCC thinks that the name within hides ravel::last.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class aggregation : unsigned char { count, sum, mean, min, max, variance, standard_deviation, first, last };
#pragma GCC diagnostic pop

// A column of the result: its name, and what is made of which column. A count needs none, and is of all rows then; of a column it counts
// the elements that the policy about NaN leaves.
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

// One row for each group of rows with equal keys: the keys, then the aggregates. With group_order::sorted, a nan_policy, and when_empty{v}
// for what is made of reals of which none is left; a count is 0 then.
template <detail::group_table_option... Options>
[[nodiscard]] any_table group_reduce(const any_table& t, const std::vector<std::string>& keys, const std::vector<aggregate>& aggregates,
                                     const Options&... options) {
  return detail::group_table(t, keys, aggregates, detail::option_or(group_order::first_seen, options...),
                             detail::option_or(nan_policy::keep, options...), detail::told_value<double>(options...));
}

// A row for each column: its name and type, how many NaN are in it, and of numbers without these the mean, standard deviation, least and
// greatest. NaN stands where there is no answer.
RAVEL_API any_table describe(const any_table& t);

}  // namespace ravel
