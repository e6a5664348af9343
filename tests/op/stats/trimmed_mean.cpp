// SPDX-License-Identifier: BSL-1.0
// Means without the ends: by hand, and on every face.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <limits>

using namespace ravel;

TEST_CASE("a share of both ends is left out", "[op][stats]") {
  const buffer<int> x{9, 1, 100, 3, 5, 7, -50, 2, 4, 6};
  CHECK(trimmed_mean(x, 0.0) == mean(x));
  CHECK(trimmed_mean(x, 0.1) == (9 + 1 + 3 + 5 + 7 + 2 + 4 + 6) / 8.0);
  CHECK(trimmed_mean(x, 0.19) == trimmed_mean(x, 0.1));
  CHECK(trimmed_mean(x, 0.4) == 4.5);
  CHECK(trimmed_mean(buffer<double>{2}, 0.49) == 2);
  CHECK_THROWS_AS(trimmed_mean(x, 0.5), value_error);
  CHECK_THROWS_AS(trimmed_mean(x, -0.1), value_error);
  CHECK_THROWS_AS(trimmed_mean(x, std::numeric_limits<double>::quiet_NaN()), value_error);
  CHECK_THROWS_AS(trimmed_mean(buffer<int>(), 0.1), value_error);
}

TEST_CASE("NaN goes through a trimmed mean, or a policy says otherwise", "[op][stats]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const buffer<double> x{nan, 1, 2, 30};
  CHECK(std::isnan(trimmed_mean(x, 0.25)));
  CHECK(trimmed_mean(x, 0.34, nan_policy::skip) == 2);
  CHECK_THROWS_AS(trimmed_mean(x, 0.25, nan_policy::refuse), value_error);
  CHECK(trimmed_mean(buffer<double>{nan}, 0.1, nan_policy::skip, when_empty{7.0}) == 7);
}

TEST_CASE("a trimmed mean has every face", "[op][stats]") {
  const auto t = clone(compute<int>({3, 10}, [](index_t i, index_t j) { return static_cast<int>((10 * i + j) * 17 % 23); }));
  const tensor<double> made = trimmed_mean(t, 0.2, 1);
  for (index_t i = 0; i < 3; ++i) CHECK(made(i) == trimmed_mean(t(i, all), 0.2));
  CHECK(trimmed_mean(t, 0.2, {0, 1}, keep)(0, 0) == trimmed_mean(t, 0.2));
  REQUIRE_EQUAL(trimmed_mean(any_tensor(t), 0.2, 1), made);
  const dim i("i"), j("j");
  REQUIRE_EQUAL(order(trimmed_mean(t(i, j), 0.2, j), i), made);
  with_threads(3, [&] { REQUIRE_EQUAL(trimmed_mean(t, 0.2, 1), made); });
}
