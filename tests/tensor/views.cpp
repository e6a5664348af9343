// SPDX-License-Identifier: BSL-1.0
// Views by their names.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("views by name, and what they refuse", "[tensor]") {
  const auto t = reshape(arange<int>(24), {2, 3, 4});
  CHECK(transpose(t).shape() == shape{4, 3, 2});
  CHECK(transpose(t, {1, 0, 2})(2, 1, 3) == t(1, 2, 3));
  CHECK(to_vector(select(t, -1, 0)) == std::vector<int>{0, 4, 8, 12, 16, 20});
  CHECK(slice(t, 2, 3, 2, -2).shape() == shape{2, 3, 2});
  CHECK(to_vector(take(t(0, all, 0), 0, {2, 2})) == std::vector<int>{8, 8});
  CHECK(tile(t(0, all, all), {2, 1, 1}).shape() == shape{2, 3, 4});
  CHECK(windows(arange<int>(5), 0, 3).shape() == shape{3, 3});
  CHECK(diagonal(t(0, all, all))[2] == 10);
  CHECK(squeeze(new_axis(t, 1)).shape() == t.shape());
  const auto parts = split(t, 1, {1, 2});
  CHECK(parts.size() == 2);
  CHECK(parts[1](0, 0, 0) == 4);
  CHECK(split(t + 1, 1, {1, 2})[1](0, 0, 0) == 5);
  static_assert(std::same_as<decltype(broadcast(t, {2, 3, 4})), tensor<const int>>);
  CHECK_THROWS_AS(split(t, 1, {1, 1}), shape_error);
  CHECK_THROWS_AS(reshape(t, {5, 5}), shape_error);
  CHECK_THROWS_AS(reshape(t, {-1, -1}), shape_error);
  CHECK_THROWS_AS(rotate(t, {1}), shape_error);
  CHECK_THROWS_AS(transpose(t, {0, 0, 1}), value_error);
  CHECK_THROWS_AS(slice(t, 0, 0, 1, 0), value_error);
  CHECK_THROWS_AS(flip(t, {3}), index_error);
  CHECK(equal(flip(t), reshape(reverse(flat(t)), t.shape())));
  CHECK(flip(scalar_tensor(3))() == 3);
}

TEST_CASE("rot90 turns by right angles in the plane of two axes", "[tensor]") {
  const tensor<int> t = clone(reshape(arange(6), {2, 3}));
  CHECK(equal(rot90(t), tensor<int>{{2, 5}, {1, 4}, {0, 3}}));  // as NumPy's
  CHECK(equal(rot90(t, 2), tensor<int>{{5, 4, 3}, {2, 1, 0}}));
  CHECK(equal(rot90(t, 3), tensor<int>{{3, 0}, {4, 1}, {5, 2}}));
  CHECK(equal(rot90(t, 1, 1, 0), rot90(t, -1)));
  for (const index_t times : {index_t{0}, index_t{4}, index_t{-8}, index_limit}) CHECK(equal(rot90(t, times), t));
  CHECK(equal(rot90(t, -5), rot90(t, 3)));
  const tensor<const int> cube = as_tensor(iota<int>(24), {2, 3, 4});
  tensor<const int> turned = cube;
  for (int k = 0; k < 4; ++k) {
    CHECK(equal(rot90(cube, k, -1, 0), turned));
    turned = rot90(turned, 1, 2, 0);
  }
  CHECK(equal(turned, cube));
  const tensor<int> view = rot90(t);
  view(0, 0) = 9;
  CHECK(t(0, 2) == 9);
  CHECK(rot90(zeros({0, 3})).shape() == shape{3, 0});
  CHECK_THROWS_AS(rot90(t, 1, 0, 0), shape_error);
  CHECK_THROWS_AS(rot90(t, 1, 1, -1), shape_error);
  CHECK_THROWS_AS(rot90(t, 1, 0, 2), index_error);
  CHECK_THROWS_AS(rot90(ones(3)), shape_error);
}

TEST_CASE("an axis is flipped once", "[tensor]") {
  const ravel::tensor<int> t{{1, 2}, {3, 4}};
  CHECK_THROWS_WITH(ravel::flip(t, {0, 0}), Catch::Matchers::ContainsSubstring("axis 0 is named twice"));
  CHECK_THROWS_AS(ravel::flip(t, {0, -2}), ravel::value_error);
  CHECK(ravel::flip(t, {1, 0})(0, 0) == 4);
}

namespace {
struct labelled {
  std::string name;
  double value;
};
}  // namespace

TEST_CASE("a field of a tensor of structs is a tensor of its shape", "[tensor]") {
  std::vector<labelled> cells{{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}};
  const auto t = borrow(cells.data(), {2, 3});
  const auto value = field(t, &labelled::value);
  static_assert(std::same_as<decltype(value), const tensor<double>>);
  CHECK(equal(value, tensor<double>{{1, 2, 3}, {4, 5, 6}}));
  CHECK(equal(field(transpose(t), &labelled::value), transpose(value)));
  CHECK(field(t(1, {2, 0}), &labelled::name).at({0}) == "f");
  value(1, all) *= 10.0;
  CHECK(cells[4].value == 50);
  field(transpose(t)(2, all), &labelled::name) = std::string("z");
  CHECK(cells[2].name == "z");
  CHECK(cells[5].name == "z");
  CHECK(cells[1].name == "b");
  static_assert(std::same_as<decltype(field(tensor<const labelled>(t), &labelled::value)), tensor<const double>>);
  const auto made = map([](double x) { return labelled{"m", x + 1}; }, value);
  CHECK(equal(field(made, &labelled::value), value + 1));
  CHECK(field(t(slice(0, 0), all), &labelled::value).shape() == shape{0, 3});
  const auto lines = linear_regression(tensor<double>{0, 1}, tensor<double>{{1, 3}, {5, 4}}, 1);
  CHECK(equal(field(lines, &line_fit::slope), tensor<double>{2, -1}));
  double labelled::*const none = nullptr;
  CHECK_THROWS_AS(field(t, none), value_error);
}
