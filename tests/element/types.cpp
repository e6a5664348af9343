// SPDX-License-Identifier: BSL-1.0
#include <ravel/element/types.hpp>

#include <support/catch.hpp>

#include <string>

using namespace ravel;

namespace {

template <class T, element_kind Kind, class Canonical>
constexpr bool is() {
  return kind_v<T> == Kind && std::is_same_v<canonical_t<T>, Canonical> && element<T> &&
         boolean_element<T> == (Kind == element_kind::boolean) && integer_element<T> == (Kind == element_kind::integer) &&
         real_element<T> == (Kind == element_kind::real) && complex_element<T> == (Kind == element_kind::complex) &&
         is_complex_v<T> == complex_element<T>;
}

constexpr auto integer = element_kind::integer;

static_assert(is<bool, element_kind::boolean, bool>());
static_assert(is<signed char, integer, std::int8_t>() && is<unsigned char, integer, std::uint8_t>());
static_assert(is<char, integer, std::conditional_t<std::is_signed_v<char>, std::int8_t, std::uint8_t>>());
static_assert(is<short, integer, std::int16_t>() && is<unsigned short, integer, std::uint16_t>());
static_assert(is<int, integer, std::int32_t>() && is<unsigned, integer, std::uint32_t>());
static_assert(is<long, integer, std::int64_t>() && is<unsigned long, integer, std::uint64_t>());
static_assert(is<long long, integer, std::int64_t>() && is<unsigned long long, integer, std::uint64_t>());
static_assert(is<float, element_kind::real, float>() && is<double, element_kind::real, double>());
static_assert(is<std::complex<float>, element_kind::complex, std::complex<float>>());
static_assert(is<std::complex<double>, element_kind::complex, std::complex<double>>());

enum class colour : int {};
template <class... T>
constexpr bool none_is_element = !(element<T> || ...) && (std::is_same_v<canonical_t<T>, T> && ...);
static_assert(none_is_element<wchar_t, char8_t, char16_t, char32_t, __int128, long double, std::complex<long double>>);
static_assert(none_is_element<colour, std::string, int*>);
static_assert(none_is_element<const int, int&, const double>, "an element type is a plain value type");

static_assert(signed_element<char> == std::is_signed_v<char> && signed_element<long long> && !signed_element<unsigned>);
static_assert(!signed_element<double> && !signed_element<bool>);
static_assert(unsigned_element<std::uint8_t> && !unsigned_element<bool> && !unsigned_element<int>);
static_assert(element_kind::boolean < element_kind::integer && element_kind::integer < element_kind::real &&
              element_kind::real < element_kind::complex);
static_assert(std::is_same_v<real_of_t<std::complex<float>>, float> && std::is_same_v<real_of_t<int>, int>);

}  // namespace

TEST_CASE("canonical integers keep width and sign", "[element]") {
  REQUIRE(sizeof(canonical_t<long long>) == sizeof(long long));
  REQUIRE(std::is_signed_v<canonical_t<char>> == std::is_signed_v<char>);
}
