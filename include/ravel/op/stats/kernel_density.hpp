// SPDX-License-Identifier: BSL-1.0
// kernel_density(x, places): the density at some places, as the sum of a normal distribution around each element. In double precision; the
// time grows with the number of elements times that of places. NaN goes through unless a policy says otherwise. Eager, with fresh results.
#pragma once

#include <ravel/op/fold/means.hpp>

namespace ravel {

// The width of the distributions unless a number gives it: the standard deviation, with ddof{1}, times n^(-1/5), or times (3 n / 4)^(-1/5).
enum class bandwidth_rule : unsigned char { scott, silverman };

// The standard deviation of the distributions.
struct bandwidth {
  double value;
};

namespace detail {

RAVEL_API void check_bandwidth(bandwidth width);

struct bandwidth_choice {
  bandwidth_rule rule;
  const bandwidth* given;  // may be null
};

RAVEL_API buffer<double> density_at(const reader<double>& values, const reader<double>& places, bandwidth_choice how, const weights* given,
                                    nan_policy policy);

}  // namespace detail

// The places may stand in braces. With weights, n is the effective number of elements: the square of the sum of weights over the sum of
// their squares.
template <detail::number_reader R, detail::number_reader Places = buffer<double>,
          detail::among<bandwidth_rule, bandwidth, weights, nan_policy>... Options>
buffer<double> kernel_density(const R& r, const Places& places, Options... options) {
  static_assert(!(detail::is_given<bandwidth, Options...> && detail::is_given<bandwidth_rule, Options...>), "a bandwidth is given twice");
  detail::check_not_empty(r, "kernel_density");
  const bandwidth width = detail::option_or(bandwidth{0}, options...);
  const detail::bandwidth_choice how{detail::option_or(bandwidth_rule::scott, options...),
                                     detail::is_given<bandwidth, Options...> ? &width : nullptr};
  detail::check_list("kernel_density", "places", places);
  return detail::density_at(detail::borrowed_in_doubles(r), detail::borrowed_in_doubles(places), how,
                            detail::weights_or_none("kernel_density", r, options...), detail::option_or(nan_policy::keep, options...));
}

// The density at the same places, for every line.
template <detail::real_tensor X, detail::number_reader Places = buffer<double>,
          detail::among<bandwidth_rule, bandwidth, weights, nan_policy>... Options>
tensor<double> kernel_density(const X& t, const Places& places, const ints& axes, Options... options) {
  const auto held = detail::borrowed_handle(t);
  const buffer<double> given = detail::list_in_doubles("kernel_density", "places", places);
  if constexpr (detail::is_given<bandwidth, Options...>) detail::check_bandwidth(detail::option_or(bandwidth{1}, options...));
  const auto of_line = [&](const auto& line) { return ravel::kernel_density(line, given, options...); };
  return detail::described_lines(held, detail::one_axis("kernel_density", axes, held.rank()), of_line,
                                 [&](index_t) { return given.size(); });
}

RAVEL_FACES(kernel_density)  // of numbers, at places, with a bandwidth, weights{w}; along an axis: kernel_density(t, places, axis)

}  // namespace ravel
