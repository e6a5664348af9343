// SPDX-License-Identifier: BSL-1.0
// group_reduce reduces the values of each key in one pass over keys and values that keeps one small state for each group. A function
// instead of reducers is called once for each group with a reader of its values. Keys, and values that a reducer takes in pairs, are one
// reader or a std::tuple of columns. NaN is one key, and so are the zeros.
#pragma once

#include <ravel/exec/progress.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/fold/when_empty.hpp>
#include <ravel/op/keys/detail/group_states.hpp>
#include <ravel/op/keys/detail/key_column.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/storage/adopt.hpp>

namespace ravel::detail {

// The rows of each group side by side, and a function of the values of each group. The calling thread calls it once for each group, in the
// order in which the groups are first seen, with the values in ascending order of position. Values that do not lie in memory are read once.

// The positions of the rows, group after group, and the begin of each group.
struct grouped_rows {
  buffer<index_t> positions;
  buffer<index_t> starts;

  index_t groups() const { return starts.size() - 1; }
  index_t start(index_t g) const { return starts.unchecked(g); }
  index_t count(index_t g) const { return starts.unchecked(g + 1) - starts.unchecked(g); }
};

RAVEL_API grouped_rows group_rows(row_numbering& rows, any_columns_of_rows keys, index_t values);
template <key_columns Keys>
grouped_rows group_rows(row_numbers_t<Keys>& rows, const Keys& keys, index_t values) {
  return with_any_columns(keys, [&](any_columns_of_rows given) { return group_rows(rows, given, values); });
}
template <class K>
grouped_rows group_rows_in_src(const node<K>& keys, index_t values);  // defined in src/
template <key_columns Keys>
grouped_rows group_rows(const Keys& keys, index_t values) {
  if constexpr (keys_in_src<Keys>) {
    return group_rows_in_src<read_t<Keys>>(node_for_call(keys), values);
  } else {
    row_numbers_t<Keys> rows(rows_of(keys));
    return group_rows(rows, keys, values);
  }
}

// The rows of each group on the right, and the group of each row on the left.
struct met_groups {
  grouped_rows rows;
  buffer<key_number> groups;
};
template <class K>
met_groups meet_groups_in_src(const node<K>& left, const node<K>& right, index_t values);  // defined in src/
template <key_columns Left, key_columns Right>
met_groups meet_groups(const Left& left, const Right& right, index_t values) {
  if constexpr (keys_in_src<Left> && keys_in_src<Right>) {
    return meet_groups_in_src<read_t<Right>>(node_for_call(left), node_for_call(right), values);
  } else {
    row_numbers_t<Right> known(rows_of(right));
    const auto rows = group_rows(known, right, values);
    return {rows, with_any_columns(left, [&](any_columns_of_rows given) { return find_rows(known, given, false); })};
  }
}

// The values, group after group.
template <class T>
reader<T> gathered(const node<T>& values, const buffer<index_t>& positions) {
  return values_at<T>(elements_at_hand<T>(values), positions);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API reader<T> gathered(const node<T>&, const buffer<index_t>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// The values that are not NaN, and the begin of each group among them.
template <class T>
struct numbers_of_groups {
  reader<T> values;
  buffer<index_t> starts;
};
template <class T>
numbers_of_groups<T> without_nan(const reader<T>& values, const buffer<index_t>& starts) {
  std::vector<T> kept;
  const auto begins = make_buffer<index_t>(starts.size());
  index_t group = 0, place = 0;
  each_element(values, [&](const T& value) {
    for (; group < starts.size() && starts.unchecked(group) <= place; ++group) begins.unchecked(group) = std::ssize(kept);
    if (!is_nan{}(value)) kept.push_back(value);
    ++place;
  });
  for (; group < starts.size(); ++group) begins.unchecked(group) = std::ssize(kept);
  return {adopt(std::move(kept)), begins};
}

// Calls f(g, the values of group g) for each group.
template <class T, class F>
void each_group_of(const reader<T>& in_order, const buffer<index_t>& starts, F f) {
  watched_loop loop;
  for (index_t g = 0; g + 1 < starts.size(); ++g) {
    const index_t start = starts.unchecked(g), end = starts.unchecked(g + 1);
    loop.at(start, in_order.size());
    f(g, reader<T>(slice(in_order, start, end - start)));
  }
}
template <class Values, class F>
void each_group(const grouped_rows& rows, const Values& values, F f) {
  using T = read_t<Values>;
  auto&& source = node_for_call(values);
  const node<T>& elements = source;
  each_group_of(gathered(elements, rows.positions), rows.starts, f);
}
template <class Values, class F>
void each_group(const char* operation, nan_policy policy, const grouped_rows& rows, const Values& values, F f) {
  using T = read_t<Values>;
  auto&& source = node_for_call(values);
  const node<T>& elements = source;
  if constexpr (may_be_nan<T>) {
    if (policy == nan_policy::refuse) refuse_nan_in_any(operation, elements);
    if (policy == nan_policy::skip) {
      const auto left = without_nan(gathered(elements, rows.positions), rows.starts);
      return each_group_of(left.values, left.starts, f);
    }
  }
  each_group_of(gathered(elements, rows.positions), rows.starts, f);
}

template <class F, class Values>
using group_result_t = std::remove_cvref_t<std::invoke_result_t<F&, const reader<read_t<Values>>&>>;

}  // namespace ravel::detail

namespace ravel {

// The keys are a buffer, or a tuple with one for each column; the values are one for each reducer.
template <class Keys, class Values>
struct group_results {
  Keys keys;
  Values values;
};

namespace detail {

template <class Reducer, class Row>
inline constexpr bool reduces_row = false;
template <class Reducer, class... Ts>
inline constexpr bool reduces_row<Reducer, row_of<Ts...>> = reducer_of<Reducer, Ts...>;
template <class Reducer, class Row>
inline constexpr bool reduces_canonical_row = false;
template <class Reducer, class... Ts>
inline constexpr bool reduces_canonical_row<Reducer, row_of<Ts...>> = reducer_of<Reducer, canonical_t<Ts>...>;

template <class Reducer, class X>
concept reduces_columns = columns<X> && (reduces_row<Reducer, row_t<X>> || reduces_canonical_row<Reducer, row_t<X>>);

// The places of the groups in the order of their keys.
template <class Keys>
buffer<index_t> order_of_keys(const Keys& keys) {
  if constexpr (input<Keys>) {
    return argsort(keys);
  } else {
    return std::apply([](const auto&... column) { return argsort_by(column...); }, keys);
  }
}

template <class... Ts>
std::tuple<buffer<Ts>...> in_this_order(const std::tuple<buffer<Ts>...>& columns, const buffer<index_t>& order) {
  return std::apply([&](const buffer<Ts>&... column) { return std::tuple<buffer<Ts>...>{in_this_order(column, order)...}; }, columns);
}

template <class Row>
inline constexpr bool has_sorted_row = false;
template <class... Ks>
inline constexpr bool has_sorted_row<row_of<Ks...>> = (ordered_value<Ks> && ...);

// The results of one reducer.
template <class R>
class group_result {
 public:
  explicit group_result(index_t groups) { results_.reserve(groups); }
  void add(R&& result) { results_.push_back(std::move(result)); }
  buffer<R> take() { return results_.take(); }

 private:
  list<R> results_;
};
template <element R>
class group_result<R> {
 public:
  explicit group_result(index_t groups) : results_(unfilled_buffer<R>(groups)), next_(results_.data()) {}
  void add(R result) { *next_++ = result; }
  const buffer<R>& take() const { return results_; }

 private:
  buffer<R> results_;
  R* next_;
};

// The results of all groups: a buffer, or one for each of several reducers. name(g) gives the name of a group in an error.
template <class Result, class States, class Name>
Result result_of_group(const States& states, index_t group, const std::optional<Result>& told, Name name) {
  const auto g = static_cast<std::size_t>(group);
  if (told && !states.has_some(g)) return *told;
  return at_place([&] { return name(group); }, [&] { return states.finish(g); });
}
template <class States, class Told, class Name>
auto finished(const States& states, index_t groups, const Told& told, Name name, std::bool_constant<false>) {
  group_result<decltype(states.finish(0))> results(groups);
  for (index_t g = 0; g < groups; ++g) results.add(result_of_group(states, g, told, name));
  return results.take();
}
template <class States, class Told, class Name>
auto finished(const States& states, index_t groups, const Told& told, Name name, std::bool_constant<true>) {
  using results = decltype(states.finish(0));
  return [&]<class... Rs, std::size_t... K>(std::type_identity<std::tuple<Rs...>>, std::index_sequence<K...>) {
    std::tuple<group_result<Rs>...> columns{group_result<Rs>(groups)...};
    for (index_t g = 0; g < groups; ++g) {
      auto of_group = result_of_group(states, g, told, name);
      (std::get<K>(columns).add(std::move(std::get<K>(of_group))), ...);
    }
    return std::tuple<buffer<Rs>...>{std::get<K>(columns).take()...};
  }(std::type_identity<results>(), std::make_index_sequence<std::tuple_size_v<results>>());
}

// For example "Bonn, 1". A key that cannot be shown is left out.
template <class... Ks>
std::string name_of_keys(const Ks&... keys) {
  std::string named;
  const auto add = [&](const std::string& shown) { named += (named.empty() || shown.empty() ? "" : ", ") + shown; };
  (add(text_of_value(keys)), ...);
  return named;
}
template <class... Ks>
std::string name_of_group(const Ks&... keys) {
  const std::string named = name_of_keys(keys...);
  return named.empty() ? "a group" : "the group of " + named;
}
template <class Keys>
std::string name_of_group_in(const Keys& keys, index_t g) {
  return with_columns(keys, [&](const auto&... column) { return name_of_group(column.unchecked(g)...); });
}
// Names groups by their keys, unless a caller knows other keys for them.
struct called_by_keys {
  template <class Keys>
  std::string operator()(const Keys& keys, index_t g) const {
    return name_of_group_in(keys, g);
  }
};

// Tells if there are several results, and which options were given: both cost compile time.
struct group_plan {
  bool several = false;
  bool ordered = false;
  bool policy = false;
};

template <bool Ordered, class Keys, class Results>
group_results<Keys, Results> in_group_order(Keys keys, Results results, group_order order) {
  if constexpr (Ordered) {
    if (order == group_order::sorted) {
      const auto sorted = order_of_keys(keys);
      keys = in_this_order(keys, sorted);
      results = in_this_order(results, sorted);
    }
  }
  return {std::move(keys), std::move(results)};
}

// Reduces type-erased columns of keys, and of values behind them.
template <group_plan Plan, class Groups, class Told, class Call>
auto reduce_columns(Groups groups, any_columns_of_rows columns, const Told& told, group_order order, Call call) {
  gather_groups(groups, columns, Groups::states::merges);
  const index_t count = groups.groups();
  auto found = groups.take_keys();
  auto results = finished(
      groups.gathered(), count, told, [&](index_t g) { return call(found, g); }, std::bool_constant<Plan.several>());
  return in_group_order<Plan.ordered>(std::move(found), std::move(results), order);
}

template <group_plan Plan, class Keys, class Values, class Reducer, class Call = called_by_keys, class... Options>
auto reduce_groups(const char* operation, const Keys& keys, const Values& values, const Reducer& reducer, group_order order,
                   nan_policy policy, Call call = {}, const Options&... options) {
  if constexpr (!reduces_row<Reducer, row_t<Values>>) {
    const auto known = with_columns(values, [](const auto&... each) {
      return std::tuple{map(widened<canonical_t<read_t<decltype(each)>>>{}, borrowed_in_row(each))...};
    });
    return reduce_groups<Plan>(operation, keys, known, reducer, order, policy, call, options...);
  } else {
    using groups = groups_of<Plan.policy, row_t<Keys>, Reducer, row_t<Values>>;
    using states = typename groups::states;
    const auto told = told_value<decltype(std::declval<const states&>().finish(0))>(options...);
    const index_t size = rows_of(keys);
    return with_any_columns(keys, values, [&](any_columns_of_rows columns) {
      return reduce_columns<Plan>(groups(size, states(operation, reducer, policy, states::merges && size > first_batch)), columns, told,
                                  order, call);
    });
  }
}

template <class A>
concept group_option = told_among<A, group_order, nan_policy>;

template <class Values, class... Arguments>
concept reducers_and_options =
    (... && (group_option<Arguments> || reduces_columns<Arguments, Values>)) && (0 + ... + int{!group_option<Arguments>}) > 0;
// Keys without < cannot be sorted.
template <class Keys, class... Arguments>
concept orders_groups = has_sorted_row<row_t<Keys>> || !(std::same_as<Arguments, group_order> || ...);

// call_without<group_options>(f, arguments…) leaves the reducers.
struct group_options;
template <class Argument>
inline constexpr bool is_left_out<group_options, Argument> = group_option<Argument>;

// Reduces groups of keys; call(their keys, g) gives the names of the groups.
template <class Call, class Keys, class Values, class... Arguments>
auto reduce_groups_called(Call call, const Keys& keys, const Values& values, const Arguments&... arguments) {
  const group_order order = option_or(group_order::first_seen, arguments...);
  const nan_policy policy = option_or(nan_policy::keep, arguments...);
  constexpr bool ordered = is_given<group_order, Arguments...>, with_policy = is_given<nan_policy, Arguments...>;
  const auto reduce = [&](const auto&... reducers) {
    constexpr group_plan plan{sizeof...(reducers) > 1, ordered, with_policy};
    if constexpr (plan.several) {
      return reduce_groups<plan>("group_reduce", keys, values, compose(reducers...), order, policy, call, arguments...);
    } else {
      return reduce_groups<plan>("group_reduce", keys, values, reducers..., order, policy, call, arguments...);
    }
  };
  return call_without<group_options>(reduce, arguments...);
}

// The results of f over the values of each group.
template <class Call, class Keys, class Values, class F, class... Options>
auto call_on_groups(Call call, const Keys& keys, const Values& values, F& f, const Options&... options) {
  using result = group_result_t<F, Values>;
  row_numbers_t<Keys> rows(rows_of(keys));
  const auto held = borrowed_handle(values);
  const auto grouped = group_rows(rows, keys, held.size());
  const auto found = rows.take_keys();
  const auto told = told_value<result>(options...);
  group_result<result> results(grouped.groups());
  const auto take = [&](index_t g, const auto& of_group) {
    results.add(result_or_told<result>(
        told, of_group.size() == 0, [&] { return call(found, g); }, [&] { return f(of_group); }));
  };
  each_group("group_reduce", option_or(nan_policy::keep, options...), grouped, held, take);
  constexpr bool ordered = (std::same_as<Options, group_order> || ...);
  return in_group_order<ordered>(found, results.take(), option_or(group_order::first_seen, options...));
}

}  // namespace detail

// group_reduce(keys, values, reducer, …, options…)
template <detail::key_columns Keys, detail::columns Values, class... Arguments>
  requires detail::reducers_and_options<Values, Arguments...> && detail::orders_groups<Keys, Arguments...>
[[nodiscard]] auto group_reduce(const Keys& keys, const Values& values, const Arguments&... arguments) {
  detail::check_rows_of_one_shape("group_reduce", keys, values);
  return detail::reduce_groups_called(detail::called_by_keys{}, keys, values, arguments...);
}

// group_reduce(keys, values, f): the results of f over a reader of the values of each group, if no reducer takes the values.
template <detail::key_columns Keys, detail::input Values, std::invocable<const reader<detail::read_t<Values>>&> F,
          detail::group_option... Options>
  requires detail::orders_groups<Keys, Options...> && std::movable<detail::group_result_t<F, Values>>
[[nodiscard]] auto group_reduce(const Keys& keys, const Values& values, F f, const Options&... options) {
  detail::check_rows_of_one_shape("group_reduce", keys, values);
  return detail::call_on_groups(detail::called_by_keys{}, keys, values, f, options...);
}

RAVEL_FACES(group_reduce)  // keys with ==, reducers of the values, or f(reader): group_reduce(keys, x, f), (keys, t, f, axis)

}  // namespace ravel
