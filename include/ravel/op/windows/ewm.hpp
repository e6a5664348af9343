// SPDX-License-Identifier: BSL-1.0
// ewm(x, decay::span(20)): the exponentially weighted mean up to each element, in double precision. A NaN stays in all later results unless
// a policy says otherwise. Eager, with fresh results; threads share lines, not parts of a line.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>

namespace ravel {

// The decay of the weights: each element weighs 1 - alpha times as much as the one behind it. Given by alpha in (0, 1], by the span of an
// equally smooth moving mean (alpha = 2 / (span + 1)), or by the number of elements after which a weight has halved.
class RAVEL_API decay {
 public:
  static decay alpha(double alpha);
  static decay span(double elements);
  static decay half_life(double elements);

  double alpha() const { return alpha_; }

 private:
  explicit decay(double alpha) : alpha_(alpha) {}
  double alpha_;
};

// weighted: the mean of the elements so far, by weights that add up to one. first_element: a recursion that takes the first element as the
// mean before it.
enum class ewm_start : unsigned char { weighted, first_element };

namespace detail {

RAVEL_API buffer<double> ewm_of(const node<double>& values, decay by, ewm_start start, nan_policy policy);

}  // namespace detail

// Under nan_policy::skip, NaN gives NaN at its position, and the mean goes on behind it as if it were not there.
template <detail::number_line R, detail::among<ewm_start, nan_policy>... Options>
[[nodiscard]] buffer<double> ewm(const R& r, decay by, Options... options) {
  const auto start = detail::option_or(ewm_start::weighted, options...);
  const auto policy = detail::option_or(nan_policy::keep, options...);
  return detail::with_widened<double>(r, [&](const auto& values) { return detail::ewm_of(values, by, start, policy); });
}

RAVEL_FACES(ewm)  // of numbers: ewm(x, decay::span(20), axis, ewm_start::first_element, nan_policy::skip)

}  // namespace ravel
