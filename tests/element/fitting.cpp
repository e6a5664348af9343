// SPDX-License-Identifier: BSL-1.0
// A parameter for one value: what it takes, what it refuses when it runs, and what does not compile.
#include <ravel/base/error.hpp>
#include <ravel/element/cast.hpp>

#include <support/catch.hpp>

#include <string>
#include <vector>

using ravel::type_error;
using ravel::detail::fitting;
using ravel::detail::value_for;

namespace {

template <class T>
T given(fitting<T> value) {
  return value;
}

enum small : unsigned char { one = 1 };
enum class scoped : unsigned char {};
struct half {
  operator double() const { return 0.5; }
};

}  // namespace

TEST_CASE("a value fits its type or is refused with its name", "[element]") {
  CHECK(given<std::uint8_t>(255) == 255);
  CHECK(given<std::uint8_t>(true) == 1);
  CHECK(given<float>(0.5) == 0.5F);
  CHECK(given<double>(7) == 7);
  CHECK(given<double>({}) == 0);
  CHECK(given<int>({7}) == 7);
  CHECK(given<std::complex<double>>({1, 2.5F}) == std::complex<double>(1, 2.5));
  CHECK(given<std::complex<float>>(2.5) == std::complex<float>(2.5F));
  CHECK_THROWS_WITH(given<std::uint8_t>(-1), "-1 does not fit uint8");
  CHECK_THROWS_WITH(given<std::uint8_t>(300), "300 does not fit uint8");
  CHECK_THROWS_AS(given<std::int64_t>(std::uint64_t(1) << 63), type_error);
  CHECK_THROWS_AS(given<float>(1e300), type_error);
  CHECK_THROWS_AS(given<std::complex<float>>({0, 1e300}), type_error);
}

TEST_CASE("values that C++ converts without a loss are taken", "[element]") {
  const std::vector<bool> bits{false, true};
  CHECK(given<bool>(bits[1]));
  CHECK(given<int>(one) == 1);
  CHECK(given<double>(half{}) == 0.5);
  STATIC_REQUIRE_FALSE(std::convertible_to<half, fitting<int>>);
  STATIC_REQUIRE_FALSE(std::convertible_to<scoped, fitting<int>>);
  STATIC_REQUIRE_FALSE(std::convertible_to<long double, fitting<double>>);
  STATIC_REQUIRE_FALSE(std::convertible_to<const char*, fitting<bool>>);
}

TEST_CASE("a value of a higher kind does not compile", "[element]") {
  STATIC_REQUIRE_FALSE(std::convertible_to<double, fitting<int>>);
  STATIC_REQUIRE_FALSE(std::convertible_to<int, fitting<bool>>);
  STATIC_REQUIRE_FALSE(std::convertible_to<std::complex<float>, fitting<double>>);
}

TEST_CASE("other types follow the rules of C++", "[element]") {
  STATIC_REQUIRE(std::same_as<value_for<std::string>, const std::string&>);
  STATIC_REQUIRE(std::same_as<value_for<half>, const half&>);
}
