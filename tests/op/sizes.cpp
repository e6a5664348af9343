// SPDX-License-Identifier: BSL-1.0
// Operands whose sizes differ are refused in the name of the operation.
#include <ravel/op.hpp>

#include <support/catch.hpp>

#include <string>

using ravel::buffer;
namespace reducer = ravel::reducer;

TEST_CASE("operands of different sizes are those of an operation", "[op]") {
  const buffer<double> x{1, 2, 3}, two{1, 2};
  const std::string differ = ": operands have 3 and 2 elements: equal sizes are wanted";
  CHECK_THROWS_WITH(reduce_with(x, two, reducer::pearson), "reduce_with: operands have 2 and 3 elements: equal sizes are wanted");
  CHECK_THROWS_WITH(covariance(x, two), "covariance: operands have 2 and 3 elements: equal sizes are wanted");
  CHECK_THROWS_WITH(rolling(x, two, 2, reducer::covariance), "rolling" + differ);
  CHECK_THROWS_WITH(rolling_by(x, two, 2, reducer::sum), "rolling_by" + differ);
  CHECK_THROWS_WITH(mean(x, ravel::weights(two)), "mean" + differ);
  CHECK_THROWS_WITH(theil_sen(x, two), "theil_sen" + differ);
  CHECK_THROWS_WITH(fill_missing(two, ravel::index_set{1}, x, ravel::fill_policy::nearest), "fill_missing" + differ);
  CHECK_THROWS_WITH(arg_largest_triangle(x, two, 2), "arg_largest_triangle" + differ);
  CHECK_THROWS_WITH(compress(x, buffer<bool>{true, false}), "compress" + differ);
  CHECK_THROWS_WITH(argsort_by(x, two), "argsort_by" + differ);
  CHECK_THROWS_WITH(interp(x, x, two), "interp" + differ);
}
