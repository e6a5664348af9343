// SPDX-License-Identifier: BSL-1.0
// Sorts and joins rows: finds positions first, then views the columns by them.
#include <ravel/any/table.hpp>

#include <ravel/any/elementwise.hpp>
#include <ravel/any/make.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op/keys/arg_join.hpp>
#include <ravel/op/stats/statistics.hpp>
#include "any/about_column.hpp"
#include "any/table_keys.hpp"

#include <algorithm>
#include <limits>

namespace ravel {

namespace {

constexpr double no_answer = std::numeric_limits<double>::quiet_NaN();

void check_some(const char* operation, bool some) {
  if (!some) throw value_error(detail::text() << operation << " of a table needs the name of a column at least");
}

void order_rows(std::span<index_t> order, const any_reader& column, const sort_column& by) {
  const auto sort = [&]<class T>(const reader<T>& values) {
    if constexpr (complex_element<T>) {
      throw type_error(detail::text() << "sort_by of " << name(dtype_of<T>()) << ": it has no order");
    } else {
      detail::sort_by_value(values, {.descending = by.order == sort_order::descending}, order);
    }
  };
  detail::about_column(by.name, [&] { detail::visit_key(column, sort); });
}

void check_keys(const any_table& left, const any_table& right, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    const auto type_on = [&](const char* side, const any_table& t) {
      return detail::with_subject(detail::text() << "join, on the " << side, [&] { return t.column(key).dtype(); });
    };
    const dtype a = type_on("left", left), b = type_on("right", right);
    if (detail::computed_as(a) != detail::computed_as(b))
      throw type_error(detail::text() << "join by column \"" << key << "\", which is " << name(a) << " on the left and " << name(b)
                                      << " on the right: cast one of them");
    detail::joined_format(key, a, left.format(key), right.format(key));
  }
  for (const std::string& name : right.names()) {
    if (left.has_column(name) && std::ranges::find(keys, name) == keys.end())
      throw value_error(detail::text() << "join of tables that both have a column \"" << name << "\": rename one of them");
  }
}

// The rows of one side of a join, some of which are missing.
class side_of_join {
 public:
  side_of_join(const any_table& t, const buffer<index_t>& rows)
      : table_(t), some_lack_(std::ranges::find(rows, no_position) != rows.end()) {
    if (!some_lack_) {
      rows_ = rows;
      return;
    }
    std::vector<index_t> places(rows.begin(), rows.end());
    std::ranges::replace(places, no_position, t.size());  // the row of NaN that `column` appends
    rows_ = std::move(places);
  }

  any_reader column(const std::string& name) const {
    const any_tensor values = table_.column(name).as_tensor();
    if (!some_lack_) return take(values, 0, rows_);
    if (kind_of(values.dtype()) != element_kind::real)
      throw type_error(detail::text() << "join: rows without a partner have no value for column \"" << name << "\" of "
                                      << ravel::name(values.dtype())
                                      << (kind_of(values.dtype()) < element_kind::real
                                              ? ": cast it to float64, where NaN stands for it"
                                              : ": arg_join gives the positions, select_or(as<T>(column), positions, value) a value"));
    return take(concat(along(0), values, full(values.dtype(), {1}, no_answer)), 0, rows_);
  }

 private:
  const any_table& table_;
  bool some_lack_;
  selection rows_;
};

// A key is equal on both sides. It is taken from the left, or for rows that only the right has, from there.
any_reader key_column(const any_table& left, const any_table& right, const join_positions& rows, const std::string& name) {
  const any_tensor on_left = left.column(name).as_tensor();
  if (std::ranges::find(rows.left, no_position) == rows.left.end()) return take(on_left, 0, rows.left);
  const any_tensor both = concat(along(0), on_left, right.column(name).as_tensor());
  std::vector<index_t> places;
  for (index_t i = 0; i < rows.left.size(); ++i) places.push_back(rows.left[i] != no_position ? rows.left[i] : left.size() + rows.right[i]);
  return take(both, 0, places);
}

}  // namespace

// Each function holds its tables, because a watch's callback may rebind the caller's variables.
buffer<index_t> argsort_by(const any_table& table, const one_or_more<sort_column>& given) {
  const any_table t = table;
  const std::vector<sort_column>& columns = given;
  check_some("sort_by", !columns.empty());
  for (const sort_column& by : columns) t.column(by.name);
  const auto order = detail::places_in_order(t.size());
  for (std::size_t k = columns.size(); k-- > 0;) order_rows(order.span(), t.column(columns[k].name), columns[k]);
  return order;
}
any_table sort_by(const any_table& table, const one_or_more<sort_column>& columns) {
  const any_table t = table;
  return take(t, argsort_by(t, columns));
}

any_table join(const any_table& left_table, const any_table& right_table, const one_or_more<std::string>& given, join_kind kind) {
  const any_table left = left_table, right = right_table;
  const std::vector<std::string>& keys = given;
  check_some("join", !keys.empty());
  check_keys(left, right, keys);
  detail::table_row_numbers numbers(right, keys);
  const detail::key_columns_of_table on_left(left, keys), on_right(right, keys);
  const auto join_keys = [&] { return detail::join_rows(numbers, on_left.all(), on_right.all(), kind, nan_keys::equal, nullptr); };
  const join_positions rows = detail::about_keys(keys, join_keys);
  if (kind == join_kind::semi || kind == join_kind::anti) return take(left, rows.left);
  const side_of_join from_left(left, rows.left), from_right(right, rows.right);
  const auto is_key = [&](const std::string& name) { return std::ranges::find(keys, name) != keys.end(); };
  std::vector<table_column> columns;
  for (const std::string& name : left.names())
    columns.push_back({name, is_key(name) ? key_column(left, right, rows, name) : from_left.column(name), left.format(name)});
  for (const std::string& name : right.names()) {
    if (!is_key(name)) columns.push_back({name, from_right.column(name), right.format(name)});
  }
  return any_table(std::move(columns));
}

namespace {

// The number of NaN in a column, and the statistics of the others if they are real.
struct described_column {
  index_t nan = 0;
  statistic_values rest{0, no_answer, no_answer, 0, no_answer, 0, no_answer, 0, 0};
};
described_column describe_column(const any_tensor& column) {
  described_column found;
  if (kind_of(column.dtype()) == element_kind::complex) found.nan = count(isnan(column));
  if (kind_of(column.dtype()) > element_kind::real) return found;
  const tensor<const double> values = cast<double>(column);
  found.nan = count(isnan(any_tensor(values)));
  if (found.nan < values.size()) found.rest = descriptive_statistics(reader<double>(values), nan_policy::skip);
  return found;
}

}  // namespace

any_table describe(const any_table& table) {
  const any_table t = table;
  list<std::string> types;
  list<index_t> nan;
  list<double> means, spreads, least, greatest;
  for (std::size_t k = 0; k < t.columns().size(); ++k) {
    const any_reader& column = t.columns()[k];
    types.push_back(std::string(name(column.dtype())));
    const described_column found = detail::about_column(t.names()[k], [&] { return describe_column(column.as_tensor()); });
    nan.push_back(found.nan);
    means.push_back(found.rest.mean);
    spreads.push_back(found.rest.standard_deviation);
    least.push_back(found.rest.min);
    greatest.push_back(found.rest.max);
  }
  return any_table{{"column", adopt(std::vector<std::string>(t.names()))},
                   {"type", types.take()},
                   {"nan", nan.take()},
                   {"mean", means.take()},
                   {"standard_deviation", spreads.take()},
                   {"min", least.take()},
                   {"max", greatest.take()}};
}

}  // namespace ravel
