// SPDX-License-Identifier: BSL-1.0
// interp: at places, between them, beyond them; NaN and bad input.
#include <ravel/lazy/slice.hpp>
#include <ravel/op/search/interp.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using ravel::buffer;

TEST_CASE("straight lines between places") {
  const buffer<double> places{0, 1, 3}, values{10, 20, 0};
  CHECK_EQUAL(interp(buffer<double>{-5, 0, 0.25, 1, 2, 3, 4}, places, values), {10.0, 10.0, 12.5, 20.0, 10.0, 0.0, 0.0});
  CHECK_EQUAL(interp(buffer<int>{1, 2}, places, std::array{1, 2, 3}), {2.0, 2.5});
  CHECK_EQUAL(interp(buffer<double>{7}, buffer<int>{1}, buffer<int>{5}), {5.0});
  CHECK_EQUAL(interp(buffer<int>{1, 2}, {0, 4}, {10, 30}), {15.0, 20.0});
  CHECK_EQUAL(ravel::interp({1, 2}, {0, 4}, std::vector<int>{10, 30}), {15.0, 20.0});
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  CHECK_EQUAL(interp(buffer<double>{nan, infinity, -infinity, 1}, places, buffer<double>{1, 2, nan}), {nan, nan, 1.0, 2.0});
}

TEST_CASE("places must rise, and have a value each") {
  const buffer<double> x{1};
  CHECK_THROWS_WITH(interp(x, buffer<double>{1, 1}, buffer<double>{1, 2}), "interp between places that must rise, and 1 at 1 follows 1");
  CHECK_THROWS_AS(interp(x, buffer<double>{1, std::nan("")}, buffer<double>{1, 2}), ravel::value_error);
  CHECK_THROWS_WITH(interp(x, ravel::make_buffer<double>(0), ravel::make_buffer<double>(0)), "interp between no places");
  CHECK_THROWS_AS(interp(x, buffer<double>{1, 2}, buffer<double>{1}), ravel::shape_error);
}

TEST_CASE("values and places that are further apart than any number is from 0") {
  const double huge = 1.7e308;
  CHECK_EQUAL(interp(buffer<double>{0, 0.5, 1}, {0, 1}, {-huge, huge}), {-huge, 0.0, huge});
  CHECK_EQUAL(interp(buffer<double>{-huge, 0, huge}, {-huge, huge}, {-huge, huge}), {-huge, 0.0, huge});
  CHECK_EQUAL(interp(buffer<double>{-huge, 0, huge}, {-huge, huge}, {2, 4}), {2.0, 3.0, 4.0});
}

TEST_CASE("values get the same lines in any order") {
  const double nan = std::nan("");
  const buffer<double> places{-3, 0, 1, 3, 10, 11}, values{5, 10, 20, 0, -4, 4};
  std::vector<double> x;
  for (int i = -50; i < 1000; ++i) x.push_back(i / 64.0);
  x.insert(x.end(), {nan, 2, nan, nan, 1});
  const buffer<double> found = interp(x, places, values);
  for (std::size_t i = 0; i < x.size(); ++i) {
    INFO(x[i]);
    CHECK_EQUAL(interp(buffer<double>{x[i]}, places, values), {found[static_cast<ravel::index_t>(i)]});
  }
  std::reverse(x.begin(), x.end());
  CHECK_EQUAL(interp(x, places, values), reverse(found));
}
