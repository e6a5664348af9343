// SPDX-License-Identifier: BSL-1.0
// compose runs several reducers in one pass: its state and its result are the tuples of theirs. Reducers that gather the same, like a mean
// and a variance, share one state. Plain values, which several threads may call.
#pragma once

#include <ravel/op/fold/reducer.hpp>

#include <tuple>

namespace ravel {

namespace detail {

template <class Reducer>
inline constexpr int gathering_order = -1;
template <class Reducer>
  requires requires { typename Reducer::gathered; }
inline constexpr int gathering_order<Reducer> = Reducer::order;

template <class A, class B>
inline constexpr bool gather_alike = false;
template <class A, class B>
  requires std::same_as<typename A::gathered, typename B::gathered>
inline constexpr bool gather_alike<A, B> = true;

// The place of the state that a reducer finishes with. Of reducers that gather the same, it is the one that gathers most, and the first of
// equals. A reducer of order 0 only follows others; without any it gathers for itself.
template <class Reducer, class... Reducers>
constexpr std::size_t place_of_state(std::size_t own) {
  constexpr bool alike[] = {gather_alike<Reducer, Reducers>...};
  constexpr int order[] = {gathering_order<Reducers>...};
  std::size_t best = own;
  for (std::size_t i = 0; i < sizeof...(Reducers); ++i) {
    if (alike[i] && (order[i] > order[best] || (order[i] == order[best] && i < best))) best = i;
  }
  return order[best] > 0 ? best : own;
}

// Stands in the place of a reducer whose state another one gathers.
struct no_state {
  struct state {};
  static state init() { return {}; }
  static void step(const state&, const auto&...) {}
  static void merge(const state&, const state&) {}
  static void repeat(const state&, index_t) {}
};

}  // namespace detail

// The reducer that compose makes. Its result is the tuple of those of its parts.
template <class... Reducers>
class composed {
  using all = std::tuple<Reducers...>;
  template <std::size_t K>
  static constexpr std::size_t place = detail::place_of_state<std::tuple_element_t<K, all>, Reducers...>(K);
  template <class... States>
  static constexpr bool all_repeat = []<std::size_t... K>(std::index_sequence<K...>) {
    return (repeats<decltype(std::declval<const composed&>().template gatherer<K>()), States> && ...);
  }(std::index_sequence_for<Reducers...>{});

 public:
  explicit constexpr composed(Reducers... reducers) : reducers_(std::move(reducers)...) {}

  template <class... Ts>
    requires(reducer_of<Reducers, Ts...> && ...)
  auto init() const {
    return each([&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::tuple<decltype(detail::begin_state<Ts...>(gatherer<K>()))...>{detail::begin_state<Ts...>(gatherer<K>())...};
    });
  }
  template <class... Ts>
    requires((reducer_of<Reducers, Ts...> && ...) && (detail::draws<Reducers, Ts...> || ...))
  auto init_at(index_t position) const {
    return each([&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::tuple<decltype(detail::begin_state<Ts...>(gatherer<K>()))...>{detail::begin_state_at<Ts...>(gatherer<K>(), position)...};
    });
  }
  template <class... States, class... Ts>
  void step(std::tuple<States...>& state, std::span<const Ts>... block) const {
    each([&]<std::size_t... K>(std::index_sequence<K...>) { (gatherer<K>().step(std::get<K>(state), block...), ...); });
  }
  template <class State>
  void merge(State& state, const State& later) const {
    each([&]<std::size_t... K>(std::index_sequence<K...>) { (gatherer<K>().merge(std::get<K>(state), std::get<K>(later)), ...); });
  }
  template <class... States>
    requires(all_repeat<States...>)
  void repeat(std::tuple<States...>& state, index_t times) const {
    each([&]<std::size_t... K>(std::index_sequence<K...>) { (gatherer<K>().repeat(std::get<K>(state), times), ...); });
  }
  template <class State>
  auto finish(const State& state) const {
    return each([&]<std::size_t... K>(std::index_sequence<K...>) {
      return std::tuple<decltype(finish_one<K>(state))...>{finish_one<K>(state)...};  // in order
    });
  }

  // Calls f(reducer, …) with the reducers that gather, each in the place of its state.
  template <class F>
  auto with_gatherers(F f) const {
    return each([&]<std::size_t... K>(std::index_sequence<K...>) { return f(gatherer<K>()...); });
  }

 private:
  template <class F>
  static constexpr auto each(F f) {
    return f(std::index_sequence_for<Reducers...>{});
  }
  // True if a reducer of order 0 finishes with the state at this place.
  template <std::size_t K>
  static constexpr bool has_followers() {
    return each([]<std::size_t... J>(std::index_sequence<J...>) {
      return ((J != K && place<J> == K && detail::gathering_order<Reducers> == 0) || ...);
    });
  }
  template <std::size_t K>
  constexpr decltype(auto) gatherer() const {
    if constexpr (place<K> != K) {
      return detail::no_state{};
    } else if constexpr (has_followers<K>()) {
      return std::get<K>(reducers_).with_followers();
    } else {
      return (std::get<K>(reducers_));
    }
  }

  template <std::size_t K, class... States>
  auto finish_one(const std::tuple<States...>& state) const {
    return std::get<K>(reducers_).finish(std::get<place<K>>(state));
  }
  template <std::size_t K, class Gathered>
  auto finish_one(const Gathered& gathered) const {
    return std::get<K>(reducers_).finish(gathered);
  }

  all reducers_;
};

namespace detail {

// If only one reducer gathers, it gathers as it would alone.
struct all_but_nobodies {
  template <class... Gatherers>
  auto operator()(const Gatherers&...) const {
    return std::tuple_cat(
        std::conditional_t<std::same_as<Gatherers, no_state>, std::tuple<>, std::tuple<std::type_identity<Gatherers>>>()...);
  }
};
template <class Gatherers>
struct gatherer_of_one {};
template <class Gatherer>
struct gatherer_of_one<std::tuple<std::type_identity<Gatherer>>> : gatherer_of<Gatherer> {};

template <class... Reducers>
struct gatherer_of<composed<Reducers...>>
    : gatherer_of_one<decltype(std::declval<const composed<Reducers...>&>().with_gatherers(all_but_nobodies()))> {};

}  // namespace detail

template <class... Reducers>
[[nodiscard]] constexpr auto compose(Reducers... reducers) {
  return composed<Reducers...>(std::move(reducers)...);
}

}  // namespace ravel
