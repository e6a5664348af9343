// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/divider.hpp>
#include <ravel/base/error.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <limits>

using ravel::divider;
using ravel::index_t;

namespace {

constexpr index_t most = std::numeric_limits<index_t>::max();

bool right(index_t n, index_t by) {
  const divider d(by);
  const auto [quotient, remainder] = d.divmod(n);
  return d.by() == by && quotient == n / by && remainder == n % by && d.divide(n) == n / by;
}

static_assert(divider(7).divide(100) == 14 && divider(7).divmod(100).remainder == 2);

}  // namespace

TEST_CASE("by default a divider divides by one", "[base]") {
  for (const index_t n : {index_t{0}, index_t{1}, index_t{12345}, most}) {
    REQUIRE(divider().divide(n) == n);
    REQUIRE(divider().divmod(n).remainder == 0);
  }
}

TEST_CASE("small numbers divide as / and % do", "[base]") {
  for (index_t by = 1; by <= 130; ++by) {
    for (index_t n = 0; n <= 600; ++n) {
      if (!right(n, by)) FAIL(n << " / " << by);
    }
  }
  REQUIRE(right(600, 130));
}

TEST_CASE("around powers of two and multiples of the divisor the quotient is exact", "[base]") {
  for (int a = 0; a < 63; ++a) {
    for (index_t by : {(index_t{1} << a) - 1, index_t{1} << a, (index_t{1} << a) + 1}) {
      if (by <= 0) continue;
      for (int b = 0; b < 63; ++b) {
        const index_t multiple = ((index_t{1} << b) / by) * by;
        for (index_t n : {(index_t{1} << b) - 1, index_t{1} << b, (index_t{1} << b) + 1, multiple, multiple + (by - 1), multiple - 1,
                          most / by * by - 1, most}) {
          if (n >= 0 && !right(n, by)) FAIL(n << " / " << by);
        }
      }
    }
  }
  REQUIRE(right(most, most));
  REQUIRE(right(most - 1, most));
  REQUIRE(right(most, most - 1));
  REQUIRE(right(most, ravel::index_limit));
}

TEST_CASE("random numbers of every length divide exactly", "[base]") {
  support::random r(23);
  for (int i = 0; i < 200'000; ++i) {
    const auto by = static_cast<index_t>(r.bits() >> (1 + r.below(63)));
    const auto n = static_cast<index_t>(r.bits() >> (1 + r.below(63)));
    if (by > 0 && !right(n, by)) FAIL(n << " / " << by);
  }
  SUCCEED();
}

TEST_CASE("a divisor is at least one", "[base]") {
  REQUIRE_THROWS_AS(divider(0), ravel::value_error);
  REQUIRE_THROWS_AS(divider(std::numeric_limits<index_t>::min()), ravel::value_error);
  REQUIRE_THROWS_WITH(divider(-3), "cannot divide by -3: a divider is at least 1");
}
