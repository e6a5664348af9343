// SPDX-License-Identifier: BSL-1.0
// Planned tables: their columns, and what a plan and a run need of them. Sorts, groups and joins: the eager call on tables of a few rows
// tells the columns of the result.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/table.hpp>
#include <ravel/plan/views.hpp>
#include "plan/bundle.hpp"
#include "plan/steps.hpp"

#include <algorithm>

namespace ravel {

namespace detail {

namespace {

// Names and formats of columns, which stand for the next operands of a step.
struct column_names {
  std::vector<std::string> names, formats;

  any_table table(std::span<const any_tensor> values) const {
    std::vector<table_column> every;
    for (std::size_t k = 0; k < names.size(); ++k) every.push_back({names[k], column_values(values[k]), formats[k]});
    return any_table(std::move(every));
  }
};

column_names add_columns(const planned_table& t, std::vector<shared_recorded>& operands) {
  column_names made;
  for (const planned_column& one : t.columns()) {
    made.names.push_back(one.name);
    made.formats.push_back(one.format);
    operands.push_back(planned_access::step(one.values));
  }
  return made;
}

// The part of a table that is read.
planned_table columns_named(const planned_table& t, const std::vector<std::string>& names) {
  std::vector<planned_column> made;
  for (const std::string& name : names) {
    if (std::ranges::find(made, name, &planned_column::name) == made.end()) made.push_back(t.column(name));
  }
  return made;
}

std::string quoted(std::string_view name) { return text_in_marks(name, '"'); }

// ", {…}" with the word of each, as formula_tables.cpp reads it.
template <class All, class Word>
std::string words_of_list(const All& all, const Word& word) {
  return ", {" + comma_list(all, word) + "}";
}
// A name, or {a name, more…}.
std::string words_behind(std::string_view name, const std::string& more) {
  return more.empty() ? quoted(name) : "{" + quoted(name) + more + "}";
}

std::string words_of(const column_names& columns) {
  std::size_t k = 0;
  return words_of_list(columns.names, [&](const std::string& name) {
    const std::string& format = columns.formats[k++];
    return words_behind(name, format.empty() ? "" : ", " + quoted(format));
  });
}
std::string words_of(const std::vector<aggregate>& aggregates) {
  return words_of_list(aggregates, [](const aggregate& one) {
    std::string words = "{" + quoted(one.name);
    if (one.how != aggregation::count || !one.column.empty()) words += ", " + argument_words(one.how);
    if (!one.column.empty()) words += ", " + quoted(one.column);
    return words + "}";
  });
}

std::vector<any_tensor> operand_tensors(const operand_values& operands, std::size_t count) {
  std::vector<any_tensor> every;
  for (std::size_t k = 0; k < count; ++k) every.push_back(operands.tensor(k));
  return every;
}

// f makes a table of the columns.
using rows_function = std::function<any_table(std::span<const any_tensor> columns)>;
planned_table record_rows(const char* verb, call_arguments arguments, std::vector<shared_recorded> operands, const rows_function& f) {
  std::vector<any_tensor> examples;
  for (const auto& one : operands) examples.push_back(example_tensor(*one));
  const any_table example = f(examples);
  const planned_length rows = found_extent::by_step(text() << "rows of " << verb);
  std::vector<shaped_part> parts;
  for (std::size_t k = 0; k < example.names().size(); ++k)
    parts.push_back({"[" + quoted(example.names()[k]) + "]", example.columns()[k].dtype(), {rows}});
  const auto run = [f, count = operands.size()](const operand_values& values) {
    const any_table made = f(operand_tensors(values, count));
    std::vector<any_tensor> every;
    for (const any_reader& column : made.columns()) every.push_back(clone(column.as_tensor()));
    return every;
  };
  const auto picked = record_parts(verb, std::move(arguments), run, std::move(operands), parts);
  std::vector<planned_column> columns;
  for (std::size_t k = 0; k < picked.size(); ++k) columns.push_back({example.names()[k], picked[k], example.formats()[k]});
  return columns;
}

}  // namespace

planned_table record_groups(const planned_table& t, const std::vector<std::string>& keys, const std::vector<aggregate>& aggregates,
                            call_arguments arguments, table_function run) {
  std::vector<std::string> needed = keys;
  for (const aggregate& one : aggregates) {
    if (!one.column.empty()) {
      needed.push_back(one.column);
    } else if (one.how != aggregation::count && t.has_column(one.name)) {
      needed.push_back(one.name);
    }
  }
  std::vector<shared_recorded> operands;
  const column_names columns = add_columns(needed.empty() ? t : columns_named(t, needed), operands);
  arguments.words = words_of(columns) + words_of_list(keys, quoted) + words_of(aggregates) + arguments.words;
  return record_rows("group_reduce", std::move(arguments), std::move(operands),
                     [columns, run = std::move(run)](std::span<const any_tensor> values) { return run(columns.table(values)); });
}

}  // namespace detail

namespace {

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
    const auto& step = *detail::planned_access::step(one.values);
    if (one.values.rank() != 1)
      throw shape_error(detail::text() << "column \"" << one.name << "\" has one axis, and is " << detail::step_text(step));
    if (!(one.values.shape() == columns[0].values.shape()))
      throw shape_error(detail::text() << "column \"" << one.name << "\" has " << to_string(one.values.shape()[0]) << " rows, and \""
                                       << columns[0].name << "\" has " << to_string(columns[0].values.shape()[0]));
    const auto own = columns.begin() + static_cast<std::ptrdiff_t>(k);
    if (std::ranges::find(columns.begin(), own, one.name, &planned_column::name) != own)
      throw value_error(detail::text() << "two columns are named \"" << one.name << "\"");
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
  return std::ranges::find(columns(), name, &planned_column::name) != columns().end();
}
const planned_column& planned_table::column(std::string_view name) const& {
  const auto found = std::ranges::find(columns(), name, &planned_column::name);
  if (found == columns().end())
    throw value_error(detail::text() << "there is no column \"" << name << "\"; there are: "
                                     << detail::comma_list(columns(), [](const planned_column& one) { return one.name; }));
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
    const detail::recorded& step = *detail::planned_access::step(one.values);
    if (!detail::as_step<detail::placeholder_step>(step))
      throw value_error(detail::text() << "column \"" << one.name << "\" is computed: only placeholders are given");
    const any_tensor values = data.column(one.name).as_tensor();
    if (data.format(one.name) != one.format)
      throw type_error(detail::text() << "column \"" << one.name << "\" has the format \"" << one.format << "\", and was given \""
                                      << data.format(one.name) << "\"");
    every.push_back({detail::name_of(step), values});
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
  const auto before = std::ranges::find(made, name, &planned_column::name);
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
    throw shape_error(detail::text() << "the mask " << detail::step_text(mask) << " is for a table of " << to_string(t.size()) << " rows");
  return take(t, argfilter(mask));
}
planned_table concat(const planned_table& a, const planned_table& b) {
  if (a.columns().size() != b.columns().size())
    throw shape_error(detail::text() << "concat of tables of " << a.columns().size() << " and " << b.columns().size() << " columns");
  std::vector<planned_column> made = a.columns();
  for (planned_column& one : made) {
    const planned_column& more = b.column(one.name);
    one.format = detail::joined_format(one.name, one.values.dtype(), one.format, more.format);
    one.values = concat(along(0), one.values, more.values);
  }
  return made;
}

planned argsort_by(const planned_table& t, const one_or_more<sort_column>& columns) {
  std::vector<std::string> names;
  for (const sort_column& one : columns) names.push_back(one.name);
  std::vector<detail::shared_recorded> operands;
  const detail::column_names keys = detail::add_columns(names.empty() ? t : detail::columns_named(t, names), operands);
  const std::size_t count = operands.size();
  const detail::step_function run = [keys, columns, count](const detail::operand_values& values, const extent_values&) {
    return any_reader(argsort_by(keys.table(detail::operand_tensors(values, count)), columns)).as_tensor();
  };
  detail::call_arguments arguments;
  arguments.words =
      detail::words_of(keys) + detail::words_of_list(columns, [](const sort_column& one) {
        return detail::words_behind(one.name, one.order == sort_order::ascending ? "" : ", " + detail::argument_words(one.order));
      });
  return detail::record_at_once("argsort_by", std::move(arguments), run, dtype::int64, {t.size()}, std::move(operands));
}
planned_table sort_by(const planned_table& t, const one_or_more<sort_column>& columns) { return take(t, argsort_by(t, columns)); }

planned_table join(const planned_table& left, const planned_table& right, const one_or_more<std::string>& keys, join_kind kind) {
  std::vector<detail::shared_recorded> operands;
  const detail::column_names first = detail::add_columns(left, operands), second = detail::add_columns(right, operands);
  const auto run = [first, second, keys, kind](std::span<const any_tensor> values) {
    return join(first.table(values), second.table(values.subspan(first.names.size())), keys, kind);
  };
  detail::call_arguments arguments;
  arguments.words = detail::words_of(first) + detail::words_of(second) + detail::words_of_list(keys, detail::quoted) + ", " +
                    detail::argument_words(kind);
  return detail::record_rows("join", std::move(arguments), std::move(operands), run);
}

}  // namespace ravel
