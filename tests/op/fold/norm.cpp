// SPDX-License-Identifier: BSL-1.0
// norm of all elements and along axes.
#include <ravel/op/fold/sum.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <complex>
#include <limits>

using namespace ravel;

TEST_CASE("norm is added up in double") {
  CHECK(norm(buffer<double>{3, -4}) == 5);
  CHECK(norm(buffer<int>{std::numeric_limits<int>::min(), 0}) == 0x1p31);
  CHECK(norm(buffer<float>{3e30F, 4e30F}) == Approx(5e30F));
  static_assert(std::same_as<decltype(norm(buffer<float>())), float> && std::same_as<decltype(norm(buffer<int>())), double>);
  static_assert(std::same_as<decltype(norm(buffer<std::complex<float>>())), float>);
  CHECK(norm(buffer<bool>{true, true, true, true}) == 2);
}

TEST_CASE("norm along axes", "[tensor][norm]") {
  const tensor<int> t{{3, 4}, {0, 2}};
  REQUIRE_EQUAL(norm(t, 1), (buffer<double>{5, 2}));
  CHECK(norm(t, 0, keep).shape() == shape{1, 2});
  static_assert(std::same_as<decltype(norm(tensor<float>{1}, 0)), tensor<float>>);
  using c = std::complex<double>;
  REQUIRE_EQUAL(norm(tensor<c>{{c(3, 4)}, {c(0, 0)}}, {0}), (buffer<double>{5}));
  REQUIRE_EQUAL(norm(zeros<double>({2, 0}), 1), (buffer<double>{0, 0}));
}
