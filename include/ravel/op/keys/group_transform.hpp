// SPDX-License-Identifier: BSL-1.0
// group_transform, group_rank and group_top_k make values from each group and put them at the positions of its rows. A function is called
// once for each group, in the order in which the groups are first seen, with its values in ascending order of position. Eager, with fresh
// results. gather_groups puts the rows of each group side by side, and group_apply gives the results of a function over them as columns.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/order/top_k.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_group_size(index_t group, index_t given, index_t size);
[[noreturn]] RAVEL_API void throw_group_top(index_t k);

// One value for all rows of a group, or one for each row.
template <class Result>
struct transformed : std::type_identity<Result> {};
template <input Result>
struct transformed<Result> : std::type_identity<read_t<Result>> {};

template <class Result, class T>
void put_group(const grouped_rows& rows, index_t g, const Result& result, const buffer<T>& out) {
  const index_t count = rows.count(g);
  const index_t* places = rows.positions.data() + rows.start(g);
  if constexpr (input<Result>) {
    if (const index_t given = size_of(result); given != count) throw_group_size(g, given, count);
    each_element(result, [&](const T& value) { out.unchecked(*places++) = value; });
  } else {
    for (index_t i = 0; i < count; ++i) out.unchecked(places[i]) = result;
  }
}

// Names groups that are known only by number after the first row of each.
struct called_by_rows {
  const buffer<key_number>& numbers;
  template <class Keys>
  std::string operator()(const Keys&, index_t g) const {
    index_t row = 0;
    while (numbers.unchecked(row) != static_cast<key_number>(g)) ++row;
    return text() << "the group of row " << row;
  }
};

// Keeps the numbers until all groups are known.
template <class Keys, class Values, class Reducer, class... Options>
auto transform_by_reducer(const Keys& keys, const Values& values, const Reducer& reducer, const Options&... options) {
  constexpr group_plan plan{.policy = is_given<nan_policy, Options...>};
  const auto held = hold_columns(values);
  const auto numbers = numbers_of(keys);
  const auto results = reduce_groups<plan>("group_transform", numbers, held, reducer, group_order::first_seen,
                                           option_or(nan_policy::keep, options...), called_by_rows{numbers}, options...)
                           .values;
  auto out = make_buffer<read_t<decltype(results)>>(numbers.size());
  in_pieces(numbers.size(), 1, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) out.unchecked(i) = results.unchecked(numbers.unchecked(i));
  });
  return out;
}

}  // namespace detail

// Gives each position the reduction of its group.
template <detail::key_columns Keys, detail::columns Values, detail::reduces_columns<Values> Reducer,
          detail::told_among<nan_policy>... Options>
[[nodiscard]] auto group_transform(const Keys& keys, const Values& values, const Reducer& reducer, const Options&... options) {
  detail::check_rows_of_one_shape("group_transform", keys, values);
  return detail::transform_by_reducer(keys, values, reducer, options...);
}

// f(values of a group, as a reader) gives one value for all rows of the group, or one for each row.
template <detail::key_columns Keys, detail::input Values, std::invocable<const reader<detail::read_t<Values>>&> F>
[[nodiscard]] auto group_transform(const Keys& keys, const Values& values, F f) {
  using result = detail::group_result_t<F, Values>;
  detail::check_rows_of_one_shape("group_transform", keys, values);
  const auto held = detail::borrowed_handle(values);
  const auto rows = detail::group_rows(keys, held.size());
  auto out = make_buffer<typename detail::transformed<result>::type>(rows.positions.size());
  detail::each_group(rows, held, [&](index_t g, const auto& of_group) {
    const auto name = [&]() -> std::string { return detail::text() << "the group of row " << rows.positions.unchecked(rows.start(g)); };
    detail::put_group(rows, g, detail::at_place(name, [&] { return f(of_group); }), out);
  });
  return out;
}

// The rank of each value within its group, as rank gives it.
template <detail::key_columns Keys, detail::ordered_reader Values, detail::among<rank_ties>... Options>
buffer<double> group_rank(const Keys& keys, const Values& values, Options... options) {
  detail::check_rows_of_one_shape("group_rank", keys, values);
  return group_transform(keys, values, [&](const reader<detail::read_t<Values>>& of_group) { return rank(of_group, options...); });
}

// The positions of the k greatest values of each group, or of all values of a smaller group. Groups come as first seen, and each lists the
// greatest first; with a user's order, the k that come first in it.
template <detail::key_columns Keys, detail::input Values, detail::order_of<Values>... Less>
  requires(sizeof...(Less) <= 1 && detail::has_order<Values, Less...>)
buffer<index_t> group_top_k(const Keys& keys, const Values& values, index_arg k, Less... less) {
  if (k < 0) detail::throw_group_top(k);
  detail::check_rows_of_one_shape("group_top_k", keys, values);
  const auto held = detail::borrowed_handle(values);
  const auto rows = detail::group_rows(keys, held.size());
  index_t total = 0;
  for (index_t g = 0; g < rows.groups(); ++g) total += std::min<index_t>(k, rows.count(g));
  const auto found = detail::unfilled_buffer<index_t>(total);
  index_t* out = found.data();
  detail::each_group(rows, held, [&](index_t g, const auto& of_group) {
    const auto best = arg_top_k(of_group, std::min<index_t>(k, of_group.size()), less...);
    for (const index_t i : best) *out++ = rows.positions.unchecked(rows.start(g) + i);
  });
  return found;
}

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

