// SPDX-License-Identifier: BSL-1.0
// The entries of functions of sparse readers, against the same functions of the elements in memory; what makes a function sparse, and what
// does not; and that a tree of many places is read once.
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/fold.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/reverse.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/lazy/where.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/sparse_contract.hpp>
#include <support/sparse_samples.hpp>

#include <cmath>
#include <limits>

namespace {

using ravel::cast;
using ravel::index_t;
using ravel::reader;
using support::listed;
constexpr double infinity = std::numeric_limits<double>::infinity(), no_number = std::numeric_limits<double>::quiet_NaN();

template <class S, class D>
void check_same(const S& sparse, const D& dense) {
  support::check_sparse(sparse);
  REQUIRE_EQUAL(sparse, dense);
  CHECK(equal(sparse, dense) == equal(dense, dense));
  CHECK(equal(sparse, sparse) == equal(dense, dense));
}

// f of sparse readers beside f of the same elements in memory.
template <class F, class... R>
void check_function(const F& f, const R&... sparse) {
  check_same(f(sparse...), f(reader<ravel::value_t<R>>(clone(sparse))...));
}

// Two of them whose positions are far apart, take turns, overlap or are the same.
template <class T, class F>
void for_each_pair(T fill, F f) {
  for (const index_t n : {0, 1, 2, 50, 1023, 1024, 1025, 3000}) {
    for (const auto& [one_in_a, one_in_b] : {std::pair<index_t, index_t>{1, 1}, {1, 40}, {3, 3}, {60, 2}, {10000, 2}}) {
      const auto a = support::listed_at_random<T>(n, fill, one_in_a, 5), b = support::listed_at_random<T>(n, fill, one_in_b, 6);
      f(a, b);
    }
    support::stored_elements<T> even, odd, low, high;
    support::random r(4);
    for (index_t i = 0; i < n; ++i) {
      const T value = r.small<T>();
      if (ravel::detail::is_fill(value, fill)) continue;
      (i % 2 == 0 ? even : odd).emplace(i, value);
      (i < n / 2 ? low : high).emplace(i, value);
    }
    f(listed<T>(n, fill, even), listed<T>(n, fill, odd));
    f(listed<T>(n, fill, low), listed<T>(n, fill, high));
    const auto same = listed<T>(n, fill, even);
    f(same, same);
    f(same, assume_no_alias(same));
  }
}

double nowhere_zero(double x) { return x == 0 ? throw std::domain_error("zero") : 1 / x; }

struct tally {
  std::string word;
  std::int32_t times = 0;
  friend bool operator==(const tally&, const tally&) = default;
};

}  // namespace

TEST_CASE("operators on sparse numbers are sparse", "[joined_entries]") {
  for (const double fill : {0.0, 1.0, -0.0, no_number}) {
    for_each_pair<double>(fill, [](const auto& a, const auto& b) {
      check_function([](const auto& x, const auto& y) { return (x + y) * 0.5 - x; }, a, b);
      check_function([](const auto& x, const auto& y) { return x * y; }, a, b);
      check_function([](const auto& x, const auto& y) { return x < y; }, a, b);
    });
  }
}

TEST_CASE("operators on sparse integers and bools are sparse", "[joined_entries]") {
  for (const std::int32_t fill : {0, 1, -3}) {
    for_each_pair<std::int32_t>(fill, [](const auto& a, const auto& b) {
      check_function([](const auto& x, const auto& y) { return x * y + (x & y) - 2 * (x == y); }, a, b);
    });
  }
  for (const auto fill : {std::int16_t{0}, std::int16_t{-3}}) {
    for_each_pair<std::int16_t>(
        fill, [](const auto& a, const auto& b) { check_function([](const auto& x, const auto& y) { return x - y; }, a, b); });
  }
  for (const bool fill : {false, true}) {
    for_each_pair<bool>(fill, [](const auto& a, const auto& b) {
      check_function([](const auto& x, const auto& y) { return (x && y) || !(x & y); }, a, b);
    });
  }
}

