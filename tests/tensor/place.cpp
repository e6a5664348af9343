// SPDX-License-Identifier: BSL-1.0
// What stands between the brackets of a view.
#include <ravel/op/compare.hpp>
#include <ravel/storage/adopt.hpp>
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