// Reduces groups of keys along an axis; call(their keys, g) gives the names of the groups.
template <class Call, class Keys, class X, class F, class... Options>
auto reduce_groups_along(Call call, const Keys& keys, const X& t, const F& f, const ints& axes, const Options&... options) {
  constexpr bool ordered = is_given<group_order, Options...>;
  check_rows_of_one_shape("group_reduce", keys);
  const auto held = borrowed_handle(t);
  const index_t axis = axis_of_keys("group_reduce", rows_of(keys), t.shape(), axes);
  const auto groups = group_places<ordered>(keys, option_or(group_order::first_seen, options...));
  // A line knows its groups by number.
  const auto called = [&](const auto&, index_t g) {
    index_t place = 0;
    while (groups.ordered.values.unchecked(place) != g) ++place;
    return call(groups.ordered.keys, place);
  };
  const auto of_line = [&](const auto& line) {
    return call_without<group_order>(
        [&](const auto&... rest) {
          if constexpr (reduces<F, X>) {
            return reduce_groups_called(called, groups.places, line, f, rest...).values;
          } else {
            return call_on_groups(called, groups.places, line, f, rest...).values;
          }
        },
        options...);
  };
  const auto values = changed_lines(
      held, axis, [&](const auto& line) { return in_this_order(of_line(line), groups.ordered.values); },
      [&](index_t) { return groups.ordered.values.size(); });
  return group_results<decltype(groups.ordered.keys), std::remove_const_t<decltype(values)>>{groups.ordered.keys, values};
}

// Calls work(the numbers of the groups, line) for each line along the axis of the keys; length(numbers, n) is that of its results.
inline constexpr auto one_each = [](const buffer<key_number>&, index_t n) { return n; };
template <class Keys, class X, class Work, class Length = decltype(one_each)>
auto lines_in_groups(const char* operation, const Keys& keys, const X& t, const ints& axes, Work work, Length length = one_each) {
  check_rows_of_one_shape(operation, keys);
  const auto held = borrowed_handle(t);
  const index_t axis = axis_of_keys(operation, rows_of(keys), t.shape(), axes);
  const auto places = numbers_of(keys);
  return changed_lines(
      held, axis, [&](const auto& line) { return work(places, line); }, [&](index_t n) { return length(places, n); });
}

}  // namespace detail

// The results stand along the axis, in the order of the groups.
template <detail::key_columns Keys, detail::shaped_reader X, detail::rolls_over<X> F, detail::group_option... Options>
  requires detail::orders_groups<Keys, Options...>
[[nodiscard]] auto group_reduce(const Keys& keys, const X& t, const F& f, const ints& axes, Options... options) {
  return detail::reduce_groups_along(detail::called_by_keys{}, keys, t, f, axes, options...);
}

// F is a reducer, or a function that gives one value for a group or one for each of its places.
template <detail::key_columns Keys, detail::shaped_reader X, class F, detail::told_among<nan_policy>... Options>
  requires(detail::reduces<F, X> || (sizeof...(Options) == 0 && std::invocable<const F&, const reader<detail::read_t<X>>&>))
[[nodiscard]] auto group_transform(const Keys& keys, const X& t, const F& f, const ints& axes, Options... options) {
  return detail::lines_in_groups("group_transform", keys, t, axes,
                                 [&](const auto& places, const auto& line) { return ravel::group_transform(places, line, f, options...); });
}

template <detail::key_columns Keys, detail::shaped_reader X, detail::among<rank_ties>... Options>
  requires detail::ordered_reader<X>
tensor<double> group_rank(const Keys& keys, const X& t, const ints& axes, Options... options) {
  return detail::lines_in_groups("group_rank", keys, t, axes,
                                 [&](const auto& places, const auto& line) { return ravel::group_rank(places, line, options...); });
}

// Positions along the axis.
template <detail::key_columns Keys, detail::shaped_reader X, detail::order_of<X>... Less>
  requires(sizeof...(Less) <= 1 && detail::has_order<X, Less...>)
tensor<index_t> group_top_k(const Keys& keys, const X& t, index_arg k, const ints& axes, Less... less) {
  return detail::lines_in_groups(
      "group_top_k", keys, t, axes, [&](const auto& places, const auto& line) { return ravel::group_top_k(places, line, k, less...); },
      [&](const auto& places, index_t) { return ravel::group_top_k(places, places, k).size(); });
}

RAVEL_TAKES_INTO_BESIDE_KEYS(group_transform)
RAVEL_TAKES_INTO_BESIDE_KEYS(group_rank)
RAVEL_TAKES_INTO_BESIDE_KEYS(group_top_k)

