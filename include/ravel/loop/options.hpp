// SPDX-License-Identifier: BSL-1.0
// Options of eager operations. Each is a value with its own type. They follow the data, the required arguments and the axis, in any order,
// each at most once. A bare integer is never an option: beside a tensor it is an axis.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/reader/concept.hpp>

#include <tuple>

namespace ravel {

// How NaN is treated: it reaches the result, is left out, or is a value_error.
enum class nan_policy : unsigned char { keep, skip, refuse };

// variance(x, ddof{1}) divides by one less than the number of elements.
struct ddof {
  index_arg value = 0;
};

// sum(t, {0}, keep): the worked axes stay, with extent 1.
struct keep_t {};
// An option: sum(t, {0}, keep) keeps the worked axes, with extent 1.
inline constexpr keep_t keep{};

enum class sort_order : unsigned char { ascending, descending };  // equal elements keep their order in both; NaN comes last

// The order of groups: by first appearance of their keys, or sorted by key.
enum class group_order : unsigned char { first_seen, sorted };

// inner: matching pairs. left: also all rows of the left. outer: also all rows of both. semi: left rows with a partner. anti: left rows
// without one.
enum class join_kind : unsigned char { inner, left, outer, semi, anti };

namespace detail {

template <class Option, class... Allowed>
concept among = (std::same_as<Option, Allowed> || ...);

// The given option of that type, or `otherwise` if there is none.
template <class Option, class... Given>
constexpr Option option_or(Option otherwise, const Given&... given) {
  static_assert((0 + ... + int{std::same_as<Option, Given>}) <= 1, "an option is given twice");
  [[maybe_unused]] const auto look = [&](const auto& one) {
    if constexpr (std::same_as<Option, std::remove_cvref_t<decltype(one)>>) otherwise = one;
  };
  (look(given), ...);
  return otherwise;
}

// All of these options, given in any order. One that is not given has its default, which is its first value.
template <class... All, class... Given>
constexpr std::tuple<All...> every_option(const Given&... given) {
  return {option_or(All{}, given...)...};
}

// The given option of that type, which must be there.
template <class Option, class First, class... More>
const Option& given_option(const First& first, const More&... more) {
  if constexpr (std::same_as<Option, First>) {
    return first;
  } else {
    return given_option<Option>(more...);
  }
}

template <class Option, class... Given>
constexpr bool given_once() {
  constexpr int times = (0 + ... + int{std::same_as<Option, Given>});
  static_assert(times <= 1, "an option is given twice");
  return times == 1;
}
template <class Option, class... Given>
inline constexpr bool is_given = given_once<Option, Given...>();

// True if call_without<Option> leaves out arguments of this type: those of type Option, or of a group of options, which specialises it.
template <class Option, class Argument>
inline constexpr bool is_left_out = std::same_as<Option, Argument>;
// Calls f with the other arguments.
template <class Option, class F>
auto call_without(F f) {
  return f();
}
template <class Option, class F, class First, class... More>
auto call_without(F f, const First& first, const More&... more) {
  if constexpr (is_left_out<Option, First>) {
    return call_without<Option>(f, more...);
  } else {
    return call_without<Option>([&](const auto&... rest) { return f(first, rest...); }, more...);
  }
}

// An input without a shape: elements on one line.
template <class R>
concept line_input = input<R> && !shaped<R>;

}  // namespace detail
}  // namespace ravel
