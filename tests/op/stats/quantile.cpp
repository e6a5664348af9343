// SPDX-License-Identifier: BSL-1.0
// Quantiles against sorting, for every element type and both rules; many at once; NaN; and selection where it could be slow or wrong.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/storage/list.hpp>
#include <ravel/tensor/make.hpp>

#include <support/elements.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::nan_policy;
using ravel::quantile_rule;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

// The element at a rank is exact, and what lies between two lies between them.
template <class T>
void check_against_sorting(const std::vector<T>& values, const ravel::reader<T>& x, double q) {
  std::vector<T> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place), above = std::min(below + 1, values.size() - 1);
  const double low = static_cast<double>(sorted[below]), high = static_cast<double>(sorted[above]), found = quantile(x, q);
  REQUIRE(low <= found);
  REQUIRE(found <= high);
  if (place == static_cast<double>(below)) REQUIRE(found == low);
  const auto first = static_cast<std::size_t>(std::max(std::ceil(q * static_cast<double>(values.size())) - 1, 0.0));
  REQUIRE(quantile(x, q, quantile_rule::inverted_cdf) == static_cast<double>(sorted[first]));
}

}  // namespace

TEST_CASE("quantiles are found where sorting would put them") {
  support::ordered_types::each([]<class T>() {
    support::random r(51);
    for (const index_t n : {1, 2, 3, 4, 17, 24, 25, 600, 700, 5000}) {
      std::vector<T> values = r.values<T>(n);
      std::replace_if(
          values.begin(), values.end(), [](T value) { return value != value; }, T{});
      const auto sources = support::in_every_way(values);
      for (const double q : {0.0, 0.25, 0.5, 1.0, r.unit(), r.unit()}) {
        check_against_sorting<T>(values, sources[static_cast<std::size_t>(r.below(4))], q);
      }
    }
  });
}

TEST_CASE("many at once are each of them alone") {
  support::random r(52);
  for (const index_t n : {1, 2, 10, 3000}) {
    std::vector<double> values, shares;
    for (index_t i = 0; i < n; ++i) values.push_back(std::floor(r.unit() * 500));
    for (int i = 0; i < 40; ++i) shares.push_back(i % 7 == 0 ? 0.5 : r.unit());
    const auto x = support::in_memory(values), q = support::in_memory(shares);
    const auto all = quantile(x, q);
    for (index_t i = 0; i < q.size(); ++i) REQUIRE(all[i] == quantile(x, q[i]));
    CHECK_EQUAL(x, values);  // what is given stays as it is
  }
  CHECK(quantile(buffer<double>{1}, ravel::make_buffer<double>(0)).size() == 0);
  CHECK_EQUAL(quantile(buffer<int>{3, 1, 2}, {1, 0, 0.5}), {3.0, 1.0, 2.0});
  CHECK_EQUAL(quantile(buffer<int>{3, 1, 2}, ravel::iota<int>(2)), {1.0, 3.0});
}

TEST_CASE("selection is right in data of every order") {
  const index_t n = 20000;
  const auto ascending = ravel::iota<double>(n);
  const std::vector<ravel::reader<double>> all{
      ascending, ravel::reverse(ascending), ravel::map([](double v) { return std::fmod(v, 7); }, ascending),
      ravel::map([](double v) { return v < 10000 ? v : 20000 - v; }, ascending), ravel::map([](double) { return 3.0; }, ascending)};
  for (const auto& x : all) {
    std::vector<double> sorted;
    for (index_t i = 0; i < n; ++i) sorted.push_back(x[i]);
    std::sort(sorted.begin(), sorted.end());
    for (const index_t rank : {0, 1, 700, 9999, 10000, 19000, 19998, 19999}) {
      REQUIRE(quantile(x, (static_cast<double>(rank) + 0.5) / n, quantile_rule::inverted_cdf) == sorted[static_cast<std::size_t>(rank)]);
    }
  }
}

