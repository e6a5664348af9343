// SPDX-License-Identifier: BSL-1.0
// The handle itself: elements by coordinates, views by places, what = and assign do, and what is refused.
#include <ravel/lazy/select.hpp>
#include <ravel/op/compare.hpp>
#include <ravel/op/sum.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <complex>
#include <string>

using namespace ravel;

static_assert(std::semiregular<tensor<double>> && std::semiregular<tensor<const double>>);
static_assert(std::derived_from<tensor<int>, tensor<const int>> && std::derived_from<tensor<const int>, reader<int>>);
static_assert(!std::equality_comparable<tensor<int>> || !std::convertible_to<decltype(tensor<int>() == tensor<int>()), bool>);

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

TEST_CASE("elements by coordinates are checked, references to memory", "[tensor]") {
  const tensor<int> t{{0, 1, 2}, {3, 4, 5}};
  t(1, 2) = 7;
  CHECK(t(1, 2) == 7);
  CHECK(transpose(t)(2, 1) == 7);
  CHECK_THROWS_AS(t(2, 0), index_error);
  CHECK_THROWS_AS(t(0, -1), index_error);
  CHECK_THROWS_AS(t(0), index_error);
  CHECK_THROWS_AS(t(0, 0, 0), index_error);
  const auto u = t.unchecked<2>();
  u(0, 0) = -1;
  CHECK(t(0, 0) == -1);
  CHECK_THROWS_AS(t.unchecked<1>(), layout_error);
  const tensor<int> one = scalar_tensor(5);
  CHECK(one() == 5);
  CHECK_THROWS_AS(t(), index_error);
}

TEST_CASE("places make views", "[tensor]") {
  const tensor<int> t = as_tensor(adopt(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), {3, 4});
  REQUIRE_EQUAL(t(1, all), (buffer<int>{4, 5, 6, 7}));
  REQUIRE_EQUAL(t(all, last), (buffer<int>{3, 7, 11}));
  REQUIRE_EQUAL(t(last - 1, all), (buffer<int>{4, 5, 6, 7}));
  REQUIRE_EQUAL(t(all, {2, 0}), (buffer<int>{2, 0, 6, 4, 10, 8}));
  REQUIRE_EQUAL(t(slice(2, 2, -1), slice(0, 2, 3)), (buffer<int>{8, 11, 4, 7}));
  CHECK(t(newaxis, ellipsis, newaxis).shape() == shape{1, 3, 4, 1});
  CHECK(t(ellipsis, 0).shape() == shape{3});
  CHECK(t(1, ellipsis, 1).shape() == shape{});
  CHECK(t(slice(0, 0)).shape() == shape{0, 4});
  CHECK_THROWS_AS(t(ellipsis, ellipsis), index_error);
  CHECK_THROWS_AS(t(all, all, all), index_error);
  CHECK_THROWS_AS(t(3, all), index_error);
  CHECK_THROWS_AS(t(all, {4}), index_error);
}

TEST_CASE("= rebinds a name and writes through a view just made", "[tensor]") {
  tensor<double> t = zeros<double>({2, 3});
  tensor<double> name = t;
  name = ones<double>({2, 2});
  CHECK(sum(t) == 0);
  t(1, all) = 5;
  t(all, 0) = t(all, 1) + 1.0;
  REQUIRE_EQUAL(t, (buffer<double>{1, 0, 0, 6, 5, 5}));
  const tensor<double> row = t(0, all);
  row.assign(iota<double>(3));
  t(1, all) += row;
  t *= 2.0;
  REQUIRE_EQUAL(t, (buffer<double>{0, 2, 4, 12, 12, 14}));
  CHECK_THROWS_AS((t(all, {0, 0}) = 1.0), layout_error);
  CHECK_THROWS_AS(t += (tensor<double>{1, 2}), shape_error);
  tensor<std::uint8_t> bytes{250, 5};
  bytes += 5;
  REQUIRE_EQUAL(bytes, (buffer<std::uint8_t>{255, 10}));
  CHECK_THROWS_AS(bytes += 1, type_error);
}

TEST_CASE("what a tensor says of itself", "[tensor]") {
  const tensor<int> t = zeros<int>({2, 3});
  CHECK(t.layout() == layout::contiguous);
  CHECK(transpose(t).layout() == layout::strided);
  CHECK(*transpose(t).strides() == std::vector<index_t>{1, 3});
  CHECK(t(1, all).offset() == 3);
  CHECK(rotate(t, {0, 1}).layout() == layout::indexed);
  CHECK((t + t).layout() == layout::computed);
  CHECK(is_view_of(t(1, all), t));
  CHECK(!is_view_of(clone(t), t));
  CHECK(is_contiguous(t));
  CHECK(same(contiguous(t), t));
  CHECK(!same(contiguous(transpose(t)), transpose(t)));
  CHECK(t.base().size() == 6);
}

TEST_CASE("a tensor over a writer without memory writes through it", "[tensor]") {
  const auto memory = make_buffer<int>(6);
  const writer<int> w = select(memory, {3, 4, 5, 0, 1, 2});
  const tensor<int> t(dims::row_major({2, 3}), w);
  t.write({0, 1}, 4);
  CHECK(memory[4] == 4);
  CHECK_THROWS_AS(t(0, 1), layout_error);
  CHECK(tensor<const int>(t)(0, 1) == 4);
  transpose(t).assign(tensor<int>{{1, 2}, {3, 4}, {5, 6}});
  REQUIRE_EQUAL(memory, (buffer<int>{2, 4, 6, 1, 3, 5}));
}

TEST_CASE("a base must hold every address", "[tensor]") {
  CHECK_THROWS_AS(tensor<int>(dims::row_major({2, 3}), make_buffer<int>(5)), layout_error);
  CHECK_THROWS_AS(tensor<int>(dims::strided({2}, {-1}), make_buffer<int>(5)), layout_error);
  CHECK(tensor<int>(dims::row_major({0, 3}), make_buffer<int>(0)).size() == 0);
}
