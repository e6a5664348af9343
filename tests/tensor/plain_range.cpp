// SPDX-License-Identifier: BSL-1.0
// Consecutive elements that Ravel does not own beside tensors: they count as one axis.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <array>
#include <vector>

#include <support/catch.hpp>

TEST_CASE("tensors are written from vectors and multiplied with them") {
  const ravel::tensor<double> t{{0, 0}, {0, 0}};
  t.assign(std::vector<double>{1, 2});
  t(0, ravel::all) = std::vector<int>{5, 6};
  CHECK(ravel::to_vector(t) == std::vector<double>{5, 6, 1, 2});
  CHECK(ravel::to_vector(ravel::matmul(t, std::array{1., 1.})) == std::vector<double>{11, 3});
  const double product = ravel::dot(t(1, ravel::all), std::vector<double>{1, 1});
  CHECK(product == 3);
}
