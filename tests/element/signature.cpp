// SPDX-License-Identifier: BSL-1.0
#include <ravel/element/detail/signature.hpp>

#include <chrono>
#include <functional>
#include <string>

#include <support/catch.hpp>

using ravel::detail::keeps_every_value;
using ravel::detail::parameters_keep;
using ravel::detail::signature;

template <class F, class... Values>
constexpr bool keeps = parameters_keep<typename signature<F>::parameters, Values...>;

TEST_CASE("a parameter holds every value of the types that promote to it") {
  STATIC_REQUIRE(keeps_every_value<int, double>());
  STATIC_REQUIRE(keeps_every_value<std::int64_t, double>());
  STATIC_REQUIRE(keeps_every_value<float, double>());
  STATIC_REQUIRE(keeps_every_value<std::uint8_t, int>());
  STATIC_REQUIRE(keeps_every_value<bool, int>());
  STATIC_REQUIRE(keeps_every_value<double, std::complex<double>>());
  STATIC_REQUIRE(keeps_every_value<int, long double>());
  STATIC_REQUIRE(keeps_every_value<std::string, std::string_view>());
  STATIC_REQUIRE(keeps_every_value<ravel::float16, float>());
  STATIC_REQUIRE(!keeps_every_value<double, float>());
  STATIC_REQUIRE(!keeps_every_value<double, std::complex<float>>());
  STATIC_REQUIRE(!keeps_every_value<long double, double>());
  STATIC_REQUIRE(!keeps_every_value<double, int>());
  STATIC_REQUIRE(!keeps_every_value<int, bool>());
  STATIC_REQUIRE(!keeps_every_value<std::int64_t, int>());
  STATIC_REQUIRE(!keeps_every_value<std::int64_t, std::uint64_t>());
  STATIC_REQUIRE(!keeps_every_value<ravel::float16, int>());
  using seconds = std::chrono::duration<std::int64_t>;
  STATIC_REQUIRE(!keeps_every_value<seconds, std::chrono::duration<int>>());
  STATIC_REQUIRE(keeps_every_value<seconds, std::chrono::duration<double>>());
}

TEST_CASE("parameters are read of functions, lambdas and objects of the standard library, but not of templates") {
  const auto narrow = [](int) {};
  const auto by_default = [](double, int = 3) {};
  const auto generic = [](const auto&) {};
  STATIC_REQUIRE(!keeps<std::remove_const_t<decltype(narrow)>, double>);
  STATIC_REQUIRE(keeps<std::remove_const_t<decltype(narrow)>, std::int16_t>);
  STATIC_REQUIRE(keeps<std::remove_const_t<decltype(by_default)>, double>);
  STATIC_REQUIRE(keeps<std::remove_const_t<decltype(generic)>, double>);
  STATIC_REQUIRE(!keeps<std::greater<int>, double, double>);
  STATIC_REQUIRE(keeps<std::greater<>, double, double>);
  STATIC_REQUIRE(!keeps<std::function<bool(float)>, double>);
  STATIC_REQUIRE(!keeps<bool (*)(int), double>);
  STATIC_REQUIRE(!keeps<bool (*)(const int&) noexcept, double>);
}
