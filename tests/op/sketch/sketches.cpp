// SPDX-License-Identifier: BSL-1.0
// The stated errors of distinct counts and of ranks over 1,000 seeds, of data of many kinds, merged in any tree; what is exact; and bad
// input. Over 1,000 seeds every element, and every pair of neighbours, is drawn as often as any other, whatever the tree of merges.

#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/sketch/sketches.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/catch.hpp>
#include <support/merging.hpp>
#include <support/require_equal.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace {

using ravel::distinct_sketch;
using ravel::index_t;
using ravel::quantile_sketch;
using ravel::reservoir;
namespace reducer = ravel::reducer;

}  // namespace

TEST_CASE("a count of different elements keeps its error over 1,000 seeds, merged in any tree") {
  double squares = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    support::random r(seed);
    const std::int64_t different = r.between(1, seed % 50 == 0 ? 200000 : 3000);
    std::vector<double> values;
    for (std::int64_t i = 0; i < different; ++i) values.push_back(static_cast<double>(i) * 0.25 + static_cast<double>(seed));
    for (std::int64_t i = 0; i < different / 3; ++i) values.push_back(values[static_cast<std::size_t>(r.below(different))]);
    const auto gather = [](std::span<const double> part, std::uint64_t) {
      distinct_sketch made;
      made.add(part);
      return made;
    };
    const double found = support::merged_in_some_tree<double>(r, values, gather).count();
    REQUIRE(found == gather(values, 0).count());
    const double error = found / static_cast<double>(different) - 1;
    REQUIRE(std::abs(error) <= 5 * distinct_sketch::standard_error);
    squares += error * error;
  }
  CHECK(std::sqrt(squares / 1000) < 1.1 * distinct_sketch::standard_error);
}

TEST_CASE("large counts of whole numbers") {
  distinct_sketch made;
  std::vector<std::int64_t> part(1 << 16);
  for (std::int64_t start = 0; start < std::int64_t{1} << 21; start += std::ssize(part)) {
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = start + static_cast<std::int64_t>(i);
    made.add<std::int64_t>(part);
  }
  CHECK(made.count() == Approx(std::pow(2, 21)).epsilon(0.03));
}

TEST_CASE("elements that count as one") {
  const std::vector<double> x{0.0, -0.0, std::nan(""), -std::nan(""), 5, 5};
  CHECK(reduce_with(ravel::borrow(x), reducer::distinct_count) == 3);
  CHECK(reduce_with(ravel::borrow(x), reducer::distinct_count, ravel::nan_policy::skip) == 2);
  CHECK(reduce_with(ravel::buffer<bool>{true, false, true}, reducer::distinct_count) == 2);
  CHECK(reduce_with(ravel::buffer<float>{1.5F, 2.5F, 1.5F}, reducer::distinct_count) == 2);
  CHECK(reduce_with(ravel::make_buffer<int>(0), reducer::distinct_count) == 0);
  CHECK(distinct_sketch().count() == 0);
  CHECK(reduce_with(ravel::buffer<int>{-1, 3, -1}, reducer::distinct_sketch).count() == Approx(2).epsilon(0.001));
}

namespace {

using list = std::vector<double>;

list drawn(support::random& r, int n, int kind) {
  list all;
  for (int i = 0; i < n; ++i) {
    const double u = r.unit();
    switch (kind) {
      case 0:
        all.push_back(u);
        break;
      case 1:
        all.push_back(i);  // ascending
        break;
      case 2:
        all.push_back(-i);
        break;
      case 3:
        all.push_back(i % 100);  // the same again and again
        break;
      case 4:
        all.push_back(1 + u * 1e-12);  // alike in the upper half of their bits
        break;
      case 5:
        all.push_back(std::tan(3 * u));  // far elements of both signs
        break;
      default:
        all.push_back(static_cast<double>(r.below(3)) - 1);
    }
  }
  return all;
}

// How far the share q lies from the shares at which a value stands.
double error_of(const list& sorted, double value, double q) {
  const auto n = static_cast<double>(sorted.size());
  const auto below = static_cast<double>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin()) / n;
  const auto up_to = static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), value) - sorted.begin()) / n;
  REQUIRE(below < up_to);  // it is one of them
  return std::max({0.0, below - q, q - up_to});
}

}  // namespace

