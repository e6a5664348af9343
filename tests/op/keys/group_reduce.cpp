// SPDX-License-Identifier: BSL-1.0
// group_reduce against the reducer over the values of each group alone, for every kind of element as key and as value.
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/elements.hpp>
#include <support/faults.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace {

using ravel::buffer;
using ravel::group_order;
using ravel::index_t;
using ravel::nan_policy;
namespace reducer = ravel::reducer;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

bool near(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-10 * (1 + std::abs(b)); }

// Every group's values, put together by arggroup, which has tests of its own.
template <class K, class T, class Reducer>
void require_groups(const std::vector<K>& keys, const std::vector<T>& values, const Reducer& one) {
  const auto key = support::in_memory(keys);
  const auto value = support::in_memory(values);
  const auto found = group_reduce(key, value, one);
  const auto groups = arggroup(key);
  REQUIRE_EQUAL(found.keys, groups.keys());
  for (index_t g = 0; g < groups.size(); ++g) {
    const auto expected = reduce_with(select(value, groups.positions(g)), one);
    REQUIRE(near(static_cast<double>(found.values[g]), static_cast<double>(expected)));
  }
}

// Takes a block like any user's.
struct longest {
  static std::size_t init() { return 0; }
  static void step(std::size_t& state, std::span<const std::string> block) {
    for (const std::string& s : block) state = std::max(state, s.size());
  }
  static void merge(std::size_t& state, std::size_t later) { state = std::max(state, later); }
  static std::size_t finish(std::size_t state) { return state; }
};

// What it was given, in order.
struct history {
  static std::string init() { return {}; }
  static void step(std::string& state, std::span<const int> block) {
    for (const int v : block) state += std::to_string(v);
  }
  static void merge(std::string& state, const std::string& later) { state += later; }
  static std::string finish(const std::string& state) { return state; }
};

struct any_seen {
  static bool init() { return false; }
  static void step(bool& state, std::span<const int>) { state = true; }
  static void merge(bool& state, bool later) { state |= later; }
  static bool finish(bool state) { return state; }
};

}  // namespace

TEST_CASE("every kind of key, every reducer") {
  support::kinds::each([]<class K>() {
    support::random r(3);
    for (const index_t n : {0, 1, 2, 3000}) {
      std::vector<K> keys;
      std::vector<double> values;
      for (index_t i = 0; i < n; ++i) keys.push_back(r.small<K>()), values.push_back(r.unit() * 20 - 10);
      require_groups(keys, values, reducer::sum);
      require_groups(keys, values, reducer::variance);
    }
  });
}

TEST_CASE("every reducer and every kind of value") {
  support::random r(4);
  std::vector<std::int64_t> keys;
  for (int i = 0; i < 4000; ++i) keys.push_back(r.below(37) * (i > 2000 ? std::int64_t{1} << 40 : 1));
  support::kinds::each([&]<class T>() {
    if constexpr (!ravel::complex_element<T>) {
      std::vector<T> values;
      for (std::size_t i = 0; i < keys.size(); ++i) values.push_back(r.small<T>());
      require_groups(keys, values, reducer::sum);
      require_groups(keys, values, reducer::min);
      require_groups(keys, values, reducer::mean);
      if constexpr (sizeof(T) == 8 && !std::unsigned_integral<T>) {  // all others are gathered as these are
        require_groups(keys, values, reducer::count);
        require_groups(keys, values, reducer::max);
        require_groups(keys, values, reducer::standard_deviation(ravel::ddof{1}));
        require_groups(keys, values, reducer::skew);
        require_groups(keys, values, reducer::kurtosis);
      }
    }
  });
}

TEST_CASE("a reducer of the user's sees the values of each group in order") {
  const std::vector<std::string> words{"fig", "pear", "nut", "banana"};
  const std::vector<char> kind{'a', 'b', 'a', 'b'};
  CHECK_EQUAL(ravel::group_reduce(kind, words, longest{}).values, {std::size_t{3}, std::size_t{6}});
  const buffer<int> digits{1, 2, 3, 4, 5};
  CHECK_EQUAL(group_reduce(digits % 2, digits, history{}).values, {std::string("135"), std::string("24")});
  CHECK_EQUAL(group_reduce(digits % 2, digits, any_seen{}).values, {true, true});
  CHECK_EQUAL(ravel::group_reduce(kind, words, reducer::max).values, {std::string("nut"), std::string("pear")});
}

