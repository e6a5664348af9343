// SPDX-License-Identifier: BSL-1.0
// REQUIRE_EQUAL(a, b): two sequences (readers, vectors, a list in braces on the right) have one size and equal elements, in that order.
// What differs first is printed. == on readers compares lazily and is no truth value. NaN is equal to NaN here.
#pragma once

#include <support/catch.hpp>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

namespace support {

namespace detail {

template <class A>
auto element_at(const A& a, std::int64_t i) {
  if constexpr (requires { typename A::size_type; }) {
    return a[static_cast<typename A::size_type>(i)];
  } else {
    return a[i];
  }
}

template <class A>
using element_of = decltype(element_at(std::declval<const A&>(), 0));

template <class A, class B>
bool equal_values(const A& a, const B& b) {
  if constexpr (std::integral<A> && std::integral<B> && std::is_signed_v<A> != std::is_signed_v<B>) {
    return std::cmp_equal(+a, +b);
  } else {
    return a == b || (a != a && b != b);
  }
}

}  // namespace detail

// What is the first thing in which they differ? Empty when there is none.
template <class A, class B>
std::string first_difference(const A& a, const B& b) {
  using Catch::Detail::stringify;
  const auto size_a = static_cast<std::int64_t>(a.size()), size_b = static_cast<std::int64_t>(b.size());
  if (size_a != size_b) return "sizes " + std::to_string(size_a) + " and " + std::to_string(size_b);
  for (std::int64_t i = 0; i < size_a; ++i) {
    const auto x = detail::element_at(a, i);
    const auto y = detail::element_at(b, i);
    if (!detail::equal_values(x, y)) return "element " + std::to_string(i) + ": " + stringify(x) + " and " + stringify(y);
  }
  return {};
}

template <class A>
std::string first_difference(const A& a, std::initializer_list<detail::element_of<A>> b) {
  struct listed {
    const detail::element_of<A>* data;
    std::size_t count;
    std::size_t size() const { return count; }
    const detail::element_of<A>& operator[](std::int64_t i) const { return data[i]; }
  };
  return first_difference(a, listed{b.begin(), b.size()});
}

}  // namespace support

#define SUPPORT_EQUAL(assertion, ...)                        \
  do {                                                       \
    INFO("comparing " #__VA_ARGS__);                         \
    assertion(support::first_difference(__VA_ARGS__) == ""); \
  } while (false)

#define REQUIRE_EQUAL(...) SUPPORT_EQUAL(REQUIRE, __VA_ARGS__)
#define CHECK_EQUAL(...) SUPPORT_EQUAL(CHECK, __VA_ARGS__)
