// SPDX-License-Identifier: BSL-1.0
// Lets a reducer take in single elements of many groups that come mixed. The library's own reducers keep a small state and take one element
// after the other; any other reducer gets blocks of one element. At the end the small state becomes the state of the reducer. If several
// reducers run together, one that finds its result in the state of another gathers nothing, like a sum beside a mean. Plain values.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/op/fold/compose.hpp>
#include <ravel/op/fold/reducers.hpp>

namespace ravel::detail {

template <class Reducer, class... Ts>
struct element_fold {
  using state = state_t<Reducer, Ts...>;
  static state begin(const Reducer& reducer) { return begin_state<Ts...>(reducer); }
  static state begin_at(const Reducer& reducer, index_t group) { return begin_state_at<Ts...>(reducer, group); }
  static void add(const Reducer& reducer, state& s, const Ts&... values) {
    reducer.step(s, std::span<const Ts>(std::addressof(values), 1)...);
  }
  static const state& whole(const Reducer&, const state& s) { return s; }
};

template <int Order>
struct few_moments;

template <class... Ts>
struct element_fold<count_reducer, Ts...> {
  using state = index_t;
  static state begin(const count_reducer&) { return 0; }
  static void add(const count_reducer&, state& s, const Ts&...) { ++s; }
  static index_t whole(const count_reducer&, state s) { return s; }

  template <int Order>
  static index_t found_in(const few_moments<Order>& of) {
    return static_cast<index_t>(of.count);
  }
  static index_t found_in(const comoments& of) { return of.count; }
};

template <kernel_number T>
struct element_fold<sum_reducer, T> {
  using state = partial_total_t<T>;
  static state begin(const sum_reducer&) { return {}; }
  static void add(const sum_reducer&, state& s, T value) {
    if constexpr (real_element<T>) {
      s += static_cast<double>(value);
    } else {
      const auto added = static_cast<std::uint64_t>(value);
      s.low += added;
      s.high += (s.low < added) - (std::is_signed_v<T> && value < T{});
    }
  }
  static sum_state<T> whole(const sum_reducer&, const state& s) { return {s}; }

  // Moments have no exact sum of integers. A sum that begins with its first element may be -0; one that begins with 0 may not.
  template <int Order>
    requires real_element<T>
  static sum_state<T> found_in(const few_moments<Order>& of) {
    return {0.0 + of.sum};
  }
};

template <class Before, element T>
struct element_fold<extreme_reducer<Before>, T> {
  struct state {
    T value{};
    bool is_there = false;
  };
  static state begin(const extreme_reducer<Before>&) { return {}; }
  static void add(const extreme_reducer<Before>&, state& s, T value) { s = {s.is_there ? preferred<Before>(s.value, value) : value, true}; }
  static std::optional<T> whole(const extreme_reducer<Before>&, const state& s) {
    return s.is_there ? std::optional(s.value) : std::nullopt;
  }
};

// The state of a group. Random reducers draw their own numbers for each group number.
template <class Single, class Reducer>
auto begin_group(const Reducer& reducer, [[maybe_unused]] index_t group) {
  if constexpr (requires { Single::begin_at(reducer, group); }) {
    return Single::begin_at(reducer, group);
  } else {
    return Single::begin(reducer);
  }
}

// Sums of powers of the distance from the running mean (Youngs and Cramer), up to the order that is needed.
template <int Order>
struct few_moments {
  double count = 0;
  double sum = 0;
  double second = 0;
  double only = std::numeric_limits<double>::quiet_NaN();  // as in moments

  void add(double value) {
    if (count == 0) {
      second = value - value;  // 0, or NaN for an infinity
      only = value + second;
    } else if (only != value) {
      const double scaled = lone_product(count, value) - sum;
      second += scaled * scaled / (count * (count + 1));
      only = std::numeric_limits<double>::quiet_NaN();
    }
    count += 1;
    sum += value;
  }
  moments whole() const { return {static_cast<index_t>(count), sum, second, 0, 0, only}; }
};
template <>
struct few_moments<1> {
  index_t count = 0;
  double sum = 0;

