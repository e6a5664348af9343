// SPDX-License-Identifier: BSL-1.0
// xtensor's arrays and adaptors, by pointer and by value in both directions, where xtensor is installed.
#include <ravel/base/error.hpp>
#include <ravel/interop/xtensor.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

using namespace ravel;

#if __has_include(<xtensor/xadapt.hpp>) || __has_include(<xtensor/containers/xadapt.hpp>)
TEST_CASE("xtensor, in both directions", "[interop]") {
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
  const auto turned = transpose(t);
  auto x = as_xtensor(turned);
  CHECK(x(2, 1) == 6);
  x(2, 1) = 60;
  CHECK(t(1, 2) == 60);
  const tensor<const double> lazy = t + 1;
  CHECK_THROWS_AS(as_xtensor(lazy), layout_error);
  xt::xarray<int> made{{1, 2}, {3, 4}};
  const int* const data = made.data();
  const auto taken = from_xtensor(std::move(made));
  CHECK(taken.data() == data);
  CHECK(taken(1, 0) == 3);
}

TEST_CASE("xtensor, of any strides and shape", "[interop]") {
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
  const tensor<double> flipped = flip(t, 1), none = zeros({0, 3}), scalar = scalar_tensor(2.5), row = t(1, all);
  CHECK(as_xtensor(flipped)(0, 0) == 3);
  CHECK(as_xtensor(flipped)(1, 2) == 4);
  CHECK(as_xtensor(row)(2) == 6);
  CHECK(as_xtensor(none).size() == 0);
  CHECK(as_xtensor(scalar)() == 2.5);
  const tensor<const double> read = t;
  CHECK(as_xtensor(read)(1, 0) == 4);
  const xt::xarray<double> doubled = 2.0 * as_xtensor(t);
  CHECK(doubled(1, 2) == 12);
  xt::xtensor<float, 3> cube = xt::ones<float>({2, 3, 4});
  const auto taken = from_xtensor(std::move(cube));
  CHECK(taken.shape() == shape{2, 3, 4});
  CHECK(sum(taken) == 24);
  xt::xarray<int, xt::layout_type::column_major> columns{{1, 2, 3}, {4, 5, 6}};
  CHECK(equal(from_xtensor(std::move(columns)), tensor<int>{{1, 2, 3}, {4, 5, 6}}));
}
#else
TEST_CASE("xtensor", "[interop]") { WARN("there is no xtensor: skipped"); }
#endif