TEST_CASE("a sketch keeps its bound over 1,000 seeds, merged in any tree") {
  constexpr double bound = 0.04;
  double worst = 0, total = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    support::random r(seed);
    list values = drawn(r, static_cast<int>(r.between(1, 4000)), static_cast<int>(seed % 7));
    const auto gather = [&](std::span<const double> part, std::uint64_t stream) {
      quantile_sketch made(bound, seed, stream);
      made.add(part);
      return made;
    };
    const auto found = support::merged_in_some_tree<double>(r, values, gather);
    std::sort(values.begin(), values.end());
    REQUIRE(found.count() == static_cast<index_t>(values.size()));
    REQUIRE(found.kept() < 206 * 8);
    REQUIRE(found.quantile(0) == values.front());
    REQUIRE(found.quantile(1) == values.back());
    for (const double q : {0.01, 0.25, 0.5, 0.75, 0.99}) {
      const double error = error_of(values, found.quantile(q), q);
      REQUIRE(error <= bound);
      worst = std::max(worst, error);
      total += error;
    }
    const double at = values[values.size() / 3];
    const auto up_to = static_cast<double>(std::upper_bound(values.begin(), values.end(), at) - values.begin());
    REQUIRE(std::abs(found.share(at) - up_to / static_cast<double>(values.size())) <= bound);
  }
  CHECK(worst > 0);
  CHECK(total / 5000 < bound / 8);
}

namespace {

// Of n elements; far more than are kept.
list many_of(support::random& r, int n, int kind) {
  list all;
  for (int i = 0; i < n; ++i) {
    const double u = r.unit(), share = static_cast<double>(i) / n;
    switch (kind) {
      case 0:
        all.push_back(u);
        break;
      case 1:
        all.push_back(i);
        break;
      case 2:
        all.push_back(-i);
        break;
      case 3:
        all.push_back(i % 257);  // a saw
        break;
      case 4:
        all.push_back(u + 3 * share);  // drifts
        break;
      case 5:
        all.push_back(u < 0.5 ? 7 : std::floor(20 * u));  // half are equal
        break;
      case 6:
        all.push_back(std::exp(5 * std::tan(1.5 * (2 * u - 1))));
        break;
      case 7:
        all.push_back(std::pow(1 - u, -3));
        break;
      case 8:
        all.push_back(i % 1000 == 0 ? 1e300 : i % 1000 == 1 ? -HUGE_VAL : u);
        break;
      case 9:
        all.push_back(i % 16 + share);  // what sorts 16 neighbours sees the same again and again
        break;
      default:
        all.push_back(4);
    }
  }
  return all;
}

list quantiles_of(const quantile_sketch& of) {
  list found;
  for (int k = 0; k <= 20; ++k) found.push_back(of.quantile(k / 20.0));
  return found;
}

}  // namespace

TEST_CASE("many elements of any kind keep the bound, in one sketch and in trees") {
  // A chance of 1e-7 of what lies beyond the bound leaves this for the root of the mean square.
  constexpr double bound = 0.02, root_mean_square = bound / 5.7;
  constexpr int n = 60000;
  for (int kind = 0; kind < 11; ++kind) {
    double squares = 0, worst = 0;
    int asked = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      support::random r(seed);
      list values = many_of(r, n, kind);
      quantile_sketch whole(bound, seed);
      whole.add(values);
      const auto gather = [&](std::span<const double> part, std::uint64_t stream) {
        quantile_sketch made(bound, seed, stream + 1);
        made.add(part);
        return made;
      };
      const auto merged = support::merged_in_some_tree<double>(r, values, gather);
      std::sort(values.begin(), values.end());
      for (const quantile_sketch& found : {whole, merged}) {
        REQUIRE(found.count() == n);
        REQUIRE(found.kept() < 12000);
        REQUIRE(found.quantile(0) == values.front());
        REQUIRE(found.quantile(1) == values.back());
        for (int k = 1; k < 40; ++k) {
          const double error = error_of(values, found.quantile(k / 40.0), k / 40.0);
          worst = std::max(worst, error);
          squares += error * error;
          ++asked;
        }
      }
    }
    INFO(kind);
    CHECK(worst <= bound);
    CHECK(std::sqrt(squares / asked) <= root_mean_square);
    CHECK((worst > 0) == (kind != 10));
  }
}

