// SPDX-License-Identifier: BSL-1.0
// Each verb of statistics and of searches gives of an any_tensor what it gives of a tensor of the type: the type of the result and its
// bits.
#include "same_as_typed.hpp"

using namespace ravel;

#define RAVEL_EACH_HERE(do_with) \
  RAVEL_FOR_EACH_VERB_OF_stats(do_with) RAVEL_FOR_EACH_VERB_OF_search(do_with) RAVEL_FOR_EACH_VERB_OF_missing(do_with)

TEST_CASE("statistics and searches of run-time type have the results of the type", "[any]") {
  any_tests::verb_names names;
  RAVEL_EACH_HERE(RAVEL_NAME_OF_ROW)
  const tensor<double> places{1, 4};
  const tensor<bool> mask{true, false, true, true};
  const tensor<int> positions{{0, 5}, {1, 1}, {2, 0}, {3, 3}};
  any_tests::for_three_kinds([&](const auto& t) {
    RAVEL_EACH_HERE(RAVEL_SAME_OF_ROW)
    RAVEL_SAME(quantile, x, 0.3)
    RAVEL_SAME(quantile, x, 0.3, 1)
    RAVEL_SAME(quantile, x, {0.3, 0.5}, 1)
    RAVEL_SAME(histogram, x)
    RAVEL_SAME(histogram, x, places, 1)
    RAVEL_SAME(kernel_density, x, places)
    RAVEL_SAME(kernel_density, x, places, 1)
    RAVEL_SAME(covariance_matrix, x)
    RAVEL_SAME(correlation_matrix, x, 0)
    RAVEL_SAME(histogram_nd, x(all, slice(0, 2)), bins{3})
    RAVEL_SAME(histogram_nd, x(all, slice(0, 2)), bin_rule::sturges)
    RAVEL_SAME(least_squares, x(all, slice(0, 2)), x(all, 2))
    RAVEL_SAME(compress, x, mask, 0)
    RAVEL_SAME(take_along_axis, x, positions, 1)
  });
  CHECK(names == any_tests::verb_names());
}
