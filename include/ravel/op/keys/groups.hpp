// SPDX-License-Identifier: BSL-1.0
// group_reduce, group_transform, group_rank and group_top_k along an axis: keys say to which group each place of every line belongs. Each
// line alone is as the operation on that line. Eager, with fresh results.
#pragma once

#include <ravel/lazy/iota.hpp>
#include <ravel/op/keys/group_transform.hpp>
#include <ravel/op/windows/neighbours.hpp>

namespace ravel {

namespace detail {

// The groups in the order of the results, by keys and by number, and the number of each place along the axis.
template <class Keys>
struct groups_along {
  group_results<Keys, buffer<index_t>> ordered;
  buffer<key_number> places;
};

template <bool Ordered, key_columns Keys>
auto group_places(const Keys& keys, group_order order) {
  row_numbers_t<Keys> rows(rows_of(keys));
  const auto places = number_rows(rows, keys);
  const auto numbers = elements_of(iota<index_t>(rows.size()));
  auto ordered = in_group_order<Ordered>(rows.take_keys(), numbers, order);
  return groups_along<decltype(ordered.keys)>{std::move(ordered), places};
}

template <class F, class X>
concept transforms_groups = reduces<F, X> || std::invocable<const F&, const reader<read_t<X>>&>;

}  // namespace detail

// The results stand along the axis, in the order of the groups.
template <detail::key_columns Keys, detail::shaped_reader X, detail::rolls_over<X> F, detail::group_option... Options>
  requires detail::orders_groups<Keys, Options...>
[[nodiscard]] auto group_reduce(const Keys& keys, const X& t, const F& f, const ints& axes, Options... options) {
  constexpr bool ordered = detail::is_given<group_order, Options...>;
  detail::check_rows_of_one_shape("group_reduce", keys);
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("group_reduce", detail::rows_of(keys), t.shape(), axes);
  const auto groups = detail::group_places<ordered>(keys, detail::option_or(group_order::first_seen, options...));
  // A line has groups by number.
  const auto called = [&](const auto&, index_t g) {
    index_t place = 0;
    while (groups.ordered.values.unchecked(place) != g) ++place;
    return detail::name_of_group_in(groups.ordered.keys, place);
  };
  const auto of_line = [&](const auto& line) {
    return detail::call_without<group_order>(
        [&](const auto&... rest) {
          if constexpr (detail::reduces<F, X>) {
            return detail::reduce_groups_called(called, groups.places, line, f, rest...).values;
          } else {
            return detail::call_on_groups(called, groups.places, line, f, rest...).values;
          }
        },
        options...);
  };
  const auto values = detail::changed_lines(
      held, axis, [&](const auto& line) { return detail::in_this_order(of_line(line), groups.ordered.values); },
      [&](index_t) { return groups.ordered.values.size(); });
  return group_results<decltype(groups.ordered.keys), std::remove_const_t<decltype(values)>>{groups.ordered.keys, values};
}

// A reducer, or a function that gives of the values of a group one for all its places, or as many as there are.
template <detail::key_columns Keys, detail::shaped_reader X, detail::transforms_groups<X> F, detail::transform_option... Options>
  requires(detail::reduces<F, X> || sizeof...(Options) == 0)
[[nodiscard]] auto group_transform(const Keys& keys, const X& t, const F& f, const ints& axes, Options... options) {
  detail::check_rows_of_one_shape("group_transform", keys);
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("group_transform", detail::rows_of(keys), t.shape(), axes);
  const auto places = detail::numbers_of(keys);
  return detail::changed_lines(
      held, axis, [&](const auto& line) { return ravel::group_transform(places, line, f, options...); }, detail::as_many);
}

template <detail::key_columns Keys, detail::shaped_reader X, detail::among<rank_ties>... Options>
  requires detail::sortable<X>
tensor<double> group_rank(const Keys& keys, const X& t, const ints& axes, Options... options) {
  detail::check_rows_of_one_shape("group_rank", keys);
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("group_rank", detail::rows_of(keys), t.shape(), axes);
  const auto places = detail::numbers_of(keys);
  return detail::changed_lines(
      held, axis, [&](const auto& line) { return ravel::group_rank(places, line, options...); }, detail::as_many);
}

// Positions along the axis.
template <detail::key_columns Keys, detail::shaped_reader X, detail::order_of<X>... Less>
  requires(sizeof...(Less) <= 1 && detail::has_order<X, Less...>)
tensor<index_t> group_top_k(const Keys& keys, const X& t, index_arg k, const ints& axes, Less... less) {
  detail::check_rows_of_one_shape("group_top_k", keys);
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("group_top_k", detail::rows_of(keys), t.shape(), axes);
  const auto places = detail::numbers_of(keys);
  return detail::changed_lines(
      held, axis, [&](const auto& line) { return ravel::group_top_k(places, line, k, less...); },
      [&](index_t) { return ravel::group_top_k(places, places, k).size(); });
}

RAVEL_TAKES_INTO_BESIDE_KEYS(group_transform)
RAVEL_TAKES_INTO_BESIDE_KEYS(group_rank)
RAVEL_TAKES_INTO_BESIDE_KEYS(group_top_k)

}  // namespace ravel
