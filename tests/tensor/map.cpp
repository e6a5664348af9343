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

TEST_CASE("shapes meet by stretching", "[tensor]") {
  const tensor<int> m{{1, 2, 3}, {4, 5, 6}};
  const tensor<int> row{10, 20, 30}, column{{100}, {200}};
  REQUIRE_EQUAL(m + row, (buffer<int>{11, 22, 33, 14, 25, 36}));
  REQUIRE_EQUAL(column + m, (buffer<int>{101, 102, 103, 204, 205, 206}));
  REQUIRE_EQUAL(column + row, (buffer<int>{110, 120, 130, 210, 220, 230}));
  CHECK((column + row).shape() == shape{2, 3});
  REQUIRE_EQUAL(m + iota<int>(3), (buffer<int>{1, 3, 5, 4, 6, 8}));  // a reader is one axis
  REQUIRE_EQUAL(iota<int>(3) * m, (buffer<int>{0, 2, 6, 0, 5, 12}));
  REQUIRE_EQUAL((m + row) - (row + column), (buffer<int>{-99, -98, -97, -196, -195, -194}));  // a function of functions stretches too
  CHECK((m + scalar_tensor(1)).shape() == shape{2, 3});
  CHECK((zeros<int>({0, 3}) + row).shape() == shape{0, 3});
  CHECK((zeros<int>({1, 3}) + zeros<int>({0, 1})).shape() == shape{0, 3});
  CHECK_THROWS_AS(m + transpose(m), shape_error);
  CHECK_THROWS_AS(m + iota<int>(2), shape_error);
  CHECK_THROWS_AS(zeros<int>({0}) + zeros<int>({2}), shape_error);
}
