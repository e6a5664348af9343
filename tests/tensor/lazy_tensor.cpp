// SPDX-License-Identifier: BSL-1.0
// A function of tensors that is yet to be computed.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("a lazy result owns what it reads", "[tensor]") {
  const auto made = [] {
    const tensor<double> t{{1, 2}, {3, 4}};
    return transpose(t + 1.0)(all, 0) * tensor<double>{10, 100};
  }();
  REQUIRE_EQUAL(made, (buffer<double>{20, 300}));
  const tensor<const double> passed_on = made;
  REQUIRE_EQUAL(passed_on(slice(1, 2, -1)), (buffer<double>{300, 20}));
}

TEST_CASE("one place for several axes is no row-major position", "[tensor]") {
  const tensor<double> t{{1, 2}, {3, 4}};
  CHECK((t + 1)(1, 1) == 5);
  CHECK_THROWS_WITH((t + 1)(3), "1 coordinate [3] for shape [2 2] of rank 2: write all for the others, t(0, all) is a view");
  CHECK_THROWS_WITH(t(0), "1 coordinate [0] for shape [2 2] of rank 2: write all for the others, t(0, all) is a view");
  CHECK_THROWS_WITH(t(0, 1, 0), "3 coordinates [0 1 0] for shape [2 2] of rank 2");
}