  void add(double value) {
    ++count;
    sum += value;
  }
  moments whole() const { return {count, sum, 0, 0, 0}; }
};
template <int Order>
  requires(Order > 2)
struct few_moments<Order> : moments {
  void add(double value) {
    const double none = value - value;
    merge({1, value, none, none, none, value + none});
  }
  moments whole() const { return *this; }
};

template <class Reducer, kernel_number T>
  requires std::derived_from<Reducer, moment_gatherer<Reducer::order>>
struct element_fold<Reducer, T> {
  using state = few_moments<Reducer::order>;
  static state begin(const Reducer&) { return {}; }
  static void add(const Reducer&, state& s, T value) { s.add(static_cast<double>(value)); }
  static moments whole(const Reducer&, const state& s) { return s.whole(); }
};

template <int Order, kernel_number T>
struct element_fold<summary_gatherer<Order>, T> {
  struct state : few_moments<Order> {
    T low{};
    T high{};
  };
  static state begin(const summary_gatherer<Order>&) { return {}; }
  static void add(const summary_gatherer<Order>&, state& s, T value) {
    const bool first = s.count == 0;
    s.low = first ? value : preferred<least>(s.low, value);
    s.high = first ? value : preferred<greatest>(s.high, value);
    s.add(static_cast<double>(value));
  }
  static summary<T> whole(const summary_gatherer<Order>&, const state& s) { return {s.whole(), s.low, s.high}; }
};

template <class Reducer, duration_element D>
  requires requires(state_t<Reducer, D> s) { s.counted; }
struct element_fold<Reducer, D> {
  using counted = element_fold<Reducer, counted_ticks<D>>;
  using state = typename counted::state;
  static state begin(const Reducer& reducer) { return counted::begin(reducer); }
  static void add(const Reducer& reducer, state& s, const D& value) {
    counted::add(reducer, s, static_cast<counted_ticks<D>>(ticks_of(value)));
  }
  static auto whole(const Reducer& reducer, const state& s) {
    return of_durations<std::remove_cvref_t<decltype(counted::whole(reducer, s))>, D>{counted::whole(reducer, s)};
  }
};

// True if merging a state of no elements changes nothing. This is known only of the library's own reducers.
template <class Reducer>
inline constexpr bool empty_is_neutral =
    std::same_as<Reducer, count_reducer> || std::same_as<Reducer, sum_reducer> || requires { typename gatherer_of<Reducer>::type; };
template <class Before>
inline constexpr bool empty_is_neutral<extreme_reducer<Before>> = true;
template <bool First>
inline constexpr bool empty_is_neutral<end_reducer<First>> = true;
template <class... Reducers>
inline constexpr bool empty_is_neutral<composed<Reducers...>> = (empty_is_neutral<Reducers> && ...);

// Stands for a reducer that has no state of its own.
template <class... Ts>
struct element_fold<no_state, Ts...> {
  using state = no_state::state;
  static state begin(const auto&) { return {}; }
  static void add(const auto&, const state&, const Ts&...) {}
  static state whole(const no_state&, const state&) { return {}; }
};

// True if a reducer finds its result in the state that another one gathers of the same elements.
template <class Single, class State>
concept finds_in = requires(const State& state) { Single::found_in(state); };

// States side by side, trivially copyable if each of them is; a std::tuple never is.
template <std::size_t K, class S>
struct state_at {
  S state;
};
template <std::size_t K, class S>
  requires std::is_empty_v<S>
struct state_at<K, S> {
  [[no_unique_address]] S state;
};
template <class Places, class... Ss>
struct states_at;
template <std::size_t... K, class... Ss>
struct states_at<std::index_sequence<K...>, Ss...> : state_at<K, Ss>... {};

template <class... Reducers, class... Ts>
struct element_fold<composed<Reducers...>, Ts...> {
  using reducer = composed<Reducers...>;

  template <class Gatherer>
  using alone = element_fold<Gatherer, Ts...>;
  template <class Gatherer, class... Gatherers>
  using each = std::conditional_t<(finds_in<alone<Gatherer>, typename alone<Gatherers>::state> || ...), element_fold<no_state, Ts...>,
                                  alone<Gatherer>>;
  template <class... Gatherers>
  static auto begin_all(const Gatherers&... gatherers) {
    return states_at<std::index_sequence_for<Gatherers...>, typename each<Gatherers, Gatherers...>::state...>{
        {each<Gatherers, Gatherers...>::begin(gatherers)}...};
  }
  static auto begin(const reducer& r) {
    return r.with_gatherers([](const auto&... gatherers) { return begin_all(gatherers...); });
  }
  using state = decltype(begin(std::declval<const reducer&>()));
  static state begin_at(const reducer& r, index_t group) {
    return r.with_gatherers([=]<class... Gatherers>(const Gatherers&... gatherers) {
      return state{{begin_group<each<Gatherers, Gatherers...>>(gatherers, group)}...};
    });
  }

  static void add(const reducer& r, state& s, const Ts&... values) {
    r.with_gatherers([&](const auto&... gatherers) { add_all(s, values..., gatherers...); });
  }
  template <std::size_t... K, class... Ss, class... Gatherers>
  static void add_all(states_at<std::index_sequence<K...>, Ss...>& s, const Ts&... values, const Gatherers&... gatherers) {
    (each<Gatherers, Gatherers...>::add(gatherers, static_cast<state_at<K, Ss>&>(s).state, values...), ...);
  }
  template <class Gatherer, class State, class... Ss>
  static auto whole_of_one(const Gatherer& gatherer, const State& own, const Ss&... states) {
    using single = element_fold<Gatherer, Ts...>;
    if constexpr ((finds_in<single, Ss> || ...)) {
      return found_among<single>(states...);
    } else {
      return single::whole(gatherer, own);
    }
  }
  template <class Single, class State, class... Ss>
  static auto found_among(const State& state, const Ss&... later) {
    if constexpr (finds_in<Single, State>) {
      return Single::found_in(state);
    } else {
      return found_among<Single>(later...);
    }
  }
  static auto whole(const reducer& r, const state& s) {
    return r.with_gatherers([&](const auto&... gatherers) { return whole_of_all(s, gatherers...); });
  }
  template <std::size_t... K, class... Ss, class... Gatherers>
  static auto whole_of_all(const states_at<std::index_sequence<K...>, Ss...>& s, const Gatherers&... gatherers) {
    const auto with_all = [&](const auto&... states) {
      return std::tuple{whole_of_one(gatherers, static_cast<const state_at<K, Ss>&>(s).state, states...)...};
    };
    return with_all(static_cast<const state_at<K, Ss>&>(s).state...);
  }
};

}  // namespace ravel::detail
