// SPDX-License-Identifier: BSL-1.0
// Orders values that may differ from themselves: NaN of any floating type, and users' values with a false x == x. They come last and are
// one key. Pairs, tuples, arrays and optionals are compared part by part by the same rule. Plain functions.
#pragma once

#include <ravel/element/detail/compare.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/element/types.hpp>

#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace ravel::detail {

// Types whose parts are compared one after the other.
template <class T>
inline constexpr bool is_optional = instance_of<T, std::optional>;
template <class T>
inline constexpr bool is_array = false;
template <class T, std::size_t N>
inline constexpr bool is_array<std::array<T, N>> = true;
template <class T>
inline constexpr bool has_parts = is_optional<T> || is_array<T> || instance_of<T, std::pair> || instance_of<T, std::tuple>;

// True if x == x holds for every value, or there is no ==, or it compares addresses. For a user's type, only the value tells.
template <class T>
inline constexpr bool equals_itself_always = std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T> || std::is_array_v<T> ||
                                             has_whole_ticks<T> || !std::equality_comparable<T>;
template <class C, class Traits, class A>
inline constexpr bool equals_itself_always<std::basic_string<C, Traits, A>> = true;
template <class C, class Traits>
inline constexpr bool equals_itself_always<std::basic_string_view<C, Traits>> = true;
template <class T>
inline constexpr bool equals_itself_always<std::optional<T>> = equals_itself_always<T>;
template <class T, std::size_t N>
inline constexpr bool equals_itself_always<std::array<T, N>> = equals_itself_always<T>;
template <class A, class B>
inline constexpr bool equals_itself_always<std::pair<A, B>> = equals_itself_always<A> && equals_itself_always<B>;
template <class... Ts>
inline constexpr bool equals_itself_always<std::tuple<Ts...>> = (equals_itself_always<Ts> && ...);

// Values with a part that may differ from itself still have a place in the order, by their other parts.
template <class T>
concept compared_by_parts = has_parts<T> && !equals_itself_always<T>;
template <class T>
concept may_differ_from_itself = !has_parts<T> && !equals_itself_always<T>;
template <class T>
constexpr bool differs_from_itself(const T& value) {
  if constexpr (may_differ_from_itself<T>) return !static_cast<bool>(value == value);
  return false;
}

template <class T>
inline constexpr bool counts_floating_ticks = false;
template <time_element T>
inline constexpr bool counts_floating_ticks<T> = real_element<ticks_t<T>>;
// Real or complex elements, half floats, long double, and times that count in floating ticks.
template <class T>
concept may_be_nan = std::floating_point<T> || complex_element<T> || half_element<T> || counts_floating_ticks<T>;

// Calls f(part of a, part of b) for each part in turn, while it gives true. Both optionals hold a value.
template <class T, class F>
constexpr bool while_parts(const T& a, const T& b, F f) {
  if constexpr (is_optional<T>) {
    return f(*a, *b);
  } else if constexpr (is_array<T>) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!f(a[i], b[i])) return false;
    }
    return true;
  } else {
    return [&]<std::size_t... part>(std::index_sequence<part...>) {
      return (f(std::get<part>(a), std::get<part>(b)) && ...);
    }(std::make_index_sequence<std::tuple_size_v<T>>());
  }
}

// The order of sort, in either direction: a value that differs from itself comes last in both.
template <class T>
constexpr bool comes_before(const T& a, const T& b, bool descending) {
  if constexpr (compared_by_parts<T>) {
    if constexpr (is_optional<T>) {
      if (!a || !b) return descending ? a.has_value() && !b.has_value() : !a.has_value() && b.has_value();
    }
    bool before = false;
    while_parts(a, b, [&](const auto& x, const auto& y) {
      before = comes_before(x, y, descending);
      return !before && !comes_before(y, x, descending);
    });
    return before;
  } else {
    if (differs_from_itself(a)) return false;
    if (differs_from_itself(b)) return true;
    return static_cast<bool>(descending ? less{}(b, a) : less{}(a, b));
  }
}

// The same ascending, also between types.
struct sorted_before {
  template <class A, class B>
    requires std::invocable<less, const A&, const B&>
  bool operator()(const A& a, const B& b) const {
    if constexpr (std::same_as<A, B>) {
      return comes_before(a, b, false);
    } else {
      if (differs_from_itself(a)) return false;
      if (differs_from_itself(b)) return true;
      return static_cast<bool>(less{}(a, b));
    }
  }
};

// True if two keys are one. A value that differs from itself is a key like others, and can be found again.
template <class K>
constexpr bool same_key(const K& a, const K& b) {
  if constexpr (compared_by_parts<K>) {
    if constexpr (is_optional<K>) {
      if (!a || !b) return a.has_value() == b.has_value();
    }
    return while_parts(a, b, [](const auto& x, const auto& y) { return same_key(x, y); });
  } else {
    return static_cast<bool>(a == b) || (differs_from_itself(a) && differs_from_itself(b));
  }
}

}  // namespace ravel::detail
