// SPDX-License-Identifier: BSL-1.0
// when_empty{v} for any verb that reduces: if nothing is left of its operands, v is the result, and nothing is thrown. Holds nothing; the
// calling thread does all the work.
#pragma once

#include <ravel/lazy/map.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/when_empty.hpp>

#include <tuple>

namespace ravel::detail {

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
  return call_untold(
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
