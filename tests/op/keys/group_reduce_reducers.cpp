// SPDX-License-Identifier: BSL-1.0
// group_reduce with compositions. They gather in one pass what each reducer would alone, with the same bits.
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <chrono>
#include <cmath>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::nan_policy;
namespace reducer = ravel::reducer;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

bool near(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-10 * (1 + std::abs(b)); }

}  // namespace

TEST_CASE("compositions gather in one pass what each would alone") {
  support::random r(9);
  std::vector<int> keys;
  std::vector<double> values, others;
  for (int i = 0; i < 3000; ++i) keys.push_back(static_cast<int>(r.below(50))), values.push_back(r.unit()), others.push_back(r.unit());
  const auto found = group_reduce(keys, values, reducer::min, reducer::count, reducer::mean, reducer::sum, reducer::max,
                                  reducer::standard_deviation, reducer::kurtosis);
  const auto& [low, count, mean, sum, high, sd, kurtosis] = found.values;
  CHECK_EQUAL(low, group_reduce(keys, values, reducer::min).values);
  CHECK_EQUAL(high, group_reduce(keys, values, reducer::max).values);
  CHECK_EQUAL(count, group_reduce(keys, values, reducer::count).values);
  CHECK_EQUAL(sum, group_reduce(keys, values, reducer::sum).values);
  for (index_t g = 0; g < count.size(); ++g) {
    REQUIRE(near(mean[g], sum[g] / static_cast<double>(count[g])));
    REQUIRE(near(sd[g], group_reduce(keys, values, reducer::standard_deviation).values[g]));
    REQUIRE(near(kurtosis[g], group_reduce(keys, values, reducer::kurtosis).values[g]));
  }
  const auto as_one = group_reduce(keys, values, compose(reducer::max, reducer::mean));
  REQUIRE(std::get<0>(as_one.values[3]) == high[3]);
  // Without moments beside them extremes gather for themselves.
  const auto [least, greatest] = group_reduce(keys, values, reducer::min, reducer::max).values;
  CHECK_EQUAL(least, low);
  CHECK_EQUAL(greatest, high);
  const auto pairs = group_reduce(keys, std::tie(values, others), reducer::covariance);
  const auto groups = ravel::arggroup(keys);
  for (index_t g = 0; g < groups.size(); ++g) {
    const auto of_group = [&](const auto& column) { return select(ravel::borrow(column), groups.positions(g)); };
    REQUIRE(near(pairs.values[g], reduce_with(of_group(values), of_group(others), reducer::covariance)));
  }
}

// Where a count or a sum is found in the moments beside it, in the order in which it adds up alone.
TEST_CASE("counts and sums beside moments have the bits that they have alone") {
  support::random r(10);
  std::vector<int> keys;
  for (int i = 0; i < 3000; ++i) keys.push_back(static_cast<int>(r.below(50)));
  support::type_list<bool, std::int64_t, float, double>::each([&]<class T>() {
    std::vector<T> given;
    for (const int key : keys) given.push_back(key == 3 ? static_cast<T>(-T{}) : r.small<T>());
    const auto values = support::in_memory(given);
    const auto count = group_reduce(keys, values, reducer::count).values;
    const auto sum = group_reduce(keys, values, reducer::sum).values;
    const auto check = [&](const auto&... beside) {
      const auto found = group_reduce(keys, values, reducer::sum, beside..., reducer::count).values;
      CHECK_EQUAL(std::get<0>(found), sum);
      CHECK_EQUAL(std::get<1 + sizeof...(beside)>(found), count);
      for (index_t g = 0; g < sum.size(); ++g)
        REQUIRE(std::signbit(static_cast<double>(std::get<0>(found)[g])) == std::signbit(static_cast<double>(sum[g])));
    };
    check(reducer::mean);
    check(reducer::variance, reducer::min);
    check(reducer::max, reducer::skew, reducer::mean);
    check(reducer::kurtosis);
  });
  const auto pairs = group_reduce(keys, std::tie(keys, keys), reducer::covariance, reducer::count).values;
  CHECK_EQUAL(std::get<1>(pairs), group_reduce(keys, keys, reducer::count).values);
}

TEST_CASE("integer sums beside a mean are exact, and those of durations and with NaN skipped as alone") {
  const std::int64_t large = std::numeric_limits<std::int64_t>::max();
  const auto exact = group_reduce(buffer<int>{0, 0, 0}, buffer<std::int64_t>{large, 1, -1}, reducer::sum, reducer::mean).values;
  CHECK(std::get<0>(exact)[0] == large);
  CHECK_THROWS_AS(group_reduce(buffer<int>{0, 0}, buffer<std::int64_t>{large, 1}, reducer::sum, reducer::mean), ravel::overflow_error);
  using seconds = std::chrono::duration<double>;
  const buffer<seconds> took{seconds(0.5), seconds(2), seconds(4)};
  const auto [total, mean, n] = group_reduce(buffer<int>{1, 2, 1}, took, reducer::sum, reducer::mean, reducer::count).values;
  CHECK(total[0] == seconds(4.5));
  CHECK(mean[0] == seconds(2.25));
  CHECK_EQUAL(n, {index_t{2}, index_t{1}});
  const auto skipped = group_reduce(buffer<int>{1, 1, 2}, buffer<double>{no_number, 2, no_number}, reducer::sum, reducer::count,
                                    reducer::moments, nan_policy::skip);
  CHECK_EQUAL(std::get<0>(skipped.values), {2.0, 0.0});
  CHECK_EQUAL(std::get<1>(skipped.values), {index_t{1}, index_t{0}});
}
