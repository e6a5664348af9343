// SPDX-License-Identifier: BSL-1.0
// group_reduce: what reducers make of the values under each key, in one pass over keys and values that keeps one small state for each
// group. Keys, and values that a reducer takes in pairs, are one reader or a std::tuple of columns. NaN is one key, and so are the zeros.
#pragma once

#include <ravel/op/argsort.hpp>
#include <ravel/op/detail/key_column.hpp>
#include <ravel/op/detail/one_by_one.hpp>

namespace ravel {

enum class group_order : unsigned char { first_seen, sorted };

// The keys are a buffer, or a tuple with one for each column; so are the values, by the number of reducers.
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

// One state for each group. Rows come in ascending order.
template <class Reducer, class... Ts>
class group_states {
  using single = one_by_one<Reducer, Ts...>;
  struct kept {
    typename single::state state;
  };

 public:
  group_states(const char* operation, const Reducer& reducer, nan_policy policy)
      : operation_(operation), reducer_(reducer), policy_(policy) {}

  void refuse(index_t position, std::span<const Ts>... values) const {
    if constexpr ((real_or_complex<Ts> || ...)) {
      if (policy_ == nan_policy::refuse) refuse_nan_in<Ts...>(operation_, position, values...);
    }
  }
  // Takes row after row into the state of its number, up to one that has none: how many that were.
  template <class Number>
  std::size_t add(Number number, std::span<const Ts>... values) {
    if constexpr ((real_or_complex<Ts> || ...)) {
      const auto is_number = [](const Ts&... of_row) { return !(is_nan{}(of_row) || ...); };
      if (policy_ == nan_policy::skip) return take(number, is_number, values...);
    }
    return take(
        number, [](const Ts&...) { return true; }, values...);
  }
  void make_room(index_t groups) { states_.resize(static_cast<std::size_t>(groups), {single::begin(reducer_)}); }

  auto finish(std::size_t group) const { return reducer_.finish(single::whole(reducer_, states_[group].state)); }

 private:
  template <class Number, class Counts>
  std::size_t take(Number number, Counts counts, std::span<const Ts>... values) {
    const std::size_t n = std::min({values.size()...});
    kept* const states = states_.data();
    for (std::size_t i = 0; i < n; ++i) {
      const key_number group = number(i);
      if (group == no_key) return i;
      if (counts(values[i]...)) single::add(reducer_, states[group].state, values[i]...);
    }
    return n;
  }

  const char* operation_;
  const Reducer& reducer_;
  nan_policy policy_;
  std::vector<kept> states_;
};

// Numbers the rows of keys and takes the values beside them into the states of their groups.
template <class KeyRow, class ValueRow>
struct group_pass;
template <class... Ks, class... Ts>
struct group_pass<row_of<Ks...>, row_of<Ts...>> {
  template <class Reducer>
  using states = group_states<Reducer, Ts...>;

  template <class States, class Keys, class Values>
  static void run(row_numbers<Ks...>& rows, States& states, const Keys& keys, const Values& values) {
    std::vector<key_number> room;
    const auto take = [&](index_t position, index_t n, std::span<const Ks>... key, std::span<const Ts>... value) {
      states.refuse(position, value...);
      for (std::size_t done = 0; done < static_cast<std::size_t>(n);) {
        done += add_known(rows, states, key.subspan(done)..., value.subspan(done)...);
        done += add_some(rows, states, room, key.subspan(done)..., value.subspan(done)...);
      }
    };
    with_columns(keys, [&](const auto&... key) {
      with_columns(values, [&](const auto&... value) { blocks_of_columns<Ks..., Ts...>::each(take, peek(key)..., peek(value)...); });
    });
  }

