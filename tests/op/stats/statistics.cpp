// SPDX-License-Identifier: BSL-1.0
// variance and its like as functions: options, policies about NaN, kinds of readers, and ranks with ties. (The values are checked against
// NumPy and in moments.)
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/storage/list.hpp>

#include <support/model.hpp>
#include <support/reader_contract.hpp>

namespace {

using ravel::buffer;
using ravel::correlation_kind;
using ravel::ddof;
using ravel::elements_are;
using ravel::index_t;
using ravel::nan_policy;
using support::detail::identical;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

std::vector<double> uneven(index_t n) {
  support::random r(41);
  return support::model::made<double>(n, [&](index_t) { return r.unit() * 100 - 30; });
}

}  // namespace

TEST_CASE("every kind of reader has the same statistics, bit for bit") {
  const auto values = uneven(5000);
  const auto memory = support::in_memory(values);
  ravel::list<double> grown;
  for (const double value : values) grown.push_back(value);
  auto held = values;
  const double* data = held.data();
  std::vector<ravel::reader<double>> all = support::in_every_way(values);
  all.push_back(grown);
  all.push_back(ravel::wrap(data, 5000, std::move(held)));
  all.push_back(ravel::slice(ravel::reverse(memory), 4999, 5000, -1));
  all.push_back(memory + 0.0);
  for (const auto& x : all) {
    CHECK(identical(variance(x), variance(memory)));
    CHECK(identical(standard_deviation(x, ddof{1}), standard_deviation(memory, ddof{1})));
    CHECK(identical(skew(x), skew(memory)));
    CHECK(identical(kurtosis(x), kurtosis(memory)));
    CHECK(identical(covariance(x, ravel::reverse(x)), covariance(memory, ravel::reverse(memory))));
    CHECK(identical(correlation(x, ravel::reverse(x)), correlation(memory, ravel::reverse(memory))));
  }
}

TEST_CASE("descriptive statistics are those of the single functions") {
  for (const auto& x : support::in_every_way(uneven(3000))) {
    const ravel::statistic_values s = descriptive_statistics(x);
    CHECK(s.count == 3000);
    CHECK(s.min == min(x));
    CHECK(s.max == max(x));
    CHECK(s.sum == reduce_with(x, ravel::reducer::sum));
    CHECK(s.mean == s.sum / 3000);
    CHECK(s.variance == Approx(variance(x)).epsilon(1e-14));
    CHECK(s.standard_deviation == Approx(standard_deviation(x)).epsilon(1e-14));
    CHECK(s.skew == Approx(skew(x)).epsilon(1e-12));
    CHECK(s.kurtosis == kurtosis(x));
  }
  const auto of_bytes = descriptive_statistics(buffer<std::uint8_t>{1, 2, 3, 4, 10});
  CHECK(of_bytes.count == 5);
  CHECK(of_bytes.max == 10);
  CHECK(of_bytes.variance == 10);
  const auto of_one = descriptive_statistics(buffer<bool>{true});
  CHECK(of_one.mean == 1);
  CHECK(of_one.standard_deviation == 0);
  CHECK(std::isnan(descriptive_statistics(buffer<bool>{true}, ddof{1}).standard_deviation));
  CHECK_THROWS_WITH(descriptive_statistics(ravel::make_buffer<int>(0)), "descriptive_statistics of no elements has no value");
}