TEST_CASE("two sparse operands whose values differ in size", "[joined_entries]") {
  for_each_pair<std::int32_t>(2, [](const auto& a, const auto&) {
    const auto b = support::listed_at_random<double>(a.size(), 0.5, 3, 8);
    check_function([](const auto& x, const auto& y) { return x + y; }, a, b);
    check_function([](const auto& x, const auto& y) { return y - x; }, a, b);
  });
}

TEST_CASE("functions, casts and choices of sparse readers are sparse", "[joined_entries]") {
  for (const double fill : {0.0, 1.0, no_number}) {
    const auto a = support::listed_at_random<double>(2100, fill, 3, 1), b = support::listed_at_random<double>(2100, 1, 5, 2);
    const auto bits = support::listed_at_random<bool>(2100, true, 3, 4);
    check_function([](const auto& x) { return exp(x); }, a);
    check_function([](const auto& x) { return sin(x); }, a);
    check_function([](const auto& x, const auto& y) { return pow(x, y); }, a, b);
    check_function([](const auto& x, const auto& y) { return atan2(x, y + 20.0); }, a, b);
    check_function([](const auto& x) { return cast<float>(x); }, a);
    check_function([](const auto& x) { return ravel::saturate_cast<std::int8_t>(x * 100.0); }, b);
    check_function([](const auto& x) { return ravel::wrap_cast<std::uint8_t>(cast<std::int32_t>(x)); }, b);
    check_function([](const auto& m, const auto& x, const auto& y) { return where(m, x, y); }, bits, a, b);
    check_function([](const auto& m, const auto& x) { return where(m, x, 3.0) + 1; }, bits, a);
    check_function([](const auto& x, const auto& y) { return map([](double p, double q) { return p > q ? 1 : 2; }, x, y); }, a, b);
    check_function([](const auto& x, const auto& y) { return fold(std::vector{x, y, x, y, y}); }, a, b);
    check_function([](const auto& x) { return x + ravel::constant(x.size(), 4.0); }, a);
    check_function([](const auto& x) { return assume_no_alias(x + 1.0) * 2.0; }, a);
    check_function([](const auto& x, const auto& y) { return concat(reader<double>(x + y), reader<double>(y + x)); }, a, b);
    check_function([](const auto& x, const auto& y) { return reverse(slice(x + y, 10, 900, 2)); }, a, b);
  }
}

TEST_CASE("sparse words, structs and complex numbers", "[joined_entries]") {
  const auto a = support::listed_at_random<std::string>(1500, "a", 3, 1), b = support::listed_at_random<std::string>(1500, "", 4, 2);
  check_function([](const auto& x, const auto& y) { return x + y; }, a, b);
  check_function([](const auto& x) { return x == std::string("a"); }, a);
  check_function(
      [](const auto& x, const auto& y) {
        return map([](const std::string& p, const std::string& q) { return tally{p, static_cast<std::int32_t>(q.size())}; }, x, y);
      },
      a, b);
  const auto tallies = listed<tally>(2000, {"none", 0}, {{1, {"one", 1}}, {1999, {"two", 2}}});
  check_function([](const auto& x) { return map([](const tally& t) { return t.times; }, x); }, tallies);
  const auto c = support::listed_at_random<std::complex<double>>(1500, {0, 0}, 3, 1);
  const auto d = support::listed_at_random<std::complex<double>>(1500, {1, 2}, 3, 2);
  check_function([](const auto& x, const auto& y) { return x * y + x; }, c, d);
  check_function([](const auto& x) { return exp(x); }, d);
}

