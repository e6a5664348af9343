// SPDX-License-Identifier: BSL-1.0
// Which element types widen to which: for integers, exactly when every value stays.
#include <ravel/element/promote.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>

#include <string>

using ravel::detail::widens_to;

TEST_CASE("integers widen where every value stays") {
  support::integer_types::each([]<class From>() {
    support::integer_types::each([]<class To>() {
      using from = std::numeric_limits<From>;
      constexpr bool stays = std::in_range<To>(from::min()) && std::in_range<To>(from::max());
      static_assert(widens_to<From, To> == stays);
    });
    static_assert(widens_to<bool, From> && !widens_to<From, bool>);
    static_assert(widens_to<From, double> && widens_to<From, float> == (sizeof(From) <= 2));
    static_assert(!widens_to<double, From> && !widens_to<float, From>);
  });
  static_assert(widens_to<long, long long> && widens_to<long long, long> && widens_to<char, std::int16_t>);
  static_assert(!widens_to<unsigned long long, long>);
  SUCCEED();
}

TEST_CASE("floating and complex types widen as they meet in arithmetic") {
  static_assert(widens_to<float, double> && !widens_to<double, float>);
  static_assert(widens_to<double, std::complex<double>> && widens_to<float, std::complex<double>> && widens_to<int, std::complex<double>>);
  static_assert(!widens_to<double, std::complex<float>> && !widens_to<std::complex<float>, double> && !widens_to<int, std::complex<float>>);
  static_assert(widens_to<std::complex<float>, std::complex<double>> && !widens_to<std::complex<double>, std::complex<float>>);
  SUCCEED();
}

TEST_CASE("a type that is no element widens to itself") {
  static_assert(widens_to<std::string, std::string> && !widens_to<std::string, int> && !widens_to<int, std::string>);
  static_assert(!widens_to<const char*, std::string>);
  SUCCEED();
}
