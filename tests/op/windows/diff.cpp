// SPDX-License-Identifier: BSL-1.0
// Differences: exact integers, every kind of reader, and bad input. (Values are checked against NumPy in a test of its own.)
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/windows/diff.hpp>
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

TEST_CASE("values before the first element and behind the last") {
  CHECK_EQUAL(diff(buffer<int>{3, 5}, ravel::prepend{0}), {3, 2});
  CHECK_EQUAL(diff(buffer<double>{3, 5}, ravel::append{6}, ravel::order{2}, ravel::prepend{2.5}), {1.5, -1.0});
  CHECK_THROWS_AS(diff(buffer<std::uint8_t>{3}, ravel::prepend{300}), ravel::type_error);
}