RAVEL_FACES(group_transform)  // keys with ==, a reducer of the values, or f(reader): group_transform(keys, x, f), (keys, t, f, axis)
RAVEL_FACES(group_rank)       // keys with ==, values with an order, with rank_ties: group_rank(keys, x), group_rank(keys, t, axis)
RAVEL_FACES(group_top_k)      // keys with ==, values with an order: group_top_k(keys, x, k), group_top_k(keys, t, k, axis)

// Group g has the key keys[g], and rows starts[g] to starts[g + 1] of each column.
template <class Keys, class Columns>
struct gathered_groups {
  Keys keys;
  buffer<index_t> starts;
  Columns columns;

  index_t size() const { return starts.size() - 1; }
  // The rows of a group: a view, or a tuple with one for each column.
  [[nodiscard]] auto rows(index_arg g) const {
    const index_t first = starts[g], count = starts[index_t{g} + 1] - first;
    if constexpr (detail::input<Columns>) {
      return slice(columns, first, count);
    } else {
      return std::apply([&](const auto&... column) { return std::tuple(slice(column, first, count)...); }, columns);
    }
  }
};

namespace detail {

// The begin of the rows of each group.
RAVEL_API buffer<index_t> starts_of_groups(const buffer<key_number>& numbers, index_t groups);

template <class T>
buffer<T> gathered_rows(const node<T>& values, const buffer<key_number>& numbers, const buffer<index_t>& starts) {
  const buffer<T> gathered = unfilled_buffer<T>(values.size());
  std::vector<index_t> next(starts.data(), starts.data() + starts.size());
  T* const out = gathered.data();
  index_t* const place = next.data();
  for (source_blocks<T> blocks(values); blocks.next();) {
    const auto [b, position, n] = blocks.at_hand();
    const key_number* const group = numbers.data() + position;
    for (index_t i = 0; i < n; ++i) out[place[group[i]]++] = b.data[i * b.step];
  }
  return gathered;
}

template <key_columns Keys, columns Values>
auto gather_columns(const char* operation, const Keys& keys, const Values& values) {
  check_rows_of_one_shape(operation, keys, values);
  const auto held = hold_columns(values);
  row_numbers_t<Keys> rows(rows_of(keys));
  const buffer<key_number> numbers = number_rows(rows, keys);
  const buffer<index_t> starts = starts_of_groups(numbers, rows.size());
  const auto gather = [&]<class R>(const R& column) {
    auto&& source = node_for_call(column);
    const node<read_t<R>>& of = source;
    if (of.size() != numbers.size()) throw_sizes_differ(operation, numbers.size(), of.size());
    return gathered_rows(of, numbers, starts);
  };
  auto gathered = with_columns(held, [&](const auto&... column) {
    if constexpr (input<Values>) {
      return (gather(column), ...);
    } else {
      return std::tuple(gather(column)...);
    }
  });
  auto found = rows.take_keys();
  return gathered_groups<decltype(found), decltype(gathered)>{std::move(found), starts, std::move(gathered)};
}

template <class F, class Row>
inline constexpr bool applies_to_row = false;
template <class F, class... Ts>
inline constexpr bool applies_to_row<F, row_of<Ts...>> = std::invocable<F&, const buffer<Ts>&...>;

}  // namespace detail

// Columns with the rows of each group side by side, in ascending order of position.
template <detail::key_columns Keys, detail::columns Values>
[[nodiscard]] auto gather_groups(const Keys& keys, const Values& values) {
  return detail::gather_columns("gather_groups", keys, values);
}

// Calls f(rows of a column, …) for each group, in the order in which the groups are first seen. Its results, if any, stand beside the keys.
template <detail::key_columns Keys, detail::columns Values, class F>
  requires detail::applies_to_row<F, detail::row_t<Values>>
[[nodiscard]] auto group_apply(const Keys& keys, const Values& values, F f) {
  const auto groups = detail::gather_columns("group_apply", keys, values);
  const auto of_group = [&](index_t g) -> decltype(auto) {
    const auto name = [&] { return detail::name_of_group_in(groups.keys, g); };
    return detail::at_place(name, [&]() -> decltype(auto) {
      if constexpr (detail::input<Values>) {
        return f(groups.rows(g));
      } else {
        return std::apply(f, groups.rows(g));
      }
    });
  };
  using result = std::remove_cvref_t<decltype(of_group(0))>;
  detail::watched_loop loop;
  if constexpr (std::is_void_v<result>) {
    for (index_t g = 0; g < groups.size(); ++g) {
      loop.at(groups.starts.unchecked(g), groups.starts.unchecked(groups.size()));
      of_group(g);
    }
  } else {
    detail::group_result<result> results(groups.size());
    for (index_t g = 0; g < groups.size(); ++g) {
      loop.at(groups.starts.unchecked(g), groups.starts.unchecked(groups.size()));
      results.add(of_group(g));
    }
    auto made = results.take();
    return group_results<decltype(groups.keys), std::remove_cvref_t<decltype(made)>>{groups.keys, std::move(made)};
  }
}

void gather_groups(...) = delete;  // keys with ==, columns of one size
void group_apply(...) = delete;    // keys with ==, columns of one size, then f(a reader of each column)

}  // namespace ravel
