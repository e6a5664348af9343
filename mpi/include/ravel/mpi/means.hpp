// SPDX-License-Identifier: BSL-1.0
// Means of all distributed elements: geometric and harmonic ones, and those with weights, which are distributed, or the same on all ranks.
// Products of elements and weights are summed as the elements of a distributed vector, so results have the bits of one machine. Collective.
// weights{w} of a distributed w shares its elements, which are looked at when a verb runs; making them sends nothing.
#pragma once

#include <ravel/mpi/fetch.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/weights.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel {
namespace mpi {

// The weight of each distributed element. For a verb of all elements, w has the shape of x and any distribution. Along axes, w has the
// shape of a line.
template <detail::spread_ordered W>
class weights {
 public:
  explicit weights(W w) : values_(std::move(w)) {}

  const W& values() const& { return values_; }
  W values() const&& { return values_; }

 private:
  W values_;
};

namespace detail {

template <class A>
inline constexpr bool are_spread_weights = false;
template <class W>
inline constexpr bool are_spread_weights<weights<W>> = true;
// Weights of either kind.
template <class A>
concept any_weights = are_spread_weights<A> || std::same_as<A, ravel::weights>;
template <class Option, class... Allowed>
concept weights_or = any_weights<Option> || ravel::detail::among<Option, Allowed...>;
template <class... Options>
inline constexpr bool weighs = (any_weights<Options> || ...);

// The weights among the options, of which there is one.
template <class First, class... More>
const auto& given_weights(const First& first, const More&... more) {
  if constexpr (any_weights<First>) {
    static_assert(!weighs<More...>, "an option is given twice");
    return first;
  } else {
    return given_weights(more...);
  }
}

// An option of one machine: distributed weights come to all ranks.
template <class A>
const A& collected_option(const A& option) {
  return option;
}
template <class W>
ravel::weights collected_option(const weights<W>& given) {
  return ravel::weights(collect(given.values()));
}
template <class A>
using collected_option_t = std::remove_cvref_t<decltype(collected_option(std::declval<const A&>()))>;

template <class X>
void check_spread_weights(const char* operation, const ravel::weights& given, const X& of) {
  ravel::detail::check_shape_of_weights(operation, given, of.shape());
}
template <class W, class X>
void check_spread_weights(const char* operation, const weights<W>& given, const X& of) {
  const ravel::shape own = given.values().shape();
  if (own != of.shape()) ravel::detail::throw_not_of_one_shape(operation, of.shape(), own);
  check_one_world(operation, of.ranks(), given.values().ranks());
}

// Adds the numbers of all ranks in their order to one total. A rank waits for those before it. Part of a stage.
RAVEL_API double added_in_turn(world_state& state, std::span<const double> own);
// The total of all elements in row-major order, as a loop of one machine adds them.
template <class X>
double total_in_turn(const char* operation, const X& x) {
  std::vector<double> own;
  double total = 0;
  const auto keep = [&](index_t, const auto& elements) {
    const ravel::tensor<double> line = ravel::clone(elements);
    own.insert(own.end(), line.data(), line.data() + line.size());
  };
  each_line_part(operation, x.ranks(), x.shape(), keep, {[&] { total = added_in_turn(x.ranks().state(), own); }}, x);
  return total;
}

// The sum of distributed weights, if they are those that one machine takes.
template <class W>
double total_if_valid(const char* operation, const W& w) {
  const auto is_invalid = [](double weight) -> bool { return !ravel::detail::is_valid_weight(weight); };
  const auto place = first_true_over_ranks(operation, map(is_invalid, w));
  if (place) ravel::detail::throw_invalid_weight(*place, at(flat(w), *place));
  const double total = total_in_turn(operation, w);
  ravel::detail::check_total_of_weights(total, w.size());
  return total;
}

// The number of elements that count, and the sum of their weights. An element counts as on one machine: its weight is not 0, and it is no
// NaN that the policy skips.
struct counted_weights {
  index_t count;
  double total;
};
// Without the weights at some positions, which ascend.
RAVEL_API counted_weights counted_without(const ravel::weights& given, const ravel::tensor<index_t>& positions);

template <class V>
counted_weights weights_that_count(const char*, const V& values, const ravel::weights& given, const ravel::tensor<const double>& weight,
                                   nan_policy policy) {
  const auto is_skipped = [](double value, double w) -> bool { return w > 0 && std::isnan(value); };
  return counted_without(given,
                         policy == nan_policy::skip ? collect(argfilter(map(is_skipped, values, weight))) : ravel::empty<index_t>({0}));
}
template <class V, class W, class Weight>
counted_weights weights_that_count(const char* operation, const V& values, const weights<W>&, const Weight& weight, nan_policy policy) {
  const double total = total_if_valid(operation, weight);
  if (policy != nan_policy::skip) return {count_true(operation, weight > 0.0), total};
  const auto left = map([](double value, double w) { return std::isnan(value) ? 0.0 : w; }, values, weight);
  return {count_true(operation, left > 0.0), total_in_turn(operation, left)};
}

inline ravel::tensor<const double> weights_beside(const char* operation, const ravel::shape& extents, const ravel::weights& given) {
  if (extents.elements() != given.size()) ravel::detail::throw_sizes_differ(operation, extents.elements(), given.size());
  return ravel::borrow(given.span().data(), ints(extents));
}
template <class W>
auto weights_beside(const char*, const ravel::shape&, const weights<W>& given) {
  return map(ravel::detail::widened<double>{}, given.values());
}

template <class V, class Given>
double mean_by_weights(const char* operation, const V& values, const Given& given, nan_policy policy) {
  const auto weight = weights_beside(operation, values.shape(), given);
  const auto [count, total] = weights_that_count(operation, values, given, weight, policy);
  if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation, values);
  const auto products = values * weight;
  if (count == 0) ravel::detail::throw_no_elements(operation);
  if (count == values.size()) return floating_total(operation, products) / total;
  const auto counts = [policy](double value, double w) -> bool { return w > 0 && !(policy == nan_policy::skip && std::isnan(value)); };
  return floating_total(operation, compress(products, map(counts, values, weight))) / total;
}

template <class V, class... Options>
double mean_in_doubles(const char* operation, const V& values, const Options&... options) {
  const nan_policy policy = ravel::detail::option_or(nan_policy::keep, options...);
  if constexpr (weighs<Options...>) {
    return mean_by_weights(operation, values, given_weights(options...), policy);
  } else {
    if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation, values);
    return mean(values, policy);
  }
}

