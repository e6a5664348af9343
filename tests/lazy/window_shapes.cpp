// SPDX-License-Identifier: BSL-1.0
// Shapes of windows: what each is by its formula, both halves with the same bits, few values, and bad input.
#include <ravel/base/error.hpp>
#include <ravel/lazy/iota.hpp>

#include <support/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace {

using ravel::index_t;

template <class Formula>
void check(const ravel::reader<double>& shape, Formula formula) {
  const index_t n = shape.size();
  for (index_t i = 0; i < n; ++i) {
    REQUIRE(std::abs(shape[i] - formula(static_cast<double>(i), static_cast<double>(n))) <= 1e-14);
    REQUIRE(shape[i] == shape[n - 1 - i]);
  }
}

}  // namespace

TEST_CASE("each shape is its formula, and its halves are the same") {
  const double pi = std::numbers::pi;
  for (index_t n = 2; n < 40; ++n) {
    check(ravel::hann_window(n), [=](double i, double m) { return 0.5 - 0.5 * std::cos(2 * pi * i / (m - 1)); });
    check(ravel::hamming_window(n), [=](double i, double m) { return 0.54 - 0.46 * std::cos(2 * pi * i / (m - 1)); });
    check(ravel::triangle_window(n), [=](double i, double m) { return 1 - std::abs(2 * i - (m - 1)) / (n % 2 == 1 ? m + 1 : m); });
    check(ravel::gaussian_window(n, 2.5), [](double i, double m) { return std::exp(-std::pow((i - (m - 1) / 2) / 2.5, 2) / 2); });
  }
}

TEST_CASE("one value is 1, and there may be none") {
  for (const index_t n : {index_t{0}, index_t{1}}) {
    for (const auto& shape : {ravel::hann_window(n), ravel::hamming_window(n), ravel::triangle_window(n), ravel::gaussian_window(n, 1)}) {
      REQUIRE(shape.size() == n);
      if (n == 1) REQUIRE(shape[0] == 1);
    }
  }
  CHECK(ravel::hann_window(3)[0] == 0);
  CHECK(ravel::hann_window(3)[1] == 1);
  CHECK_THROWS_AS(ravel::hann_window(-1), ravel::value_error);
  for (const double sd : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    CHECK_THROWS_AS(ravel::gaussian_window(3, sd), ravel::value_error);
  CHECK_THROWS_WITH(ravel::gaussian_window(3, 0), "gaussian_window of a standard deviation of 0: it must be above 0");
}
