// SPDX-License-Identifier: BSL-1.0
// Moments against two passes in long double: large offsets, long tails, any split, too few elements and equal ones.
#include <ravel/exec/with_progress.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/op/windows/rolling.hpp>

#include <support/catch.hpp>
#include <support/samples.hpp>

#include <stop_token>

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
    CHECK(all_alike.variance() == 0);
    CHECK(std::isnan(all_alike.skew()));
    CHECK(std::isnan(all_alike.kurtosis(elements_are::population)));
  }
}

// 0.1 is not exact, and neither are its means; what is left of rounding is no spread to divide by, on whatever way it was gathered.
TEST_CASE("equal elements have neither a slope nor a correlation") {
  namespace reducer = ravel::reducer;
  for (const std::size_t n : {1u, 3u, 10u, 1000u, 100000u}) {
    const std::vector<double> alike(n, 0.1);
    std::vector<double> other(n), with_nan(alike);
    std::vector<int> few(n), one(n, 7);
    for (std::size_t i = 0; i < n; ++i) other[i] = std::sqrt(static_cast<double>(i)), few[i] = static_cast<int>(i % 3);
    const auto require_none = [](const ravel::straight_line& line, double r) {
      REQUIRE(std::isnan(line.slope));
      REQUIRE(std::isnan(line.intercept));
      REQUIRE(std::isnan(r));
    };
    const buffer<double> x = support::in_memory(alike), y = support::in_memory(other);
    require_none(reduce_with(x, y, reducer::regression), reduce_with(x, y, reducer::pearson));
    require_none(reduce_with(x + 0.0, y + 0.0, reducer::regression), reduce_with(y + 0.0, x + 0.0, reducer::pearson));
    require_none(reduce_with(x, y, reducer::regression), correlation(x, y));
    REQUIRE(std::isnan(correlation(y, x)));
    REQUIRE(covariance(x, y) == 0);
    REQUIRE(variance(x) == 0);
    for (const auto& keys : {one, few}) {
      const auto [lines, rs] = group_reduce(keys, std::tie(x, y), reducer::regression, reducer::pearson).values;
      for (index_t g = 0; g < rs.size(); ++g) require_none(lines[g], rs[g]);
      const auto skews = group_reduce(keys, x, reducer::skew).values;
      for (index_t g = 0; g < skews.size(); ++g) REQUIRE(std::isnan(skews[g]));
    }
    for (const auto policy : {ravel::nan_policy::keep, ravel::nan_policy::skip}) {
      for (const index_t width : {3, 100}) {
        const auto lines = rolling(x, y, width, reducer::regression, policy);
        const auto rs = rolling(x, y, width, reducer::pearson, policy);
        for (index_t i = 0; i < rs.size(); ++i) require_none(lines[i], rs[i]);
      }
    }
  }
}

