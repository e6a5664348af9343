// SPDX-License-Identifier: BSL-1.0
// mean, geometric_mean and harmonic_mean, with or without weights, and moment, of all elements and along axes. They compute in double
// precision and read their data once or twice. NaN goes through unless a policy says otherwise. Eager, with fresh results along axes.
#pragma once

#include <ravel/op/fold/moments.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/fold/weights.hpp>

namespace ravel {

namespace detail {

template <class T>
double mean_of_integers(const node<T>& source);

// If `given` is null, computes without weights.
RAVEL_API double weighted_mean(const char* operation, const reader<double>& values, const weights* given, nan_policy policy);
RAVEL_API double geometric_mean_of(const reader<double>& values, const weights* given, nan_policy policy);
RAVEL_API double harmonic_mean_of(const reader<double>& values, const weights* given, nan_policy policy);
[[noreturn]] RAVEL_API void throw_negative_element(const char* operation, index_t place, double value);

template <class R, class... Options>
const weights* weights_or_none([[maybe_unused]] const char* operation, [[maybe_unused]] const R& r,
                               [[maybe_unused]] const Options&... options) {
  if constexpr (is_given<weights, Options...>) {
    const weights& given = given_option<weights>(options...);
    check_shape_of_weights(operation, given, r);
    return &given;
  } else {
    return nullptr;
  }
}

}  // namespace detail

// The type is double for integers and bools, and the element type for floating and complex elements.
template <detail::element_reader R>
[[nodiscard]] auto mean(const R& r) {
  using T = detail::read_t<R>;
  detail::check_not_empty(r, "mean");
  if constexpr (detail::real_or_complex<T>) {
    const index_t n = detail::size_of(r);  // first, because a watch of the sum may assign to the name
    return static_cast<T>(detail::total(r) / static_cast<double>(n));
  } else {
    return detail::on_canonical(r, [](const auto& source) { return detail::mean_of_integers(source); });
  }
}

// The mean of durations is the mean of their ticks: a duration in double if the ticks are integers. (For points of time, add the mean of
// the distances from the first to the first.)
template <detail::input R>
  requires duration_element<detail::read_t<R>>
[[nodiscard]] auto mean(const R& r) {
  const auto counted = mean(ticks(detail::borrowed_handle(r)));
  return detail::counted_in_t<std::remove_const_t<decltype(counted)>, detail::read_t<R>>(counted);
}

template <detail::element_reader R, std::same_as<nan_policy> Policy>
[[nodiscard]] auto mean(const R& r, Policy policy) {
  using T = detail::read_t<R>;
  if constexpr (detail::real_or_complex<T>) {
    if (policy == nan_policy::skip) {
      const auto held = detail::borrowed_handle(r);
      const index_t numbers = detail::count_numbers(held);
      if (numbers == 0) detail::throw_no_elements("mean");
      return static_cast<T>(detail::total(map(detail::instead_of_nan<T>{T{}}, held)) / static_cast<double>(numbers));
    }
  }
  return detail::under_policy(
      r, policy, "mean", [] { return T{}; }, [](const auto& x) { return mean(x); });
}

// The sum of w * x, divided by the sum of w.
template <detail::number_reader R, detail::among<weights, nan_policy>... Options>
  requires detail::is_given<weights, Options...>
[[nodiscard]] double mean(const R& r, Options... options) {
  detail::check_not_empty(r, "mean");
  return detail::weighted_mean("mean", detail::borrowed_in_doubles(r), detail::weights_or_none("mean", r, options...),
                               detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(mean)  // of numbers: mean(x, weights{w}); a tensor has axes: mean(t, axes, weights{w}, nan_policy::skip, keep)

// Means of durations along axes are taken of their ticks, too.
template <detail::durations_tensor X, detail::among<keep_t>... Options>
[[nodiscard]] auto mean(const X& t, const ints& axes, Options... options) {
  return detail::as_durations<detail::read_t<X>>(mean(ticks(t), axes, options...));
}

// The root of order n of the product of n elements, by logarithms; 0 if one element is 0. A negative element is a value_error.
template <detail::number_reader R, detail::among<weights, nan_policy>... Options>
[[nodiscard]] double geometric_mean(const R& r, Options... options) {
  detail::check_not_empty(r, "geometric_mean");
  return detail::geometric_mean_of(detail::borrowed_in_doubles(r), detail::weights_or_none("geometric_mean", r, options...),
                                   detail::option_or(nan_policy::keep, options...));
}

// The reciprocal of the mean of the reciprocals; 0 if one element is 0. A negative element is a value_error.
template <detail::number_reader R, detail::among<weights, nan_policy>... Options>
[[nodiscard]] double harmonic_mean(const R& r, Options... options) {
  detail::check_not_empty(r, "harmonic_mean");
  return detail::harmonic_mean_of(detail::borrowed_in_doubles(r), detail::weights_or_none("harmonic_mean", r, options...),
                                  detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(geometric_mean)  // of numbers with an order: geometric_mean(x, weights{w}, nan_policy::skip), (t, axes, keep)
RAVEL_FACES(harmonic_mean)   // of numbers with an order: harmonic_mean(x, weights{w}, nan_policy::skip), (t, axes, keep)

// moment(x, k) is the mean of powers of order k. central: about the mean. raw: about 0. standardised: central, divided by the standard
// deviation to the power of the order.
enum class moment_kind : unsigned char { central, raw, standardised };

namespace detail {

RAVEL_API double moment_of(const reader<double>& values, index_t order, moment_kind kind, nan_policy policy);

}  // namespace detail

template <detail::number_reader R, detail::among<moment_kind, nan_policy>... Options>
[[nodiscard]] double moment(const R& r, index_arg order, Options... options) {
  detail::check_not_empty(r, "moment");
  return detail::moment_of(detail::borrowed_in_doubles(r), order, detail::option_or(moment_kind::central, options...),
                           detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(moment)  // of numbers with an order: moment(x, 3), with a moment_kind, nan_policy::skip; moment(t, 3, axes, keep)

}  // namespace ravel
