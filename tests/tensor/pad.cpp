// SPDX-License-Identifier: BSL-1.0
// Margins: one value, the edge, mirrored, going around; on every axis at once, against a loop over coordinates.
#include <ravel/loop/compare.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/pad.hpp>

#include <support/catch.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <string>

using namespace ravel;

TEST_CASE("margins of one value", "[tensor]") {
  const tensor<int> t{{1, 2}, {3, 4}};
  support::check_reader(pad(t, 1), std::vector<int>{0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0});
  support::check_reader(pad(t, {{0, 1}, {2, 0}}, 7), std::vector<int>{7, 7, 1, 2, 7, 7, 3, 4, 7, 7, 7, 7});
  CHECK(pad(t, {{1, 2}}).shape() == shape{5, 5});
  CHECK(pad(t, {1, 2}).shape() == shape{4, 6});
  CHECK(pad(t, std::vector<margin>{{1, 0}, 2}).shape() == shape{3, 6});
  CHECK(equal(pad(t, 0), t));
  REQUIRE_EQUAL(pad(t * 2, {{1, 0}, 0}, -1), (buffer<int>{-1, -1, 2, 4, 6, 8}));
  REQUIRE_EQUAL(pad(zeros<double>({0, 2}), {1, 0}, 1), (buffer<double>{1, 1, 1, 1}));
  CHECK(pad(tensor<std::string>{"a"}, 1, "b")(2) == "b");
  CHECK(pad(scalar_tensor(3), 1)() == 3);
  t(1, 1) = 5;
  CHECK(pad(t, 1)(2, 2) == 5);
}

TEST_CASE("margins that the tensor fills itself", "[tensor]") {
  const tensor<int> t{1, 2, 3};
  REQUIRE_EQUAL(pad(t, 4, pad_mode::edge), (buffer<int>{1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3}));
  REQUIRE_EQUAL(pad(t, 4, pad_mode::reflect), (buffer<int>{1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3}));
  REQUIRE_EQUAL(pad(t, 4, pad_mode::wrap), (buffer<int>{3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1}));
  REQUIRE_EQUAL(pad(tensor<int>{8}, 2, pad_mode::reflect), (buffer<int>{8, 8, 8, 8, 8}));
  const tensor<int> m{{1, 2}, {3, 4}};
  REQUIRE_EQUAL(pad(m + m, {{1, 0}, {0, 1}}, pad_mode::edge), (buffer<int>{2, 4, 4, 2, 4, 4, 6, 8, 8}));
  CHECK(pad(zeros<int>({0, 2}), {0, 1}, pad_mode::edge).shape() == shape{0, 4});
  CHECK_THROWS_AS(pad(zeros<int>({0, 2}), {1, 0}, pad_mode::edge), shape_error);
}

TEST_CASE("a padded tensor written over itself", "[tensor]") {
  const tensor<int> t = arange<int>(5);
  t.assign(pad(t(slice(1, 3)), {{2, 0}}, 9));
  REQUIRE_EQUAL(t, (buffer<int>{9, 9, 1, 2, 3}));
  t.assign(pad(t(slice(1, 3)), 1, pad_mode::wrap));
  REQUIRE_EQUAL(t, (buffer<int>{2, 9, 1, 2, 9}));
}

TEST_CASE("margins that make no sense", "[tensor]") {
  const tensor<int> t{{1, 2}, {3, 4}};
  CHECK_THROWS_AS(pad(t, {1, 2, 3}), shape_error);
  CHECK_THROWS_AS(pad(t, -1), value_error);
  CHECK_THROWS_AS(pad(t, {{0, -1}, 0}, pad_mode::wrap), value_error);
  CHECK_THROWS_AS(pad(t, index_limit), overflow_error);
  CHECK_THROWS_AS(pad(tensor<std::uint8_t>{1}, 1, 300), type_error);
}
