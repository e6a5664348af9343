// SPDX-License-Identifier: BSL-1.0
// REQUIRE_EQUAL(a, b): two sequences (tensors, readers, vectors, a list in braces on the right) have one shape, one element type and equal
// elements, in that order. A vector or a list has no shape, and only types of Ravel's have an element type to compare. The macro prints the
// first difference. == on readers compares lazily and is no truth value. NaN is equal to NaN here.
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

// As text; empty where there is none.
template <class A>
std::string shape_of(const A& a) {
  if constexpr (requires { to_string(a.shape()); }) {
    return to_string(a.shape());
  } else {
    return {};
  }
}
template <class A, class B>
bool same_shapes(const A& a, const B& b) {
  const std::string shape_a = shape_of(a), shape_b = shape_of(b);
  return shape_a == shape_b || shape_a.empty() || shape_b.empty();
}

template <class A>
concept typed = requires(const A& a) {
  typename A::value_type;
  a.dtype();
};

// Users' types have one dtype, so the types themselves are compared, too; long and long long are one.
template <typed A, typed B>
bool same_types(const A& a, const B& b) {
  using S = typename A::value_type;
  using T = typename B::value_type;
  return a.dtype() == b.dtype() && (std::same_as<S, T> || (std::integral<S> && std::integral<T>));
}

std::string shapes_differ(const std::string& a, const std::string& b);
std::string types_differ(const std::string& a, const std::string& b);
std::string sizes_differ(std::int64_t a, std::int64_t b);
std::string elements_differ(std::int64_t at, const std::string& a, const std::string& b);

}  // namespace detail

// What is the first thing in which they differ? Empty when there is none.
template <class A, class B>
std::string first_difference(const A& a, const B& b) {
  using Catch::Detail::stringify;
  if (!detail::same_shapes(a, b)) return detail::shapes_differ(detail::shape_of(a), detail::shape_of(b));
  if constexpr (detail::typed<A> && detail::typed<B>) {
    if (!detail::same_types(a, b)) return detail::types_differ(to_string(a.dtype()), to_string(b.dtype()));
  }
  const auto size_a = static_cast<std::int64_t>(a.size()), size_b = static_cast<std::int64_t>(b.size());
  if (size_a != size_b) return detail::sizes_differ(size_a, size_b);
  for (std::int64_t i = 0; i < size_a; ++i) {
    const auto x = detail::element_at(a, i);
    const auto y = detail::element_at(b, i);
    if (!detail::equal_values(x, y)) return detail::elements_differ(i, stringify(x), stringify(y));
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

// The assertions behind the macros below, compiled once.
void require_same(const std::string& difference, const char* what, const Catch::SourceLineInfo& where);
void check_same(const std::string& difference, const char* what, const Catch::SourceLineInfo& where);

}  // namespace support

#define REQUIRE_EQUAL(...) support::require_same(support::first_difference(__VA_ARGS__), #__VA_ARGS__, CATCH_INTERNAL_LINEINFO)
#define CHECK_EQUAL(...) support::check_same(support::first_difference(__VA_ARGS__), #__VA_ARGS__, CATCH_INTERNAL_LINEINFO)
