// SPDX-License-Identifier: BSL-1.0
// Moments against two passes in long double: large offsets, long tails, any split, too few elements and equal ones.
#include <ravel/op/reducers.hpp>
#include <ravel/op/statistics.hpp>

#include <support/catch.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::ddof;
using ravel::elements_are;
using ravel::index_t;
using ravel::moments;

struct exact {
  long double mean = 0, second = 0, third = 0, fourth = 0;

  explicit exact(const std::vector<double>& values) {
    const auto n = static_cast<long double>(values.size());
    for (const double value : values) mean += value / n;
    for (const double value : values) {
      const long double d = value - mean;
      second += d * d;
      third += d * d * d;
      fourth += d * d * d * d;
    }
  }
};

moments of(const std::vector<double>& values) { return reduce_with(support::in_memory(values), ravel::reducer::moments); }

bool near(double a, long double b, double relative) {
  return std::abs(a - static_cast<double>(b)) <= relative * std::abs(static_cast<double>(b));
}

}  // namespace

TEST_CASE("one pass is as good as two, at any offset") {
  support::random r(31);
  for (const double offset : {0.0, 1.0, 1e3, 1e6, 1e9}) {
    for (const index_t n : {2, 100, 1024, 5000, 100000}) {
      std::vector<double> values;
      for (index_t i = 0; i < n; ++i) values.push_back(offset + std::exp(3 * r.unit()) + (i > n / 2 ? 10 : 0));
      const exact expected(values);
      const moments found = of(values);
      CHECK(found.count == n);
      CHECK(near(found.mean(), expected.mean, 1e-15));
      CHECK(near(found.second, expected.second, 1e-13 + offset * 1e-16));
      CHECK(std::abs(found.third - static_cast<double>(expected.third)) <=
            (1e-12 + offset * 1e-15) * std::pow(static_cast<double>(expected.second), 1.5));
      CHECK(near(found.fourth, expected.fourth, 1e-12 + offset * 1e-15));
    }
  }
}

TEST_CASE("merging is as good as one stretch, wherever it is split") {
  support::random r(32);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> values;
    for (index_t n = r.between(1, 60); n > 0; --n) values.push_back(r.unit() * 1000 + 500);
    const auto split = values.begin() + r.below(std::ssize(values) + 1);
    moments merged = of({values.begin(), split});
    merged.merge(of({split, values.end()}));
    const exact expected(values);
    CHECK(merged.count == std::ssize(values));
    CHECK(near(merged.mean(), expected.mean, 1e-14));
    CHECK(std::abs(merged.second - static_cast<double>(expected.second)) <= 1e-12 * static_cast<double>(expected.second) + 1e-20);
    CHECK(std::abs(merged.third - static_cast<double>(expected.third)) <=
          1e-11 * std::pow(static_cast<double>(expected.second), 1.5) + 1e-20);
    CHECK(std::abs(merged.fourth - static_cast<double>(expected.fourth)) <= 1e-11 * static_cast<double>(expected.fourth) + 1e-20);
  }
}

TEST_CASE("known values") {
  const moments m = of({1, 2, 3, 4, 10});
  CHECK(m.mean() == 4);
  CHECK(m.variance(ddof{1}) == 12.5);
  CHECK(m.variance() == 10);
  CHECK(m.standard_deviation(ddof{1}) == std::sqrt(12.5));
  CHECK(m.skew(elements_are::sample) == Approx(1.6970562748477143));  // as pandas has it
  CHECK(m.kurtosis(elements_are::sample) == Approx(3.152));
  CHECK(m.skew() == Approx(1.1384199576606164));  // as scipy has it
  CHECK(m.kurtosis() == Approx(-0.212));
}

TEST_CASE("too few elements, and equal ones") {
  CHECK_THROWS_WITH(moments{}.mean(), "mean of no elements has no value");
  CHECK_THROWS_WITH(moments{}.variance(), "variance of no elements has no value");
  CHECK_THROWS_WITH(moments{}.standard_deviation(), "standard_deviation of no elements has no value");
  CHECK_THROWS_WITH(moments{}.skew(), "skew of no elements has no value");
  CHECK_THROWS_WITH(moments{}.kurtosis(), "kurtosis of no elements has no value");
  CHECK_THROWS_WITH(of({1}).variance(ddof{-1}), "variance with ddof{-1}: it must not be negative");
  CHECK(of({5}).mean() == 5);
  CHECK(of({5}).variance() == 0);
  CHECK(std::isnan(of({5}).variance(ddof{1})));
  CHECK(std::isnan(of({5, 6}).variance(ddof{2})));
  CHECK(std::isnan(of({5, 6}).variance(ddof{3})));
  CHECK(std::isnan(of({1, 2}).skew(elements_are::sample)));
  CHECK(of({1, 2}).skew() == 0);
  CHECK(std::isnan(of({1, 2, 4}).kurtosis(elements_are::sample)));
  for (const index_t n : {1, 10, 1000, 100000}) {  // 0.1 is not exact, and neither is its mean
    const moments all_alike = of(std::vector<double>(static_cast<std::size_t>(n), 0.1));
    CHECK(all_alike.variance() < 1e-30);
    CHECK(std::isnan(all_alike.skew()));
    CHECK(std::isnan(all_alike.kurtosis(elements_are::population)));
  }
}

TEST_CASE("infinities and NaN meet as in arithmetic") {
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> values(5000, 1.0);
  values[1] = infinity;
  CHECK(of(values).mean() == infinity);
  CHECK(std::isnan(of(values).variance()));
  CHECK(std::isnan(of(values).skew()));
  values[4000] = -infinity;
  CHECK(std::isnan(of(values).mean()));
}