TEST_CASE("the median agrees with the quantile, and the quartiles with both") {
  support::random r(53);
  for (const index_t n : {1, 2, 5, 8, 1001, 1002}) {
    for (const auto& x : support::in_every_way(std::vector<double>(r.values<double>(n)))) {
      const double expected = quantile(x, 0.5, nan_policy::keep);
      CHECK((median(x) == expected || (std::isnan(median(x)) && std::isnan(expected))));
    }
  }
  CHECK(median(buffer<int>{4, 1, 3, 2}) == 2.5);
  CHECK(median(ravel::list<char>{1, 9, 3}) == 3);
  const ravel::quartile_values q = quartiles(ravel::iota<int>(101) * 2);
  CHECK(std::tuple(q.min, q.first, q.median, q.third, q.max) == std::tuple(0.0, 50.0, 100.0, 150.0, 200.0));
}

TEST_CASE("infinities and what lies between them") {
  CHECK(median(buffer<double>{infinity, infinity}) == infinity);
  CHECK(median(buffer<double>{1, infinity}) == infinity);
  CHECK(quantile(buffer<double>{-infinity, 1}, 0.25) == -infinity);
  CHECK(std::isnan(median(buffer<double>{-infinity, infinity})));
  CHECK(quantile(buffer<double>{-infinity, 0, infinity}, 0.5) == 0);
  CHECK(median(buffer<double>{-1.7e308, 1.7e308}) == 0);  // their distance is beyond double
  CHECK(quantile(buffer<double>{0.1, 0.1, 0.1}, 0.3) == 0.1);
}

TEST_CASE("NaN in quantiles") {
  const buffer<double> x{3, no_number, 1, 2};
  CHECK(std::isnan(median(x)));
  CHECK_EQUAL(quantile(x, {0, 1}), {no_number, no_number});
  CHECK(median(x, nan_policy::skip) == 2);
  CHECK(quantile(x, 1.0, nan_policy::skip) == 3);
  CHECK_EQUAL(quantile(x, {0, 0.25}, quantile_rule::inverted_cdf, nan_policy::skip), {1.0, 1.0});
  CHECK(quartiles(x, nan_policy::skip).max == 3);
  CHECK_THROWS_WITH(median(x, nan_policy::refuse), "median was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(median(buffer<float>{std::nanf("")}, nan_policy::skip), "median of no elements has no value");
}

TEST_CASE("bad input of quantiles") {
  const buffer<int> x{1, 2, 3};
  CHECK_THROWS_WITH(quantile(x, 2.0), "quantile 2 lies outside [0, 1]");
  CHECK_THROWS_WITH(quantile(x, -0.1), "quantile -0.1 lies outside [0, 1]");
  CHECK_THROWS_WITH(quantile(x, {0.5, no_number}), "quantile nan lies outside [0, 1]");
  CHECK_THROWS_WITH(median(ravel::make_buffer<double>(0)), "median of no elements has no value");
  CHECK_THROWS_WITH(quartiles(ravel::make_buffer<double>(0)), "quartiles of no elements has no value");
  CHECK_THROWS_WITH(quantile(ravel::make_buffer<double>(0), 0.5), "quantile of no elements has no value");
  CHECK_THROWS_WITH(median(buffer<double>{1, std::nan("")}, nan_policy::refuse), Catch::ContainsSubstring("median was told to refuse NaN"));
  CHECK_THROWS_AS(quartiles(ravel::make_buffer<int>(0)), ravel::value_error);
}

TEST_CASE("quantiles along axes by other definitions and with weights", "[tensor][quantile]") {
  using namespace ravel;
  const tensor<double> t{{4, 1, 3}, {0, 9, 5}};
  REQUIRE_EQUAL(median(t, 1, quantile_rule::hazen), (buffer<double>{3, 5}));
  REQUIRE_EQUAL(quantile(t, 0.5, 1, weights{1, 4, 1}, quantile_rule::inverted_cdf), (buffer<double>{1, 9}));
  REQUIRE_EQUAL(quantile(t, {0.0, 1.0}, 0, weights{0, 2}), (buffer<double>{0, 9, 5, 0, 9, 5}));
  CHECK_THROWS_AS(quantile(ravel::zeros<int>({0, 3}), 2.0, 1), ravel::value_error);
  CHECK_THROWS_AS(quantile(ravel::zeros<int>({0, 3}), {0.5, -1.0}, 1), ravel::value_error);
  CHECK_THROWS_AS(median(t, 0, weights{1, 1, 1}), shape_error);
}
