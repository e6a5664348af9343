// SPDX-License-Identifier: BSL-1.0
// Calls sorts, groups and joins of tables, whose columns are operands with a list of their names behind them:
// group_reduce(city, km, {"city", "km"}, {"city"}, {{"n"}, {"mean", aggregation::mean, "km"}}).
#include <ravel/base/error.hpp>
#include <ravel/plan/table.hpp>
#include "any/typed.hpp"
#include "plan/bundle.hpp"
#include "plan/formula_value.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

std::optional<std::string> word_argument(const formula_value& x) {
  const any_scalar* const value = x.as<any_scalar>();
  if (!value || value->dtype() != dtype::string) return std::nullopt;
  return any_access::value<std::string>(*value);
}

// A name, or {a name, …}: the values of the list, or of a list of the name alone.
std::span<const formula_value> behind_name(const formula_value& x) {
  const auto* const list = x.as<formula_list>();
  return list ? std::span<const formula_value>(*list) : std::span(&x, 1);
}

// "city", or {"when", "tss:"} with a format.
struct named_format {
  std::string name, format;
};
std::optional<named_format> named_format_argument(const formula_value& x) {
  const auto all = behind_name(x);
  if (all.empty() || all.size() > 2) return std::nullopt;
  const auto name = word_argument(all[0]), format = all.size() == 2 ? word_argument(all[1]) : std::string();
  return name && format ? std::optional(named_format{*name, *format}) : std::nullopt;
}
// "city", or {"city", sort_order::descending}.
std::optional<sort_column> sort_column_argument(const formula_value& x) {
  const auto all = behind_name(x);
  if (all.empty() || all.size() > 2) return std::nullopt;
  const auto name = word_argument(all[0]);
  const auto order = all.size() == 2 ? formula_parameter<sort_order>(all[1]) : sort_order::ascending;
  return name && order ? std::optional(sort_column(*name, *order)) : std::nullopt;
}
// {"n"}, or {"mean", aggregation::mean}, or with the name of its source behind them.
std::optional<aggregate> aggregate_argument(const formula_value& x) {
  const auto all = behind_name(x);
  if (all.empty() || all.size() > 3) return std::nullopt;
  const auto name = word_argument(all[0]), column = all.size() == 3 ? word_argument(all[2]) : std::string();
  const auto how = all.size() > 1 ? formula_parameter<aggregation>(all[1]) : aggregation::count;
  return name && how && column ? std::optional(aggregate{*name, *how, *column}) : std::nullopt;
}

// The operands from the first on, and their names and formats.
std::optional<planned_table> table_argument(const formula_call& call, std::size_t& first, const formula_value& x) {
  const auto names = each_of(x, &named_format_argument);
  if (!names || names->empty() || first + names->size() > call.operands()) return std::nullopt;
  std::vector<planned_column> columns;
  for (const named_format& one : *names) columns.push_back({one.name, call.operand(first++), one.format});
  return planned_table(std::move(columns));
}

// The last option of a type. Each option has one of the types.
template <class Option>
Option option_of(const formula_call& call, Option otherwise) {
  for (const formula_value& one : call.options()) otherwise = formula_parameter<Option>(one).value_or(otherwise);
  return otherwise;
}
template <class... Options>
bool has_only(const formula_call& call) {
  return std::ranges::all_of(call.options(), [](const formula_value& one) { return (formula_parameter<Options>(one).has_value() || ...); });
}

// Reads a call. It is refused, with the form in which it is written, if the names behind its columns are not as many.
template <class Read>
planned table_call(const formula_call& call, std::size_t lists, std::string_view written, const Read& read) {
  std::optional<planned> made;
  if (call.arguments().size() == lists) made = read(call.arguments());
  if (!made) call.refuse(text() << "is written " << written);
  return *made;
}
std::optional<planned> rows_of(const planned_table& t) { return bundle_behind(t.columns()[0].values); }

}  // namespace

planned table_order_in_formula(const formula_call& call) {
  constexpr std::string_view written = "argsort_by(x, y, {\"x\", \"y\"}, {\"x\", {\"y\", sort_order::descending}})";
  return table_call(call, 2, written, [&](std::span<const formula_value> lists) -> std::optional<planned> {
    std::size_t used = 0;
    const auto t = table_argument(call, used, lists[0]);
    const auto by = each_of(lists[1], &sort_column_argument);
    if (!t || !by || used != call.operands() || !call.options().empty()) return std::nullopt;
    return argsort_by(*t, *by);
  });
}

planned table_groups_in_formula(const formula_call& call) {
  constexpr std::string_view written = "group_reduce(x, y, {\"x\", \"y\"}, {\"x\"}, {{\"n\"}, {\"mean\", aggregation::mean, \"y\"}})";
  return table_call(call, 3, written, [&](std::span<const formula_value> lists) -> std::optional<planned> {
    std::size_t used = 0;
    const auto t = table_argument(call, used, lists[0]);
    const auto keys = each_of(lists[1], &word_argument);
    const auto aggregates = each_of(lists[2], &aggregate_argument);
    if (!t || !keys || !aggregates || used != call.operands() || !has_only<group_order, nan_policy>(call)) return std::nullopt;
    return rows_of(group_reduce(*t, *keys, *aggregates, option_of(call, group_order::first_seen), option_of(call, nan_policy::keep)));
  });
}

planned table_join_in_formula(const formula_call& call) {
  constexpr std::string_view written = "join(x, y, x2, z, {\"x\", \"y\"}, {\"x\", \"z\"}, {\"x\"}, join_kind::inner)";
  return table_call(call, 3, written, [&](std::span<const formula_value> lists) -> std::optional<planned> {
    std::size_t used = 0;
    const auto left = table_argument(call, used, lists[0]);
    const auto right = left ? table_argument(call, used, lists[1]) : std::nullopt;
    const auto keys = each_of(lists[2], &word_argument);
    if (!right || !keys || used != call.operands() || !has_only<join_kind>(call)) return std::nullopt;
    return rows_of(join(*left, *right, *keys, option_of(call, join_kind::inner)));
  });
}

}  // namespace ravel::detail