TEST_CASE("zero times anything is zero where that is so", "[joined_entries]") {
  support::random r(9);
  const auto whole = support::in_memory(support::samples<std::int32_t>(3000, 4));
  const auto small = cast<std::int64_t>(reader<std::int32_t>(whole));
  const auto a = support::listed_at_random<std::int64_t>(3000, 0, 30, 1);
  check_same(a * small, clone(a) * small);
  check_same(small * a, small * clone(a));
  check_same(small * a + a, small * clone(a) + clone(a));
  check_same(a & small, clone(a) & small);
  check_same(0 * small, reader<std::int64_t>(ravel::constant(3000, std::int64_t{0})));
  const auto bits = support::in_memory(support::samples<bool>(3000, 4));
  const auto mask = support::listed_at_random<bool>(3000, false, 30, 2);
  check_same(mask & bits, clone(mask) & bits);
  check_same(bits && mask, bits && clone(mask));
  const auto x = support::listed_at_random<double>(3000, 0, 30, 3);
  check_same(x * small, clone(x) * small);  // integers are finite

  const auto dense = support::in_memory(std::vector<double>(3000, 2.0));
  CHECK(!(x * dense).fill());
  CHECK(!(x + dense).fill());
  CHECK(!(small + a).fill());
  CHECK(!(listed<std::int64_t>(3000, 1) * small).fill());
  CHECK(!(0.0 * dense).fill());
}

TEST_CASE("zero times what is not finite is no number", "[joined_entries]") {
  const auto zero = listed<double>(3000, 0, {{1, 2.0}, {7, 3.0}});
  const auto wild = listed<double>(3000, 0, {{2, infinity}, {5, no_number}, {7, -infinity}});
  check_function([](const auto& x, const auto& y) { return x * y; }, zero, wild);
  check_function([](const auto& x, const auto& y) { return y * x + x; }, zero, wild);
  check_function([](const auto& x, const auto& y) { return reader<double>(y + 0.0) * reader<double>(x * 2.0); }, zero, wild);
  CHECK(support::entries_of(reader<double>(zero * wild)).size() == 3);
  check_function([](const auto& x) { return 0.0 * x; }, wild);
  const auto endless = listed<double>(3000, infinity, {{2, 1.0}});
  check_function([](const auto& x, const auto& y) { return x * y; }, zero, endless);
  check_function([](const auto& x) { return x * infinity; }, zero);
  check_function([](const auto& x) { return x * no_number; }, zero);
}

TEST_CASE("what throws on the fills is not sparse", "[joined_entries]") {
  const auto a = listed<double>(100, 0, {{3, 2.0}});
  const auto f = map(nowhere_zero, a);
  CHECK(!f.fill());
  CHECK(f[3] == 0.5);
  CHECK_THROWS_AS(f[4], std::domain_error);
  CHECK_THROWS_AS(sum(f), std::domain_error);
  const auto kept = reader<double>(f) + 1.0;
  CHECK(!kept.fill());
  CHECK_THROWS_AS(sum(kept), std::domain_error);
  CHECK(!cast<std::int8_t>(listed<double>(10, 1000)).fill());
  CHECK_THROWS_AS(sum(cast<std::int8_t>(listed<double>(10, 1000))), ravel::error);
  CHECK(!fold(std::vector{a, a}, [](double x, double y) { return nowhere_zero(x) + y; }).fill());
  // On an entry it throws when that is computed.
  const auto g = map(nowhere_zero, listed<double>(100, 1, {{3, 0.0}}));
  CHECK(g.fill() == 1);
  CHECK_THROWS_AS(sum(g), std::domain_error);
}

TEST_CASE("operands of which nothing is stored", "[joined_entries]") {
  const auto a = listed<double>(100, 3), b = ravel::constant(100, 2.0);
  check_same(a * b, ravel::constant(100, 6.0));
  check_same(b + b, ravel::constant(100, 4.0));
  CHECK(support::entries_of(reader<double>(a * b)).empty());
}

TEST_CASE("a user's function is called once for each entry of either, and not for more", "[joined_entries]") {
  static int calls;
  const auto a = listed<double>(1'000'000'000'000, 0, {{3, 2.0}, {4, 1.0}}),
             b = listed<double>(1'000'000'000'000, 0, {{4, 2.0}, {77, 1.0}});
  const auto f = map([](double x, double y) { return ++calls, x + y; }, a, b);
  const reader<double> kept = f;
  calls = 0;
  CHECK(support::entries_of(kept).size() == 3);
  CHECK(calls <= 3);
}