// of(elements in double), if there are some and weights fit them.
template <class X, class Of, class... Options>
double mean_over_ranks(const char* operation, const X& x, const Of& of, const Options&... options) {
  if (x.size() == 0) ravel::detail::throw_no_elements(operation, x.shape());
  if constexpr (weighs<Options...>) check_spread_weights(operation, given_weights(options...), x);
  return of(map(ravel::detail::widened<double>{}, x));
}

template <class V>
void refuse_negative_over_ranks(const char* operation, const V& values) {
  const auto place = first_true_over_ranks(operation, values < 0.0);
  if (place) ravel::detail::throw_negative_element(operation, *place, at(flat(values), *place));
}

}  // namespace detail

// The sum of w * x, divided by the sum of w.
template <detail::spread_ordered X, detail::weights_or<nan_policy>... Options>
  requires detail::weighs<Options...>
[[nodiscard]] double mean(const X& x, const Options&... options) {
  const auto of = [&](const auto& values) { return detail::mean_in_doubles("mean", values, options...); };
  return detail::mean_over_ranks("mean", x, of, options...);
}

#define RAVEL_MPI_MEAN(name, result, terms)                                      \
  template <detail::spread_ordered X, detail::weights_or<nan_policy>... Options> \
  [[nodiscard]] double name(const X& x, const Options&... options) {             \
    const auto of = [&](const auto& values) {                                    \
      detail::refuse_negative_over_ranks(#name, values);                         \
      const double found = detail::mean_in_doubles(#name, terms, options...);    \
      return result;                                                             \
    };                                                                           \
    return detail::mean_over_ranks(#name, x, of, options...);                    \
  }
RAVEL_MPI_MEAN(geometric_mean, std::exp(found), log(values))  // the root of order n of the product of n elements, by logarithms
RAVEL_MPI_MEAN(harmonic_mean, 1 / found, 1.0 / abs(values))   // the reciprocal of the mean of the reciprocals
#undef RAVEL_MPI_MEAN

}  // namespace mpi
}  // namespace ravel
