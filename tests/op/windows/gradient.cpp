// SPDX-License-Identifier: BSL-1.0
// Slopes at even steps and at places, and bad input. (Values are checked against NumPy in a test of its own.)
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/storage/list.hpp>

#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <limits>

namespace {

using ravel::buffer;
using ravel::index_t;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("slopes") {
  const auto x = ravel::iota<double>(3000, 0, 0.5);
  for (const auto ends : {ravel::gradient_ends::first_order, ravel::gradient_ends::second_order}) {
    const auto slope = gradient(x * x, ravel::spacing{0.5}, ends);
    const auto at_places = gradient(x * x, x, ends);
    for (index_t i = 1; i < 2999; ++i) {
      REQUIRE(slope[i] == Approx(2 * x[i]));
      REQUIRE(at_places[i] == Approx(2 * x[i]));
    }
    if (ends == ravel::gradient_ends::second_order) CHECK(at_places[2999] == Approx(2 * x[2999]));
    if (ends == ravel::gradient_ends::second_order) CHECK(at_places[0] == Approx(0).margin(1e-12));
  }
  CHECK_EQUAL(gradient(buffer<int>{1, 2, 4}), {1.0, 1.5, 2.0});
  CHECK_EQUAL(gradient(buffer<float>{1, 2}), {1.0F, 1.0F});
  static_assert(std::same_as<decltype(gradient(buffer<float>())), buffer<float>>);
  CHECK_EQUAL(gradient(buffer<bool>{false, true}, buffer<int>{0, 4}), {0.25, 0.25});
  CHECK_EQUAL(gradient(ravel::reverse(ravel::list<int>{1, 2, 4}), ravel::spacing{-1}), {2.0, 1.5, 1.0});
  CHECK_EQUAL(gradient(buffer<double>{1, 2, no_number, 4, 5}), {1, no_number, 1, no_number, 1});
}

TEST_CASE("bad input of slopes") {
  const buffer<double> x{1, 2, 3};
  CHECK_THROWS_WITH(gradient(buffer<double>{1}), "gradient of 1 element: there must be at least 2");
  CHECK_THROWS_WITH(gradient(ravel::make_buffer<int>(0)), "gradient of 0 elements: there must be at least 2");
  CHECK_THROWS_WITH(gradient(buffer<int>{1, 2}, ravel::gradient_ends::second_order), "gradient of 2 elements: there must be at least 3");
  CHECK_THROWS_WITH(gradient(x, ravel::spacing{0}), "gradient with a spacing of 0: it must be a finite number other than 0");
  CHECK_THROWS_AS(gradient(x, ravel::spacing{no_number}), ravel::value_error);
  CHECK_THROWS_WITH(gradient(x, buffer<double>{1, 2}), "gradient: operands have 3 and 2 elements: equal sizes are wanted");
}