TEST_CASE("sizes to the limit, and entries at the end", "[joined_entries]") {
  constexpr index_t n = ravel::index_limit;
  const auto a = listed<double>(n, 0, {{0, 1.0}, {n - 2, 5.0}, {n - 1, 1.0}}), b = listed<double>(n, 0, {{n - 1, -1.0}});
  support::check_sparse(a + b);
  CHECK(support::entries_of(reader<double>(a + b)) == std::vector<support::entry<double>>{{0, 1.0}, {n - 2, 5.0}});
  CHECK(sum(a + b) == 6);
  CHECK(count(a + b == 0.0) == n - 2);
  CHECK(support::entries_of<double>(reverse(a + b)) == std::vector<support::entry<double>>{{1, 5.0}, {n - 1, 1.0}});
  CHECK(sum(fold(std::vector(40, a))) == 280);
}

TEST_CASE("more operands than a word has bits", "[joined_entries]") {
  const auto a = support::listed_at_random<std::int64_t>(300, 0, 3, 1);
  const auto ones = support::in_memory(std::vector<std::int64_t>(300, 1));
  const auto many = [](const auto& x) { return x + x + x + x + x + x + x + x + x + x + x + x + x + x + x; };
  const auto dense = reader<std::int64_t>(clone(a));
  const auto last = [](std::int64_t x, std::int64_t y, std::int64_t z) { return x + 2 * y + 3 * z; };
  check_same(map(last, many(a), many(a), many(a)), map(last, many(dense), many(dense), many(dense)));
  check_same(map(last, many(a), many(a), many(ones) * a), map(last, many(dense), many(dense), many(ones) * dense));
  check_same(map(last, many(ones) * a, many(a), many(a)), map(last, many(ones) * dense, many(dense), many(dense)));
}

TEST_CASE("a long statement finds its fill once", "[joined_entries]") {
  static int calls;
  const auto a = listed<double>(100, 1, {{3, 2.0}});
  const auto same = [](double x) { return ++calls, x; };
  const auto four = [&](auto x) { return map(same, map(same, map(same, map(same, std::move(x))))); };
  const auto e = four(four(four(four(a))));
  calls = 0;
  CHECK(e.fill() == 1);
  CHECK(calls == 16);
  const auto ones = support::in_memory(std::vector<double>(100, 1.0));
  const auto times_four = [](auto x) { return x * 1.0 * 1.0 * 1.0 * 1.0; };
  const auto dense = times_four(times_four(times_four(times_four(times_four(times_four(times_four(times_four(times_four(ones)))))))));
  CHECK(sum(dense) == 100);
}

TEST_CASE("a tree of many places is read once", "[joined_entries]") {
  reader<double> a = support::listed_at_random<double>(5000, 0, 7, 1), b = support::listed_at_random<double>(5000, 0, 9, 2);
  reader<double> x = clone(a), y = clone(b);
  for (int i = 0; i < 40; ++i) {
    const reader<double> c = (a + b) * 0.5, z = (x + y) * 0.5;
    a = std::exchange(b, c);
    x = std::exchange(y, z);
  }
  check_same(b, reader<double>(clone(y)));
  CHECK(sum(b) == sum(y));
  const auto near = slice(b, 1000, 2000);
  support::check_sparse(near, support::contract::quick);
}

TEST_CASE("beside what is sparse a dense tree of many places is read once", "[joined_entries]") {
  reader<std::uint64_t> a = support::in_memory(std::vector<std::uint64_t>(300, 1)), b = a;
  for (int i = 0; i < 40; ++i) a = std::exchange(b, reader<std::uint64_t>(a + b));
  support::stored_elements<std::uint64_t> run;
  for (std::uint64_t i = 100; i < 150; ++i) run.emplace(static_cast<index_t>(i), i);
  const auto sparse = listed<std::uint64_t>(300, 0, run);
  check_same(sparse * b, clone(sparse) * reader<std::uint64_t>(clone(b)));
}

TEST_CASE("what is made of constants alone is read as all else is", "[lazy][sparse]") {
  const auto c = ravel::constant(1000, 0.1);
  CHECK((c * 1.0).fill() == 0.1);
  CHECK(sum(c * 1.0) == sum(clone(c * 1.0)));  // bit for bit
  CHECK(sum(concat(c, c)) == sum(clone(concat(c, c))));
}
