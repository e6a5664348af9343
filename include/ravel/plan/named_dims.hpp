// SPDX-License-Identifier: BSL-1.0
// Changes of the dims of expressions that are recorded: expand, split, concat and stack mean what they mean of tensors with names. Each
// records views. Immutable; any thread may record.
#pragma once

#include <ravel/lazy/sources.hpp>
#include <ravel/plan/named.hpp>

namespace ravel {

// A dim with or without its length, which may be unknown: i, i(5) or planned_dim(i, n).
struct planned_dim {
  planned_dim(const dim& d) : of(d) {}
  planned_dim(const sized_dim& d) : of(d.of) {
    if (d.stated()) length = d.extent;
  }
  planned_dim(const dim& d, const planned_length& along) : of(d), length(along) {}

  dim of;
  std::optional<planned_length> length;
};

namespace detail {

RAVEL_API planned_named expanded_planned(const planned_named& e, const std::vector<planned_dim>& by);
RAVEL_API planned_named concat_planned(const dim& along, const std::vector<planned_named_operand>& parts);
RAVEL_API planned_named stack_planned(const dim& along, const std::vector<planned_named_operand>& parts);

// Their elements belong to what they hold.
template <std::ranges::range X>
  requires planned_named_handle<std::ranges::range_value_t<X>>
inline constexpr bool range_of_readers<X> = true;

}  // namespace detail

// Dims that e does not have, with their lengths.
template <detail::planned_named_handle E, std::convertible_to<planned_dim>... Dims>
[[nodiscard]] planned_named expand(const E& e, const Dims&... by) {
  return detail::expanded_planned(e, {planned_dim(by)...});
}
// Parts of a dim, one after the other, each with a dim of its own. Their lengths add up; one may be left out.
[[nodiscard]] RAVEL_API std::vector<planned_named> split(const planned_named& e, const dim& d, std::vector<planned_dim> parts);

// One after the other along a new dim, each by the one dim that no other part has.
template <class... Es>
  requires detail::planned_named_among<Es...>
[[nodiscard]] planned_named concat(const dim& along, const Es&... parts) {
  return detail::concat_planned(along, {detail::planned_named_operand(parts)...});
}
[[nodiscard]] inline planned_named concat(const dim& along, const std::vector<planned_named>& parts) {
  return detail::concat_planned(along, {parts.begin(), parts.end()});
}
// A new dim that numbers the parts.
template <class... Es>
  requires detail::planned_named_among<Es...>
[[nodiscard]] planned_named stack(const dim& along, const Es&... parts) {
  return detail::stack_planned(along, {detail::planned_named_operand(parts)...});
}
[[nodiscard]] inline planned_named stack(const dim& along, const std::vector<planned_named>& parts) {
  return detail::stack_planned(along, {parts.begin(), parts.end()});
}

}  // namespace ravel
