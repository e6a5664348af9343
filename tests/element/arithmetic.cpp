// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/element/detail/arithmetic.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>
#include <support/random.hpp>

#include <bit>
#include <optional>
#include <string>

using namespace ravel;
using namespace ravel::detail;

namespace {

using wide = __int128;

// The exact result reduced modulo 2^n into P, as two's complement does it.
template <class P>
P wrapped(wide exact) {
  return static_cast<P>(static_cast<unsigned __int128>(exact));
}

template <class P>
bool holds(wide exact) {
  return exact >= wide{std::numeric_limits<P>::min()} && exact <= wide{std::numeric_limits<P>::max()};
}

template <class Error, class F>
auto unless_thrown(F f) -> std::optional<decltype(f())> {
  try {
    return f();
  } catch (const Error&) {
    return std::nullopt;
  }
}

template <class T, class U>
bool agree(const T& got, const U& wanted) {
  static_assert(std::is_same_v<T, U>);
  return got == wanted;
}

// Every operator on one pair of integers against 128-bit arithmetic.
template <class A, class B>
bool all_operators_agree(A a, B b) {
  using P = promote_t<A, B>;
  const wide x = a, y = b;
  // & | ^ work on the bits of the promoted operands, sign-extended.
  bool right =
      agree(plus{}(a, b), wrapped<P>(x + y)) && agree(minus{}(a, b), wrapped<P>(x - y)) &&
      agree(detail::times{}(a, b), wrapped<P>(static_cast<wide>(static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y)))) &&
      agree(bit_and{}(a, b), wrapped<P>(x & y)) && agree(bit_or{}(a, b), wrapped<P>(x | y)) && agree(bit_xor{}(a, b), wrapped<P>(x ^ y)) &&
      agree(negated{}(a), wrapped<promote_t<A>>(-x)) && agree(bit_not{}(a), wrapped<promote_t<A>>(~x));

  const auto exact_or_none = [](bool holds, wide exact) { return holds ? std::optional<P>(static_cast<P>(exact)) : std::nullopt; };
  right = right && unless_thrown<overflow_error>([&] { return checked_plus{}(a, b); }) == exact_or_none(holds<P>(x + y), x + y);
  right = right && unless_thrown<overflow_error>([&] { return checked_minus{}(a, b); }) == exact_or_none(holds<P>(x - y), x - y);
  wide product = 0;
  const bool product_holds = !__builtin_mul_overflow(x, y, &product) && holds<P>(product);
  right = right && unless_thrown<overflow_error>([&] { return checked_times{}(a, b); }) == exact_or_none(product_holds, product);

  const bool divides = y != 0 && holds<P>(x / y);
  right = right && unless_thrown<value_error>([&] { return divided_by{}(a, b); }) == exact_or_none(divides, divides ? x / y : 0);
  right = right && unless_thrown<value_error>([&] { return modulus{}(a, b); }) == exact_or_none(divides, divides ? x % y : 0);
  return right;
}

template <class A, class B>
void compare_all(const std::vector<A>& as, const std::vector<B>& bs) {
  int wrong = 0;
  for (const A a : as) {
    for (const B b : bs) {
      if (all_operators_agree(a, b)) continue;
      CAPTURE(+a, +b, name(dtype_of<A>()), name(dtype_of<B>()));
      FAIL_CHECK("an operator differs from the model");
      if (++wrong == 5) return;
    }
  }
}

template <class T>
std::vector<T> every() {
  std::vector<T> all;
  for (int i = std::numeric_limits<T>::min(); i <= std::numeric_limits<T>::max(); ++i) all.push_back(static_cast<T>(i));
  return all;
}

template <class F, class... Args>
using result_t = std::invoke_result_t<F, Args...>;

static_assert(std::is_same_v<result_t<plus, std::uint8_t, std::uint8_t>, std::int32_t> && minus{}(std::uint8_t{3}, std::uint8_t{5}) == -2);
static_assert(std::is_same_v<result_t<plus, std::int32_t, std::uint32_t>, std::int64_t> && plus{}(-1, 4294967295u) == 4294967294);
static_assert(std::is_same_v<result_t<detail::times, std::int64_t, float>, double> &&
              std::is_same_v<result_t<detail::times, std::int16_t, float>, float>);
