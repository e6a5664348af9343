// SPDX-License-Identifier: BSL-1.0
// What stands between the brackets of a view.
#include <ravel/loop/compare.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

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

TEST_CASE("an error names the axis that was meant, whatever else is dropped or added", "[tensor]") {
  const tensor<int> t = reshape(arange<int>(60), {3, 4, 5});
  CHECK_THROWS_WITH(t(1, slice(2, 3)), "cannot slice axis 1 of [3 4 5]: slice(2, 3, 1) reaches position 4, which is outside [0, 4)");
  CHECK_THROWS_WITH(t(newaxis, 0, all, {5}),
                    "cannot gather from axis 2 of [3 4 5]: position 5 at place 0 of the selection is outside [0, 5)");
  CHECK_THROWS_WITH(t(ellipsis, 0, {3, 4}, all),
                    "cannot gather from axis 1 of [3 4 5]: position 4 at place 1 of the selection is outside [0, 4)");
  CHECK(t(newaxis, 0, newaxis, ellipsis, newaxis).shape() == shape{1, 1, 4, 5, 1});
  CHECK(t(0, newaxis, last, newaxis).shape() == shape{1, 1, 5});
  CHECK(t(2, ellipsis, newaxis, {1, 0})(3, 0, 1) == 2 * 20 + 3 * 5);
}

TEST_CASE("places that no axis can have are refused, never wrapped", "[tensor]") {
  constexpr index_t lowest = std::numeric_limits<index_t>::min(), highest = std::numeric_limits<index_t>::max();
  const tensor<int> t = zeros<int>({3, 4});
  CHECK_THROWS_AS(last - lowest, overflow_error);
  CHECK_THROWS_AS(last - highest, overflow_error);
  CHECK_THROWS_AS(last - index_limit - index_limit, overflow_error);
  CHECK_THROWS_AS(t(last - index_limit, 0), index_error);
  CHECK_THROWS_AS(t(last - -index_limit, 0), index_error);
  CHECK_THROWS_AS(t(lowest, all), index_error);
  CHECK_THROWS_AS(t(highest, all), index_error);
  CHECK_THROWS_AS(t(last - 3, 0), index_error);
  CHECK(t(last - 1 - 1, all).shape() == shape{4});
  CHECK(t(last - 4 - -3, all).shape() == shape{4});
}

TEST_CASE("a place may be of any integer type, a character or the name of a plain enum", "[tensor]") {
  enum column { name, price, volume };
  tensor<int> t{{0, 1, 2}, {3, 4, 5}};
  CHECK(t(1, volume) == 5);
  CHECK(t(std::size_t{1}, char{2}) == 5);
  REQUIRE_EQUAL(t(all, price), (buffer<int>{1, 4}));
  t.write({name, price}, 9);
  CHECK(t(0, 1) == 9);
  CHECK(buffer<int>{7, 8, 9}[volume] == 9);
}

TEST_CASE("open slices are places, of an axis and of a reader", "[tensor]") {
  const tensor<int> t = as_tensor(adopt(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), {3, 4});
  REQUIRE_EQUAL(t(1, slice_from(1)), (buffer<int>{5, 6, 7}));
  REQUIRE_EQUAL(t(slice_before(last), 0), (buffer<int>{0, 4}));
  REQUIRE_EQUAL(t(0, slice_every(2)), (buffer<int>{0, 2}));
  REQUIRE_EQUAL(t(slice_every(-1), last), (buffer<int>{11, 7, 3}));
  REQUIRE_EQUAL(t(2, slice_from(last - 2).before(last).every(-1)), (buffer<int>{10, 9}));
  CHECK(equal(slice(t, 1, slice_from(2)), t(all, slice(2, 2))));
  CHECK(equal(slice(t, -1, slice(0, 2, 3)), t(all, {0, 3})));
  CHECK(equal(t(slice_every(-1), slice_every(-1)), flip(t, {0, 1})));
  CHECK(equal((t + 1)(slice_from(1), all), t(slice_from(1), all) + 1));
  t(slice_from(1), slice_every(3)) = 0;
  REQUIRE_EQUAL(t, (buffer<int>{0, 1, 2, 3, 0, 5, 6, 0, 0, 9, 10, 0}));
  CHECK_THROWS_WITH(t(0, slice_from(5)), "cannot slice axis 1 of [3 4]: the slice from position 5 to before 4 does not lie inside [0, 4)");
}