TEST_CASE("integer sums of groups are exact or an error") {
  const std::int64_t large = std::numeric_limits<std::int64_t>::max();
  const buffer<std::int64_t> values{large, 1, -1, -large, large, 1};
  CHECK_EQUAL(group_reduce(buffer<int>{0, 1, 0, 0, 2, 1}, values, reducer::sum).values, {std::int64_t{-1}, std::int64_t{2}, large});
  CHECK_THROWS_AS(group_reduce(buffer<int>{0, 0, 0, 0, 0, 0}, values + 1, reducer::sum), ravel::overflow_error);
  const buffer<std::uint64_t> top{~std::uint64_t{0}, 1};
  CHECK_EQUAL(group_reduce(buffer<int>{0, 1}, top, reducer::sum).values, {~std::uint64_t{0}, std::uint64_t{1}});
  CHECK_THROWS_AS(group_reduce(buffer<int>{1, 1}, top, reducer::sum), ravel::overflow_error);
}

TEST_CASE("an overflow names the group") {
  const std::vector<std::string> city{"Ulm", "Bonn", "Ulm", "Bonn"};
  const std::vector<int> year{1, 2, 1, 2};
  const buffer<std::int64_t> x{1, INT64_MAX, 2, 1};
  const std::string said = "the sum of the integers does not fit 64 bits (it is about 9223372036854775808): the group of ";
  CHECK_THROWS_WITH(group_reduce(city, x, reducer::sum), said + "Bonn");
  CHECK_THROWS_WITH(group_reduce(city, x, reducer::count, reducer::sum), said + "Bonn");
  CHECK_THROWS_WITH(group_reduce(std::tie(city, year), x, reducer::sum, ravel::when_empty{0}), said + "Bonn, 2");
  CHECK_THROWS_WITH(group_reduce(
                        city, x, [](const auto& rows) { return ravel::sum(rows); }, ravel::when_empty{0}),
                    said + "Bonn");
}

TEST_CASE("keys in order, of one column or several") {
  const std::vector<double> keys{2, no_number, -0.0, 2, 0.0, -infinity};
  const std::vector<int> values{1, 2, 3, 4, 5, 6};
  const auto found = group_reduce(keys, values, reducer::sum, group_order::sorted);
  CHECK_EQUAL(found.keys, {-infinity, 0.0, 2.0, no_number});
  CHECK_EQUAL(found.values, {std::int64_t{6}, std::int64_t{8}, std::int64_t{5}, std::int64_t{2}});
  CHECK_EQUAL(group_reduce(keys, values, reducer::sum).values, {std::int64_t{5}, std::int64_t{2}, std::int64_t{8}, std::int64_t{6}});
  const std::vector<std::string> city{"b", "a", "b", "a", "b", "a"};
  const std::vector<long long> year{2, 1, 1, 1, 2, 0};
  const auto both = group_reduce(std::tie(city, year), values, reducer::count, reducer::max, group_order::sorted);
  const auto& [cities, years] = both.keys;
  const auto& [count, high] = both.values;
  CHECK_EQUAL(cities, {std::string("a"), std::string("a"), std::string("b"), std::string("b")});
  CHECK_EQUAL(years, {0LL, 1LL, 1LL, 2LL});
  CHECK_EQUAL(count, {index_t{1}, index_t{2}, index_t{1}, index_t{2}});
  CHECK_EQUAL(high, {6, 4, 3, 5});
  const auto lazy =
      group_reduce(std::tuple(buffer<int>{1, 2, 3, 4} % 2, buffer<bool>{true, true, false, true}), buffer<int>{1, 2, 3, 4}, reducer::sum);
  CHECK_EQUAL(std::get<0>(lazy.keys), {1, 0, 1});
  CHECK_EQUAL(lazy.values, {std::int64_t{1}, std::int64_t{6}, std::int64_t{3}});
}

