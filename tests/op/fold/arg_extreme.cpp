// SPDX-License-Identifier: BSL-1.0
// argmin, argmax and their last forms against a plain loop: ties, NaN, signed zeros, every ordered type, orders of the user's.
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/storage/list.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>
#include <support/sparse_samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::nan_policy;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Of those that count, the first that nothing comes before, or the last; NaN comes before all numbers.
template <class T>
index_t expected_place(const std::vector<T>& values, bool least, bool last, bool skip_nan) {
  index_t found = -1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const T value = values[i];
    if (skip_nan && value != value) continue;
    const T best = found < 0 ? value : values[static_cast<std::size_t>(found)];
    const auto before = [&](T a, T b) { return a != a || b != b ? a != a && b == b : least ? a < b : b < a; };
    if (found < 0 || before(value, best) || (last && !before(best, value))) found = static_cast<index_t>(i);
  }
  return found;
}

}  // namespace

TEST_CASE("argmin and argmax of every ordered type") {
  support::ordered_types::each([]<class T>() {
    support::random r(5);
    for (const index_t n : {1, 2, 3, 15, 16, 17, 63, 64, 65, 200, 1025, 8193, 30000}) {
      for (const bool wild : {false, true}) {
        std::vector<T> values(static_cast<std::size_t>(n));
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = wild ? r.value<T>() : r.small<T>();
        for (const auto& x : support::in_every_way(values)) {
          REQUIRE(argmin(x) == expected_place(values, true, false, false));
          REQUIRE(argmax(x) == expected_place(values, false, false, false));
          REQUIRE(argmin_last(x) == expected_place(values, true, true, false));
          REQUIRE(argmax_last(x) == expected_place(values, false, true, false));
          const bool numbers = expected_place(values, true, false, true) >= 0;
          if (!numbers) continue;
          REQUIRE(argmin(x, nan_policy::skip) == expected_place(values, true, false, true));
          REQUIRE(argmax(x, nan_policy::skip) == expected_place(values, false, false, true));
          REQUIRE(argmin_last(x, nan_policy::skip) == expected_place(values, true, true, true));
          REQUIRE(argmax_last(x, nan_policy::skip) == expected_place(values, false, true, true));
          REQUIRE(argmin(x, nan_policy::keep) == argmin(x));
        }
      }
    }
  });
}

TEST_CASE("rising, falling and constant elements, longer than a piece") {
  const index_t n = 50000;
  auto up = ravel::make_buffer<float>(n), down = ravel::make_buffer<float>(n);
  for (index_t i = 0; i < n; ++i) up[i] = static_cast<float>(i), down[i] = static_cast<float>(-i);
  CHECK((argmin(up) == 0 && argmax(up) == n - 1 && argmin(down) == n - 1 && argmax(down) == 0));
  const auto flat = ravel::make_buffer<float>(n, 1);
  CHECK((argmin(flat) == 0 && argmax(flat) == 0 && argmin_last(flat) == n - 1 && argmax_last(flat) == n - 1));
}

TEST_CASE("NaN, zeros, lists, strings, orders of the user's") {
  const buffer<double> x{2, no_number, 1, no_number, 3};
  CHECK((argmin(x) == 1 && argmax(x) == 1 && argmin_last(x) == 3 && argmax_last(x) == 3));
  CHECK((argmin(x, nan_policy::skip) == 2 && argmax(x, nan_policy::skip) == 4));
  CHECK_THROWS_WITH(argmin(x, nan_policy::refuse), "argmin was told to refuse NaN, and element 1 is NaN");
  CHECK((argmin(buffer<double>{0.0, -0.0}) == 0 && argmin_last(buffer<double>{0.0, -0.0}) == 1));
  CHECK(argmin(ravel::list<int>{3, 1, 1}) == 1);
  CHECK(argmax(slice(x, 4, 3, -2) * 2.0) == 0);
  CHECK(argmin(buffer<long long>{3, 1}) == 1);
  const buffer<std::string> words{"pear", "fig", "kiwi", "nut"};
  CHECK((argmin(words) == 1 && argmax(words) == 0));
  const auto shorter = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
  CHECK(
      (argmin(words, shorter) == 1 && argmin_last(words, shorter) == 3 && argmax(words, shorter) == 0 && argmax_last(words, shorter) == 2));
}

TEST_CASE("nothing has no least element") {
  const auto none = ravel::make_buffer<double>(0);
  CHECK_THROWS_WITH(argmin(none), "argmin of no elements has no value");
  CHECK_THROWS_AS(argmax(none), ravel::value_error);
  CHECK_THROWS_AS(argmin_last(none, nan_policy::skip), ravel::value_error);
  CHECK_THROWS_AS(argmax_last(none, [](double a, double b) { return a < b; }), ravel::value_error);
  CHECK_THROWS_AS(argmax(buffer<double>{no_number}, nan_policy::skip), ravel::value_error);
  CHECK_THROWS_AS(argmin(buffer<int>{1, 2}, [](int, int) -> bool { throw std::runtime_error("no"); }), std::runtime_error);
}

TEST_CASE("the least and the greatest of what is sparse") {
  const auto check = [](const auto& r) {
    const auto dense = clone(r);
    CHECK(argmin(r) == argmin(dense));
    CHECK(argmax(r) == argmax(dense));
    CHECK(argmin_last(r) == argmin_last(dense));
    CHECK(argmax_last(r) == argmax_last(dense));
    CHECK(min(r) == min(dense));
    CHECK(max(r) == max(dense));
  };
  for (const index_t n : {1, 2, 3, 20, 1025}) {
    for (const index_t one_in : {1, 2, 100000}) {
      for (const std::int32_t fill : {0, 9, -9, 20, -20}) check(support::listed_at_random<std::int32_t>(n, fill, one_in, 3));
      check(support::listed_at_random<double>(n, 1, one_in, 4));
      check(support::listed_at_random<bool>(n, true, one_in, 5));
    }
  }
  for (const double fill : {0.0, no_number}) {
    for (index_t nan_at = 1; nan_at < 4; ++nan_at) {
      const auto r = support::listed<double>(5, fill, {{0, 1.0}, {nan_at, no_number}, {4, -1.0}});
      CHECK(argmin(r) == argmin(clone(r)));
      CHECK(argmax(r) == argmax(clone(r)));
      CHECK(argmin_last(r) == argmin_last(clone(r)));
      CHECK(std::isnan(min(r)));
      CHECK(std::isnan(max(r)));
    }
  }
  constexpr index_t far = 1'000'000'000'000;
  const auto r = support::listed<double>(far, 0, {{0, 1.0}, {far - 1, 1.0}, {far - 2, -1.0}});
  CHECK(argmax(r) == 0);
  CHECK(argmax_last(r) == far - 1);
  CHECK(argmin(r) == far - 2);
  CHECK(argmin(r * r) == 1);
  CHECK(argmin_last(r * r) == far - 3);
  CHECK(min(r * r) == 0);
}
