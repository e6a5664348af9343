// SPDX-License-Identifier: BSL-1.0
#include <ravel/element/detail/for_each.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>

namespace {

template <class... Types>
struct collected {
  template <class T>
  using with = collected<Types..., T>;
};

template <class... Types>
constexpr int matches(support::type_list<Types...>, collected<Types...>) {
  return sizeof...(Types);
}

#define APPEND(T) ::with<T>
using integers = collected<> RAVEL_FOR_EACH_INTEGER(APPEND);
using ordered = collected<> RAVEL_FOR_EACH_ORDERED(APPEND);
using elements = collected<> RAVEL_FOR_EACH_ELEMENT(APPEND);
using keys = collected<> RAVEL_FOR_EACH_IN_SRC(APPEND);
using held = collected<> RAVEL_FOR_EACH_HELD(APPEND);
using integers_and_reals = collected<> RAVEL_FOR_EACH_INTEGER_OR_REAL(APPEND);
#undef APPEND

}  // namespace

TEST_CASE("the lists name each type of their kinds once, in one order", "[element]") {
  STATIC_REQUIRE(matches(support::integer_types{}, integers{}) == 8);
  STATIC_REQUIRE(matches(support::ordered_types{}, ordered{}) == 11);
  STATIC_REQUIRE(matches(support::element_types{}, elements{}) == 13);
  STATIC_REQUIRE(std::is_same_v<ordered, collected<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                                                   std::uint32_t, std::uint64_t, float, double>>);
  STATIC_REQUIRE(std::is_same_v<keys, elements::with<std::string>>);
  STATIC_REQUIRE(std::is_same_v<held, elements::with<ravel::float16>::with<ravel::bfloat16>::with<std::string>>);
  STATIC_REQUIRE(std::is_same_v<integers_and_reals, integers::with<float>::with<double>>);
}
