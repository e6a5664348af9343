// SPDX-License-Identifier: BSL-1.0
// Differences and slopes: exact integers, every kind of reader, and bad input. (Values are checked against NumPy in a test of its own.)
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/reverse.hpp>
#include <ravel/op/windows/difference.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("differences of integers are exact, or an error") {
  support::integer_types::each([]<class T>() {
    support::random r(81);
    for (const index_t n : {0, 1, 2, 50, 9000}) {
      const auto values = r.values<T>(n);
      std::vector<std::int64_t> expected;
      bool fits = true;
      for (std::size_t i = 1; i < values.size(); ++i) {
        const __int128 exact = static_cast<__int128>(values[i]) - values[i - 1];
        fits = fits && exact >= INT64_MIN && exact <= INT64_MAX;
        expected.push_back(static_cast<std::int64_t>(exact));
      }
      for (const auto& x : support::in_every_way(values)) {
        if (fits) REQUIRE_EQUAL(diff(x), expected);
        if (!fits) REQUIRE_THROWS_AS(diff(x), ravel::overflow_error);
      }
    }
  });
  CHECK_EQUAL(diff(buffer<std::uint64_t>{UINT64_MAX, UINT64_MAX - 5, UINT64_MAX}), {-5, 5});
  CHECK_EQUAL(diff(buffer<char>{'b', 'a'}), {-1});
  CHECK_EQUAL(diff(buffer<std::int64_t>{INT64_MIN, -1}), {INT64_MAX});
}

TEST_CASE("differences of any order") {
  const auto cubes = ravel::iota<int>(3000) * ravel::iota<int>(3000);
  CHECK_EQUAL(diff(cubes, ravel::order{2}), std::vector<std::int64_t>(2998, 2));
  CHECK_EQUAL(diff(buffer<double>{1, 4, 9, 16}, ravel::order{3}), {0.0});
  CHECK_EQUAL(diff(buffer<float>{1, 4, 9}, ravel::order{0}), {1.0F, 4.0F, 9.0F});
  CHECK_EQUAL(diff(ravel::list<int>{5, 7}, ravel::order{0}), {5, 7});
  CHECK(diff(buffer<double>{1, 4}, ravel::order{2}).size() == 0);
  CHECK(diff(buffer<double>{1, 4}, ravel::order{70}).size() == 0);
  CHECK_EQUAL(diff(buffer<std::complex<double>>{{1, 2}, {4, 1}}), {std::complex<double>(3, -1)});
  CHECK_EQUAL(diff(buffer<double>{1, no_number, 3, infinity, infinity}), {no_number, no_number, infinity, no_number});
  CHECK_THROWS_WITH(diff(buffer<int>{1}, ravel::order{-1}), "diff of order -1: it must not be negative");
  CHECK_THROWS_AS(diff(buffer<std::int64_t>{0, INT64_MAX, 0}, ravel::order{2}), ravel::overflow_error);
}

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

TEST_CASE("values before the first element and behind the last") {
  CHECK_EQUAL(diff(buffer<int>{3, 5}, ravel::prepend{0}), {3, 2});
  CHECK_EQUAL(diff(buffer<double>{3, 5}, ravel::append{6}, ravel::order{2}, ravel::prepend{2.5}), {1.5, -1.0});
  CHECK_THROWS_AS(diff(buffer<std::uint8_t>{3}, ravel::prepend{300}), ravel::type_error);
}
