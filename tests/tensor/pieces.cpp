// SPDX-License-Identifier: BSL-1.0
// Tensors put together of others: values, views of them, what they share with what they are made of, and overlap when they are written.
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/pieces.hpp>

#include <support/catch.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <string>

using namespace ravel;

TEST_CASE("pieces and the rest", "[tensor]") {
  const tensor<double> a{{1, 2}, {3, 4}}, b{{5, 6, 7}};
  const auto p = pieces<double>({4, 5}, {{{0, 0}, a}, {{2, 1}, b}}, -1);
  CHECK(p.shape() == shape{4, 5});
  support::check_reader(p, std::vector<double>{1, 2, -1, -1, -1, 3, 4, -1, -1, -1, -1, 5, 6, 7, -1, -1, -1, -1, -1, -1});
  support::check_reader(transpose(p), std::vector<double>{1, 3, -1, -1, 2, 4, 5, -1, -1, -1, 6, -1, -1, -1, 7, -1, -1, -1, -1, -1});
  REQUIRE_EQUAL(p(slice(1, 3), slice(4, 3, -1)), (buffer<double>{-1, -1, -1, -1, 7, 6, -1, -1, -1}));
  CHECK(p(2, 2) == 6);
  CHECK(sum(p) == 28 - 13);
  b(0, 1) = 60;  // it is a view
  CHECK(p(2, 2) == 60);
  REQUIRE_EQUAL(clone(p + p)(2, all), (buffer<double>{-2, 10, 120, 14, -2}));
}

TEST_CASE("pieces of any kind of tensor", "[tensor]") {
  const tensor<int> a{{1, 2, 3}, {4, 5, 6}};
  const tensor<const int> reversed = flip(a, {0, 1}), twice = a * 2, tiled = tile(a(all, slice(0, 1)), {1, 2});
  const std::vector<piece<int>> placed{{{0, 0}, reversed}, {{2, 1}, twice}, {{0, 3}, tiled}};
  support::check_reader(pieces<int>({4, 5}, placed), std::vector<int>{6, 5, 4, 1, 1, 3, 2, 1, 4, 4, 0, 2, 4, 6, 0, 0, 8, 10, 12, 0});
  CHECK(pieces<int>({2, 3}, {{{0, 0}, a}})(1, 2) == 6);
  CHECK(pieces<int>({}, {{{}, scalar_tensor(4)}})() == 4);
  CHECK(pieces<int>({0, 3}, {}).size() == 0);
  const tensor<std::string> words{{"a", "b"}};
  support::check_reader(pieces<std::string>({2, 2}, {{{1, 0}, words}}, "-"), std::vector<std::string>{"-", "-", "a", "b"});
}

TEST_CASE("writing over what the pieces read is as if it had been read first", "[tensor]") {
  const tensor<int> t = arange<int>(6);
  t.assign(pieces<int>({6}, {{{0}, t(slice(3, 3))}, {{3}, t(slice(0, 3))}}));
  REQUIRE_EQUAL(t, (buffer<int>{3, 4, 5, 0, 1, 2}));
  t(slice(1, 5)) = pieces<int>({5}, {{{1}, t(slice(0, 4))}}, 9) + t(slice(0, 5));
  REQUIRE_EQUAL(t, (buffer<int>{3, 12, 7, 9, 5, 1}));
}

TEST_CASE("pieces that do not fit are refused", "[tensor]") {
  const tensor<int> a{{1, 2}, {3, 4}};
  CHECK_THROWS_AS(pieces<int>({4, 4}, {{{0, 0}, a}, {{1, 1}, a}}), shape_error);
  CHECK_THROWS_AS(pieces<int>({4, 4}, {{{3, 0}, a}}), shape_error);
  CHECK_THROWS_AS(pieces<int>({4}, {{{0, 0}, a}}), shape_error);
  CHECK_THROWS_AS(pieces<int>({4, 4}, {{{0, 0}, tensor<const int>()}}), shape_error);
}
