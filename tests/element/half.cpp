// SPDX-License-Identifier: BSL-1.0
// float16 and bfloat16: every value there and back, every rounding against exact arithmetic, casts in their three forms.
#include <ravel/base/error.hpp>
#include <ravel/base/index.hpp>
#include <ravel/element/cast.hpp>
#include <ravel/element/types.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/storage/buffer.hpp>

#include <support/catch.hpp>

#include <bit>
#include <cmath>
#include <limits>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class H, int Mantissa, int Bias>
double value_of(std::uint16_t bits) {
  const int exponent = (bits & 0x7fff) >> Mantissa, mantissa = bits & ((1 << Mantissa) - 1);
  const double size =
      exponent == 0 ? std::ldexp(mantissa, 1 - Bias - Mantissa) : std::ldexp(mantissa + (1 << Mantissa), exponent - Bias - Mantissa);
  return bits & 0x8000 ? -size : size;
}

// All of them; between neighbours the one half way is rounded to the even one, and what is beside it to the nearer.
template <class H, int Mantissa, int Bias>
void check_all(std::uint16_t infinite) {
  index_t wrong = 0;
  for (int bits = 0; bits < infinite; ++bits) {
    for (const int sign : {0, 0x8000}) {
      const auto pattern = static_cast<std::uint16_t>(bits | sign);
      const double value = value_of<H, Mantissa, Bias>(pattern), s = sign == 0 ? 1 : -1;
      wrong += static_cast<double>(static_cast<float>(H::from_bits(pattern))) != value;
      wrong += H(value).bits() != pattern;
      const double next =
          bits + 1 < infinite ? value_of<H, Mantissa, Bias>(static_cast<std::uint16_t>(pattern + 1)) : s * std::ldexp(1.0, Bias + 1);
      const double middle = (value + next) / 2;  // exact
      const auto above = static_cast<std::uint16_t>(pattern + 1);
      wrong += H(middle).bits() != (bits % 2 == 0 ? pattern : above);
      wrong += H(std::nextafter(middle, 0.0)).bits() != pattern;
      wrong += H(std::nextafter(middle, s * infinity)).bits() != above;
    }
  }
  CHECK(wrong == 0);
}

template <class H>
void check_special(std::uint16_t infinite) {
  CHECK(H(infinity).bits() == infinite);
  CHECK(H(-infinity).bits() == (infinite | 0x8000));
  CHECK(static_cast<float>(H::from_bits(infinite)) == infinity);
  CHECK(H(1e300).bits() == infinite);
  CHECK(H(5e-324).bits() == 0);
  CHECK(H(-0.0).bits() == 0x8000);
  CHECK(std::signbit(static_cast<float>(H(-0.0))));
  CHECK(H::max().bits() == infinite - 1);
  for (const int payload : {1, 2, 3, infinite == 0x7c00 ? 0x3ff : 0x7f}) {
    const float widened = H::from_bits(static_cast<std::uint16_t>(infinite | payload));
    CHECK(std::isnan(widened));
    CHECK((std::bit_cast<std::uint32_t>(widened) & 0x0040'0000) != 0);  // quiet
    const std::uint16_t back = H(widened).bits();
    CHECK((back & payload) == payload);
    CHECK((back & 0x7fff) > infinite);
  }
  CHECK((H(-std::numeric_limits<double>::quiet_NaN()).bits() & 0x8000) != 0);
  static_assert(sizeof(H) == 2 && std::is_trivially_copyable_v<H> && std::is_trivially_default_constructible_v<H>);
  static_assert(H(1.5) + H(2) == 3.5F && H(1) < H(2) && H{} == 0);
  static_assert(!std::is_convertible_v<double, H> && !element<H>);
}

}  // namespace

TEST_CASE("every float16, and every rounding to one", "[element]") { check_all<float16, 10, 15>(0x7c00); }
TEST_CASE("every bfloat16, and every rounding to one", "[element]") { check_all<bfloat16, 7, 127>(0x7f80); }
TEST_CASE("infinities, zeros and NaN as half floats", "[element]") {
  check_special<float16>(0x7c00);
  check_special<bfloat16>(0x7f80);
  CHECK(float16(1 + 0x1p-11 + 0x1p-40) == 1.0F + 0x1p-10F);  // rounded once: through float it would be 1
  CHECK(float16(65504) == 65504.0F);
  CHECK(float16(0x1p-24) == 0x1p-24F);
}

TEST_CASE("half floats are cast in three forms", "[element]") {
  CHECK(cast_value<float16>(1.5) == 1.5F);
  CHECK(cast_value<float16>(65519) == 65504.0F);
  CHECK_THROWS_WITH(cast_value<float16>(65520), "65520 does not fit float16");
  CHECK_THROWS_AS(cast_value<float16>(-1e6F), type_error);
  CHECK(static_cast<float>(wrap_value<float16>(65520)) == infinity);
  CHECK(saturate_value<float16>(1e9) == 65504.0F);
  CHECK(saturate_value<float16>(-1e9) == -65504.0F);
  CHECK(static_cast<float>(cast_value<float16>(-infinity)) == -infinity);
  CHECK(static_cast<float>(saturate_value<float16>(infinity)) == infinity);
  CHECK(std::isnan(static_cast<float>(cast_value<float16>(std::numeric_limits<double>::quiet_NaN()))));
  CHECK(cast_value<bfloat16>(true) == 1.0F);
  CHECK_THROWS_AS(cast_value<bfloat16>(std::numeric_limits<float>::max()), type_error);
  CHECK_THROWS_AS(cast_value<bfloat16>(std::complex<float>(1, 2)), type_error);
  CHECK(cast_value<bfloat16>(std::complex<float>(1, 0)) == 1.0F);
  CHECK(cast_value<std::int8_t>(float16(-2.5)) == -2);
  CHECK_THROWS_WITH(cast_value<std::int8_t>(float16(300)), "300 does not fit int8");
  CHECK(wrap_value<std::uint8_t>(float16(300)) == 44);
  CHECK(saturate_value<std::uint8_t>(float16(300)) == 255);
  CHECK(cast_value<std::complex<double>>(bfloat16(2)) == std::complex<double>(2));
  CHECK_THROWS_AS(cast_value<bool>(float16(2)), type_error);
  CHECK(cast_value<bfloat16>(float16(1.0 + 0x1p-10)) == 1.0F);
  CHECK_THROWS_AS(cast_value<float16>(bfloat16(1e30)), type_error);
  CHECK(cast_value<float16>(float16(0.1)).bits() == float16(0.1).bits());
}

TEST_CASE("readers of half floats are cast, and compute as float", "[element]") {
  const buffer<float16> halves{float16(1.5), float16(-2), float16(65504)};
  CHECK(halves.dtype() == dtype::float16);
  const auto doubled = to_vector(cast<float>(halves) * 2);
  CHECK(doubled == std::vector<float>{3, -4, 131008});
  CHECK_THROWS_WITH(to_vector(cast<float16>(cast<float>(halves) * 2)), "131008 does not fit float16");
  CHECK(saturate_cast<bfloat16>(buffer<double>{1e300})[0] == static_cast<float>(bfloat16::max()));
  CHECK_THROWS_AS(to_vector(cast<std::int16_t>(halves)), type_error);
}
