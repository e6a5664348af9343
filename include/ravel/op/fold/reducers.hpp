// SPDX-License-Identifier: BSL-1.0
// The library's reducers, for reduce_with, compose and rolling: reducer::count, first, last, min, max, sum, mean, variance,
// standard_deviation, skew, kurtosis, moments, and of two operands covariance, pearson and regression. variance(ddof{1}) and similar calls
// give the same reducers with an option. Plain values, for any thread.
#pragma once

#include <ravel/op/fold/detail/ordered.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/op/fold/reducer.hpp>

namespace ravel {

namespace detail {

// A partial sum: double, or an integer of 128 bits as two of 64.
struct wide_total {
  std::uint64_t low = 0;
  std::int64_t high = 0;
};
template <class T>
struct partial_total : std::conditional<real_element<T>, double, wide_total> {};
template <class T>
using partial_total_t = typename partial_total<T>::type;

// The state of a reducer of durations: the state for their ticks, and their unit.
template <class State, duration_element D>
struct of_durations {
  State counted{};
};
template <duration_element D>
using counted_ticks = canonical_t<ticks_t<D>>;

// Calls take(ticks) for each piece of a block.
template <duration_element D, class Take>
void each_in_ticks(std::span<const D> block, Take take) {
  using C = counted_ticks<D>;
  constexpr auto longest = static_cast<std::size_t>(block_length<C>);
  C room[longest];
  for (std::size_t i = 0; i < block.size(); i += longest) {
    const auto piece = block.subspan(i, std::min(longest, block.size() - i));
    for (std::size_t j = 0; j < piece.size(); ++j) room[j] = static_cast<C>(ticks_of(piece[j]));
    take(std::span<const C>(room, piece.size()));
  }
}
RAVEL_API void add_total(wide_total& total, const wide_total& more);
inline void add_total(double& total, double more) { total += more; }
RAVEL_API void multiply_total(wide_total& total, index_t times);
inline void multiply_total(double& total, index_t times) { total *= static_cast<double>(times); }

// Defined in src/.
template <class T>
partial_total_t<T> total_in(std::span<const T> block);
template <class T>
sum_t<T> narrow_total(const wide_total& total);
template <class Before, class T>
T extreme_in(std::span<const T> block);

}  // namespace detail

namespace adl_barrier {

// The base of a reducer that takes durations by their ticks. Its members stand beside those for numbers by a using-declaration.
template <class Reducer>
struct takes_durations {
  template <duration_element D>
  static auto init() {
    return ravel::detail::of_durations<ravel::detail::state_t<Reducer, ravel::detail::counted_ticks<D>>, D>();
  }
  template <class State, class D>
  static void step(ravel::detail::of_durations<State, D>& state, std::span<const D> block) {
    ravel::detail::each_in_ticks(block, [&](auto ticks) { Reducer::step(state.counted, ticks); });
  }
  template <class State, class D>
  static void merge(ravel::detail::of_durations<State, D>& state, const ravel::detail::of_durations<State, D>& later) {
    Reducer::merge(state.counted, later.counted);
  }
  template <class State, class D>
  static auto finish(const ravel::detail::of_durations<State, D>& state) {
    const auto found = Reducer::finish(state.counted);
    return ravel::detail::counted_in_t<std::remove_const_t<decltype(found)>, D>(found);
  }
};

}  // namespace adl_barrier

// The type of reducer::count.
struct count_reducer {
  static index_t init() { return 0; }
  template <class T, class... Ts>
  static void step(index_t& state, std::span<const T> block, std::span<const Ts>...) {
    state += static_cast<index_t>(block.size());
  }
  static void merge(index_t& state, index_t later) { state = detail::add_index(state, later); }
  static void repeat(index_t& state, index_t times) { state *= times; }
  static index_t finish(index_t state) { return state; }
};

namespace detail {

// The state of extremes and moments together, if both are asked for.
template <class T>
struct summary : moments {
  T low{};
  T high{};

  void merge(const summary& later) {
    if (later.count == 0) return;
    low = count == 0 ? later.low : preferred<least>(low, later.low);
    high = count == 0 ? later.high : preferred<greatest>(high, later.high);
    moments::merge(later);
  }
};

RAVEL_API void add_summary(summary<double>& state, std::span<const double> piece, int order);

}  // namespace detail

// The element that stands before all others; with a user's order, the first of equals. Beside reducers that gather moments, it leaves the
// sweep over the elements to them.
template <class Before>
struct extreme_reducer {
  using gathered = moments;
  static constexpr int order = 0;

