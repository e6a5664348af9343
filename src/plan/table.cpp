// SPDX-License-Identifier: BSL-1.0
// Planned tables: their columns, and what a plan and a run need of them.
#include <ravel/base/error.hpp>
#include <ravel/plan/table.hpp>
#include <ravel/plan/views.hpp>
#include "plan/steps.hpp"

#include <algorithm>

namespace ravel {

using namespace detail;

namespace {

std::string listed_names(const std::vector<planned_column>& columns) {
  std::string every;
  for (const planned_column& one : columns) every += (every.empty() ? "" : ", ") + one.name;
  return every;
}

// The same names, and f(values).
template <class F>
planned_table each_planned_column(const planned_table& t, F f) {
  std::vector<planned_column> made = t.columns();
  for (planned_column& one : made) one.values = f(one.values);
  return made;
}

}  // namespace

planned_table::planned_table(std::vector<planned_column> columns) {
  if (columns.empty()) throw shape_error("a planned table needs a column, which tells how many rows there are");
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const planned_column& one = columns[k];
    const auto& step = *planned_access::step(one.values);
    if (one.values.rank() != 1) throw shape_error(text() << "column \"" << one.name << "\" has one axis, and is " << step_text(step));
    if (!(one.values.shape() == columns[0].values.shape()))
      throw shape_error(text() << "column \"" << one.name << "\" has " << to_string(one.values.shape()[0]) << " rows, and \""
                               << columns[0].name << "\" has " << to_string(columns[0].values.shape()[0]));
    for (std::size_t before = 0; before < k; ++before) {
      if (columns[before].name == one.name) throw value_error(text() << "two columns are named \"" << one.name << "\"");
    }
  }
  columns_ = std::make_shared<const std::vector<planned_column>>(std::move(columns));
}

planned_length planned_table::size() const { return columns()[0].values.shape()[0]; }

std::vector<std::string> planned_table::names() const {
  std::vector<std::string> every;
  for (const planned_column& one : columns()) every.push_back(one.name);
  return every;
}
bool planned_table::has_column(std::string_view name) const {
  return std::any_of(columns().begin(), columns().end(), [&](const planned_column& one) { return one.name == name; });
}
const planned_column& planned_table::column(std::string_view name) const& {
  const auto found = std::find_if(columns().begin(), columns().end(), [&](const planned_column& one) { return one.name == name; });
  if (found == columns().end())
    throw value_error(text() << "there is no column \"" << name << "\"; there are: " << listed_names(columns()));
  return *found;
}

std::vector<planned> planned_table::inputs() const {
  std::vector<planned> every;
  for (const planned_column& one : columns()) every.push_back(one.values);
  return every;
}
std::vector<named_planned> planned_table::outputs(const std::string& name) const {
  std::vector<named_planned> every;
  for (const planned_column& one : columns()) every.push_back({name + "." + one.name, one.values});
  return every;
}
plan_inputs::one_input::one_input(const planned_table& t) : values(t.inputs()) {}
plan_outputs::one_output::one_output(const std::string& name, const planned_table& t) : values(t.outputs(name)) {}

std::vector<named_tensor> planned_table::given(const any_table& data) const {
  std::vector<named_tensor> every;
  for (const planned_column& one : columns()) {
    const recorded& step = *planned_access::step(one.values);
    if (!as_step<placeholder_step>(step))
      throw value_error(text() << "column \"" << one.name << "\" is computed: only placeholders are given");
    const any_tensor values = data.column(one.name).as_tensor();
    if (data.format(one.name) != one.format)
      throw type_error(text() << "column \"" << one.name << "\" has the format \"" << one.format << "\", and was given \""
                              << data.format(one.name) << "\"");
    every.push_back({name_of(step), values});
  }
  return every;
}
any_table planned_table::result(const results& made, const std::string& name) const {
  std::vector<table_column> every;
  for (const planned_column& one : columns()) every.push_back({one.name, column_values(made[name + "." + one.name]), one.format});
  return any_table(std::move(every));
}

planned_table placeholder_table(const std::string& name, const std::vector<column_type>& columns) {
  const planned_extent rows("rows of " + name);
  std::vector<planned_column> made;
  for (const column_type& one : columns) made.push_back({one.name, placeholder(one.type, name + "." + one.name, {rows}), one.format});
  return made;
}

planned_table select(const planned_table& t, const one_or_more<std::string>& names) {
  std::vector<planned_column> made;
  for (const std::string& name : names) made.push_back(t.column(name));
  return made;
}
planned_table drop(const planned_table& t, const one_or_more<std::string>& names) {
  for (const std::string& name : names) (void)t.column(name);
  std::vector<planned_column> made = t.columns();
  std::erase_if(made, [&](const planned_column& one) { return std::find(names.begin(), names.end(), one.name) != names.end(); });
  return made;
}
planned_table with_column(const planned_table& t, std::string_view name, const planned& values, std::string_view format) {
  std::vector<planned_column> made = t.columns();
  const planned_column more{std::string(name), values, std::string(format)};
  const auto before = std::find_if(made.begin(), made.end(), [&](const planned_column& one) { return one.name == name; });
  if (before == made.end()) {
    made.push_back(more);
  } else {
    *before = more;
  }
  return made;
}
planned_table rename(const planned_table& t, std::string_view from, std::string_view to) {
  std::vector<planned_column> made = t.columns();
  const auto place = &t.column(from) - t.columns().data();
  made[static_cast<std::size_t>(place)].name = to;
  return made;
}

planned_table take(const planned_table& t, const planned& rows) {
  return each_planned_column(t, [&](const planned& column) { return take(column, 0, rows); });
}
planned_table slice(const planned_table& t, const planned_length& start, const planned_length& count, index_arg step) {
  return each_planned_column(t, [&](const planned& column) { return slice(column, 0, start, count, step); });
}
planned_table filter(const planned_table& t, const planned& mask) {
  if (!(mask.shape() == planned_shape{t.size()}))
    throw shape_error(text() << "the mask " << step_text(mask) << " is for a table of " << to_string(t.size()) << " rows");
  return take(t, argfilter(mask));
}
planned_table concat(const planned_table& a, const planned_table& b) {
  if (a.columns().size() != b.columns().size())
    throw shape_error(text() << "concat of tables of " << a.columns().size() << " and " << b.columns().size() << " columns");
  std::vector<planned_column> made = a.columns();
  for (planned_column& one : made) {
    const planned_column& more = b.column(one.name);
    if (more.format != one.format)
      throw type_error(text() << "column \"" << one.name << "\" has the formats \"" << one.format << "\" and \"" << more.format << "\"");
    one.values = concat(along(0), one.values, more.values);
  }
  return made;
}

}  // namespace ravel
