// SPDX-License-Identifier: BSL-1.0
// Means of all distributed elements: geometric and harmonic ones, and those with weights, which are local and the same on all ranks.
// Products of elements and weights are summed as the elements of a distributed vector, so results have the bits of one machine. Collective.
#pragma once

#include <ravel/mpi/choose.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel {
namespace mpi {
namespace detail {

// The sum of the weights that are not 0, without those at some positions, which ascend.
RAVEL_API double total_without(const weights& given, const ravel::tensor<index_t>& positions);

// The elements that count are those of one machine: not of weight 0, and no NaN that the policy leaves out.
template <class V>
double mean_by_weights(const char* operation, const V& values, const weights& given, nan_policy policy) {
  if (values.size() != given.size()) ravel::detail::throw_sizes_differ(operation, values.size(), given.size());
  if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation, values);
  const std::span<const double> list = given.span();
  const ravel::tensor<const double> weight = ravel::borrow(list.data(), ints(values.shape()));
  const auto products = values * weight;
  const auto is_skipped = [](double value, double w) -> bool { return w > 0 && std::isnan(value); };
  const auto skipped = policy == nan_policy::skip ? collect(argfilter(map(is_skipped, values, weight))) : ravel::empty<index_t>({0});
  const index_t counted = std::ranges::count_if(list, [](double w) { return w > 0; }) - skipped.size();
  if (counted == 0) ravel::detail::throw_no_elements(operation);
  const double total = total_without(given, skipped);
  if (counted == values.size()) return floating_total(operation, products) / total;
  const auto counts = [policy](double value, double w) -> bool { return w > 0 && !(policy == nan_policy::skip && std::isnan(value)); };
  return floating_total(operation, compress(products, map(counts, values, weight))) / total;
}

template <class V, class... Options>
double mean_in_doubles(const char* operation, const V& values, const Options&... options) {
  const nan_policy policy = ravel::detail::option_or(nan_policy::keep, options...);
  if constexpr (ravel::detail::is_given<weights, Options...>) {
    return mean_by_weights(operation, values, ravel::detail::given_option<weights>(options...), policy);
  } else {
    if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation, values);
    return mean(values, policy);
  }
}

// of(elements in double), if there are some and weights fit them.
template <class X, class Of, class... Options>
double mean_over_ranks(const char* operation, const X& x, const Of& of, const Options&... options) {
  if (x.size() == 0) ravel::detail::throw_no_elements(operation, x.shape());
  if constexpr (ravel::detail::is_given<weights, Options...>) {
    ravel::detail::check_shape_of_weights(operation, ravel::detail::given_option<weights>(options...), x.shape());
  }
  return of(map(ravel::detail::widened<double>{}, x));
}

template <class V>
void refuse_negative_over_ranks(const char* operation, const V& values) {
  const auto place = first_true_over_ranks(operation, values < 0.0);
  if (place) ravel::detail::throw_negative_element(operation, *place, at(flat(values), *place));
}

template <class Option>
concept mean_option = ravel::detail::among<Option, weights, nan_policy>;

}  // namespace detail

// The sum of w * x, divided by the sum of w.
template <detail::spread_ordered X, detail::mean_option Option, detail::mean_option... Options>
  requires ravel::detail::is_given<weights, Option, Options...>
[[nodiscard]] double mean(const X& x, const Option& option, const Options&... options) {
  const auto of = [&](const auto& values) { return detail::mean_in_doubles("mean", values, option, options...); };
  return detail::mean_over_ranks("mean", x, of, option, options...);
}

#define RAVEL_MPI_MEAN(name, result, terms)                                                       \
  template <detail::spread_ordered X, detail::mean_option Option, detail::mean_option... Options> \
  [[nodiscard]] double name(const X& x, const Option& option, const Options&... options) {        \
    const auto of = [&](const auto& values) {                                                     \
      detail::refuse_negative_over_ranks(#name, values);                                          \
      const double found = detail::mean_in_doubles(#name, terms, option, options...);             \
      return result;                                                                              \
    };                                                                                            \
    return detail::mean_over_ranks(#name, x, of, option, options...);                             \
  }                                                                                               \
  template <detail::spread_ordered X>                                                             \
  [[nodiscard]] double name(const X& x) {                                                         \
    return name(x, nan_policy::keep);                                                             \
  }
RAVEL_MPI_MEAN(geometric_mean, std::exp(found), log(values))  // the root of order n of the product of n elements, by logarithms
RAVEL_MPI_MEAN(harmonic_mean, 1 / found, 1.0 / abs(values))   // the reciprocal of the mean of the reciprocals
#undef RAVEL_MPI_MEAN

}  // namespace mpi
}  // namespace ravel
