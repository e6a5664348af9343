// SPDX-License-Identifier: BSL-1.0
// Dims of expressions whose type is known at run time: dims_of, has_dim, extent, expand, rename, split, concat and stack mean what they
// mean of expressions with a type. The results own what they look at; any thread may read them.
#pragma once

#include <ravel/named/any_named.hpp>
#include <ravel/named/concat.hpp>
#include <ravel/named/extents.hpp>

#include <vector>

namespace ravel {

namespace detail {

extern template RAVEL_API any_named expanded(const any_named&, const std::vector<sized_dim>&);
extern template RAVEL_API any_named renamed(const any_named&, const dim&, const dim&);
extern template RAVEL_API std::vector<any_named> split_along(const any_named&, const dim&, std::vector<sized_dim>);
extern template RAVEL_API any_named joined_along(const std::vector<any_named>&, const joined_parts&);
inline any_named concat_any(const dim& along, const std::vector<any_named>& parts) {
  return joined_along(parts, plan_concat(along, forms_of(parts)));
}
inline any_named stack_any(const dim& along, const std::vector<any_named>& parts) {
  return joined_along(parts, plan_stack(along, forms_of(parts)));
}

// Their elements belong to what they hold.
template <std::ranges::range X>
  requires any_named_handle<std::ranges::range_value_t<X>>
inline constexpr bool range_of_readers<X> = true;

}  // namespace detail

template <detail::any_named_handle E>
[[nodiscard]] std::vector<dim> dims_of(const E& e) {
  return detail::names(e.of().dims);
}
template <detail::any_named_handle E>
[[nodiscard]] bool has_dim(const E& e, const dim& d) {
  return e.of().find(d) != nullptr;
}
template <detail::any_named_handle E>
[[nodiscard]] index_t extent(const E& e, const dim& d) {
  return detail::stated_extent(e.of(), d);
}

// Dims that e does not have, with their extents.
template <detail::any_named_handle E, std::convertible_to<sized_dim>... Dims>
[[nodiscard]] any_named expand(const E& e, const Dims&... by) {
  return detail::expanded<any_named>(e, {sized_dim(by)...});
}
// The same with another dim in the place of one.
template <detail::any_named_handle E>
[[nodiscard]] any_named rename(const E& e, const dim& from, const dim& to) {
  return detail::renamed<any_named>(e, from, to);
}
// Parts of a dim, one after the other, each with a dim of its own.
template <detail::any_named_handle E>
[[nodiscard]] std::vector<any_named> split(const E& e, const dim& d, std::vector<sized_dim> parts) {
  return detail::split_along<any_named>(e, d, std::move(parts));
}

// One type stays, different ones meet as in arithmetic.
[[nodiscard]] inline any_named concat(const dim& along, const std::vector<any_named>& parts) { return detail::concat_any(along, parts); }
[[nodiscard]] inline any_named stack(const dim& along, const std::vector<any_named>& parts) { return detail::stack_any(along, parts); }
template <class... Es>
  requires(detail::any_named_among<Es...> && (detail::any_named_source<Es> && ...))
[[nodiscard]] any_named concat(const dim& along, const Es&... parts) {
  return detail::concat_any(along, {any_named(parts)...});
}
template <class... Es>
  requires(detail::any_named_among<Es...> && (detail::any_named_source<Es> && ...))
[[nodiscard]] any_named stack(const dim& along, const Es&... parts) {
  return detail::stack_any(along, {any_named(parts)...});
}

}  // namespace ravel
