// SPDX-License-Identifier: BSL-1.0
// Every operation that makes values of the lines of tensors over every backing gives what it gives of memory, to the bit.
// cmake/check_every_operation.sh reads the names here, in every_operation_lines.cpp and in the headers.
#include "every_operation_axes.hpp"

#include <support/catch.hpp>

using namespace every_operation;

namespace {

void reduce_along(results& all, const held<double>& x, const held<double>& y, const held<int>& k, const held<bool>& mask, index_t axis) {
  const auto large = [](double v) { return v > 2; };
  using ravel::nan_policy, ravel::ddof, ravel::keep;
  const auto places = x + 100 * as_tensor(ravel::iota<double>(x.size()), x.shape());  // no two are the same
  const ravel::weights rising_weights(rising(x.extent(axis)));
  ALONG(sum, (x, axis))
  ALONG(sum, (k, axis, keep))
  ALONG(sum, (x, axis, nan_policy::skip))
  ALONG(product, (x, axis))
  ALONG(mean, (x, axis))
  ALONG(mean, (k, axis))
  ALONG(min, (x, axis))
  ALONG(max, (k, axis))
  ALONG(norm, (x, axis))
  ALONG(softmax, (x, axis))
  ALONG(logsumexp, (x, axis))
  ALONG(count, (mask, axis))
  ALONG(count, (x, large, axis))
  ALONG(all_of, (mask, axis))
  ALONG(any_of, (mask, axis, keep))
  ALONG(none_of, (x, large, axis))
  ALONG(reduce, (
                    x, 1.0, [](double a, double b) { return a / 2 + b; }, axis))
  ALONG(reduce_axis, (x, axis, [](const auto& line) { return line[0] + 2 * line[line.size() - 1]; }))
  ALONG(reduce_with, (x, ravel::reducer::mean, axis))
  ALONG(variance, (x, axis, ddof{1}))
  ALONG(standard_deviation, (x, axis))
  ALONG(var, (k, axis))
  ALONG(std, (x, axis, nan_policy::skip))
  ALONG(skew, (x, axis))
  ALONG(kurtosis, (x, axis))
  ALONG(descriptive_statistics, (x, axis)[0].variance)
  ALONG(covariance, (x, y, axis))
  ALONG(correlation, (x, y, axis))
  ALONG(linear_regression, (places, y, axis)[0].slope)
  ALONG(theil_sen, (y + places, x, axis)[0].intercept)
  ALONG(quantile, (x, 0.5, axis))
  ALONG(median, (x, axis))
  ALONG(quartiles, (x, axis)[0].third)
  ALONG(mean, (x, axis, rising_weights))
  ALONG(geometric_mean, (k, axis))
  ALONG(trimmed_mean, (k, 0.25, axis))
  ALONG(harmonic_mean, (k, axis))
  ALONG(moment, (x, 3, axis))
  ALONG(median_absolute_deviation, (x, axis))
  ALONG(argmin, (x, axis))
  ALONG(argmax, (k, axis))
  ALONG(argmin_last, (x, axis))
  ALONG(argmax_last, (k, axis))
  ALONG(nth_element, (x, 1, axis))
  ALONG(most_common, (x, axis))
  ALONG(count_unique, (k, axis))
  ALONG(histogram, (x, {0, 2, 9}, axis).counts)
  ALONG(kernel_density, (x, {0, 3}, axis, ravel::bandwidth{1.5}))
}

}  // namespace

TEST_CASE("every operation goes along the axes of tensors over any backing", "[every_operation]") { check_every_axis(reduce_along); }

TEST_CASE("every operation along axes has the bits of one thread over any backing", "[every_operation]") {
  check_every_axis_shared(reduce_along);
}

// They call a function of the user's for one element after the other.
TEST_CASE("operations along axes that no thread shares are those of a list", "[every_operation]") {
  CHECK(run_alone_along(reduce_along) == "reduce reduce_axis ");
}

TEST_CASE("every operation along axes goes on with what it was given when the names of it are bound anew", "[every_operation]") {
  check_bound_anew(reduce_along);
}