TEST_CASE("a mask is a place", "[tensor]") {
  const tensor<int> t = as_tensor(adopt(std::vector<int>{3, -1, 4, -1, 5, -9}), {2, 3});
  const auto positive = t(t > 0);
  CHECK(positive.shape() == shape{3});
  REQUIRE_EQUAL(positive, (buffer<int>{3, 4, 5}));
  CHECK(equal(t(t > 0), flat(t)(flat(t) > 0)));
  CHECK(equal((t * 2)(t > 0), positive * 2));
  t(t < 0) = 0;  // a view: writes go through
  REQUIRE_EQUAL(t, (buffer<int>{3, 0, 4, 0, 5, 0}));
  t(t == 0) += 7;
  t(t > 6) = tensor<int>{10, 20, 30};
  REQUIRE_EQUAL(t, (buffer<int>{3, 10, 4, 20, 5, 30}));
  CHECK(t(t > 100).size() == 0);

  const tensor<bool> columns{true, false, true};
  CHECK(equal(t(all, columns), tensor<int>{{3, 4}, {20, 30}}));
  CHECK(equal(t(buffer<bool>{false, true}, all), t(slice(1, 1), all)));
  CHECK(equal(t(columns(slice(0, 2)), columns), tensor<int>{{3, 4}}));
  const tensor<int> u = reshape(arange<int>(24), {2, 3, 4});
  const tensor<bool> plane = clone(u(0, all, all) % 5 == 0);
  CHECK(equal(u(all, plane), tensor<int>{{0, 5, 10}, {12, 17, 22}}));
  CHECK(equal(u(1, plane), tensor<int>{12, 17, 22}));
  CHECK(equal(u(u % 7 == 0), tensor<int>{0, 7, 14, 21}));
  CHECK_THROWS_WITH(t(columns, all), "a mask of shape [3] does not fit axes 0 to 0 of shape [2 3]");
  CHECK_THROWS_WITH(u(plane, all), "a mask of shape [3 4] does not fit axes 0 to 1 of shape [2 3 4]");
  CHECK_THROWS_AS(t(columns, plane), index_error);
}

TEST_CASE("places and coordinates may be lists of any length", "[tensor]") {
  const tensor<int> t = as_tensor(adopt(std::vector<int>{0, 1, 2, 3, 4, 5}), {2, 3});
  const std::vector<place> places{1, slice_from(1)};
  REQUIRE_EQUAL(t(places), (buffer<int>{4, 5}));
  REQUIRE_EQUAL((t + 1)(places), (buffer<int>{5, 6}));
  CHECK(t(std::vector<place>{}).shape() == shape{2, 3});
  t(places) = 9;
  const std::vector<int> at{1, 2};
  CHECK(t.at(at) == 9);
  CHECK(t.at({0, 1}) == 1);
  CHECK((t + 1).at({0, 1}) == 2);
  t.write(at, 8);
  CHECK(t(1, 2) == 8);
  CHECK(scalar_tensor(7).at(std::vector<int>{}) == 7);
  CHECK_THROWS_AS(t.at({0, 3}), index_error);
  CHECK_THROWS_AS(t.at(1), index_error);
}

TEST_CASE("a pointer is given out where the elements lie one after the other", "[tensor]") {
  const tensor<int> t = as_tensor(adopt(std::vector<int>{0, 1, 2, 3, 4, 5}), {2, 3});
  CHECK(t.data()[4] == 4);
  t.data()[4] = 9;
  CHECK(t(1, 1) == 9);
  const tensor<int> row = t(1, all), column = t(all, 1);
  CHECK(row.data() == t.data() + 3);
  const tensor<const int> computed = t + 1;
  CHECK_THROWS_AS(column.data(), layout_error);
  CHECK_THROWS_AS(computed.data(), layout_error);
  CHECK(contiguous(column).size() == 2);
}
