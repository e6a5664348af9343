// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/base/index.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <limits>
#include <optional>

using ravel::index_limit;
using ravel::index_t;
using namespace ravel::detail;

namespace {

constexpr index_t most = std::numeric_limits<index_t>::max();
constexpr index_t least = std::numeric_limits<index_t>::min();

// The exact result in 128 bits, if it is a legal index.
std::optional<index_t> legal(__int128 exact) {
  if (exact < -index_limit || exact > index_limit) return std::nullopt;
  return static_cast<index_t>(exact);
}

template <class F>
std::optional<index_t> result(F f) {
  try {
    return f();
  } catch (const ravel::overflow_error&) {
    return std::nullopt;
  }
}

static_assert(add_index(2, 3) == 5 && mul_index(-2, 3) == -6 && check_position(2, 3) == 2 && check_size(0) == 0 && floor_mod(-1, 3) == 2);

}  // namespace

TEST_CASE("sums and products are exact or throw", "[base]") {
  support::random r(11);
  const index_t edges[] = {
      0, 1, -1, 2, -2, index_limit, -index_limit, index_limit - 1, index_limit + 1, index_limit / 2, most, least, index_t{1} << 31};
  for (const index_t a : edges) {
    for (const index_t b : edges) {
      CAPTURE(a, b);
      REQUIRE(result([&] { return add_index(a, b); }) == legal(static_cast<__int128>(a) + b));
      REQUIRE(result([&] { return mul_index(a, b); }) == legal(static_cast<__int128>(a) * b));
    }
  }
  for (int i = 0; i < 2000; ++i) {
    const auto a = static_cast<index_t>(r.bits()) >> r.below(64);
    const auto b = static_cast<index_t>(r.bits()) >> r.below(64);
    CAPTURE(a, b);
    REQUIRE(result([&] { return add_index(a, b); }) == legal(static_cast<__int128>(a) + b));
    REQUIRE(result([&] { return mul_index(a, b); }) == legal(static_cast<__int128>(a) * b));
  }
}

TEST_CASE("the limit itself is legal, one more is not", "[base]") {
  REQUIRE(add_index(index_limit - 1, 1) == index_limit);
  REQUIRE(mul_index(index_limit / 2, -2) == -index_limit);
  REQUIRE_THROWS_AS(add_index(index_limit, 1), ravel::overflow_error);
  REQUIRE_THROWS_AS(add_index(-index_limit, -1), ravel::overflow_error);
  REQUIRE_THROWS_WITH(mul_index(index_limit, 3), "4611686018427387904 * 3 is beyond the limit of 2^62 for sizes and positions");
}

TEST_CASE("positions lie in [0, size)", "[base]") {
  REQUIRE(check_position(0, 1) == 0);
  REQUIRE(check_position(index_limit - 1, index_limit) == index_limit - 1);
  REQUIRE_THROWS_WITH(check_position(3, 3), "position 3 is outside [0, 3)");
  REQUIRE_THROWS_WITH(check_position(-1, 3), "position -1 is outside [0, 3)");
  for (const index_t position : {index_t{0}, index_t{-1}, most, least}) {
    REQUIRE_THROWS_AS(check_position(position, 0), ravel::index_error);
  }
}

TEST_CASE("ranges lie inside, and an empty one may stand at the end", "[base]") {
  for (index_t size = 0; size < 5; ++size) {
    for (index_t start = -2; start < 7; ++start) {
      for (index_t count = 0; count < 7; ++count) {
        CAPTURE(size, start, count);
        const bool inside = start >= 0 && start + count <= size;
        if (inside) REQUIRE_NOTHROW(check_range(start, count, size));
        if (!inside) REQUIRE_THROWS_AS(check_range(start, count, size), ravel::index_error);
      }
    }
  }
  REQUIRE_THROWS_AS(check_range(1, most, 5), ravel::index_error);
  REQUIRE_THROWS_AS(check_range(most, most, 5), ravel::index_error);
  REQUIRE_THROWS_WITH(check_range(2, 4, 5), "4 elements from position 2 do not lie inside [0, 5)");
  REQUIRE_THROWS_WITH(check_range(0, -1, 5), "count -1 is negative");
}

TEST_CASE("sizes are not negative and within the limit", "[base]") {
  REQUIRE(check_size(0) == 0);
  REQUIRE(check_size(index_limit) == index_limit);
  REQUIRE_THROWS_WITH(check_size(-1), "size -1 is negative");
  REQUIRE_THROWS_AS(check_size(least, "width"), ravel::value_error);
  REQUIRE_THROWS_AS(check_size(most), ravel::overflow_error);
  REQUIRE_THROWS_WITH(check_size(index_limit + 1, "width"), "width 4611686018427387905 is beyond the limit of 2^62");
}

TEST_CASE("the floor remainder is the one in [0, n)", "[base]") {
  for (index_t n = 1; n < 6; ++n) {
    for (index_t a = -13; a < 14; ++a) {
      const index_t rest = floor_mod(a, n);
      CAPTURE(a, n, rest);
      REQUIRE((rest >= 0 && rest < n));
      REQUIRE((a - rest) % n == 0);
    }
  }
  REQUIRE(floor_mod(least, most) == most - 1);
  REQUIRE(floor_mod(-index_limit, index_limit) == 0);
}

TEST_CASE("the number of parts counts one that is not full, and fits where n + by does not", "[base]") {
  for (index_t n = 0; n < 20; ++n) {
    for (index_t by = 1; by < 8; ++by) REQUIRE(parts_of(n, by) == (n + by - 1) / by);
  }
  REQUIRE(parts_of(index_limit, index_limit) == 1);
  REQUIRE(parts_of(most, most) == 1);
  REQUIRE(parts_of(index_limit, 1) == index_limit);
}