static_assert(std::is_same_v<result_t<negated, std::uint8_t>, std::int32_t> && std::is_same_v<result_t<negated, unsigned>, std::uint32_t>);
static_assert(!std::invocable<plus, std::int64_t, std::uint64_t> && !std::invocable<bit_and, std::int8_t, std::uint64_t>);
static_assert(!std::invocable<checked_plus, std::int64_t, std::uint64_t> && !std::invocable<modulus, std::int64_t, std::uint64_t>);
static_assert(plus{}(INT32_MAX, 1) == INT32_MIN && detail::times{}(INT64_MIN, std::int64_t{-1}) == INT64_MIN &&
              negated{}(INT32_MIN) == INT32_MIN);
static_assert(divided_by{}(-7, 2) == -3 && modulus{}(-7, 2) == -1 && bit_not{}(std::uint8_t{0}) == -1);

// bool
static_assert(std::is_same_v<result_t<plus, bool, bool>, std::int32_t> && plus{}(true, true) == 2 && detail::times{}(true, false) == 0);
static_assert(std::is_same_v<result_t<bit_and, bool, bool>, bool> && std::is_same_v<result_t<bit_xor, bool, bool>, bool>);
static_assert(bit_and{}(true, false) == false && bit_or{}(true, false) == true && bit_xor{}(true, true) == false && logical_not{}(false));
static_assert(!std::invocable<minus, bool, bool> && !std::invocable<divided_by, bool, bool> && !std::invocable<modulus, bool, bool>);
static_assert(!std::invocable<negated, bool> && !std::invocable<checked_minus, bool, bool>);
static_assert(!bit_not{}(true) && bit_not{}(false) && std::same_as<std::invoke_result_t<bit_not, bool>, bool>);
static_assert(std::is_same_v<result_t<minus, bool, std::int8_t>, std::int32_t> && minus{}(true, std::int8_t{3}) == -2);
static_assert(std::is_same_v<result_t<bit_or, bool, std::int8_t>, std::int32_t> &&
              std::is_same_v<result_t<detail::times, bool, float>, float>);
static_assert(std::is_same_v<result_t<checked_plus, bool, bool>, std::int32_t> && checked_plus{}(true, true) == 2);
static_assert(logical_and{}(true, true) && !logical_and{}(true, false) && logical_or{}(false, true) && !logical_or{}(false, false));
static_assert(!std::invocable<logical_and, int, bool> && !std::invocable<logical_or, bool, double> && !std::invocable<logical_not, int>);

// reals and complex numbers
static_assert(!std::invocable<bit_and, float, int> && !std::invocable<bit_not, double> && !std::invocable<bit_xor, double, double>);
static_assert(!std::invocable<modulus, std::complex<double>, double> && !std::invocable<modulus, int, std::complex<float>>);
static_assert(std::is_same_v<result_t<plus, std::complex<float>, std::int32_t>, std::complex<double>>);
static_assert(std::is_same_v<result_t<divided_by, std::complex<float>, std::int8_t>, std::complex<float>>);
static_assert(divided_by{}(1, 2.0) == 0.5);
static_assert(divided_by{}(std::complex<double>(1, 2), std::complex<double>(0, -4)) == std::complex<double>(-0.5, 0.25));
static_assert(checked_times{}(1.5, 3) == 4.5);

// types outside the set
struct metres {
  double value;
  friend constexpr metres operator+(metres a, metres b) { return {a.value + b.value}; }
  friend constexpr metres operator*(int a, metres b) { return {a * b.value}; }
  friend constexpr metres operator-(metres a) { return {-a.value}; }
};
static_assert(plus{}(metres{1}, metres{2}).value == 3 && detail::times{}(2, metres{2}).value == 4 && negated{}(metres{1}).value == -1);
static_assert(!std::invocable<detail::times, metres, int> && !std::invocable<minus, metres, metres> && !std::invocable<bit_not, metres>);
static_assert(checked_plus{}(metres{1}, metres{2}).value == 3 && !std::invocable<logical_not, metres>);
static_assert(std::is_same_v<result_t<plus, std::string, const char*>, std::string>);
static_assert(std::is_same_v<result_t<plus, long double, int>, long double>);

}  // namespace

