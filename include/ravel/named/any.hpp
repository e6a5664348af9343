// SPDX-License-Identifier: BSL-1.0
// reduce and einsum of tensors whose type is known at run time: each is the operation on tensors with their types, computed at once. Any
// thread may read the results.
#pragma once

#include <ravel/any/verbs.hpp>
#include <ravel/named/patterns.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace ravel {

namespace detail {

RAVEL_API any_tensor einsum_any(std::string_view subscripts, std::span<const any_tensor> operands);

template <class X>
any_tensor held_operand(const X& x) {
  return any_tensor(x);
}
template <std::derived_from<any_reader> X>
any_tensor held_operand(const X& x) {
  return x.as_tensor();
}

}  // namespace detail

// By a reducer or a function, whose type the program knows: it is visited by the type at hand.
template <detail::any_handle X, std::convertible_to<std::string_view> Pattern, class Reducer>
  requires requires(const tensor<const double>& t, const Pattern& pattern, const Reducer& by) { reduce(t, pattern, by); }
[[nodiscard]] any_tensor reduce(const X& x, const Pattern& pattern, const Reducer& by, const named_extents& sizes = {}) {
  return detail::visit_as_any("reduce", x,
                              [&](const auto& t) -> decltype(reduce(t, pattern, by, sizes)) { return reduce(t, pattern, by, sizes); });
}

// In the type of a sum of products of the operands' types together: integers in 64 bits.
template <class... Xs>
  requires(detail::any_handle<Xs> || ...)
[[nodiscard]] any_tensor einsum(std::string_view subscripts, const Xs&... operands) {
  const any_tensor held[] = {detail::held_operand(operands)...};
  return detail::einsum_any(subscripts, held);
}
// The number of operands is known at run time.
[[nodiscard]] inline any_tensor einsum(std::string_view subscripts, const std::vector<any_tensor>& operands) {
  return detail::einsum_any(subscripts, operands);
}

}  // namespace ravel
