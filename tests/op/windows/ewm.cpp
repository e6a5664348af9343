// SPDX-License-Identifier: BSL-1.0
// Exponentially weighted means: by their definition, and on every face.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <limits>

using namespace ravel;

TEST_CASE("elements weigh less the longer ago they are", "[op][windows]") {
  const buffer<double> x{3, 1, 4, 1, 5, 9, 2};
  const double alpha = 0.3;
  const auto made = ewm(x, decay::alpha(alpha));
  for (index_t i = 0; i < x.size(); ++i) {
    double sum = 0, weights = 0;
    for (index_t k = 0; k <= i; ++k) {
      const double weight = std::pow(1 - alpha, static_cast<double>(i - k));
      sum += weight * x[k];
      weights += weight;
    }
    CHECK(made[i] == Approx(sum / weights));
  }
  const auto recursive = ewm(x, decay::alpha(alpha), ewm_start::first_element);
  double mean = x[0];
  for (index_t i = 0; i < x.size(); ++i) {
    if (i > 0) mean = (1 - alpha) * mean + alpha * x[i];
    CHECK(recursive[i] == Approx(mean));
  }
  CHECK(ewm(buffer<float>(), decay::span(3)).size() == 0);
  CHECK(equal(ewm(x, decay::alpha(1)), x));
}

TEST_CASE("an exponentially weighted mean has the bits of its definition", "[op][windows]") {
  support::random r(17);
  for (int trial = 0; trial < 200; ++trial) {
    const double alpha = std::pow(static_cast<double>(r.below(1000) + 1) / 1000, trial % 5 * trial % 7 + 1), kept = 1 - alpha;
    const buffer<double> x{static_cast<double>(r.below(1000)) / 7, 1e300, -2.5, 1e-310, static_cast<double>(r.below(1000)) / 3, 0, 9};
    for (const auto start : {ewm_start::weighted, ewm_start::first_element}) {
      const double added = start == ewm_start::weighted ? 1 : alpha;
      const auto made = ewm(x, decay::alpha(alpha), start);
      double mean = x[0], weight = 1;
      for (index_t i = 1; i < x.size(); ++i) {
        weight *= kept;
        const volatile double past = weight * mean, here = added * x[i];  // a compiler may not fuse these
        mean = (past + here) / (weight + added);
        weight = start == ewm_start::weighted ? weight + added : 1;
        REQUIRE(made[i] == mean);
      }
    }
  }
}

TEST_CASE("a decay is told in three ways", "[op][windows]") {
  CHECK(decay::span(19).alpha() == Approx(0.1));
  CHECK(decay::half_life(1).alpha() == Approx(0.5));
  CHECK(std::pow(1 - decay::half_life(7).alpha(), 7) == Approx(0.5));
  CHECK_THROWS_AS(decay::alpha(0), value_error);
  CHECK_THROWS_AS(decay::alpha(1.1), value_error);
  CHECK_THROWS_AS(decay::span(0.5), value_error);
  CHECK_THROWS_AS(decay::half_life(0), value_error);
}

TEST_CASE("NaN stays in an exponentially weighted mean, or a policy says otherwise", "[op][windows]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const buffer<double> x{1, nan, 2, 4};
  const auto kept = ewm(x, decay::alpha(0.5));
  CHECK(kept[0] == 1);
  CHECK((std::isnan(kept[1]) && std::isnan(kept[2]) && std::isnan(kept[3])));
  const auto skipped = ewm(x, decay::alpha(0.5), nan_policy::skip), without = ewm(buffer<double>{1, 2, 4}, decay::alpha(0.5));
  CHECK(std::isnan(skipped[1]));
  CHECK((skipped[0] == without[0] && skipped[2] == without[1] && skipped[3] == without[2]));
  CHECK_THROWS_AS(ewm(x, decay::alpha(0.5), nan_policy::refuse), value_error);
}

TEST_CASE("an exponentially weighted mean has every face", "[op][windows]") {
  const auto t = clone(compute<float>({3, 8}, [](index_t i, index_t j) { return static_cast<float>((8 * i + j) * 5 % 13); }));
  const decay by = decay::span(3);
  const tensor<double> made = ewm(t, by, 1);
  for (index_t i = 0; i < 3; ++i) REQUIRE_EQUAL(made(i, all), as_tensor(ewm(reader<float>(t(i, all)), by), -1));
  REQUIRE_EQUAL(transpose(ewm(transpose(t), by, 0)), made);
  REQUIRE_EQUAL(ewm(t(1, all), by), made(1, all));
  REQUIRE_EQUAL(ewm(any_tensor(t), by, 1), made);
  const dim i("i"), j("j");
  REQUIRE_EQUAL(order(ewm(t(i, j), by, j), i, j), made);
  with_threads(3, [&] { REQUIRE_EQUAL(ewm(t, by, 1), made); });
  const tensor<double> target = zeros<double>({3, 8});
  ewm(t, by, 1, into{target});
  REQUIRE_EQUAL(target, made);
  CHECK_THROWS_AS(ewm(t, by), shape_error);
}
