// SPDX-License-Identifier: BSL-1.0
// The published vectors of Philox4x32-10, and integers without bias.
#include <ravel/base/counter_random.hpp>

#include <support/catch.hpp>

#include <vector>

using namespace ravel::detail;

static_assert(philox({0, 0, 0, 0}, {0, 0}) == random_block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});

TEST_CASE("Philox gives the numbers of its authors", "[counter_random]") {
  constexpr std::uint32_t full = 0xffffffff;
  CHECK(philox({full, full, full, full}, {full, full}) == random_block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        random_block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("streams, seeds, tries and indices give different bits", "[counter_random]") {
  const counter_random random(1, 0);
  CHECK(random.bits(0) == random.pair(0)[0]);
  CHECK(random.bits(5) == random.pair(2)[1]);
  CHECK(random.bits(0) != random.bits(1));
  CHECK(random.bits(0) != random.bits(0, 1));
  CHECK(random.bits(0) != counter_random(2, 0).bits(0));
  CHECK(random.bits(0) != counter_random(std::uint64_t{1} << 32 | 1, 0).bits(0));
  CHECK(random.bits(0) != counter_random(1, 1).bits(0));
  CHECK(random.bits(std::uint64_t{1} << 33) != random.bits(0));
}

// Of [0, 3 * 2^62) a biased method would give the lower half of each third twice as often as it should.
TEST_CASE("integers below a bound that does not divide 2^64 are not biased", "[counter_random]") {
  const counter_random random(7, 2);
  constexpr std::uint64_t n = std::uint64_t{3} << 62;
  std::vector<int> sixth(6, 0);
  constexpr int tries = 30000;
  for (std::uint64_t i = 0; i < tries; ++i) {
    const std::uint64_t value = random.below(n, i);
    REQUIRE(value < n);
    ++sixth[static_cast<std::size_t>(value / (n / 6))];
  }
  for (const int found : sixth) CHECK(std::abs(found - tries / 6) < 5 * 65);  // 5 standard deviations
}
