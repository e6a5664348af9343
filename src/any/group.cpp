// SPDX-License-Identifier: BSL-1.0
// Groups and counts values of every type, strings included, in the types that hold all values. The values are converted back to the type of
// the data.
#include <ravel/any/group.hpp>
#include <ravel/any/make.hpp>
#include <ravel/any/order.hpp>
#include <ravel/any/views.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/tensor/make.hpp>
#include "any/table_keys.hpp"
#include "any/typed.hpp"

namespace ravel {

namespace {

struct counts_of_any {
  any_tensor values;
  buffer<index_t> counts;
};
// Orders by value, or by frequency.
counts_of_any counted(const char* operation, const detail::any_data& x, bool by_count) {
  return detail::visit_orderable<counts_of_any>(operation, x.values, [&](const auto& t) -> counts_of_any {
    const auto found = by_count ? value_counts(t) : detail::tally(t);
    return {as_tensor(found.values, found.values.size()), found.counts};
  });
}

}  // namespace

any_groups arggroup(const detail::any_data& x) {
  const auto groups_of = [&](const auto& t) {
    const auto found = arggroup(t);
    any_groups made{detail::in_type_of(x, clone(as_tensor(found.keys(), found.size()))), {}};
    for (index_t i = 0; i < found.size(); ++i) made.positions.push_back(found.positions(i));
    return made;
  };
  if (detail::is_text(x.values.dtype())) return groups_of(as<std::string>(x.values));
  return detail::visit_widened<any_groups>("arggroup", x.values, groups_of);
}

any_counted_values value_counts(const detail::any_data& x) {
  const counts_of_any found = counted("value_counts", x, true);
  return {detail::in_type_of(x, found.values), as_tensor(found.counts, found.counts.size())};
}

any_scalar most_common(const detail::any_data& x) {
  if (x.values.size() == 0) throw value_error("most_common of no elements: there is no value to give");
  return value_counts(x).values(0);
}

index_t count_unique(const detail::any_data& x) { return counted("count_unique", x, false).counts.size(); }

namespace {

any_tensor most_common_along(const detail::any_data& x, const ints& axes, const auto&... keeps) {
  return detail::visit_orderable<any_tensor>(
      "most_common", x.values, [&](const auto& t) -> any_tensor { return detail::in_type_of(x, most_common(t, axes, keeps...)); });
}
tensor<index_t> count_unique_along(const detail::any_data& x, const ints& axes, const auto&... keeps) {
  return detail::visit_orderable<tensor<index_t>>("count_unique", x.values, [&](const auto& t) { return count_unique(t, axes, keeps...); });
}

}  // namespace

any_tensor most_common(const detail::any_data& x, const ints& axes) { return most_common_along(x, axes); }
any_tensor most_common(const detail::any_data& x, const ints& axes, keep_t) { return most_common_along(x, axes, keep); }
tensor<index_t> count_unique(const detail::any_data& x, const ints& axes) { return count_unique_along(x, axes); }
tensor<index_t> count_unique(const detail::any_data& x, const ints& axes, keep_t) { return count_unique_along(x, axes, keep); }

namespace detail {

numbered_keys number_keys(const any_data& x, group_order order) {
  if (order == group_order::sorted && kind_of(x.values.dtype()) == element_kind::complex)
    throw_no_operation("group_reduce by sorted keys", x.values.dtype());
  const any_reader column = x.values;
  const any_table t{{"key", column}};
  table_row_numbers rows(t, {"key"});
  const buffer<key_number> numbers = number_rows(rows, key_columns_of_table(t, {"key"}).all());
  const auto first_rows = make_buffer<index_t>(rows.size());
  for (index_t i = numbers.size(); i-- > 0;) first_rows.data()[numbers.unchecked(i)] = i;
  const any_tensor keys = clone(take(column.as_tensor(), 0, first_rows));
  if (order == group_order::first_seen) return {keys, numbers};
  const tensor<index_t> sorted = argsort(keys);
  const auto place = make_buffer<key_number>(rows.size());
  for (index_t g = 0; g < sorted.size(); ++g) place.data()[sorted.data()[g]] = static_cast<key_number>(g);
  for (key_number& number : std::span(numbers.data(), static_cast<std::size_t>(numbers.size()))) number = place.unchecked(number);
  return {clone(take(keys, 0, sorted)), numbers};
}

std::string name_of_any_group(const any_tensor& keys, index_t group) {
  return visit_held(keys, [&](const auto& t) { return name_of_group(t.at({group})); });
}

}  // namespace detail
}  // namespace ravel