  template <class T>
    requires detail::kernel_number<T> || (detail::ordered_value<T> && !element<T>)
  static std::optional<T> init() {
    return std::nullopt;
  }
  template <class T>
  static void step(std::optional<T>& state, std::span<const T> block) {
    if constexpr (element<T>) {
      if (!block.empty()) take(state, detail::extreme_in<Before>(block));
    } else {
      for (const T& value : block) take(state, value);
    }
  }
  template <class T>
  static void merge(std::optional<T>& state, const std::optional<T>& later) {
    if (later) take(state, *later);
  }
  template <element T>
  static void repeat(const std::optional<T>&, index_t) {}
  template <class T>
  static T finish(const std::optional<T>& state) {
    if (!state) detail::throw_no_elements(Before::name);
    return detail::without_sign_of_zero(*state);
  }
  template <class T>
  static T finish(const detail::summary<T>& state) {
    if (state.count == 0) detail::throw_no_elements(Before::name);
    return detail::without_sign_of_zero(std::same_as<Before, detail::least> ? state.low : state.high);
  }
  template <class T, class D>
  static D finish(const detail::of_durations<detail::summary<T>, D>& state) {
    return D(static_cast<ticks_t<D>>(finish(state.counted)));
  }

 private:
  template <class T>
  static void take(std::optional<T>& state, const T& value) {
    if constexpr (element<T>) {
      state = state ? detail::preferred<Before>(*state, value) : value;
    } else if (!state || Before{}(value, *state)) {
      state = value;
    }
  }
};

// The first or the last element, of any type.
template <bool First>
struct end_reducer {
  template <class T>
  static std::optional<T> init() {
    return std::nullopt;
  }
  template <class T>
  static void step(std::optional<T>& state, std::span<const T> block) {
    if (!block.empty() && !(First && state)) state = First ? block.front() : block.back();
  }
  template <class T>
  static void merge(std::optional<T>& state, const std::optional<T>& later) {
    if (later && !(First && state)) state = later;
  }
  template <class T>
  static T finish(const std::optional<T>& state) {
    if (!state) detail::throw_no_elements(First ? "first" : "last");
    return *state;
  }
};

// The running total of reducer::sum.
template <detail::kernel_number T>
struct sum_state {
  detail::partial_total_t<T> total{};
};

// The type of reducer::sum.
struct sum_reducer : adl_barrier::takes_durations<sum_reducer> {
  using takes_durations::init, takes_durations::step, takes_durations::merge, takes_durations::finish;

  template <detail::kernel_number T>
  static sum_state<T> init() {
    return {};
  }
  template <detail::kernel_number T>
  static void step(sum_state<T>& state, std::span<const T> block) {
    detail::add_total(state.total, detail::total_in(block));
  }
  template <class T>
  static void merge(sum_state<T>& state, const sum_state<T>& later) {
    detail::add_total(state.total, later.total);
  }
  template <class T>
  static void repeat(sum_state<T>& state, index_t times) {
    detail::multiply_total(state.total, times);
  }
  template <class T>
  static sum_t<T> finish(const sum_state<T>& state) {
    if constexpr (real_element<T>) {
      return static_cast<T>(state.total);
    } else {
      return detail::narrow_total<T>(state.total);
    }
  }
};

namespace detail {

template <kernel_number T>
void add_to_summary(summary<T>& state, std::span<const T> block, int order) {
  if constexpr (std::same_as<T, double>) {
    each_in_doubles([&](std::span<const double> piece) { add_summary(state, piece, order); }, block);
  } else if (!block.empty()) {
    summary<T> here{{}, extreme_in<least>(block), extreme_in<greatest>(block)};
    each_in_doubles([&](std::span<const double> piece) { add_moments(here, piece, order); }, block);
    state.merge(here);
  }
}

template <int Order>
struct summary_gatherer : adl_barrier::takes_durations<summary_gatherer<Order>> {
  using durations = adl_barrier::takes_durations<summary_gatherer>;
  using durations::init, durations::step, durations::merge;

  template <kernel_number T>
  static summary<T> init() {
    return {};
  }
  template <kernel_number T>
  static void step(summary<T>& state, std::span<const T> block) {
    add_to_summary(state, block, Order);
  }
  template <class T>
  static void merge(summary<T>& state, const summary<T>& later) {
    state.merge(later);
  }
  static void repeat(moments& state, index_t times) { repeat_one(state, times); }
};

template <int Order, class T>
struct gathered_by<summary_gatherer<Order>, T> : std::type_identity<summary<T>> {};
template <int Order>
struct gatherer_of<summary_gatherer<Order>> : std::type_identity<summary_gatherer<Order>> {};

}  // namespace detail

// Gathers moments up to an order.
template <int Order>
struct moment_gatherer {
  using gathered = moments;
  static constexpr int order = Order;
  static constexpr detail::summary_gatherer<Order> with_followers() { return {}; }

