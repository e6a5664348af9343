// SPDX-License-Identifier: BSL-1.0
// Nested lists, the elements of new tensors.
#include <ravel/loop/compare.hpp>
#include <ravel/tensor/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <complex>
#include <string>

using namespace ravel;

TEST_CASE("nested lists give the shape and the values", "[tensor]") {
  const tensor<double> t{{0, 1, 2}, {3, 4, 5}};
  CHECK(t.shape() == shape{2, 3});
  CHECK(t.rank() == 2);
  CHECK(t.size() == 6);
  REQUIRE_EQUAL(t, (buffer<double>{0, 1, 2, 3, 4, 5}));
  CHECK(tensor<int>{{0}, {1}}.shape() == shape{2, 1});
  CHECK(tensor<int>{{1}}.shape() == shape{1, 1});
  CHECK(tensor<int>{1, 2, 3}.shape() == shape{3});
  CHECK(tensor<int>{{{1}, {2}}}.shape() == shape{1, 2, 1});
  CHECK(tensor<std::string>{{"a", "b"}, {"c", "d"}}.shape() == shape{2, 2});
  CHECK(tensor<std::complex<double>>{{1, 2}, {3, 4}}.shape() == shape{2, 2});
  CHECK_THROWS_AS((tensor<int>{{1, 2}, {3}}), shape_error);
  CHECK_THROWS_AS((tensor<int>{{1, 2}, 3}), shape_error);
  CHECK_THROWS_AS((tensor<int>{1, {2, 3}}), shape_error);
}

// A list takes what its elements can hold without being cut: no fraction for an integer, no imaginary part for a real number.
static_assert(!std::constructible_from<nested<int>, double> && !std::constructible_from<nested<bool>, int>);
static_assert(!std::constructible_from<nested<double>, std::complex<double>>);
static_assert(std::constructible_from<nested<double>, int> && std::constructible_from<nested<std::complex<float>>, double>);

TEST_CASE("an element that does not fit is refused", "[tensor]") {
  CHECK_THROWS_AS((tensor<std::uint8_t>{{1, 256}}), type_error);
  CHECK_THROWS_AS((tensor<std::uint8_t>{-1}), type_error);
}