// Every reducer of moments, on every way on which they are gathered: whole, merged, in groups alone and beside others, in windows.
TEST_CASE("equal elements have no spread") {
  namespace reducer = ravel::reducer;
  const auto require_none = [](double variance, double deviation, double skew, double kurtosis) {
    REQUIRE(variance == 0);
    REQUIRE(deviation == 0);
    REQUIRE(std::isnan(skew));
    REQUIRE(std::isnan(kurtosis));
  };
  const auto require_none_of = [&](const moments& m) {
    require_none(m.variance(ddof{1}), m.standard_deviation(), m.skew(), m.kurtosis());
    REQUIRE(m.third == 0);
    REQUIRE(m.fourth == 0);
  };
  const auto require_none_among = [](const ravel::comoments& m) {
    REQUIRE(m.second_a == 0);
    REQUIRE(m.product == 0);
    REQUIRE(m.covariance() == 0);
    REQUIRE(std::isnan(m.pearson()));
    REQUIRE(std::isnan(m.regression().slope));
  };
  for (const double value : {0.1, -1e9 / 3, 1e-200 / 7}) {
    for (const std::size_t n : {2u, 3u, 10u, 1000u, 30000u}) {
      const buffer<double> x = support::in_memory(std::vector<double>(n, value));
      std::vector<double> rising(n);
      std::vector<int> one(n, 7);
      for (std::size_t i = 0; i < n; ++i) rising[i] = std::sqrt(static_cast<double>(i));
      const buffer<double> y = support::in_memory(rising);
      require_none_of(reduce_with(x + 0.0, reducer::moments));
      require_none(variance(x), standard_deviation(x), skew(x), kurtosis(x));
      require_none_among(reduce_with(x, y, reducer::comoments));
      moments merged = of({value, value, value});
      merged.merge(reduce_with(x, reducer::moments));
      require_none_of(merged);

      const auto in_group = [&](const auto&... reducers) { return group_reduce(one, x, reducers...).values; };
      require_none_of(in_group(reducer::moments)[0]);
      require_none(in_group(reducer::variance)[0], in_group(reducer::standard_deviation)[0], in_group(reducer::skew)[0],
                   in_group(reducer::kurtosis)[0]);
      REQUIRE(std::get<1>(in_group(reducer::min, reducer::variance, reducer::sum))[0] == 0);
      REQUIRE(std::get<1>(in_group(reducer::mean, reducer::standard_deviation))[0] == 0);
      require_none_among(group_reduce(one, std::tie(x, y), reducer::comoments).values[0]);

      const index_t width = std::min<index_t>(x.size(), 7);
      const auto variances = rolling(x, width, reducer::variance(ddof{1})), deviations = rolling(x, width, reducer::standard_deviation);
      const auto in_windows = rolling(x, width, reducer::moments);
      const auto pairs = rolling(x, y, width, reducer::comoments);
      for (index_t i = 0; i < pairs.size(); ++i) {
        REQUIRE(variances[i] == 0);
        REQUIRE(deviations[i] == 0);
        require_none_of(in_windows[i]);
        require_none_among(pairs[i]);
      }
    }
  }
  // Alike at first, and then another; and infinities, which are no such element.
  std::vector<double> values(6, 0.1);
  values.push_back(0.1 + std::ldexp(1.0, -20));
  const auto found = group_reduce(std::vector<int>(7, 1), values, reducer::variance).values;
  CHECK(found[0] == Approx(6.0 / 49 * std::ldexp(1.0, -40)));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(std::isnan(group_reduce(buffer<int>{1, 1}, buffer<double>{infinity, infinity}, reducer::variance).values[0]));
  for (const double none : {infinity, -infinity, std::nan("")}) {
    const buffer<int> key{1};
    const buffer<double> lone{none};
    CHECK(std::isnan(variance(lone)));
    CHECK(std::isnan(group_reduce(key, lone, reducer::variance).values[0]));
    CHECK(std::isnan(group_reduce(key, lone, reducer::moments).values[0].second));
    CHECK(std::isnan(rolling(lone, 1, reducer::variance)[0]));
  }
}

TEST_CASE("a little spread is one, and infinities are not alike") {
  const double step = std::ldexp(1.0, -40), infinity = std::numeric_limits<double>::infinity();
  const buffer<double> x{1, 1 + step, 1 + 2 * step}, y{0, 1, 2}, far{infinity, infinity, infinity};
  CHECK(reduce_with(x, y, ravel::reducer::regression).slope == 1 / step);
  CHECK(reduce_with(x, y, ravel::reducer::pearson) == Approx(1));
  CHECK(std::isnan(variance(far)));
  CHECK(std::isnan(group_reduce(buffer<int>{1, 1, 1}, far, ravel::reducer::kurtosis).values[0]));
  CHECK(std::isnan(reduce_with(y, far, ravel::reducer::covariance)));
  // Stretches of which each is alike in itself.
  moments joined = of({5, 5});
  joined.merge(of({7, 7}));
  CHECK(joined.second == 4);
  CHECK(joined.kurtosis() == -2);
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

TEST_CASE("counts that were merged beyond 2^62 do not wrap") {
  moments all = of({5});
  for (int k = 0; k < 62; ++k) all.merge(all);
  CHECK(all.count == ravel::index_limit);
  CHECK_THROWS_AS(all.merge(all), ravel::overflow_error);
  ravel::comoments both;
  both.count = ravel::index_limit;
  CHECK_THROWS_AS(both.merge(both), ravel::overflow_error);
  auto count = ravel::index_limit;
  CHECK_THROWS_AS(ravel::reducer::count.merge(count, 1), ravel::overflow_error);
}

TEST_CASE("moments of a few elements in memory ask whether to stop") {
  std::stop_source source;
  source.request_stop();
  const buffer<double> few{1, 2, 3};
  CHECK_THROWS_AS(ravel::with_stop(source.get_token(), [&] { return ravel::variance(few); }), ravel::cancelled);
}
