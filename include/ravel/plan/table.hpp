// SPDX-License-Identifier: BSL-1.0
// planned_table: named columns of planned values, all of one length. Views, filters, sorts, groups and joins of tables are recorded;
// columns that nobody needs are not computed. A handle to immutable names and steps; any thread may read it.
#pragma once

#include <ravel/any/table.hpp>
#include <ravel/plan/plan.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace ravel {

// A column of a table that each run is given: its name and type, and Arrow's format string if the type does not tell all.
struct column_type {
  std::string name;
  ravel::dtype type;
  std::string format = {};
};
// A column of a planned_table: its name, its planned values and its format.
struct planned_column {
  std::string name;
  planned values;  // of rank 1
  std::string format = {};
};

class RAVEL_API_RESULT planned_table {
 public:
  // Names must be distinct, and lengths equal. At least one column tells the length.
  planned_table(std::vector<planned_column> columns);
  planned_table(std::initializer_list<planned_column> columns) : planned_table(std::vector<planned_column>(columns)) {}

  // The number of rows.
  planned_length size() const;
  const std::vector<planned_column>& columns() const& { return *columns_; }
  std::vector<planned_column> columns() const&& { return *columns_; }
  std::vector<std::string> names() const;
  bool has_column(std::string_view name) const;
  // Throws value_error with the list of names if there is none.
  const planned_column& column(std::string_view name) const&;
  planned_column column(std::string_view name) const&& { return column(name); }
  planned operator[](std::string_view name) const { return column(name).values; }

  // plan({trips}, {{"report", t}}) takes the columns of tables as inputs, which are placeholders, and as results named "report.city".
  std::vector<planned> inputs() const;
  std::vector<named_planned> outputs(const std::string& name) const;
  // For a run: the columns of a table that these placeholders are given; and the table that outputs(name) gave.
  std::vector<named_tensor> given(const any_table& data) const;
  any_table result(const results& made, const std::string& name) const;

 private:
  std::shared_ptr<const std::vector<planned_column>> columns_;
};

// A table that each run is given. Its columns are placeholders named "trips.city".
RAVEL_API planned_table placeholder_table(const std::string& name, const std::vector<column_type>& columns);

// With the names and meanings of <ravel/any/table.hpp>.
RAVEL_API planned_table select(const planned_table& t, const one_or_more<std::string>& names);
RAVEL_API planned_table drop(const planned_table& t, const one_or_more<std::string>& names);
RAVEL_API planned_table with_column(const planned_table& t, std::string_view name, const planned& values, std::string_view format = {});
RAVEL_API planned_table rename(const planned_table& t, std::string_view from, std::string_view to);
RAVEL_API planned_table take(const planned_table& t, const planned& rows);
RAVEL_API planned_table slice(const planned_table& t, const planned_length& start, const planned_length& count, index_arg step = 1);
// Tables filtered by one mask have one length.
RAVEL_API planned_table filter(const planned_table& t, const planned& mask);
RAVEL_API planned_table concat(const planned_table& a, const planned_table& b);

// With the names and meanings of <ravel/any/table.hpp>. The number of rows of a join or a group_reduce is an extent of its own.
RAVEL_API planned argsort_by(const planned_table& t, const one_or_more<sort_column>& columns);
RAVEL_API planned_table sort_by(const planned_table& t, const one_or_more<sort_column>& columns);
RAVEL_API planned_table join(const planned_table& left, const planned_table& right, const one_or_more<std::string>& keys,
                             join_kind kind = join_kind::inner);

namespace detail {

using table_function = std::function<any_table(const any_table& t)>;
RAVEL_API planned_table record_groups(const planned_table& t, const std::vector<std::string>& keys,
                                      const std::vector<aggregate>& aggregates, call_arguments options, table_function run);

}  // namespace detail

// Reads only the columns that it names.
template <detail::told_among<group_order, nan_policy>... Options>
[[nodiscard]] planned_table group_reduce(const planned_table& t, const one_or_more<std::string>& keys,
                                         const std::vector<aggregate>& aggregates, const Options&... options) {
  const auto run = [keys, aggregates, options...](const any_table& columns) { return group_reduce(columns, keys, aggregates, options...); };
  return detail::record_groups(t, keys, aggregates, detail::arguments_of_verb<sizeof...(Options)>(options...), run);
}

}  // namespace ravel
