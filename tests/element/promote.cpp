// SPDX-License-Identifier: BSL-1.0
#include <ravel/element/dtype.hpp>
#include <ravel/element/promote.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>

#include <string>

using namespace ravel;

namespace {

constexpr auto i4 = dtype::int32, i8 = dtype::int64, u4 = dtype::uint32, u8 = dtype::uint64, f4 = dtype::float32, f8 = dtype::float64,
               c8 = dtype::complex64, cc = dtype::complex128, no = dtype::other;

// Rows and columns: bool, int8 16 32 64, uint8 16 32 64, float, double, complex<float>, complex<double>.
constexpr dtype table[13][13] = {
    {i4, i4, i4, i4, i8, i4, i4, u4, u8, f4, f8, c8, cc},  // bool
    {i4, i4, i4, i4, i8, i4, i4, i8, no, f4, f8, c8, cc},  // int8
    {i4, i4, i4, i4, i8, i4, i4, i8, no, f4, f8, c8, cc},  // int16
    {i4, i4, i4, i4, i8, i4, i4, i8, no, f8, f8, cc, cc},  // int32
    {i8, i8, i8, i8, i8, i8, i8, i8, no, f8, f8, cc, cc},  // int64
    {i4, i4, i4, i4, i8, i4, i4, u4, u8, f4, f8, c8, cc},  // uint8
    {i4, i4, i4, i4, i8, i4, i4, u4, u8, f4, f8, c8, cc},  // uint16
    {u4, i8, i8, i8, i8, u4, u4, u4, u8, f8, f8, cc, cc},  // uint32
    {u8, no, no, no, no, u8, u8, u8, u8, f8, f8, cc, cc},  // uint64
    {f4, f4, f4, f8, f8, f4, f4, f8, f8, f4, f8, c8, cc},  // float
    {f8, f8, f8, f8, f8, f8, f8, f8, f8, f8, f8, cc, cc},  // double
    {c8, c8, c8, cc, cc, c8, c8, cc, cc, c8, cc, c8, cc},  // complex<float>
    {cc, cc, cc, cc, cc, cc, cc, cc, cc, cc, cc, cc, cc},  // complex<double>
};

template <class A, class B>
constexpr dtype promoted_dtype() {
  if constexpr (promotable<A, B>)
    return dtype_of<promote_t<A, B>>();
  else
    return dtype::other;
}

template <class A, class... Bs>
constexpr bool row_matches(support::type_list<Bs...>) {
  int column = 0;
  return ((promoted_dtype<A, Bs>() == table[static_cast<int>(dtype_of<A>())][column++]) && ...);
}

template <class... As>
constexpr bool table_matches(support::type_list<As...> all) {
  return (row_matches<As>(all) && ...);
}

static_assert(table_matches(support::element_types{}));

static_assert(std::is_same_v<promote_t<long long, int>, std::int64_t> && std::is_same_v<promote_t<long long>, std::int64_t>);
static_assert(std::is_same_v<promote_t<unsigned long long, unsigned char>, std::uint64_t>);
static_assert(std::is_same_v<promote_t<signed char, short>, std::int32_t>);
static_assert(!promotable<unsigned long long, int> && !promotable<long long, unsigned long>);
static_assert(!promotable<std::string, int> && !promotable<int, std::string> && !promotable<wchar_t, int> && !promotable<long double, int>);

// Scalars.
static_assert(std::is_same_v<weak_scalar_t<std::uint8_t, int>, std::uint8_t>);
static_assert(std::is_same_v<weak_scalar_t<std::uint8_t, bool>, std::uint8_t>);
static_assert(std::is_same_v<weak_scalar_t<std::uint8_t, double>, double> && std::is_same_v<weak_scalar_t<bool, long long>, std::int64_t>);
static_assert(std::is_same_v<weak_scalar_t<bool, bool>, bool> && std::is_same_v<weak_scalar_t<float, double>, float>);
static_assert(std::is_same_v<weak_scalar_t<float, std::uint64_t>, float>);
static_assert(std::is_same_v<weak_scalar_t<float, std::complex<double>>, std::complex<double>>);
static_assert(std::is_same_v<weak_scalar_t<std::complex<float>, double>, std::complex<float>>);
static_assert(std::is_same_v<weak_scalar_t<std::complex<float>, std::complex<double>>, std::complex<float>>);

// Sums.
static_assert(std::is_same_v<sum_t<bool>, std::int64_t> && std::is_same_v<sum_t<std::int8_t>, std::int64_t>);
static_assert(std::is_same_v<sum_t<std::uint8_t>, std::uint64_t> && std::is_same_v<sum_t<long long>, std::int64_t>);
static_assert(std::is_same_v<sum_t<float>, float> && std::is_same_v<sum_t<std::complex<float>>, std::complex<float>>);
static_assert(std::is_same_v<accumulator_t<float>, double> && std::is_same_v<accumulator_t<std::complex<float>>, std::complex<double>>);
static_assert(std::is_same_v<accumulator_t<std::uint16_t>, std::uint64_t> && std::is_same_v<accumulator_t<bool>, std::int64_t>);

}  // namespace

TEST_CASE("promotion does not depend on the order of the operands", "[element]") {
  for (int a = 0; a < 13; ++a) {
    for (int b = 0; b < a; ++b) CHECK(table[a][b] == table[b][a]);
  }
}

TEST_CASE("integers keep their value in the promoted type, and in double up to 32 bits", "[element]") {
  support::integer_types::each([]<class A>() {
    support::ordered_types::each([]<class B>() {
      if constexpr (promotable<A, B>) {
        using P = promote_t<A, B>;
        if constexpr (integer_element<P> || sizeof(A) < 8) {
          for (const A value : support::edges<A>()) {
            CAPTURE(value, name(dtype_of<P>()));
            const auto converted = detail::promoted<P>(value);
            if (static_cast<A>(converted) != value || (converted < 0) != (value < 0)) FAIL_CHECK();
          }
        }
      }
    });
  });
}

TEST_CASE("a value becomes complex by adding no imaginary part", "[element]") {
  REQUIRE(detail::promoted<std::complex<double>>(std::int8_t{-3}) == std::complex<double>(-3, 0));
  REQUIRE(detail::promoted<std::complex<double>>(std::complex<float>(1, 2)) == std::complex<double>(1, 2));
}
