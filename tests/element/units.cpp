// SPDX-License-Identifier: BSL-1.0
// Degrees and radians, and the neighbours of numbers: at the ends of each type, at zeros and powers of two, and everywhere between.
#include <ravel/element/detail/functions.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <cmath>
#include <cstring>

namespace {

using ravel::detail::next_above;
using ravel::detail::next_below;
using ravel::detail::to_degrees;
using ravel::detail::to_radians;
using ravel::detail::unit_in_last_place;

template <class T>
bool identical(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b);
}

template <class T>
std::vector<T> numbers() {
  using limits = std::numeric_limits<T>;
  std::vector<T> all{0, 1, 2, T(0.5), T(1.5), limits::min(), limits::denorm_min(), limits::max(), limits::infinity(), limits::quiet_NaN()};
  all.push_back(std::nextafter(limits::min(), T(0)));
  all.push_back(std::nextafter(limits::max(), T(0)));
  support::random r(3);
  for (int i = 0; i < 2000; ++i) all.push_back(static_cast<T>(std::ldexp(r.unit(), static_cast<int>(r.below(240)) - 120)));
  const std::size_t n = all.size();
  for (std::size_t i = 0; i < n; ++i) all.push_back(-all[i]);
  return all;
}

}  // namespace

TEMPLATE_TEST_CASE("the numbers beside a number", "[element]", float, double) {
  using limits = std::numeric_limits<TestType>;
  for (const TestType x : numbers<TestType>()) {
    CAPTURE(x);
    CHECK(identical(next_above{}(x), std::nextafter(x, limits::infinity())));
    CHECK(identical(next_below{}(x), std::nextafter(x, -limits::infinity())));
  }
  static_assert(next_above{}(TestType{1}) == 1 + limits::epsilon());
  static_assert(next_below{}(TestType{1}) == 1 - limits::epsilon() / 2);
}

TEMPLATE_TEST_CASE("the distance from a number to the next one", "[element]", float, double) {
  using limits = std::numeric_limits<TestType>;
  const unit_in_last_place ulp;
  for (const TestType x : numbers<TestType>()) {
    CAPTURE(x);
    const TestType size = std::abs(x);
    if (size < limits::max()) CHECK(ulp(x) == std::nextafter(size, limits::infinity()) - size);
    CHECK(identical(ulp(x), ulp(-x)));
  }
  CHECK(ulp(TestType{0}) == limits::denorm_min());
  CHECK(ulp(TestType{1}) == limits::epsilon());
  CHECK(ulp(limits::max()) == limits::max() - std::nextafter(limits::max(), TestType{0}));
  CHECK(ulp(-limits::infinity()) == limits::infinity());
  CHECK(ulp(limits::quiet_NaN()) != ulp(limits::quiet_NaN()));
}

TEST_CASE("degrees and radians, and integers as doubles", "[element]") {
  CHECK(to_degrees{}(std::numbers::pi) == 180);
  CHECK(to_radians{}(180.0) == std::numbers::pi);
  CHECK(to_radians{}(180.0f) == std::numbers::pi_v<float>);
  static_assert(std::same_as<decltype(to_degrees{}(1.0f)), float>);
  static_assert(std::same_as<decltype(to_radians{}(short{1})), double>);
  CHECK(to_radians{}(-90) == -std::numbers::pi / 2);
  CHECK(next_above{}(std::int64_t{1}) == 1 + std::numeric_limits<double>::epsilon());
  CHECK(unit_in_last_place{}(std::uint8_t{2}) == 2 * std::numeric_limits<double>::epsilon());
  STATIC_REQUIRE_FALSE(std::invocable<to_degrees, bool>);
  STATIC_REQUIRE_FALSE(std::invocable<next_above, std::complex<double>>);
}
