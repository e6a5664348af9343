// SPDX-License-Identifier: BSL-1.0
// group_reduce of many rows: batches have the results of their definition, whoever gathers them.
#include <ravel/exec.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op/keys/group_reduce.hpp>

#include <support/elements.hpp>
#include <support/executors.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <cmath>
#include <string>

using ravel::group_order;
using ravel::index_t;
using ravel::nan_policy;
namespace reducer = ravel::reducer;

namespace {

// In single precision, and to a state without elements it adds what is no number.
struct user_mean {
  struct state {
    float mean = 0;
    float count = 0;
  };
  static state init() { return {}; }
  static void step(state& s, std::span<const double> block) {
    for (const double value : block) s = {(s.mean * s.count + static_cast<float>(value)) / (s.count + 1), s.count + 1};
  }
  static void merge(state& s, const state& later) {
    s = {(s.mean * s.count + later.mean * later.count / (later.count > 0 ? 1.0F : 0.0F)) / (s.count + later.count), s.count + later.count};
  }
  static float finish(const state& s) { return s.mean; }
};

// What a group sums up to, by the definition: of the first 65,536 rows, and then of each batch of so many, one value after the other.
std::vector<double> sums_by_batches(const std::vector<int>& keys, const std::vector<double>& values, std::size_t length) {
  std::vector<double> totals(100);
  for (std::size_t begin = 0, end = 65536; begin < keys.size(); begin = end, end = std::min(keys.size(), end + length)) {
    std::vector<double> batch(100);
    for (std::size_t i = begin; i < end; ++i) batch[static_cast<std::size_t>(keys[i])] += values[i];
    for (std::size_t g = 0; g < 100; ++g) totals[g] += batch[g];
  }
  return totals;
}

}  // namespace

TEST_CASE("many rows are reduced in batches, by any number of threads") {
  constexpr index_t n = 400'000;
  support::random r(11);
  std::vector<int> keys;
  std::vector<double> values;
  for (index_t i = 0; i < n; ++i) {
    keys.push_back(static_cast<int>(i < 150'000 ? r.below(40) : r.below(100)));  // new ones come later
    values.push_back((r.unit() - 0.5) * std::pow(10.0, static_cast<double>(r.between(-6, 6))));
  }
  const auto key = support::in_memory(keys);
  const auto value = support::in_memory(values);
  const auto word = clone(map([](int k) { return "key " + std::to_string(k); }, key));
  auto holed_values = values;
  for (std::size_t i = 0; i < holed_values.size(); i += 3) holed_values[i] = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < holed_values.size(); ++i)
    holed_values[i] = keys[i] == 7 ? std::numeric_limits<double>::quiet_NaN() : holed_values[i];
  const auto holed = support::in_memory(holed_values);

  const auto expected = sums_by_batches(keys, values, 65536);
  const auto check = [&] {
    const auto sums = group_reduce(key, value, reducer::sum);
    REQUIRE(sums.keys.size() == 100);
    for (index_t g = 0; g < 100; ++g) REQUIRE(sums.values[g] == expected[static_cast<std::size_t>(sums.keys[g])]);
    const auto several = group_reduce(word, value, reducer::mean, reducer::count, reducer::max, reducer::first, reducer::variance);
    const auto pairs = group_reduce(std::tie(key, word), value, user_mean{});
    const auto numbers = group_reduce(key, holed, reducer::sum, nan_policy::skip);
    const auto least = group_reduce(key, holed, reducer::min, nan_policy::skip, ravel::when_empty{-1.0});
    const auto sorted = group_reduce(key % 50, value, reducer::last, group_order::sorted);
    return std::tuple(sums.keys, sums.values, several.keys, std::get<0>(several.values), std::get<1>(several.values),
                      std::get<2>(several.values), std::get<3>(several.values), std::get<4>(several.values), std::get<0>(pairs.keys),
                      std::get<1>(pairs.keys), pairs.values, numbers.values, least.values, sorted.values);
  };
  const auto alone = check();
  const auto same = [](const auto& a, const auto& b) {
    std::apply([&](const auto&... x) { std::apply([&](const auto&... y) { (REQUIRE_EQUAL(x, y), ...); }, b); }, a);
  };
  const support::rules_of_tasks shared(support::share_all);
  for (const unsigned seed : {1u, 2u}) same(ravel::with_executor(support::shuffling_executor(seed), check), alone);
  for (const int threads : {2, 3, 16}) same(ravel::with_threads(threads, check), alone);
  CHECK_THROWS_WITH(ravel::with_threads(3, [&] { return group_reduce(key, holed, reducer::sum, nan_policy::refuse); }),
                    Catch::Matchers::ContainsSubstring(" 0"));
}

TEST_CASE("rows of many groups are one batch") {
  constexpr index_t n = 150'000;
  const auto key = clone(ravel::iota<index_t>(n) * 7919 % 20000);
  const auto value = clone(0.1 * ravel::iota<double>(n));
  const auto alone = group_reduce(key, value, reducer::sum);
  for (const index_t g : {0, 1, 19999}) {
    double total = 0;
    for (index_t i = g; i < n; i += 20000) total += value[i];
    CHECK(alone.values[g] == total);
  }
  const auto shared = ravel::with_threads(3, [&] { return group_reduce(key, value, reducer::sum); });
  REQUIRE_EQUAL(shared.keys, alone.keys);
  REQUIRE_EQUAL(shared.values, alone.values);
}
