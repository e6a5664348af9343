// SPDX-License-Identifier: BSL-1.0
// when_empty{v} behind what is asked of a whole reader: min(x, nan_policy::skip, when_empty{0}). Where nothing is left of x, nothing is
// computed and nothing is thrown. Eager, one thread.
#pragma once

#include <ravel/op/fold/arg_extreme.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/moment.hpp>
#include <ravel/op/fold/when_empty.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/stats/outliers.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/stats/statistics.hpp>

namespace ravel {

namespace detail {

struct all_numbers {
  using looks_at_arguments_only = void;
  template <class... Ts>
  bool operator()(const Ts&... values) const {
    return !(is_nan{}(values) || ...);
  }
};

// Whether a policy leaves nothing of a reader, or of readers side by side. It reads up to the first number.
template <class... Rs>
bool leaves_nothing(nan_policy policy, const Rs&... rs) {
  if (std::min({size_of(rs)...}) != std::max({size_of(rs)...})) return false;  // which is for the operation to say
  if (std::min({size_of(rs)...}) == 0) return true;
  if constexpr ((may_be_nan<read_t<Rs>> || ...)) {
    if (policy != nan_policy::skip) return false;
    const auto there = map(all_numbers{}, look_at(rs)...);
    const reader<bool> numbers = there;
    return first_place(detail_access::node(numbers), [](bool is_number) { return is_number; }) < 0;
  }
  return false;
}

// operation(options…), or what is told where nothing is left of the operands.
template <class Operation, class... Options, class... Rs>
auto unless_empty(const std::tuple<const Rs&...>& operands, Operation operation, const Options&... options) {
  return call_untold(
      [&](const auto&... rest) {
        using result = std::remove_cvref_t<decltype(operation(rest...))>;
        const auto told = told_value<result>(options...);
        const nan_policy policy = option_or(nan_policy::keep, options...);
        const bool nothing = std::apply([&](const Rs&... rs) { return leaves_nothing(policy, rs...); }, operands);
        return result_or_told(
            told, nothing, [] { return std::string(); }, [&] { return result(operation(rest...)); });
      },
      options...);
}

template <class Option, class... Allowed>
concept told_among = among<Option, Allowed...> || says_when_empty<Option>;

}  // namespace detail

#define RAVEL_TOLD(name, takes, ...)                                                     \
  template <detail::takes R, detail::told_among<__VA_ARGS__>... Options>                 \
    requires detail::told_when_empty<Options...>                                         \
  [[nodiscard]] auto name(const R& r, const Options&... options) {                       \
    return detail::unless_empty(                                                         \
        std::tie(r), [&](const auto&... rest) { return name(r, rest...); }, options...); \
  }

RAVEL_TOLD(mean, element_reader, weights, nan_policy)
RAVEL_TOLD(min, ordered_reader, nan_policy)
RAVEL_TOLD(max, ordered_reader, nan_policy)
RAVEL_TOLD(sum, element_reader, nan_policy)
RAVEL_TOLD(product, element_reader, nan_policy)
RAVEL_TOLD(argmin, ordered_reader, nan_policy)
RAVEL_TOLD(argmax, ordered_reader, nan_policy)
RAVEL_TOLD(argmin_last, ordered_reader, nan_policy)
RAVEL_TOLD(argmax_last, ordered_reader, nan_policy)
RAVEL_TOLD(variance, element_reader, ddof, nan_policy)
RAVEL_TOLD(standard_deviation, element_reader, ddof, nan_policy)
RAVEL_TOLD(var, element_reader, ddof, nan_policy)
RAVEL_TOLD(std, element_reader, ddof, nan_policy)
RAVEL_TOLD(skew, number_reader, elements_are, nan_policy)
RAVEL_TOLD(kurtosis, number_reader, elements_are, nan_policy)
RAVEL_TOLD(descriptive_statistics, number_reader, ddof, elements_are, nan_policy)
RAVEL_TOLD(geometric_mean, number_reader, weights, nan_policy)
RAVEL_TOLD(harmonic_mean, number_reader, weights, nan_policy)
RAVEL_TOLD(median, number_reader, quantile_rule, weights, nan_policy)
RAVEL_TOLD(quartiles, number_reader, quantile_rule, weights, nan_policy)
RAVEL_TOLD(median_absolute_deviation, number_reader, deviation_scale, nan_policy)
RAVEL_TOLD(most_common, sortable)
#undef RAVEL_TOLD

template <detail::number_reader R, detail::told_among<moment_kind, nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] double moment(const R& r, index_arg order, const Options&... options) {
  return detail::unless_empty(
      std::tie(r), [&](const auto&... rest) { return moment(r, order, rest...); }, options...);
}

template <detail::number_reader R, std::floating_point Q, detail::told_among<quantile_rule, weights, nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] double quantile(const R& r, Q q, const Options&... options) {
  const auto share = static_cast<double>(q);
  detail::check_quantiles(std::span(&share, 1));
  return detail::unless_empty(
      std::tie(r), [&](const auto&... rest) { return quantile(r, q, rest...); }, options...);
}
// One value for each that is asked for.
template <detail::number_reader R, detail::number_reader Q, detail::told_among<quantile_rule, weights, nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] buffer<double> quantile(const R& r, const Q& q, const Options&... options) {
  const buffer<double> wanted = detail::clone_as_doubles(q);
  detail::check_quantiles(wanted.span());
  const auto told = make_buffer<double>(wanted.size(), *detail::told_value<double>(options...));
  const auto of_rest = [&](const auto&... rest) {
    return detail::unless_empty(
        std::tie(r), [&](const auto&... untold) { return quantile(r, wanted, untold...); }, rest..., when_empty{told});
  };
  return detail::call_untold(of_rest, options...);
}
template <detail::number_reader R, detail::told_among<quantile_rule, weights, nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] buffer<double> quantile(const R& r, std::initializer_list<double> q, const Options&... options) {
  return quantile(r, buffer<double>(q), options...);
}

template <detail::input R, detail::reduces<R> Reducer, detail::told_among<nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] auto reduce_with(const R& r, const Reducer& reducer, const Options&... options) {
  return detail::unless_empty(
      std::tie(r), [&](const auto&... rest) { return reduce_with(r, reducer, rest...); }, options...);
}
template <detail::input A, detail::input B, detail::reduces<A, B> Reducer, detail::told_among<nan_policy>... Options>
  requires detail::told_when_empty<Options...>
[[nodiscard]] auto reduce_with(const A& a, const B& b, const Reducer& reducer, const Options&... options) {
  return detail::unless_empty(
      std::tie(a, b), [&](const auto&... rest) { return reduce_with(a, b, reducer, rest...); }, options...);
}

#define RAVEL_TOLD_OF_PAIRS(name, ...)                                                                    \
  template <detail::number_reader A, detail::number_reader B, detail::told_among<__VA_ARGS__>... Options> \
    requires detail::told_when_empty<Options...>                                                          \
  [[nodiscard]] auto name(const A& a, const B& b, const Options&... options) {                            \
    return detail::unless_empty(                                                                          \
        std::tie(a, b), [&](const auto&... rest) { return name(a, b, rest...); }, options...);            \
  }

RAVEL_TOLD_OF_PAIRS(covariance, ddof, nan_policy)
RAVEL_TOLD_OF_PAIRS(correlation, correlation_kind, nan_policy)
RAVEL_TOLD_OF_PAIRS(linear_regression, nan_policy)
RAVEL_TOLD_OF_PAIRS(theil_sen, nan_policy)
#undef RAVEL_TOLD_OF_PAIRS

}  // namespace ravel