TEST_CASE("a sketch does not depend on how its elements are cut, and is the same on every machine") {
  list values;
  for (std::int64_t i = 0; i < 300000; ++i) values.push_back(static_cast<double>(i * 7919 % 1000003));
  quantile_sketch whole(0.01, 7), cut(0.01, 7);
  whole.add(values);
  std::size_t start = 0;
  for (std::size_t n = 1; start < values.size(); start += n, n = n * 3 % 5003) {
    n = std::min(n, values.size() - start);
    cut.add(std::span(values).subspan(start, n));
  }
  CHECK(quantiles_of(cut) == quantiles_of(whole));
  CHECK(quantiles_of(reduce_with(ravel::borrow(values), reducer::quantile_sketch(0.01, 7))) == quantiles_of(whole));
  CHECK(whole.quantile(0.1) == 99214);
  CHECK(whole.quantile(0.5) == 500780);
  CHECK(whole.quantile(0.9) == 899083);
  quantile_sketch other(0.01, 7, 1);
  other.add(values);
  CHECK(quantiles_of(other) != quantiles_of(whole));
  whole.merge(other);
  CHECK(whole.quantile(0.3) == 299565);
  CHECK(whole.share(500000) == 0.50003);
}

TEST_CASE("sketches of many with NaN and of two errors") {
  list values;
  for (int i = 0; i < 100000; ++i) values.push_back(i % 3 == 0 ? std::nan("") : i);
  quantile_sketch with_nan(0.01);
  with_nan.add(values);
  CHECK(std::isnan(with_nan.quantile(0.5)));
  CHECK(with_nan.count() == 66666);
  const auto skipped = reduce_with(ravel::borrow(values), reducer::quantile_sketch(0.01), ravel::nan_policy::skip);
  CHECK(skipped.count() == 66666);
  CHECK(std::abs(skipped.quantile(0.5) - 50000) <= 1000);
  CHECK(skipped.quantile(0) == 1);

  // What one of them holds as it came is more than a chunk of the other.
  for (const bool fine_first : {true, false}) {
    quantile_sketch fine(0.002, 1), coarse(0.05, 2);
    for (int i = 0; i < 10000; ++i) fine.add(list{static_cast<double>(i)});
    for (int i = 0; i < 100; ++i) coarse.add(list{static_cast<double>(i)});
    quantile_sketch& into = fine_first ? fine : coarse;
    into.merge(fine_first ? coarse : fine);
    CHECK(into.count() == 10100);
    CHECK(into.rank_error() == 0.05);
    CHECK(into.kept() < 3000);
    CHECK(std::abs(into.quantile(0.5) - 4950) <= 505);
  }
}

TEST_CASE("few elements are exact, and so are the ends of many") {
  const list few{5, 1, 4, 2, 3};
  const auto s = reduce_with(ravel::borrow(few), reducer::quantile_sketch);
  CHECK(s.quantile(0.2) == 1);
  CHECK(s.quantile(0.21) == 2);
  CHECK(s.quantile(0.5) == 3);
  CHECK(s.share(4) == 0.8);
  CHECK(s.share(-1) == 0);
  const auto x = ravel::iota<int>(100000);
  const auto many = reduce_with(x, reducer::quantile_sketch(0.01, 7)), again = reduce_with(x * 1, reducer::quantile_sketch(0.01, 7));
  CHECK(many.quantile(1) == 99999);
  CHECK(std::abs(many.quantile(0.3) - 30000) <= 1000);
  CHECK(many.kept() < 10000);
  for (const double q : {0.1, 0.5, 0.9}) CHECK(many.quantile(q) == again.quantile(q));  // the same seed and the same blocks
}

TEST_CASE("sketches of NaN, of nothing, and of equal stretches") {
  const list x{1, std::nan(""), 3};
  CHECK(std::isnan(reduce_with(ravel::borrow(x), reducer::quantile_sketch).quantile(0.5)));
  const auto skipped = reduce_with(ravel::borrow(x), reducer::quantile_sketch, ravel::nan_policy::skip);
  CHECK(skipped.count() == 2);
  CHECK(skipped.quantile(1) == 3);
  quantile_sketch none, all(0.1);
  none.merge(quantile_sketch());
  CHECK(none.count() == 0);
  CHECK_THROWS_WITH(none.quantile(0.5), "quantile_sketch of no elements has no value");
  list hundred = list(100);
  for (int i = 0; i < 100; ++i) hundred[static_cast<std::size_t>(i)] = i;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    quantile_sketch part(0.1, 5, i);
    part.add(hundred);
    all.merge(part);
  }
  CHECK(all.count() == 100000);
  CHECK(std::abs(all.quantile(0.5) - 50) <= 10);
  CHECK(all.rank_error() == 0.1);
  all.merge(all);
  CHECK(all.count() == 200000);
  CHECK(std::abs(all.quantile(0.5) - 50) <= 10);
  CHECK_THROWS_WITH(all.quantile(1.5), "quantile 1.5 lies outside [0, 1]");
  CHECK_THROWS_WITH(quantile_sketch(0), "quantile_sketch with a rank error of 0: it must lie in [1e-6, 1)");
  CHECK_THROWS_AS(quantile_sketch(std::nan("")), ravel::value_error);
}

