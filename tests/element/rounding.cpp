// SPDX-License-Identifier: BSL-1.0
// Bit by bit against the standard functions.
#include <ravel/element/detail/functions.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>
#include <support/random.hpp>

#include <bit>

using namespace ravel;
using namespace ravel::detail;

namespace {

template <class T>
using bits_t = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
bool identical(T a, T b) {
  return std::bit_cast<bits_t<T>>(a) == std::bit_cast<bits_t<T>>(b) || (a != a && b != b);
}

// Edges, any bit pattern, and halves and quarters with their neighbours, large and small.
template <class T>
std::vector<T> inputs() {
  auto all = support::edges<T>();
  support::random r(11);
  for (int i = 0; i < 20000; ++i) {
    all.push_back(std::bit_cast<T>(static_cast<bits_t<T>>(r.bits())));
    const T quarter = static_cast<T>(static_cast<std::int64_t>(r.bits()) >> r.below(63)) / 4;
    all.insert(all.end(), {quarter, std::nextafter(quarter, T(0)), std::nextafter(quarter, std::numeric_limits<T>::max())});
  }
  return all;
}

}  // namespace

TEMPLATE_TEST_CASE("rounding in five directions", "", float, double) {
  for (const TestType x : inputs<TestType>()) {
    INFO(x);
    const bool all = identical(rounded<rounding::down>{}(x), std::floor(x)) && identical(rounded<rounding::up>{}(x), std::ceil(x)) &&
                     identical(rounded<rounding::to_zero>{}(x), std::trunc(x)) &&
                     identical(rounded<rounding::half_from_zero>{}(x), std::round(x)) &&
                     identical(rounded<rounding::half_to_even>{}(x), std::rint(x));
    if (!all) FAIL("one of the roundings differs");
  }
}

TEMPLATE_TEST_CASE("numbers, infinities and neither", "", float, double) {
  for (const TestType x : inputs<TestType>()) {
    INFO(x);
    if (is_nan{}(x) != std::isnan(x) || is_infinite{}(x) != std::isinf(x) || is_finite{}(x) != std::isfinite(x))
      FAIL("one of them differs");
  }
  const auto infinity = std::numeric_limits<TestType>::infinity();
  const auto nan = std::numeric_limits<TestType>::quiet_NaN();
  using complex = std::complex<TestType>;
  CHECK(is_nan{}(complex(infinity, nan)));
  CHECK(is_infinite{}(complex(infinity, nan)));
  CHECK_FALSE(is_finite{}(complex(0, nan)));
  CHECK(is_finite{}(complex(0, 1)));
}

TEMPLATE_TEST_CASE("integers are whole and finite", "", std::int8_t, std::uint16_t, std::int32_t, std::uint64_t) {
  for (const TestType x : support::edges<TestType>()) {
    static_assert(std::is_same_v<decltype(rounded<rounding::down>{}(x)), TestType>);
    REQUIRE(rounded<rounding::half_from_zero>{}(x) == x);
    REQUIRE_FALSE(is_nan{}(x));
    REQUIRE_FALSE(is_infinite{}(x));
    REQUIRE(is_finite{}(x));
  }
  static_assert(!std::invocable<rounded<rounding::up>, const bool&>);
  static_assert(!std::invocable<rounded<rounding::up>, const std::complex<float>&>);
}
