// SPDX-License-Identifier: BSL-1.0
// Reduces groups of rows. Groups are numbered once for all aggregates; each aggregate then reads one column, with a small state per group.
#include <ravel/any/elementwise.hpp>
#include <ravel/any/make.hpp>
#include <ravel/any/table.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/search/index_of.hpp>
#include "any/about_column.hpp"
#include "any/table_keys.hpp"
#include "any/typed.hpp"

namespace ravel {

namespace {

constexpr std::string_view aggregation_names[] = {"count", "sum", "mean", "min", "max", "variance", "standard_deviation", "first", "last"};

// The group number of every row.
struct row_groups {
  buffer<detail::key_number> numbers;
  index_t count = 0;
  any_table keys = {};  // a row for each group

  // the group of "Bonn", 1
  std::string name(index_t group) const {
    detail::text named;
    for (const any_reader& column : keys.columns())
      named << (&column == &keys.columns().front() ? "the group of " : ", ") << std::string(detail::scalar_text(column[group]));
    return named;
  }

  // The first or the last row of each group.
  buffer<index_t> ends(bool at_end) const {
    const auto rows = make_buffer<index_t>(count, no_position);
    index_t* const places = rows.data();
    for (index_t i = 0; i < numbers.size(); ++i) {
      index_t& place = places[numbers.unchecked(i)];
      if (at_end || place == no_position) place = i;
    }
    return rows;
  }
  buffer<index_t> sizes() const {
    const auto rows = make_buffer<index_t>(count, 0);
    for (const detail::key_number group : numbers) ++rows.data()[group];
    return rows;
  }
};

// The nan_policy, and the value for groups without elements.
struct about_nan {
  nan_policy policy;
  const std::optional<double>& told;
};

template <class T, class Reducer>
any_reader reduced(const tensor<const T>& values, const row_groups& groups, const Reducer& reducer, const about_nan& policy) {
  detail::group_states<true, Reducer, T> states("group_reduce", reducer, policy.policy);
  const auto n = static_cast<std::size_t>(values.size());
  const T* const data = n > 0 ? values.data() : nullptr;
  states.refuse(0, std::span(data, n));
  states.make_room(groups.count);
  const detail::key_number* const numbers = groups.numbers.data();
  states.add([=](std::size_t i) { return numbers[i]; }, n, data);
  using result = decltype(states.finish(0));
  std::optional<result> told;
  if constexpr (real_element<result>) {
    if (policy.told) told = static_cast<result>(*policy.told);
  }
  return detail::finished(
      states, groups.count, told, [&](index_t g) { return groups.name(g); }, std::bool_constant<false>());
}

template <class T>
any_reader reduced(aggregation how, const tensor<const T>& values, const row_groups& groups, const about_nan& policy) {
  switch (how) {
    case aggregation::count:
      return reduced(values, groups, reducer::count, policy);
    case aggregation::sum:
      return reduced(values, groups, reducer::sum, policy);
    case aggregation::mean:
      return reduced(values, groups, reducer::mean, policy);
    case aggregation::min:
      return reduced(values, groups, reducer::min, policy);
    case aggregation::max:
      return reduced(values, groups, reducer::max, policy);
    case aggregation::variance:
      return reduced(values, groups, reducer::variance, policy);
    case aggregation::first:
      return reduced(values, groups, reducer::first, policy);
    case aggregation::last:
      return reduced(values, groups, reducer::last, policy);
    default:
      return reduced(values, groups, reducer::standard_deviation, policy);
  }
}

// True if the result is an element of the column.
bool gives_element(aggregation how) {
  return how == aggregation::min || how == aggregation::max || how == aggregation::first || how == aggregation::last;
}

// Computes integers and bools in 64 bits, so that few types are compiled. An element keeps the column's type.
any_reader aggregated(const any_table& t, const aggregate& what, const row_groups& groups, const about_nan& policy) {
  const any_tensor column = t.column(what.column).as_tensor();
  const auto refuse = [&] { detail::throw_no_operation(aggregation_names[static_cast<std::size_t>(what.how)], column.dtype()); };
  if (detail::is_text(column.dtype())) refuse();
  const any_tensor values = contiguous(detail::widened_any(column));
  const any_reader made = detail::visit_widened<any_reader>("group_reduce", values, [&]<class T>(const tensor<const T>& numbers) {
    if constexpr (detail::kernel_number<T>) {
      return reduced(what.how, numbers, groups, policy);
    } else {
      refuse();
      return any_reader();
    }
  });
  return gives_element(what.how) ? clone(cast(made, detail::computed_as(column.dtype()))) : made.as_tensor();
}

any_reader result_of(const any_table& t, const aggregate& what, const row_groups& groups, const about_nan& policy) {
  switch (what.how) {
    case aggregation::count: {
      const element_kind kind = what.column.empty() ? element_kind::integer : kind_of(t.column(what.column).dtype());
      const bool has_nan = kind == element_kind::real || kind == element_kind::complex;
      return has_nan && policy.policy != nan_policy::keep ? aggregated(t, what, groups, policy) : groups.sizes();
    }
    case aggregation::first:
    case aggregation::last:
      if (policy.policy != nan_policy::keep && kind_of(t.column(what.column).dtype()) == element_kind::real)
        return aggregated(t, what, groups, policy);
      return take(t.column(what.column).as_tensor(), 0, groups.ends(what.how == aggregation::last));
    default:
      return aggregated(t, what, groups, policy);
  }
}

// A result that names no column is of the column with its own name.
aggregate with_column_of(const any_table& t, aggregate what) {
  if (what.column.empty() && what.how != aggregation::count && t.has_column(what.name)) what.column = what.name;
  return what;
}

// Names the column in errors.
any_reader named_result(const any_table& t, const aggregate& what, const row_groups& groups, const about_nan& policy) {
  if (what.column.empty() && what.how != aggregation::count)
    throw value_error(detail::text() << "group_reduce: \"" << what.name << "\" is the "
                                     << aggregation_names[static_cast<std::size_t>(what.how)] << " of which column?");
  if (what.column.empty()) return result_of(t, what, groups, policy);
  t.column(what.column);
  const detail::text subject = detail::text() << "column \"" << what.column << "\" of a group";
  return detail::with_subject(subject, [&] { return result_of(t, what, groups, policy); });
}

// Elements taken from a column keep its format; a sum of times does not.
std::string format_of(const any_table& t, const aggregate& what) { return gives_element(what.how) ? t.format(what.column) : std::string(); }

}  // namespace

any_table detail::group_table(const any_table& table, const std::vector<std::string>& keys, const std::vector<aggregate>& aggregates,
                              group_order order, nan_policy policy, const std::optional<double>& told) {
  const any_table t = table;  // a watch's callback may rebind `table`
  if (keys.empty()) throw value_error("group_reduce of a table needs the name of a column at least");
  detail::table_row_numbers rows(t, keys);
  const auto number = [&] { return detail::number_rows(rows, detail::key_columns_of_table(t, keys).all()); };
  row_groups groups{detail::about_keys(keys, number), 0};
  groups.count = rows.size();
  groups.keys = take(select(t, keys), groups.ends(false));
  any_table made = groups.keys;
  for (const aggregate& given : aggregates) {
    const aggregate what = with_column_of(t, given);
    if (made.has_column(what.name)) throw value_error(detail::text() << "two columns of a table are named \"" << what.name << "\"");
    made = with_column(made, what.name, named_result(t, what, groups, {policy, told}), format_of(t, what));
  }
  return order == group_order::sorted ? sort_by(made, std::vector<sort_column>(keys.begin(), keys.end())) : made;
}

}  // namespace ravel