 private:
  // Integers whose number is at hand need no second loop.
  template <class States>
  static std::size_t add_known(const row_numbers<Ks...>& rows, States& states, std::span<const Ks>... keys, std::span<const Ts>... values) {
    if constexpr (row_numbers<Ks...>::has_places) {
      const key_places places = rows.places();
      const auto number = [&](std::size_t i) { return places.find(keys[i]...); };
      if (places.count > 0) return states.add(number, values...);
    }
    return 0;
  }
  // Numbers the next rows, which may be new; few where the rest may be known again.
  template <class States>
  static std::size_t add_some(row_numbers<Ks...>& rows, States& states, std::vector<key_number>& room, std::span<const Ks>... keys,
                              std::span<const Ts>... values) {
    std::size_t n = std::min({keys.size()...});
    if constexpr (row_numbers<Ks...>::has_places) n = std::min<std::size_t>(n, 256);
    room.resize(n);
    rows.number(static_cast<index_t>(n), room.data(), keys.first(n)...);
    states.make_room(rows.size());
    const key_number* const numbers = room.data();
    return states.add([=](std::size_t i) { return numbers[i]; }, values.first(n)...);
  }
};

// Where the groups stand in the order of their keys.
template <class K>
buffer<index_t> order_of_keys(const buffer<K>& keys) {
  return argsort(keys);
}
template <class... Ks>
buffer<index_t> order_of_keys(const std::tuple<buffer<Ks>...>& keys) {
  return std::apply([](const auto&... column) { return argsort_by(column...); }, keys);
}

template <class... Ts>
std::tuple<buffer<Ts>...> in_this_order(const std::tuple<buffer<Ts>...>& columns, const buffer<index_t>& order) {
  return std::apply([&](const auto&... column) { return std::tuple{in_this_order(column, order)...}; }, columns);
}

template <class Row>
inline constexpr bool has_sorted_row = false;
template <class... Ks>
inline constexpr bool has_sorted_row<row_of<Ks...>> = (ordered_value<Ks> && ...);

// The results of all groups: a buffer, or of several reducers one for each.
template <class States>
auto finished(const States& states, index_t groups, std::bool_constant<false>) {
  list<decltype(states.finish(0))> results;
  results.reserve(groups);
  for (index_t g = 0; g < groups; ++g) results.push_back(states.finish(static_cast<std::size_t>(g)));
  return results.take();
}
template <class States>
auto finished(const States& states, index_t groups, std::bool_constant<true>) {
  return [&]<class... Rs>(std::type_identity<std::tuple<Rs...>>) {
    std::tuple<list<Rs>...> results;
    for (index_t g = 0; g < groups; ++g) {
      const auto add = [&](auto&... column) {
        std::apply([&](const auto&... result) { (column.push_back(result), ...); }, states.finish(static_cast<std::size_t>(g)));
      };
      std::apply(add, results);
    }
    return std::apply([](auto&... column) { return std::tuple{column.take()...}; }, results);
  }(std::type_identity<decltype(states.finish(0))>{});
}

template <bool Several, class Keys, class Values, class Reducer>
auto reduce_groups(const Keys& keys, const Values& values, const Reducer& reducer, group_order order, nan_policy policy) {
  if constexpr (!reduces_row<Reducer, row_t<Values>>) {
    const auto known = with_columns(
        values, [](const auto&... each) { return std::tuple{map(widened<canonical_t<read_t<decltype(each)>>>{}, look_in_row(each))...}; });
    return reduce_groups<Several>(keys, known, reducer, order, policy);
  } else {
    using pass = group_pass<row_t<Keys>, row_t<Values>>;
    row_numbers_t<Keys> rows(rows_of(keys));
    typename pass::template states<Reducer> states("group_reduce", reducer, policy);
    pass::run(rows, states, keys, values);
    const index_t groups = rows.size();
    auto found = rows.take_keys();
    auto results = finished(states, groups, std::bool_constant<Several>());
    if constexpr (has_sorted_row<row_t<Keys>>) {
      if (order == group_order::sorted) {
        const auto sorted = order_of_keys(found);
        found = in_this_order(found, sorted);
        results = in_this_order(results, sorted);
      }
    }
    return group_results<decltype(found), decltype(results)>{std::move(found), std::move(results)};
  }
}

template <class A>
concept group_option = among<A, group_order, nan_policy>;

// The reducers among the arguments.
template <class A>
auto if_reducer(const A& argument) {
  if constexpr (group_option<A>) {
    return std::tuple<>();
  } else {
    return std::tuple<A>(argument);
  }
}

template <class Values, class... Arguments>
concept reducers_and_options =
    (... && (group_option<Arguments> || reduces_columns<Arguments, Values>)) && (0 + ... + int{!group_option<Arguments>}) > 0;
// What has no < is not sorted.
template <class Keys, class... Arguments>
concept orders_groups = has_sorted_row<row_t<Keys>> || !(std::same_as<Arguments, group_order> || ...);

}  // namespace detail

// group_reduce(keys, values, reducer, …, options…)
template <detail::key_columns Keys, detail::columns Values, class... Arguments>
  requires detail::reducers_and_options<Values, Arguments...> && detail::orders_groups<Keys, Arguments...>
auto group_reduce(const Keys& keys, const Values& values, const Arguments&... arguments) {
  const group_order order = detail::option_or(group_order::first_seen, arguments...);
  const nan_policy policy = detail::option_or(nan_policy::keep, arguments...);
  const auto reducers = std::tuple_cat(detail::if_reducer(arguments)...);
  if constexpr (std::tuple_size_v<decltype(reducers)> == 1) {
    return detail::reduce_groups<false>(keys, values, std::get<0>(reducers), order, policy);
  } else {
    const auto together = std::apply([](const auto&... each) { return compose(each...); }, reducers);
    return detail::reduce_groups<true>(keys, values, together, order, policy);
  }
}

template <class... Others>
void group_reduce(detail::any_columns k, detail::any_columns v, Others... more) = delete;  // keys with ==, reducers that take the values

}  // namespace ravel