TEST_CASE("counts of sketches that were merged beyond 2^62 do not wrap") {
  quantile_sketch all(0.5);
  all.add(list(std::size_t{1} << 10, 1.0));
  for (int k = 10; k < 62; ++k) all.merge(all);
  CHECK(all.count() == ravel::index_limit);
  CHECK(all.quantile(0.5) == 1);
  CHECK(all.share(1) > 0.4);
  const auto kept = all.kept();
  CHECK_THROWS_AS(all.merge(all), ravel::overflow_error);
  CHECK_THROWS_AS(all.add(list{1}), ravel::overflow_error);
  CHECK(all.count() == ravel::index_limit);
  CHECK(all.kept() == kept);
}

namespace {

// As likely as p, over so many draws, within 5 standard deviations.
void check_times(double times, double p, double draws) { CHECK(std::abs(times - p * draws) <= 5 * std::sqrt(p * (1 - p) * draws)); }

}  // namespace

TEST_CASE("a reservoir favours no element over 1,000 seeds, merged in any tree") {
  constexpr int n = 60, k = 7;
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 0);
  std::vector<int> times(n), of_pairs(n);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    support::random r(seed);
    const auto gather = [&](std::span<const int> part, std::uint64_t stream) {
      reservoir<int> made(k, seed, stream);
      made.add(part);
      return made;
    };
    const auto found = support::merged_in_some_tree<int>(r, values, gather);
    const auto drawn = found.values();
    const std::set<int> different(drawn.begin(), drawn.end());
    REQUIRE(found.count() == n);
    REQUIRE(different.size() == k);
    for (const int value : different) {
      ++times[static_cast<std::size_t>(value)];
      of_pairs[static_cast<std::size_t>(value)] += different.count((value + 1) % n) > 0;
    }
  }
  for (const int each : times) check_times(each, 7.0 / 60, 1000);
  for (const int each : of_pairs) check_times(each, 7.0 * 6 / (60 * 59), 1000);
}

TEST_CASE("a reservoir of a reader") {
  const auto x = ravel::iota<int>(100000);
  const auto a = reduce_with(x, reducer::reservoir(50, 3)), b = reduce_with(x, reducer::reservoir(50, 3));
  REQUIRE_EQUAL(a, b);
  CHECK(std::set<int>(a.begin(), a.end()).size() == 50);
  double total = 0;
  for (const int value : a) total += value / 50.0;
  CHECK(std::abs(total - 50000) < 5 * 100000 / std::sqrt(12 * 50));
  REQUIRE_EQUAL(reduce_with(ravel::buffer<int>{4, 5}, reducer::reservoir(9, 1)), (ravel::buffer<int>{4, 5}));
  CHECK(reduce_with(x, reducer::reservoir(0, 1)).size() == 0);
  CHECK(reduce_with(ravel::make_buffer<bool>(5), reducer::reservoir(3, 1)).size() == 3);
  CHECK(reduce_with(ravel::buffer<std::string>{"a", "b"}, reducer::reservoir(1, 1)).size() == 1);
  ravel::reservoir<int> twice(3);
  twice.add(std::vector<int>{1, 2, 3});
  twice.merge(twice);
  CHECK(twice.count() == 6);
  CHECK(twice.values().size() == 3);
  CHECK_THROWS_WITH(reducer::reservoir(-1, 0), "reservoir of -1 elements: it must not be negative");
}

TEST_CASE("the count of a reservoir that was merged beyond 2^62 does not wrap") {
  ravel::reservoir<int> all(2);
  all.add(std::vector<int>{1});
  for (int k = 0; k < 62; ++k) all.merge(all);
  CHECK(all.count() == ravel::index_limit);
  CHECK_THROWS_AS(all.merge(all), ravel::overflow_error);
  CHECK(all.count() == ravel::index_limit);
  REQUIRE_EQUAL(all.values(), (ravel::buffer<int>{1, 1}));
}
