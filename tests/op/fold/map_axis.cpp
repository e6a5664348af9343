// SPDX-License-Identifier: BSL-1.0
// Work on lines against loops over coordinates; views that came with it.
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/map_axis.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("map_axis puts lines in the place of lines", "[tensor]") {
  const tensor<int> t = reshape(arange<int>(24), {2, 3, 4});
  for (const index_t axis : {0, 1, 2, -1}) {
    const auto turned = map_axis(t, axis, [](const tensor<const int>& line) { return flip(line, 0); });
    CHECK(equal(turned, flip(t, axis)));
    const auto twice = map_axis(t, axis, [](const tensor<const int>& line) { return cast<double>(tile(line, 2)); });
    STATIC_REQUIRE(std::same_as<decltype(twice), const tensor<double>>);
    CHECK(twice.extent(axis) == 2 * t.extent(axis));
    CHECK(equal(slice(twice, axis, slice_before(t.extent(axis))), cast<double>(t)));
    const auto ends = map_axis(t, axis, [](const tensor<const int>& line) { return buffer<int>{line(0), line(line.size() - 1)}; });
    CHECK(equal(ends, take(t, axis, {0, t.extent(axis) - 1})));
  }
  index_t lines = 0;
  CHECK_THROWS_WITH(map_axis(t, 2, [&](const tensor<const int>&) { return make_buffer<int>(++lines); }),
                    "map_axis: line 1 became 2 elements, the first one 1");
  const tensor<int> none = zeros<int>({0, 3});
  CHECK_THROWS_AS(map_axis(none, 1, [](const tensor<const int>& line) { return clone(line); }), value_error);
  CHECK(map_axis(none, 0, [](const tensor<const int>&) { return buffer<int>{1, 2}; }).shape() == shape{2, 3});
}

TEST_CASE("take_along_axis follows argsort along every axis", "[tensor]") {
  const tensor<int> t = clone(as_tensor(iota<int>(60), {3, 4, 5}) * 37 % 61);
  const tensor<const int> turned = transpose(t);
  for (const index_t axis : {0, 1, 2, -3}) {
    CHECK(equal(take_along_axis(t, argsort(t, axis), axis), sort(t, axis)));
    CHECK(equal(take_along_axis(turned, argsort(turned, axis), axis), sort(turned, axis)));
  }
  CHECK(equal(take_along_axis(tensor<int>{{5, 6, 7}, {8, 9, 10}}, tensor<int>{{2}, {0}}, 1), tensor<int>{{7}, {8}}));
  CHECK_THROWS_WITH(take_along_axis(tensor<int>{{5, 6}}, tensor<int>{{2}}, 1), "position 2 along axis 1 is outside [0, 2)");
  CHECK_THROWS_AS(take_along_axis(t, tensor<int>{{2}}, 0), shape_error);
}

TEST_CASE("windows over several axes are windows one after the other", "[tensor]") {
  const tensor<int> t = reshape(arange<int>(60), {3, 4, 5});
  const auto both = windows(t, {0, -1}, {2, 3}, {1, 2});
  CHECK(both.shape() == shape{2, 4, 2, 2, 3});
  for (index_t i = 0; i < 2; ++i) {
    for (index_t j = 0; j < 2; ++j) CHECK(equal(both(i, all, j), transpose(t(slice(i, 2), all, slice(2 * j, 3)), {1, 0, 2})));
  }
  CHECK(windows(t, {0, 1}, {2, 2}).shape() == shape{2, 3, 5, 2, 2});
  CHECK(windows(t, 1, 2, 2).shape() == shape{3, 2, 5, 2});
  CHECK_THROWS_AS(windows(t, {0, 1}, {2}), value_error);
  CHECK_THROWS_AS(windows(t, {0, -3}, {2, 2}), value_error);
  CHECK_THROWS_AS(windows(t, {0, 3}, {2, 2}), index_error);
}

TEST_CASE("one axis is squeezed, and only extents of 1 stretch", "[tensor]") {
  const tensor<int> t = reshape(arange<int>(6), {1, 6, 1});
  CHECK(squeeze(t, 0).shape() == shape{6, 1});
  CHECK(squeeze(t, -1).shape() == shape{1, 6});
  CHECK_THROWS_WITH(squeeze(t, 1), "cannot squeeze axis 1 of [1 6 1]: its extent is 6, not 1");
  CHECK(stretch(t, {2, 3, 6, 4}).shape() == shape{2, 3, 6, 4});
  CHECK(broadcast(t, {1, 12, 1}).shape() == shape{1, 12, 1});
  CHECK_THROWS_WITH(stretch(t, {1, 12, 1}), "cannot stretch [1 6 1] to [1 12 1]: axis 1 has extent 6, not 1 or 12");
}

TEST_CASE("shapes known at run time", "[tensor]") {
  const std::vector<int> extents{2, 3};
  CHECK(zeros<int>(5).shape() == shape{5});
  CHECK(zeros<int>(extents).shape() == shape{2, 3});
  CHECK(full(extents, 2.5)(1, 2) == 2.5);
  const buffer<int> b{1, 2, 3, 4, 5, 6};
  CHECK(as_tensor(b, 6).shape() == shape{6});
  CHECK(as_tensor(b, {-1, 3}).shape() == shape{2, 3});
  CHECK(as_tensor(b, extents)(1, 0) == 4);
  CHECK(as_tensor(b, shape{3, 2})(1, 0) == 3);
  CHECK_THROWS_WITH(as_tensor(b, {2, 2}), "a reader of 6 elements cannot have the shape [2 2] of 4");
  CHECK_THROWS_AS(as_tensor(b, {-1, 4}), shape_error);
  CHECK_THROWS_AS(as_tensor(b, {-2, 3}), shape_error);
  REQUIRE_EQUAL(linspace(0, 1, 5), (buffer<double>{0, 0.25, 0.5, 0.75, 1}));
  REQUIRE_EQUAL(linspace(0, 1.0F, 3), (buffer<float>{0, 0.5F, 1}));
  REQUIRE_EQUAL(linspace(0.0, 1, 3), (buffer<double>{0, 0.5, 1}));
}