TEST_CASE("a function of the values of each group") {
  const std::vector<int> team{2, 1, 2, 2, 1};
  const std::vector<double> points{5, 1, 9, 6, 4};
  const auto middle = [](const ravel::reader<double>& of_team) { return median(of_team); };
  const auto found = ravel::group_reduce(team, points, middle);
  CHECK_EQUAL(found.keys, {2, 1});
  CHECK_EQUAL(found.values, {6.0, 2.5});
  const auto sorted = ravel::group_reduce(team, points, middle, group_order::sorted);
  CHECK_EQUAL(sorted.keys, {1, 2});
  CHECK_EQUAL(sorted.values, {2.5, 6.0});
  const auto words = [](const ravel::reader<std::string>& all) { return all[0] + all[all.size() - 1]; };
  const buffer<std::string> letters{"a", "b", "c", "d", "e"};
  CHECK_EQUAL(group_reduce(std::tie(team, points), letters, words).values,
              ravel::map([](const std::string& one) { return one + one; }, letters));
  CHECK_EQUAL(group_reduce(team, letters, words).values, {std::string("ad"), std::string("be")});
  CHECK_EQUAL(ravel::group_reduce(team, std::vector<int>{1, 2, 3, 4, 5}, [](const auto& rows) { return rows.size(); }).values,
              {index_t{3}, index_t{2}});
  int calls = 0;
  static_cast<void>(ravel::group_reduce(ravel::make_buffer<int>(0), ravel::make_buffer<int>(0), [&](const auto&) { return ++calls; }));
  CHECK(calls == 0);
  CHECK_THROWS_AS(group_reduce(team, slice(letters, 0, 4), words), ravel::shape_error);
}

TEST_CASE("NaN among the values") {
  const buffer<int> keys{0, 1, 0, 1};
  const buffer<double> values{1, 2, no_number, 4};
  CHECK_EQUAL(group_reduce(keys, values, reducer::sum).values, {no_number, 6.0});
  CHECK_EQUAL(group_reduce(keys, values, reducer::max).values, {no_number, 4.0});
  CHECK_EQUAL(group_reduce(keys, values, nan_policy::skip, reducer::mean).values, {1.0, 3.0});
  CHECK_EQUAL(group_reduce(keys, values, reducer::count, nan_policy::skip).values, {index_t{1}, index_t{2}});
  CHECK_THROWS_AS(group_reduce(keys, values, reducer::sum, nan_policy::refuse), ravel::value_error);
  CHECK_EQUAL(group_reduce(keys, buffer<double>{no_number, 1, no_number, 1}, reducer::sum, nan_policy::skip).values, {0.0, 2.0});
  CHECK_THROWS_AS(group_reduce(keys, buffer<double>{no_number, 1, no_number, 1}, reducer::mean, nan_policy::skip), ravel::value_error);
  const buffer<double> more{1, no_number, 3, 4};
  CHECK_EQUAL(group_reduce(keys, std::tie(values, more), reducer::covariance, nan_policy::skip).values, {0.0, 0.0});
}

TEST_CASE("failures of group_reduce") {
  CHECK_THROWS_AS(group_reduce(buffer<int>{1, 2}, buffer<int>{1}, reducer::sum), ravel::shape_error);
  CHECK_THROWS_AS(group_reduce(std::tuple(buffer<int>{1, 2}, buffer<int>{1}), buffer<int>{1, 1}, reducer::sum), ravel::shape_error);
  CHECK(group_reduce(ravel::make_buffer<int>(0), ravel::make_buffer<int>(0), reducer::mean).keys.size() == 0);
  CHECK(support::for_each_allocation_failure([] {
          static_cast<void>(group_reduce(buffer<int>{1, 2, 1} % 2, buffer<double>{1, 2, 3}, reducer::mean));
        }) >= 5);
}
