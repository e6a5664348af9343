// SPDX-License-Identifier: BSL-1.0
// known_divisor against / and %, around powers of two, multiples of the divisor and the limits of each type.
#include <ravel/base/error.hpp>
#include <ravel/element/detail/known_divisor.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <limits>
#include <vector>

using ravel::detail::known_divisor;

namespace {

template <class P>
P wrapped(std::uint64_t bits) {
  return static_cast<P>(bits);
}

template <class P>
std::vector<P> hard_numbers() {
  support::random r(71);
  std::vector<P> numbers;
  for (std::uint64_t d = 0; d < 7; ++d) {
    for (std::size_t bit = 0; bit < 8 * sizeof(P); ++bit) {
      const std::uint64_t near = (std::uint64_t{1} << bit) + d - 3;
      numbers.push_back(wrapped<P>(near));
      numbers.push_back(wrapped<P>(0 - near));
    }
    numbers.push_back(wrapped<P>(static_cast<std::uint64_t>(std::numeric_limits<P>::max()) + d - 3));
  }
  for (int i = 0; i < 200; ++i) numbers.push_back(wrapped<P>(r.bits() >> r.below(64)));
  return numbers;
}

template <class P>
bool is_refused(P n, P by) {
  return by == 0 || (std::is_signed_v<P> && by == static_cast<P>(-1) && n == std::numeric_limits<P>::min());
}

template <class P>
void check_all() {
  const std::vector<P> numbers = hard_numbers<P>();
  for (const P by : numbers) {
    const known_divisor<P> divisor(by);
    const auto right = [&](P n) {
      return is_refused(n, by) || (divisor.quotient(n) == static_cast<P>(n / by) && divisor.remainder(n) == static_cast<P>(n % by));
    };
    for (const P n : numbers) {
      if (!right(n)) FAIL(n << " / " << by);
      for (std::uint64_t d = 0; d < 3; ++d) {  // about a multiple
        const P near = wrapped<P>(static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(by) + d - 1);
        if (!right(near)) FAIL(near << " / " << by);
      }
    }
  }
}

static_assert(known_divisor<int>(7).quotient(-100) == -14 && known_divisor<int>(7).remainder(-100) == -2);

}  // namespace

TEST_CASE("a known divisor divides as / and % do", "[element]") {
  check_all<std::int32_t>();
  check_all<std::uint32_t>();
  check_all<std::int64_t>();
  check_all<std::uint64_t>();
}

TEST_CASE("a known divisor refuses what / and % refuse", "[element]") {
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  CHECK_THROWS_WITH(known_divisor<std::int64_t>(0).quotient(5), Catch::Matchers::ContainsSubstring("5 / 0"));
  CHECK_THROWS_WITH(known_divisor<std::uint32_t>(0).remainder(5), Catch::Matchers::ContainsSubstring("5 % 0"));
  CHECK_THROWS_AS(known_divisor<std::int64_t>(-1).quotient(least), ravel::value_error);
  CHECK_THROWS_AS(known_divisor<std::int64_t>(-1).remainder(least), ravel::value_error);
  CHECK(known_divisor<std::int64_t>(-1).quotient(7) == -7);
}
