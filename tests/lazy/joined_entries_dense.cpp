// SPDX-License-Identifier: BSL-1.0
// Functions of sparse readers beside what is dense, not finite, throws, is huge or stands in many places. Their entries are those of the
// same functions of the elements in memory.
#include "joined_entries.hpp"

using namespace joined_entries;

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

TEST_CASE("a function that throws on the fills is not sparse", "[joined_entries]") {
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

TEST_CASE("a function of constants reads as any other", "[lazy][sparse]") {
  const auto c = ravel::constant(1000, 0.1);
  CHECK((c * 1.0).fill() == 0.1);
  CHECK(sum(c * 1.0) == sum(clone(c * 1.0)));  // bit for bit
  CHECK(sum(concat(c, c)) == sum(clone(concat(c, c))));
}
