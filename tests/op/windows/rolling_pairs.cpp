// SPDX-License-Identifier: BSL-1.0
// Windows over two readers side by side against a model of two passes over each: covariance, correlation and regression of every type of
// element, of numbers that have much in common, and with NaN that is left out.
#include <ravel/op/windows/rolling.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <cmath>

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::nan_policy;
using ravel::window_position;
namespace reducer = ravel::reducer;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

struct summary {
  long double covariance, correlation, slope, intercept;
};

// Two passes in the widest arithmetic there is.
summary model(const double* a, const double* b, index_t n) {
  long double mean_a = 0, mean_b = 0, aa = 0, bb = 0, ab = 0;
  for (index_t i = 0; i < n; ++i) {
    mean_a += a[i];
    mean_b += b[i];
  }
  const auto count = static_cast<long double>(n);
  mean_a /= count;
  mean_b /= count;
  for (index_t i = 0; i < n; ++i) {
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
    ab += (a[i] - mean_a) * (b[i] - mean_b);
  }
  return {ab / count, ab / std::sqrt(aa) / std::sqrt(bb), ab / aa, mean_b - ab / aa * mean_a};
}

// Within so many parts of it, and of 1.
void require_near(double found, long double expected, double parts) {
  if (std::isnan(static_cast<double>(expected))) {
    REQUIRE(std::isnan(found));
  } else {
    REQUIRE(std::abs(found - static_cast<double>(expected)) <= parts * (1 + std::abs(static_cast<double>(expected))));
  }
}

void check_windows(const std::vector<double>& a, const std::vector<double>& b, index_t width, double parts) {
  const auto covariance = ravel::rolling(a, b, width, reducer::covariance, edge_mode::valid);
  const auto correlation = ravel::rolling(a, b, width, reducer::pearson, edge_mode::valid);
  const auto line = ravel::rolling(a, b, width, reducer::regression, edge_mode::valid);
  REQUIRE(covariance.size() == static_cast<index_t>(a.size()) - width + 1);
  for (index_t i = 0; i < covariance.size(); ++i) {
    const summary expected = model(a.data() + i, b.data() + i, width);
    require_near(covariance[i], expected.covariance, parts);
    require_near(correlation[i], expected.correlation, parts);
    require_near(line[i].slope, expected.slope, parts);
    require_near(line[i].intercept, expected.intercept, parts);
  }
}

}  // namespace

TEST_CASE("windows over two readers are those of two passes", "[op]") {
  support::random r(81);
  for (const double offset : {0.0, 1e9, -3e12}) {
    for (const index_t width : {3, 4, 17, 100}) {
      std::vector<double> a, b;
      double trend = offset;
      for (index_t i = 0; i < 400; ++i) {
        trend += r.unit();
        a.push_back(trend + 10 * r.unit());
        b.push_back(2 * offset + 5 * r.unit() + 0.5 * (a.back() - offset));
      }
      // The offsets are the same for all, so that they cost what rounding of the elements has cost already.
      check_windows(a, b, width, offset == 0 ? 1e-11 : 1e-11 * 10);
    }
  }
}

TEST_CASE("elements of any two types are rolled side by side", "[op]") {
  const std::vector<int> a{1, 2, 3, 5};
  const std::vector<float> b{2, 4, 6, 0};
  for (const auto& x : support::in_every_way(a)) {
    const auto found = rolling(x, b, 3, reducer::covariance(ravel::ddof{1}), edge_mode::valid);
    require_near(found[0], 2, 1e-14);
    require_near(found[1], -11.0L / 3, 1e-14);
  }
  CHECK(ravel::rolling(a, b, 2, reducer::regression, window_position::left)[1].slope == 2);
  CHECK(ravel::rolling(a, b, 5, reducer::covariance, edge_mode::valid).size() == 0);
  CHECK(ravel::rolling(std::vector<int>(), std::vector<int>(), 5, reducer::covariance, edge_mode::valid).size() == 0);
}

TEST_CASE("NaN and infinity beside one another come and go", "[op]") {
  std::vector<double> a, b;
  support::random r(82);
  for (index_t i = 0; i < 200; ++i) {
    a.push_back(r.chance(20) ? no_number : r.chance(20) ? infinity : r.unit());
    b.push_back(r.chance(20) ? no_number : r.unit());
  }
  const index_t width = 5;
  const auto kept = ravel::rolling(a, b, width, reducer::covariance, edge_mode::valid);
  const auto skipped = ravel::rolling(a, b, width, reducer::covariance, edge_mode::valid, nan_policy::skip);
  for (index_t i = 0; i < kept.size(); ++i) {
    std::vector<double> x, y;
    bool odd = false;
    for (index_t k = i; k < i + width; ++k) {
      const double p = a[static_cast<std::size_t>(k)], q = b[static_cast<std::size_t>(k)];
      odd = odd || p == infinity;
      if (p == p && q == q) {
        x.push_back(p);
        y.push_back(q);
      }
    }
    const auto n = static_cast<index_t>(x.size());
    const auto expected = model(x.data(), y.data(), n).covariance;
    require_near(kept[i], n < width || odd ? no_number : expected, 1e-12);
    require_near(skipped[i], expected, 1e-12);
  }
  CHECK_THROWS_AS(ravel::rolling(a, b, width, reducer::covariance, nan_policy::refuse), ravel::value_error);
}

TEST_CASE("invalid windows over two readers are named", "[op]") {
  const std::vector<double> a{1, 2, 3}, b{1, 2};
  CHECK_THROWS_AS(ravel::rolling(a, b, 2, reducer::covariance), ravel::shape_error);
  CHECK_THROWS_WITH(ravel::rolling(a, a, 0, reducer::covariance), "rolling over windows of 0 elements: there must be at least 1");
}

TEST_CASE("variances do not see what all elements have in common", "[op]") {
  support::random r(83);
  std::vector<double> a;
  for (index_t i = 0; i < 300; ++i) a.push_back(1e9 + r.unit());
  const auto found = ravel::rolling(a, 20, reducer::variance, edge_mode::valid);
  for (index_t i = 0; i < found.size(); ++i) require_near(found[i], model(a.data() + i, a.data() + i, 20).covariance, 1e-14);
}
