// SPDX-License-Identifier: BSL-1.0
// concat(i, a(i1, k), b(i2, k)) puts expressions one after the other along a new dim: of each the one dim that no other has, of any extent.
// stack(i, a(k), b(k)) makes a dim of which expression it is. Nothing is copied; the parts meet over the union of the other dims.
#pragma once

#include <ravel/named/elementwise.hpp>
#include <ravel/tensor/concat.hpp>

namespace ravel {

namespace detail {

// The dims that all parts share, with those that only one has taken out, which are given for each part.
struct joined_parts {
  loops shared;
  shape positional;
  loops own;
};
RAVEL_API joined_parts plan_concat(const dim& along, const std::vector<const form*>& parts);
RAVEL_API joined_parts plan_stack(const dim& along, const std::vector<const form*>& parts);

// Over the shared loops, and then its own one.
template <class T>
tensor<const T> part_over(const named<T>& part, const joined_parts& plan, std::size_t k) {
  loops axes = plan.shared;
  if (!plan.own.empty()) axes.push_back(plan.own[k]);
  return stretched_out(part.lower({axes, plan.positional}), shape_of(axes, plan.positional));
}

template <class T>
named<T> joined_along(const dim& along, const std::vector<named<T>>& parts, const joined_parts& plan) {
  tensors<T> all;
  for (std::size_t k = 0; k < parts.size(); ++k) all.push_back(part_over(parts[k], plan, k));
  std::vector<dim> labels = names(plan.shared);
  const auto axis = static_cast<index_t>(labels.size());
  labels.push_back(along);
  return bound<T>({plan.own.empty() ? stack_tensors<T>(std::move(all), axis) : concat_tensors<T>(all, axis), labels});
}

template <class T>
std::vector<const form*> forms_of(const std::vector<named<T>>& parts) {
  std::vector<const form*> all;
  for (const named<T>& part : parts) all.push_back(&part.of());
  return all;
}

template <class... Es>
concept joinable_named = (named_operand<Es> && ...) && requires { typename joined_element_t<named_value_t<Es>...>; };

}  // namespace detail

template <class... Es>
  requires detail::joinable_named<Es...>
auto concat(const dim& along, const Es&... parts) {
  using T = detail::joined_element_t<detail::named_value_t<Es>...>;
  const std::vector<named<T>> given{detail::as_elements<T>(parts)...};
  return detail::joined_along<T>(along, given, detail::plan_concat(along, detail::forms_of(given)));
}

template <class... Es>
  requires detail::joinable_named<Es...>
auto stack(const dim& along, const Es&... parts) {
  using T = detail::joined_element_t<detail::named_value_t<Es>...>;
  const std::vector<named<T>> given{detail::as_elements<T>(parts)...};
  return detail::joined_along<T>(along, given, detail::plan_stack(along, detail::forms_of(given)));
}

}  // namespace ravel
