// SPDX-License-Identifier: BSL-1.0
// Records sorts, groups and joins of planned tables. The eager call on tables of a few rows tells the columns of the result.
#include <ravel/any/copy.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/table.hpp>
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
    if (std::none_of(made.begin(), made.end(), [&](const planned_column& one) { return one.name == name; })) made.push_back(t.column(name));
  }
  return made;
}

std::string quoted(std::string_view name) { return text_in_marks(name, '"'); }

// ", {…}" with the word of each, as formula_tables.cpp reads it.
template <class All, class Word>
std::string words_of_list(const All& all, const Word& word) {
  std::string every;
  for (const auto& one : all) every += (every.empty() ? "" : ", ") + word(one);
  return ", {" + every + "}";
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

using namespace detail;

planned argsort_by(const planned_table& t, const one_or_more<sort_column>& columns) {
  std::vector<std::string> names;
  for (const sort_column& one : columns) names.push_back(one.name);
  std::vector<shared_recorded> operands;
  const column_names keys = add_columns(names.empty() ? t : columns_named(t, names), operands);
  const std::size_t count = operands.size();
  const step_function run = [keys, columns, count](const operand_values& values, const extent_values&) {
    return any_reader(argsort_by(keys.table(operand_tensors(values, count)), columns)).as_tensor();
  };
  call_arguments arguments;
  arguments.words = words_of(keys) + words_of_list(columns, [](const sort_column& one) {
                      return words_behind(one.name, one.order == sort_order::ascending ? "" : ", " + argument_words(one.order));
                    });
  return record_at_once("argsort_by", std::move(arguments), run, dtype::int64, {t.size()}, std::move(operands));
}
planned_table sort_by(const planned_table& t, const one_or_more<sort_column>& columns) { return take(t, argsort_by(t, columns)); }

planned_table join(const planned_table& left, const planned_table& right, const one_or_more<std::string>& keys, join_kind kind) {
  std::vector<shared_recorded> operands;
  const column_names first = add_columns(left, operands), second = add_columns(right, operands);
  const auto run = [first, second, keys, kind](std::span<const any_tensor> values) {
    return join(first.table(values), second.table(values.subspan(first.names.size())), keys, kind);
  };
  call_arguments arguments;
  arguments.words = words_of(first) + words_of(second) + words_of_list(keys, quoted) + ", " + argument_words(kind);
  return record_rows("join", std::move(arguments), std::move(operands), run);
}

}  // namespace ravel