TEST_CASE("NaN is kept, left out or refused by all of them") {
  const buffer<double> x{1, no_number, 2, 4, 7}, numbers{1, 2, 4, 7}, y{5, 6, no_number, 9, 8}, x_pairs{1, 4, 7}, y_pairs{5, 9, 8};
  CHECK(std::isnan(variance(x)));
  CHECK(std::isnan(kurtosis(x, nan_policy::keep)));
  CHECK(variance(x, nan_policy::skip) == variance(numbers));
  CHECK(variance(x, nan_policy::skip, ddof{1}) == variance(numbers, ddof{1}));
  CHECK(standard_deviation(x, nan_policy::skip) == standard_deviation(numbers));
  CHECK(skew(x, nan_policy::skip) == skew(numbers));
  CHECK(skew(x, elements_are::sample, nan_policy::skip) == skew(numbers, elements_are::sample));
  CHECK(kurtosis(x, nan_policy::skip) == kurtosis(numbers));
  CHECK(descriptive_statistics(x, nan_policy::skip).count == 4);
  CHECK(descriptive_statistics(x).count == 5);
  CHECK(std::isnan(descriptive_statistics(x).min));
  CHECK(covariance(x, y, nan_policy::skip) == covariance(x_pairs, y_pairs));
  CHECK(correlation(x, y, nan_policy::skip) == correlation(x_pairs, y_pairs));
  CHECK(correlation(x, y, correlation_kind::spearman, nan_policy::skip) == Approx(0.5));
  CHECK(std::isnan(correlation(x, y)));
  CHECK(std::isnan(correlation(x, y, correlation_kind::spearman)));
  CHECK_THROWS_WITH(variance(x, nan_policy::refuse), "variance was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(standard_deviation(x, nan_policy::refuse), "standard_deviation was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(skew(x, nan_policy::refuse), "skew was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(kurtosis(x, nan_policy::refuse), "kurtosis was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(descriptive_statistics(x, nan_policy::refuse), "descriptive_statistics was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(covariance(numbers, ravel::slice(y, 0, 4), nan_policy::refuse),
                    "covariance was told to refuse NaN, and element 2 is NaN");
  CHECK_THROWS_WITH(correlation(x, y, nan_policy::refuse), "correlation was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(correlation(x, y, correlation_kind::spearman, nan_policy::refuse),
                    "correlation was told to refuse NaN, and element 1 is NaN");
}

TEST_CASE("correlations") {
  const auto x = ravel::iota<int>(100);
  CHECK(correlation(x, 3 * x + 5) == Approx(1));
  CHECK(correlation(x, -1.0 * x) == Approx(-1));
  CHECK(correlation(x, x * x * x, correlation_kind::spearman) == Approx(1));
  CHECK(correlation(x, x * x * x) < 0.95);
  CHECK(std::isnan(correlation(x, 0 * x)));
  CHECK(std::abs(correlation(buffer<double>{0.1, 0.2, 0.3}, buffer<double>{0.1, 0.2, 0.3})) <= 1);
  // Tied ranks share their average: 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
  CHECK(correlation(buffer<int>{1, 5, 5, 7}, buffer<int>{1, 2, 3, 4}, correlation_kind::spearman) == Approx(4.5 / std::sqrt(4.5 * 5)));
  CHECK(correlation(buffer<double>{-infinity, 0, infinity}, buffer<double>{1, 2, 3}, correlation_kind::spearman) == Approx(1));
  CHECK(covariance(buffer<bool>{true, false}, buffer<std::int8_t>{1, -1}) == 0.5);
}

TEST_CASE("bad input is one error each") {
  const buffer<double> none(std::initializer_list<double>{}), x{1, 2, 3};
  CHECK_THROWS_WITH(variance(none), "variance of no elements has no value");
  CHECK_THROWS_WITH(variance(buffer<double>{no_number}, nan_policy::skip), "variance of no elements has no value");
  CHECK_THROWS_WITH(kurtosis(none), "kurtosis of no elements has no value");
  CHECK_THROWS_WITH(standard_deviation(x, ddof{-2}), "standard_deviation with ddof{-2}: it must not be negative");
  CHECK_THROWS_WITH(covariance(none, none), "covariance of no elements has no value");
  CHECK_THROWS_WITH(correlation(none, none, correlation_kind::spearman), "correlation of no elements has no value");
  CHECK_THROWS_AS(covariance(x, none), ravel::shape_error);
  CHECK_THROWS_WITH(correlation(x, none, correlation_kind::spearman),
                    "correlation: operands have 3 and 0 elements: equal sizes are wanted");
}

TEST_CASE("one convention: n unless ddof says otherwise, under every name") {
  const buffer<double> x{1, 2, 3, 4, 10};
  CHECK(variance(x) == 10);
  CHECK(var(x) == 10);
  CHECK(ravel::std(x) == standard_deviation(x));
  CHECK(variance(x, ddof{1}) == 12.5);
  CHECK(covariance(x, x) == 10);
  CHECK(covariance(x, x, ddof{1}) == 12.5);
  CHECK(descriptive_statistics(x).variance == 10);
  CHECK(descriptive_statistics(x, nan_policy::skip, ddof{1}).variance == 12.5);
  CHECK(descriptive_statistics(x, elements_are::sample).skew == skew(x, elements_are::sample));
  CHECK(reduce_with(x, ravel::reducer::variance) == 10);
  CHECK(reduce_with(x, ravel::reducer::variance(ddof{1})) == 12.5);
  CHECK(reduce_with(x, ravel::reducer::standard_deviation) == standard_deviation(x));
  CHECK(reduce_with(x, x, ravel::reducer::covariance(ddof{1})) == 12.5);
  CHECK(reduce_with(x, ravel::reducer::skew) == skew(x));
  CHECK(skew(x) == Approx(1.1384199576606164));                        // as scipy has it
  CHECK(skew(x, elements_are::sample) == Approx(1.6970562748477143));  // as pandas has it
  static_assert(std::same_as<decltype(variance(buffer<float>{1})), float>);
}

TEST_CASE("the distance of complex numbers is a length") {
  using c = std::complex<double>;
  const buffer<c> z{c(0, 1), c(0, -1), c(2, 0), c(-2, 0), c(no_number, 1)};
  CHECK(std::isnan(variance(z)));
  CHECK(variance(z, nan_policy::skip) == 2.5);
  CHECK(ravel::std(z, ddof{1}, nan_policy::skip) == std::sqrt(10.0 / 3));
  CHECK_THROWS_WITH(var(z, nan_policy::refuse), "variance was told to refuse NaN, and element 4 is NaN");
}
