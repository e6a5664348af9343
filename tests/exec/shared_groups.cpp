// SPDX-License-Identifier: BSL-1.0
// Keys and groups that threads share: the numbers, the order and the bits of one thread.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/same_for_all.hpp>

#include <limits>
#include <span>
#include <stdexcept>
#include <string>

using namespace ravel;
using support::same_for_all;
using support::throws_the_same;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Keys from 0 to `keys`, as if by chance. They become rare, so that late rows still have new ones.
buffer<std::int64_t> some_keys(index_t n, std::int64_t keys) {
  return clone(map([=](index_t i) { return (i * i + i / 7 * 31) % (1 + i * keys / 12'000 % keys); }, iota<index_t>(n)));
}

// As they are, far apart, below 0, floating with NaN and both zeros, and as words.
template <class F>
void each_kind(const buffer<std::int64_t>& keys, F f) {
  f(keys);
  f(clone(keys * 1'000'000'007));
  f(clone(cast<std::int32_t>(40 - keys)));
  f(clone(where(keys % 5 == 0, no_number, where(keys % 7 == 1, -0.0, cast<double>(keys % 7 == 2) * cast<double>(keys)))));
  f(clone(map([](std::int64_t k) { return "key " + std::to_string(k); }, keys)));
}

template <class Result>
void same_columns(const Result& work) {
  same_for_all([&] { return work().keys; });
  same_for_all([&] { return work().values; });
}

// A reducer of a user's: the order of the values decides its result.
struct polynomial {
  static double init() { return 0; }
  static void step(double& state, std::span<const double> block) {
    for (const double value : block) state = state * 0.5 + value;
  }
  static void merge(double& state, double later) { state = state * 0.25 + later; }
  static double finish(double state) { return state; }
};

// Refuses a second value of a group from 70,000 on.
struct choosy {
  static double init() { return 0; }
  static void step(double& state, std::span<const double> block) {
    for (const double value : block) {
      if (value > 70'000 && state > 0) throw std::runtime_error("no " + std::to_string(value));
      state += value;
    }
  }
  static void merge(double& state, double later) { state += later; }
  static double finish(double state) { return state; }
};

}  // namespace

TEST_CASE("threads number keys as one does", "[exec]") {
  for (const std::int64_t keys : {1, 60, 9000}) {
    each_kind(some_keys(12'000, keys), [](const auto& k) {
      same_for_all([&] { return categorize(k).codes; });
      same_for_all([&] { return categorize(k).levels; });
      same_for_all([&] { return categorize(k, group_order::sorted).codes; });
      if constexpr (std::same_as<detail::read_t<decltype(k)>, double>) same_for_all([&] { return clone(1.0 / categorize(k).levels); });
      same_for_all([&] { return arg_join(slice(k, 0, 50), k).right; });
      same_for_all([&] { return crosstab(k, iota<index_t>(k.size()) % 3).cells; });
      same_for_all(
          [&] { return crosstab(k, iota<index_t>(k.size()) % 3, iota<double>(k.size()), reducer::sum, group_order::sorted).cells; });
    });
  }
}

TEST_CASE("threads group positions as one does", "[exec]") {
  for (const std::int64_t keys : {60, 9000}) {
    each_kind(some_keys(12'000, keys), [](const auto& k) {
      const auto x = clone(iota<double>(k.size()) * 0.37);
      const auto listed = [](const auto& groups) {
        list<index_t> all;
        for (index_t g = 0; g < groups.size(); ++g) all.append(groups.positions(g));
        return all.take();
      };
      same_for_all([&] { return listed(arggroup(k)); });
      same_for_all([&] { return clone(arggroup(k).keys()); });
      same_for_all([&] { return listed(arggroup_by(k, [](const auto& key) { return key == key; })); });
      same_for_all([&] { return group_transform(k, x, reducer::mean); });
      same_for_all([&] { return group_transform(std::tie(k, k), x, [](const reader<double>& of_group) { return sum(of_group); }); });
      same_for_all([&] { return group_rank(k, x); });
      same_for_all([&] { return group_top_k(k, x, 2); });
      same_for_all([&] { return unique(k); });
      same_for_all([&] { return unique_all(k).inverse; });
      same_for_all([&] { return value_counts(k).counts; });
      same_for_all([&] { return index_of(k, slice(k, 11'000, 1000)); });
    });
  }
  same_for_all([&] { return bincount(cast<index_t>(some_keys(12'000, 90)), iota<double>(12'000) * 0.1); });
}

TEST_CASE("threads number rows of several columns as one does", "[exec]") {
  const auto a = some_keys(12'000, 50), b = clone(reverse(some_keys(12'000, 40)));
  const auto words = clone(map([](std::int64_t k) { return std::to_string(k); }, b));
  const auto x = clone(iota<double>(12'000) * 0.1);
  same_for_all([&] { return group_transform(std::tie(a, words, b), x, reducer::sum); });
  same_for_all([&] { return std::get<1>(group_reduce(std::tie(a, words, b), x, reducer::sum).keys); });
  same_for_all([&] { return arg_join(std::tie(a, words), std::tie(b, words)).left; });
  same_for_all([&] { return arg_join(std::tie(a, b), std::tie(b, a), join_kind::outer).right; });
}

TEST_CASE("threads share many groups with the bits of one", "[exec]") {
  constexpr index_t n = 80'000;
  const auto close = clone(map([](index_t i) { return static_cast<std::int64_t>(i * 7919 % 30'011 - 10'000); }, iota<index_t>(n)));
  const auto x = clone(map([](index_t i) { return 1.0 / static_cast<double>(i * 31 % 1009 + 1); }, iota<index_t>(n)));
  const auto holes = clone(where(iota<index_t>(n) % 11 == 3, no_number, x));
  const auto far = clone(close * 1'000'000'007);
  const auto reals =
      clone(where(close == 5, no_number, where(close < 0, cast<double>(close) * 0.5, cast<double>(close) * -0.0 + cast<double>(close))));
  const auto words = clone(map([](std::int64_t k) { return std::to_string(k); }, close));
  same_columns([&] { return group_reduce(close, x, reducer::sum); });
  same_columns([&] { return group_reduce(words, x, reducer::sum); });
  same_columns([&] { return group_reduce(reals, x, reducer::mean); });
  same_columns([&] { return group_reduce(far, x, reducer::variance, when_empty(0.0)); });
  same_columns([&] { return group_reduce(far, x, polynomial()); });
  same_columns([&] { return group_reduce(far, holes, reducer::count, nan_policy::skip); });
  same_columns([&] { return group_reduce(far, holes, reducer::sum, nan_policy::keep, group_order::sorted); });
  same_columns([&] { return group_reduce(far, clone(cast<float>(x)), reducer::max); });
  same_columns([&] { return group_reduce(far, words, reducer::last); });
  same_for_all([&] { return std::get<2>(group_reduce(far * 2, x * 2.0, reducer::first, reducer::mean, reducer::count).values); });
  same_for_all([&] { return std::get<1>(group_reduce(std::tie(close, reals), x, reducer::sum).keys); });
  same_for_all([&] { return group_reduce(std::tie(close, reals), std::tie(x, x), reducer::covariance, when_empty(0.0)).values; });
  same_for_all([&] { return group_transform(far, x, reducer::sum); });
}

TEST_CASE("threads share many groups of close integers", "[exec]") {
  constexpr index_t n = 300'000;
  const auto keys = clone(map([](index_t i) { return i * 7919 % 290'011 - 100; }, iota<index_t>(n)));
  const auto wanted = group_reduce(keys, iota<double>(n) * 0.1, reducer::sum);
  const auto work = [&] { return group_reduce(keys, iota<double>(n) * 0.1, reducer::sum); };
  for (const support::rules_of_tasks now(support::share_all); const int threads : {2, 3}) {
    const auto shuffled = with_executor(support::shuffling_executor(3), work), shared = with_threads(threads, work);
    REQUIRE_EQUAL(shuffled.keys, wanted.keys);
    REQUIRE_EQUAL(shuffled.values, wanted.values);
    REQUIRE_EQUAL(shared.keys, wanted.keys);
    REQUIRE_EQUAL(shared.values, wanted.values);
  }
}

TEST_CASE("the first exception of shared keys and groups comes out", "[exec]") {
  const auto failing = [](index_t n, index_t first, index_t second, index_t keys) {
    return map(
        [=](index_t i) -> index_t {
          if (i == first || i == second) throw std::runtime_error("at " + std::to_string(i));
          return i * 7919 % keys;
        },
        iota<index_t>(n));
  };
  throws_the_same([&] { return categorize(failing(12'000, 11'000, 9900, 60)); });
  throws_the_same([&] { return arggroup(failing(12'000, 11'000, 10'500, 9000)); });
  constexpr index_t n = 80'000;
  const auto keys = clone(failing(n, -1, -1, 30'011) * 1'000'000'007);
  throws_the_same([&] { return group_reduce(failing(n, 79'000, 70'000, 30'011), iota<double>(n), reducer::sum); });
  throws_the_same([&] { return group_reduce(keys, failing(n, 79'000, 69'000, 9), reducer::sum); });
  const auto holes = clone(where(iota<index_t>(n) % 40'000 == 39'999, no_number, 1.0));
  throws_the_same([&] { return group_reduce(keys, holes, reducer::sum, nan_policy::refuse); });
  throws_the_same([&] { return group_reduce(keys, iota<double>(n), choosy()); });
}
