// SPDX-License-Identifier: BSL-1.0
// Kendall's correlation against counting all pairs and against SciPy, and at its edges.
#include <ravel/op/stats/statistics.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::correlation_kind;
using ravel::index_t;
using ravel::nan_policy;
using list = std::vector<double>;

constexpr auto kendall = correlation_kind::kendall;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

double by_all_pairs(const list& a, const list& b) {
  double difference = 0, untied_a = 0, untied_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int x = (a[i] > a[j]) - (a[i] < a[j]), y = (b[i] > b[j]) - (b[i] < b[j]);
      difference += x * y, untied_a += x != 0, untied_b += y != 0;
    }
  }
  return difference / std::sqrt(untied_a) / std::sqrt(untied_b);
}

list drawn(support::random& r, int n, int values) {
  list all;
  for (int i = 0; i < n; ++i) all.push_back(values == 0 ? r.unit() : static_cast<double>(r.below(values)));
  return all;
}

}  // namespace

TEST_CASE("kendall's correlation counts pairs") {
  support::random r(97);
  support::oracle all;
  for (const int n : {2, 3, 5, 16, 33, 200}) {
    for (const int values : {0, 3, 20}) {
      const list a = drawn(r, n, values), b = drawn(r, n, values == 3 ? 0 : values);
      const double expected = by_all_pairs(a, b), found = correlation(support::in_memory(a), support::in_memory(b), kendall);
      CHECK((std::isnan(expected) ? std::isnan(found) : found == Approx(expected).margin(1e-15)));
      all.ask("kendall", {a, b}, found, 1e-15);
    }
  }
  all.check("import scipy.stats\ndef kendall(a, b): return scipy.stats.kendalltau(a, b)[0]\n", "numpy, scipy.stats");
}

TEST_CASE("kendall's correlation at its edges") {
  const buffer<double> x{1, no_number, 2, 5}, y{3, 1, 4, 9};
  CHECK(std::isnan(correlation(x, y, kendall)));
  CHECK(correlation(x, y, kendall, nan_policy::skip) == 1);
  CHECK(correlation(buffer<double>{-infinity, 0, infinity}, buffer<int>{3, 2, 1}, kendall) == -1);
  CHECK(std::isnan(correlation(buffer<int>{1, 1}, buffer<int>{1, 2}, kendall)));
  CHECK(std::isnan(correlation(buffer<int>{1}, buffer<int>{2}, kendall)));
  CHECK(correlation(buffer<double>{-0.0, 1, 2}, buffer<double>{0.0, -0.0, 5}, kendall) == Approx(2 / std::sqrt(6)));
  CHECK_THROWS_WITH(correlation(x, y, kendall, nan_policy::refuse), "correlation was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(correlation(ravel::make_buffer<int>(0), ravel::make_buffer<int>(0), kendall),
                    "correlation of no elements has no value");
  CHECK_THROWS_AS(correlation(x, buffer<int>{1}, kendall), ravel::shape_error);
}
