// SPDX-License-Identifier: BSL-1.0
// The recursion of exponentially weighted means, as in pandas.
#include <ravel/base/error.hpp>
#include <ravel/op/windows/ewm.hpp>

#include <cmath>

namespace ravel {

decay decay::alpha(double alpha) {
  if (!(alpha > 0 && alpha <= 1)) throw value_error(detail::text() << "decay::alpha(" << alpha << "): it must be above 0 and at most 1");
  return decay(alpha);
}
decay decay::span(double elements) {
  if (!(elements >= 1)) throw value_error(detail::text() << "decay::span(" << elements << "): it must be at least 1");
  return decay(2 / (elements + 1));
}
decay decay::half_life(double elements) {
  if (!(elements > 0)) throw value_error(detail::text() << "decay::half_life(" << elements << "): it must be above 0");
  return decay(-std::expm1(-std::log(2.0) / elements));
}

namespace detail {

buffer<double> ewm_of(const node<double>& values, decay by, ewm_start start, nan_policy policy) {
  if (policy == nan_policy::refuse) refuse_nan_in_any("ewm", values);
  const double kept = 1 - by.alpha();
  const buffer<double> result = unfilled_buffer<double>(values.size());
  double* out = result.data();
  double mean = 0, weight = 0;  // of all elements so far; initially none
  for (source_blocks<double> blocks(values); blocks.next();) {
    const auto [b, at, n] = blocks.at_hand();
    for (index_t i = 0; i < n; ++i) {
      const double value = b.data[i * b.step];
      if (policy == nan_policy::skip && std::isnan(value)) {
        *out++ = value;
        continue;
      }
      if (weight == 0) {
        mean = value;
        weight = 1;
      } else if (start == ewm_start::first_element) {
        mean = kept * mean + by.alpha() * value;  // the weights add up to 1, also in floating point
      } else {
        weight *= kept;
        mean = (weight * mean + value) / (weight + 1);
        weight += 1;
      }
      *out++ = mean;
    }
  }
  return result;
}

}  // namespace detail
}  // namespace ravel
