// SPDX-License-Identifier: BSL-1.0
// Each verb of windows gives of an any_tensor what it gives of a tensor of the type: the type of the result and its bits. So gradient of
// floats gives floats.
#include "same_as_typed.hpp"

using namespace ravel;

TEST_CASE("windows of run-time type have the results of the type", "[any]") {
  any_tests::verb_names names;
  RAVEL_FOR_EACH_VERB_OF_windows(RAVEL_NAME_OF_ROW) const tensor<double> places{0, 1, 2.5, 3, 7, 8};
  any_tests::for_three_kinds([&](const auto& t) {
    RAVEL_FOR_EACH_VERB_OF_windows(RAVEL_SAME_OF_ROW) RAVEL_SAME(gradient, x, 0, spacing{0.3}, gradient_ends::second_order)
        RAVEL_SAME(gradient, x, places, 1) RAVEL_SAME(gradient, x(1, all), places) RAVEL_SAME(gradient, x(1, all), spacing{0.3})
            RAVEL_SAME(rolling, x, 3, reducer::max, 1) RAVEL_SAME(rolling, x, 3, reducer::mean, 1)
                RAVEL_SAME(rolling, x, weights{1, 2}, reducer::mean, 1) RAVEL_SAME(expanding, x, reducer::sum, 1)
                    RAVEL_SAME(downsample, x, 2, reducer::first, 1) RAVEL_SAME(arg_largest_triangle, x, 3, 1)
                        RAVEL_SAME(rolling_quantile, x, 3, 0.3, 1) RAVEL_SAME(rolling_median, x, 3, 1) RAVEL_SAME(rolling_rank, x, 3, 1)
                            RAVEL_SAME(rolling_mode, x, 3, 1) RAVEL_SAME(ewm, x, decay::span(3), 1)
  });
  CHECK(names == any_tests::verb_names());
}