TEST_CASE("every pair of 8-bit integers under every operator", "[element]") {
  compare_all(every<std::int8_t>(), every<std::int8_t>());
  compare_all(every<std::uint8_t>(), every<std::uint8_t>());
  compare_all(every<std::int8_t>(), every<std::uint8_t>());
}

TEST_CASE("integers of every two types under every operator, at their edges", "[element]") {
  support::integer_types::each([]<class A>() {
    support::integer_types::each([]<class B>() {
      if constexpr (promotable<A, B>) compare_all(support::edges<A>(), support::edges<B>());
    });
  });
}

TEST_CASE("integer division that has no answer says which", "[element]") {
  REQUIRE_THROWS_WITH(divided_by{}(7, 0), "7 / 0: an integer cannot be divided by zero");
  REQUIRE_THROWS_WITH(modulus{}(std::uint64_t{7}, std::uint64_t{0}), "7 % 0: an integer cannot be divided by zero");
  REQUIRE_THROWS_WITH(divided_by{}(INT32_MIN, -1), "-2147483648 / -1: the quotient does not fit int32");
  REQUIRE_THROWS_WITH(modulus{}(INT64_MIN, std::int8_t{-1}), "-9223372036854775808 % -1: the quotient does not fit int64");
  REQUIRE(divided_by{}(std::int8_t{-128}, std::int8_t{-1}) == 128);
}

TEST_CASE("a checked operation names both values and the type", "[element]") {
  REQUIRE_THROWS_WITH(checked_plus{}(INT32_MAX, std::int8_t{1}), "2147483647 + 1 does not fit int32");
  REQUIRE_THROWS_WITH(checked_minus{}(0u, 1u), "0 - 1 does not fit uint32");
  REQUIRE_THROWS_WITH(checked_times{}(INT64_MIN, std::int64_t{-1}), "-9223372036854775808 * -1 does not fit int64");
  REQUIRE_THROWS_AS(checked_plus{}(UINT64_MAX, true), overflow_error);
}

TEST_CASE("floating arithmetic is that of C++ in the promoted type", "[element]") {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  for (const double a : support::edges<double>()) {
    for (const double b : {0.0, -0.0, 1.0, -2.5, 0.1, 1e308, std::numeric_limits<double>::infinity()}) {
      CAPTURE(a, b);
      const bool right = bits(plus{}(a, b)) == bits(a + b) && bits(minus{}(a, b)) == bits(a - b) &&
                         bits(detail::times{}(a, b)) == bits(a * b) && bits(divided_by{}(a, b)) == bits(a / b) &&
                         bits(modulus{}(a, b)) == bits(std::fmod(a, b)) && bits(negated{}(a)) == bits(-a);
      if (!right) FAIL_CHECK();
    }
  }
  REQUIRE(plus{}(0.1f, 0.2) == static_cast<double>(0.1f) + 0.2);
  REQUIRE(modulus{}(-7.5, 2) == -1.5);
  REQUIRE(plus{}((std::int64_t{1} << 53) + 1, 0.0f) == 0x1p53);
}

TEST_CASE("a product is rounded before it is added to", "[element]") {
  support::random r(3);
  for (int i = 0; i < 1000; ++i) {
    volatile double x = r.unit(), y = r.unit();
    volatile double product = x * y;
    CAPTURE(x, y);
    REQUIRE(minus{}(detail::times{}(double{x}, double{y}), double{product}) == 0);
    const std::complex<double> a(x, y), b(y, x);
    volatile double re = x * y, im_left = x * x, im_right = y * y, other = y * x;
    REQUIRE(detail::times{}(a, b) == std::complex<double>(re - other, im_left + im_right));
  }
}

