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
