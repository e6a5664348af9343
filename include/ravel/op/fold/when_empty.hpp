// SPDX-License-Identifier: BSL-1.0
// when_empty{v}: the result if there are no elements to make a result of. Without it that is an error, which names the window, group or
// line. Plain values.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/element/cast.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/detail/nan_policy.hpp>

#include <optional>
#include <tuple>

namespace ravel {

// The result for no elements, or for nothing but NaN under nan_policy::skip. Applies to a reader, a line along axes, a window, a group, a
// step or a cell of a table.
template <class V>
struct when_empty {
  V value;
};
template <class V>
when_empty(V) -> when_empty<V>;

// when_empty under a name for windows.
template <class V>
struct empty_windows {
  V value;
};
template <class V>
empty_windows(V) -> empty_windows<V>;
// when_empty under a name for the cells of a table.
template <class V>
struct empty_cells {
  V value;
};
template <class V>
empty_cells(V) -> empty_cells<V>;

namespace detail {

template <class Option>
inline constexpr bool says_when_empty =
    instance_of<Option, when_empty> || instance_of<Option, empty_windows> || instance_of<Option, empty_cells>;
template <class... Options>
inline constexpr bool told_when_empty = (says_when_empty<Options> || ...);

// The value of an option as a result type, which it must fit.
template <class Out, class V, template <class> class Option>
Out result_when_empty(const Option<V>& option) {
  constexpr bool fits = put_in_place_of<V, Out>;
  if constexpr (instance_of<Out, std::tuple>) {
    static_assert(fits, "of several reducers, when_empty{v} wants a value for each: when_empty{std::tuple(0.5, 0)}");
  } else if constexpr (std::same_as<Option<V>, empty_windows<V>>) {
    static_assert(fits, "empty_windows{v} wants a value of the type that the windows give: empty_windows{2}, not 2.5, of sums of integers");
  } else if constexpr (std::same_as<Option<V>, empty_cells<V>>) {
    static_assert(fits, "empty_cells{v} wants a value of the type of the cells: empty_cells{2}, not 2.5, of sums of integers");
  } else {
    static_assert(fits, "when_empty{v} wants a value of the type of the result: when_empty{2}, not 2.5, of sums of integers");
  }
  if constexpr (fits) {
    const value_for<Out> value = option.value;
    return static_cast<const Out&>(value);
  } else {
    return Out();
  }
}

// The value of the option, if it is among the options.
template <class Out, class... Options>
std::optional<Out> told_value([[maybe_unused]] const Options&... options) {
  static_assert((0 + ... + int{says_when_empty<Options>}) <= 1, "an option is given twice");
  std::optional<Out> told;
  [[maybe_unused]] const auto look = [&]<class Option>([[maybe_unused]] const Option& option) {
    if constexpr (says_when_empty<Option>) told.emplace(result_when_empty<Out>(option));
  };
  (look(options), ...);
  return told;
}

// call_without<when_empty_options>(f, options…) leaves out when_empty{v}.
struct when_empty_options;
template <class Option>
inline constexpr bool is_left_out<when_empty_options, Option> = says_when_empty<Option>;

// Calls work(), or gives the value of when_empty if there are no elements or none that count.
template <class Out, class Place, class Work>
Out result_or_told(const std::optional<Out>& told, bool empty, Place place, Work work) {
  if (!told) return at_place(place, work);
  if (empty) return *told;
  return at_place(place, [&]() -> Out {
    try {
      return work();
    } catch (const no_elements&) {
      return *told;
    }
  });
}

}  // namespace detail
}  // namespace ravel

namespace ravel::detail {

// when_empty{v} for any verb that reduces: if nothing is left of its operands, v is the result, and nothing is thrown. Holds nothing; the
// calling thread does all the work.

struct all_numbers {
  using is_pure = void;
  template <class... Ts>
  bool operator()(const Ts&... values) const {
    return !(is_nan{}(values) || ...);
  }
};

// True if a policy leaves nothing of a reader, or of readers side by side. Reads up to the first number.
template <class... Rs>
bool leaves_nothing(nan_policy policy, const Rs&... rs) {
  if (std::min({size_of(rs)...}) != std::max({size_of(rs)...})) return false;  // the operation reports different sizes
  if (std::min({size_of(rs)...}) == 0) return true;
  if constexpr ((may_be_nan<read_t<Rs>> || ...)) {
    if (policy != nan_policy::skip) return false;
    const auto there = map(all_numbers{}, borrowed_handle(rs)...);
    const reader<bool> numbers = there;
    return first_place(detail_access::node(numbers), [](bool is_number) { return is_number; }) < 0;
  }
  return false;
}

// Calls operation(options…), or gives the value of when_empty if nothing is left of the operands.
template <class Operation, class... Options, class... Rs>
auto unless_empty(const std::tuple<const Rs&...>& operands, Operation operation, const Options&... options) {
  return call_without<when_empty_options>(
      [&](const auto&... rest) {
        using result = std::remove_cvref_t<decltype(operation(rest...))>;
        const auto told = told_value<result>(options...);
        const nan_policy policy = option_or(nan_policy::keep, options...);
        const bool nothing = std::apply([&](const Rs&... rs) { return leaves_nothing(policy, rs...); }, operands);
        return result_or_told(
            told, nothing, [] { return std::string(); }, [&] { return result(operation(rest...)); });
      },
      options...);
}

template <class Option, class... Allowed>
concept told_among = among<Option, Allowed...> || says_when_empty<Option>;

}  // namespace ravel::detail
