// SPDX-License-Identifier: BSL-1.0
// The generator gives the numbers that its authors published, the same in any order of asking, and spreads them evenly.
#include <ravel/base/error.hpp>
#include <ravel/base/random.hpp>

#include <support/catch.hpp>

#include <array>

namespace {

using ravel::index_t;
using ravel::random_engine;

constexpr std::uint64_t both(std::uint32_t low, std::uint32_t high) { return low | std::uint64_t{high} << 32; }

}  // namespace

TEST_CASE("the published numbers of Philox4x32-10") {
  const random_engine zero(0);
  CHECK(zero[0] == both(0x6627e8d5, 0xe169c58d));
  CHECK(zero[1] == both(0xbc57ac4c, 0x9b00dbd8));
}
static_assert(random_engine(~std::uint64_t{0}, ~std::uint64_t{0}).pair(~std::uint64_t{0}) ==
              std::array{both(0x408f276d, 0x41c83b0e), both(0xa20bc7c6, 0x6d5451fd)});
static_assert(random_engine(both(0xa4093822, 0x299f31d0), both(0x13198a2e, 0x03707344)).pair(both(0x243f6a88, 0x85a308d3)) ==
              std::array{both(0xd16cfe09, 0x94fdcceb), both(0x5001e420, 0x24126ea1)});

// From an implementation in Python, which gives the three published answers, too.
TEST_CASE("the numbers of a block far away, of another seed and stream") {
  constexpr random_engine r(both(0xa4093822, 0x299f31d0), both(0x13198a2e, 0x03707344));
  constexpr std::uint64_t number = 2 * both(0x243f6a88, 0x05a308d3);
  static_assert(r[number] == both(0x2fe11a02, 0x572a2f27));
  static_assert(r[number + 1] == both(0x2f88763b, 0x78d5e325));
}

TEST_CASE("one number after the other, or any by its own") {
  random_engine walk(42, 7);
  const random_engine at(42, 7);
  for (std::uint64_t i = 0; i < 1000; ++i) REQUIRE(walk.bits() == at[i]);
  CHECK(random_engine(42, 8)[0] != at[0]);
  CHECK(random_engine(43, 7)[0] != at[0]);
}

TEST_CASE("numbers below a bound and in the unit interval") {
  random_engine r(3);
  std::array<int, 7> seen{};
  double sum = 0;
  for (int i = 0; i < 70000; ++i) {
    const index_t x = r.below(7);
    REQUIRE((x >= 0 && x < 7));
    ++seen[static_cast<std::size_t>(x)];
    const double u = r.unit();
    REQUIRE((u >= 0 && u < 1));
    sum += u;
  }
  for (const int count : seen) CHECK((count > 9600 && count < 10400));
  CHECK((sum > 34700 && sum < 35300));
  for (int i = 0; i < 100; ++i) REQUIRE(r.below(1) == 0);
  for (int i = 0; i < 100; ++i) REQUIRE(r.below(ravel::index_limit) < ravel::index_limit);
  CHECK(random_engine::to_unit(~std::uint64_t{0}) < 1);
}

TEST_CASE("a seed is any integer, by its bits, and nothing that would be rounded to one") {
  CHECK(random_engine(-1)[5] == random_engine(~std::uint64_t{0})[5]);
  CHECK(random_engine(3, short{-2})[5] == random_engine(3u, ~std::uint64_t{1})[5]);
  CHECK(random_engine('a')[0] == random_engine(97)[0]);
  STATIC_REQUIRE_FALSE(std::constructible_from<random_engine, double>);
  STATIC_REQUIRE_FALSE(std::constructible_from<random_engine, bool>);
  STATIC_REQUIRE_FALSE(std::constructible_from<random_engine, int, float>);
}

// Of [0, 3 * 2^62) a biased method would give the lower half of each third twice as often as it should.
TEST_CASE("integers below a bound that does not divide 2^64 are not biased") {
  random_engine r(7, 2);
  constexpr std::uint64_t n = std::uint64_t{3} << 62;
  std::array<int, 6> sixth{};
  constexpr int tries = 30000;
  for (int i = 0; i < tries; ++i) {
    const std::uint64_t value = random_engine::below(n, [&] { return r.bits(); });
    REQUIRE(value < n);
    ++sixth[static_cast<std::size_t>(value / (n / 6))];
  }
  for (const int found : sixth) CHECK(std::abs(found - tries / 6) < 5 * 65);  // 5 standard deviations
}

TEST_CASE("below a number that leaves nothing is refused") {
  random_engine r(1);
  CHECK_THROWS_WITH(r.below(0), "there is no integer from 0 up that is below 0 to draw");
  CHECK_THROWS_AS(r.below(-5), ravel::value_error);
  CHECK_THROWS_AS(r.below(std::numeric_limits<index_t>::min()), ravel::value_error);
  CHECK_THROWS_AS(random_engine::below(0, [&] { return r.bits(); }), ravel::value_error);
  CHECK(r.bits() == random_engine(1)[0]);  // nothing was drawn
}
