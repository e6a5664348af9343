// SPDX-License-Identifier: BSL-1.0
// Makes tables from the columns or rows of other tables, by the operations on columns.
#include <ravel/any/table.hpp>

#include <ravel/any/elementwise.hpp>
#include <ravel/any/make.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/index/index_set.hpp>
#include "any/about_column.hpp"
#include "any/typed.hpp"

#include <algorithm>

namespace ravel {

namespace {

// One of them has more columns, of which the first that the other lacks is named.
[[noreturn]] void throw_other_columns(const any_table& a, const any_table& b) {
  const bool more = a.names().size() > b.names().size();
  const any_table &longer = more ? a : b, &other = more ? b : a;
  const auto lacking = std::ranges::find_if(longer.names(), [&](const std::string& name) { return !other.has_column(name); });
  throw shape_error(detail::text() << "concat of tables of " << a.names().size() << " and " << b.names().size() << " columns: only the "
                                   << (more ? "first" : "second") << " has \"" << *lacking << "\"");
}

// Makes a table of f(column) under the same names.
template <class F>
any_table each_column(const any_table& table, F f) {
  const any_table t = table;  // a watch's callback may rebind `table`
  std::vector<any_reader> made;
  for (std::size_t k = 0; k < t.columns().size(); ++k)
    made.push_back(detail::about_column(t.names()[k], [&] { return any_reader(f(t.columns()[k].as_tensor())); }));
  return any_table(t.names(), std::move(made), t.formats());
}

any_table rows(const any_table& t, index_t start, index_t count, index_t step) {
  return each_column(t, [&](const any_tensor& column) { return slice(column, 0, start, count, step); });
}

index_t rows_shown(const char* operation, const any_table& t, index_t n) {
  if (n < 0) throw value_error(detail::text() << operation << " of " << n << " rows of a table");
  return std::min(n, t.size());
}

}  // namespace

// Ticks of different units do not join. Strings do, however they are stored.
std::string detail::joined_format(std::string_view name, ravel::dtype type, const std::string& first, const std::string& second) {
  if (first == second) return first;
  if (is_text(type)) return (first + second).find_first_of("zZ") != std::string::npos ? "Z" : "U";
  throw type_error(text() << "column \"" << name << "\" is of the format \"" << first << "\" in one table and \"" << second
                          << "\" in the other");
}

any_table select(const any_table& t, const one_or_more<std::string>& names) {
  std::vector<table_column> columns;
  for (const std::string& name : names) columns.push_back({name, t.column(name), t.format(name)});
  return any_table(std::move(columns));
}

any_table drop(const any_table& t, const one_or_more<std::string>& names) {
  for (const std::string& name : names) t.column(name);
  std::vector<table_column> kept;
  for (std::size_t k = 0; k < t.names().size(); ++k) {
    if (std::ranges::find(names, t.names()[k]) == names.end()) kept.push_back({t.names()[k], t.columns()[k], t.formats()[k]});
  }
  return any_table(std::move(kept));
}

any_table with_column(const any_table& t, std::string_view name, const column_values& values, std::string_view format) {
  std::vector<std::string> names = t.names(), formats = t.formats();
  std::vector<any_reader> columns = t.columns();
  const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  if (at == names.size()) {
    names.emplace_back(name);
    columns.emplace_back();
    formats.emplace_back();
  }
  columns[at] = values;
  formats[at] = format;
  return any_table(std::move(names), std::move(columns), std::move(formats));
}

any_table rename(const any_table& t, std::string_view from, std::string_view to) {
  t.column(from);
  std::vector<std::string> names = t.names();
  std::ranges::replace(names, from, std::string(to));
  return any_table(std::move(names), t.columns(), t.formats());
}

any_table take(const any_table& t, const selection& rows) {
  rows.check_within(t.size());
  return each_column(t, [&](const any_tensor& column) { return take(column, 0, rows); });
}
any_table slice(const any_table& t, index_arg start, index_arg count, index_arg step) { return rows(t, start, count, step); }

any_table head(const any_table& t, index_arg n) { return rows(t, 0, rows_shown("head", t, n), 1); }
any_table tail(const any_table& t, index_arg n) {
  const index_t shown = rows_shown("tail", t, n);
  return rows(t, t.size() - shown, shown, 1);
}

any_table filter(const any_table& table, const column_values& mask) {
  const any_table t = table;
  if (mask.dtype() != dtype::bool_) detail::throw_no_operation("filter with a mask", mask.dtype());
  if (mask.size() != t.size())
    throw shape_error(detail::text() << "a mask of " << detail::counted(mask.size(), "element") << " for a table of "
                                     << detail::counted(t.size(), "row"));
  return take(t, index_set(as<bool>(mask)));
}

any_table concat(const any_table& a, const any_table& b) {
  if (a.names().empty()) return b;  // so that a loop can begin with an empty table
  if (b.names().empty()) return a;
  if (a.names().size() != b.names().size()) throw_other_columns(a, b);
  std::vector<table_column> columns;
  for (const std::string& name : a.names()) {
    const any_reader &first = a.column(name), &second = b.column(name);
    const auto joined = [&] { return any_reader(concat(along(0), first.as_tensor(), second.as_tensor())); };
    columns.push_back(
        {name, detail::about_column(name, joined), detail::joined_format(name, first.dtype(), a.format(name), b.format(name))});
  }
  return any_table(std::move(columns));
}

any_table clone(const any_table& t) {
  return each_column(t, [](const any_tensor& column) { return clone(column); });
}

bool equal(const any_table& first, const any_table& second) {
  const any_table a = first, b = second;
  if (a.names() != b.names() || a.formats() != b.formats() || a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.columns().size(); ++k) {
    const any_reader &x = a.columns()[k], &y = b.columns()[k];
    if (detail::is_text(x.dtype()) != detail::is_text(y.dtype())) return false;
    if (!detail::about_column(a.names()[k], [&] { return equal(x, y); })) return false;
  }
  return true;
}

}  // namespace ravel
