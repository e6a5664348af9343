// SPDX-License-Identifier: BSL-1.0
#include <support/catch.hpp>
#include <support/random.hpp>

#include <algorithm>
#include <cmath>
#include <set>

TEST_CASE("the numbers of a seed never change", "[support]") {
  support::random r(1);
  REQUIRE(r.bits() == 0x910a2dec89025cc1u);
  REQUIRE(r.bits() == 0xbeeb8da1658eec67u);
  REQUIRE(support::random(1).bits() != support::random(2).bits());
}

TEST_CASE("below and between keep to their bounds and reach them", "[support]") {
  support::random r(7);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 300; ++i) seen.insert(r.between(-3, 4));
  REQUIRE(seen == std::set<std::int64_t>{-3, -2, -1, 0, 1, 2, 3, 4});
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 100; ++i) REQUIRE(r.below(most) >= 0);
  for (int i = 0; i < 100; ++i) REQUIRE(r.below(1) == 0);
}

TEMPLATE_TEST_CASE("values hold the extremes of an integer type", "[support]", std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                   std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t) {
  const auto all = support::random(3).values<TestType>(1000);
  for (const TestType sought : {std::numeric_limits<TestType>::min(), std::numeric_limits<TestType>::max(), TestType(0), TestType(1)}) {
    REQUIRE(std::count(all.begin(), all.end(), sought) > 0);
  }
}

TEMPLATE_TEST_CASE("values hold the extremes of a real type", "[support]", float, double) {
  const auto all = support::random(3).values<TestType>(1000);
  const auto some = [&](auto pred) { return std::any_of(all.begin(), all.end(), pred); };
  REQUIRE(some([](TestType x) { return std::isnan(x); }));
  REQUIRE(some([](TestType x) { return std::isinf(x) && x < 0; }));
  REQUIRE(some([](TestType x) { return x == 0 && std::signbit(x); }));
  REQUIRE(some([](TestType x) { return x != 0 && !std::isnormal(x); }));
  REQUIRE(some([](TestType x) { return x == std::numeric_limits<TestType>::max(); }));
}

TEST_CASE("bool and complex have values too", "[support]") {
  support::random r(5);
  const auto bools = r.values<bool>(100);
  REQUIRE(std::count(bools.begin(), bools.end(), true) > 20);
  REQUIRE(std::count(bools.begin(), bools.end(), false) > 20);
  const auto z = r.values<std::complex<double>>(100);
  REQUIRE(std::any_of(z.begin(), z.end(), [](auto c) { return std::isfinite(c.real()) && std::isnan(c.imag()); }));
  for (int i = 0; i < 100; ++i) REQUIRE(std::abs(r.small<std::complex<float>>()) < 13);
}