  static moments init() { return {}; }
  template <detail::kernel_number T>
  static void step(moments& state, std::span<const T> block) {
    detail::each_in_doubles([&](std::span<const double> piece) { detail::add_moments(state, piece, Order); }, block);
  }
  static void merge(moments& state, const moments& later) { state.merge(later); }
  static void repeat(moments& state, index_t times) { detail::repeat_one(state, times); }
};

struct moments_reducer : moment_gatherer<4> {  // the type of reducer::moments
  static moments finish(const moments& state) { return state; }
};
struct mean_reducer : moment_gatherer<1>, adl_barrier::takes_durations<mean_reducer> {  // the type of reducer::mean
  using moment_gatherer::init, moment_gatherer::step, moment_gatherer::merge;
  using takes_durations::init, takes_durations::step, takes_durations::merge, takes_durations::finish;
  static double finish(const moments& state) { return state.mean(); }
};
struct variance_reducer : moment_gatherer<2> {  // the type of reducer::variance
  ddof less = {};
  constexpr variance_reducer operator()(ddof other) const { return {{}, other}; }
  double finish(const moments& state) const { return state.variance(less); }
};
struct standard_deviation_reducer : moment_gatherer<2> {  // the type of reducer::standard_deviation
  ddof less = {};
  constexpr standard_deviation_reducer operator()(ddof other) const { return {{}, other}; }
  double finish(const moments& state) const { return state.standard_deviation(less); }
};
struct skew_reducer : moment_gatherer<3> {  // the type of reducer::skew
  elements_are what = elements_are::population;
  constexpr skew_reducer operator()(elements_are other) const { return {{}, other}; }
  double finish(const moments& state) const { return state.skew(what); }
};
struct kurtosis_reducer : moment_gatherer<4> {  // the type of reducer::kurtosis
  elements_are what = elements_are::population;
  constexpr kurtosis_reducer operator()(elements_are other) const { return {{}, other}; }
  double finish(const moments& state) const { return state.kurtosis(what); }
};

// Gathers comoments of pairs.
struct comoment_gatherer {
  using gathered = comoments;
  static constexpr int order = 1;

  static comoments init() { return {}; }
  template <detail::kernel_number A, detail::kernel_number B>
  static void step(comoments& state, std::span<const A> a, std::span<const B> b) {
    detail::each_in_doubles([&](std::span<const double> x, std::span<const double> y) { detail::add_comoments(state, x, y); }, a, b);
  }
  static void merge(comoments& state, const comoments& later) { state.merge(later); }
  static void repeat(comoments& state, index_t times) { detail::repeat_one(state, times); }
};

struct comoments_reducer : comoment_gatherer {  // the type of reducer::comoments
  static comoments finish(const comoments& state) { return state; }
};
struct covariance_reducer : comoment_gatherer {  // the type of reducer::covariance
  ddof less = {};
  constexpr covariance_reducer operator()(ddof other) const { return {{}, other}; }
  double finish(const comoments& state) const { return state.covariance(less); }
};
struct pearson_reducer : comoment_gatherer {  // the type of reducer::pearson
  static double finish(const comoments& state) { return state.pearson(); }
};
struct regression_reducer : comoment_gatherer {  // the type of reducer::regression
  static straight_line finish(const comoments& state) { return state.regression(); }
};

namespace detail {

#define RAVEL_GATHERED_BY(Reducer, Gatherer) \
  template <>                                \
  struct gatherer_of<Reducer> : std::type_identity<Gatherer> {};
RAVEL_GATHERED_BY(sum_reducer, sum_reducer)
RAVEL_GATHERED_BY(moments_reducer, moment_gatherer<4>)
RAVEL_GATHERED_BY(mean_reducer, moment_gatherer<1>)
RAVEL_GATHERED_BY(variance_reducer, moment_gatherer<2>)
RAVEL_GATHERED_BY(standard_deviation_reducer, moment_gatherer<2>)
RAVEL_GATHERED_BY(skew_reducer, moment_gatherer<3>)
RAVEL_GATHERED_BY(kurtosis_reducer, moment_gatherer<4>)
RAVEL_GATHERED_BY(comoments_reducer, comoment_gatherer)
RAVEL_GATHERED_BY(covariance_reducer, comoment_gatherer)
RAVEL_GATHERED_BY(pearson_reducer, comoment_gatherer)
RAVEL_GATHERED_BY(regression_reducer, comoment_gatherer)
#undef RAVEL_GATHERED_BY
template <class T>
struct gathered_by<sum_reducer, T> : std::type_identity<sum_state<T>> {};

}  // namespace detail

namespace reducer {

inline constexpr count_reducer count;                            // the number of elements
inline constexpr end_reducer<true> first;                        // the first element
inline constexpr end_reducer<false> last;                        // the last element
inline constexpr extreme_reducer<detail::least> min;             // the least element
inline constexpr extreme_reducer<detail::greatest> max;          // the greatest element
inline constexpr sum_reducer sum;                                // the sum, exact for integers
inline constexpr mean_reducer mean;                              // the mean, in double precision
inline constexpr variance_reducer variance;                      // the mean of the squared distances from the mean; variance(ddof{1})
inline constexpr standard_deviation_reducer standard_deviation;  // the root of the variance; standard_deviation(ddof{1})
inline constexpr skew_reducer skew;                              // the third standardised moment
inline constexpr kurtosis_reducer kurtosis;                      // the fourth standardised moment, minus 3
inline constexpr moments_reducer moments;                        // the sums that finish all of these
inline constexpr covariance_reducer covariance;                  // of pairs; covariance(ddof{1})
inline constexpr pearson_reducer pearson;                        // of pairs: their correlation
inline constexpr regression_reducer regression;                  // of pairs: the line through them
inline constexpr comoments_reducer comoments;                    // of pairs: the sums that finish these three

}  // namespace reducer
}  // namespace ravel