TEST_CASE("a complex number divided by zero has its parts divided by +0", "[element]") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double parts[] = {0.0, -0.0, 1.0, -4.5, 1e-320, inf, -inf, nan};
  const auto same = [](double x, double y) { return x == y || (x != x && y != y); };
  for (const double re : parts) {
    for (const double im : parts) {
      for (const std::complex<double> zero : {std::complex<double>(0.0, 0.0), {0.0, -0.0}, {-0.0, 0.0}, {-0.0, -0.0}}) {
        const auto quotient = divided_by{}(std::complex<double>(re, im), zero);
        CAPTURE(re, im, zero);
        if (!same(quotient.real(), re / 0.0) || !same(quotient.imag(), im / 0.0)) FAIL_CHECK(quotient);
      }
    }
  }
}

TEST_CASE("a complex number divided by NaN beside zero is NaN", "[element]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::complex<double> by : {std::complex<double>(nan, -0.0), {0.0, nan}, {nan, nan}}) {
    const auto quotient = divided_by{}(std::complex<double>(1, -2), by);
    REQUIRE(quotient.real() != quotient.real());
    REQUIRE(quotient.imag() != quotient.imag());
  }
}

TEST_CASE("complex arithmetic is as on paper", "[element]") {
  using complex = std::complex<double>;
  const double inf = std::numeric_limits<double>::infinity();
  REQUIRE(plus{}(complex(1, 2), 3) == complex(4, 2));
  REQUIRE(minus{}(1, complex(1, 2)) == complex(0, -2));
  REQUIRE(detail::times{}(complex(1, 2), complex(3, -4)) == complex(11, 2));
  REQUIRE(negated{}(complex(1, -2)) == complex(-1, 2));
  const complex no_recovery = detail::times{}(complex(inf, inf), complex(1, 1));
  REQUIRE(std::isnan(no_recovery.real()));
  REQUIRE(no_recovery.imag() == inf);
}

TEST_CASE("complex division neither overflows nor loses a divisor's small part", "[element]") {
  using complex = std::complex<double>;
  REQUIRE(divided_by{}(complex(0x1p1000, 0x1p1000), complex(0x1p1000, 0x1p1000)) == complex(1, 0));
  REQUIRE(divided_by{}(complex(0x1p-1000, 0), complex(0, 0x1p-1000)) == complex(0, -1));
  REQUIRE(divided_by{}(complex(6, -8), 2) == complex(3, -4));
  const complex infinite = divided_by{}(complex(1, 0), complex(0, 0));
  REQUIRE(infinite.real() == std::numeric_limits<double>::infinity());
  REQUIRE(std::isnan(infinite.imag()));

  // Bits of NumPy 1.24, both where the real part of the divisor is the larger and where it is not.
  REQUIRE(divided_by{}(complex(0.2, 0.2), complex(0.3, -0.7)) == complex(-0x1.1a7b9611a7b97p-3, 0x1.611a7b9611a7dp-2));
  REQUIRE(divided_by{}(complex(0.2, 0.2), complex(0.9, -0.4)) == complex(0x1.a6449e59bb618p-4, 0x1.127966ed86991p-2));

  support::random r(5);
  for (int i = 0; i < 2000; ++i) {
    const complex a(r.unit() - 0.5, r.unit() - 0.5), b(r.unit() - 0.5, r.unit() - 0.5);
    const complex quotient = divided_by{}(a, b);
    const std::complex<long double> exact = std::complex<long double>(a) / std::complex<long double>(b);
    CAPTURE(a, b);
    REQUIRE(std::abs(std::complex<long double>(quotient) - exact) <= 4 * 0x1p-53L * std::abs(exact));
  }
}

TEST_CASE("a type outside the set uses its own operators", "[element]") {
  REQUIRE(plus{}(std::string("a"), "b") == "ab");
  REQUIRE(plus{}(std::string("a"), 'b') == "ab");
}
