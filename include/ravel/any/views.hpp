// SPDX-License-Identifier: BSL-1.0
// Views of tensors of run-time type are those of <ravel/tensor/views.hpp>; concat, stack and pad are those of <ravel/tensor/concat.hpp>.
// None copies. broadcast, tile, windows and stretch are read-only, and so is what is made of several parts. Parts of one type keep it;
// other types are promoted as in arithmetic.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

[[nodiscard]] inline std::vector<any_tensor> split(const any_reader& x, index_arg axis, const ints& counts) {
  return split(x.as_tensor(), axis, counts);
}

// True if a shows elements that b holds.
[[nodiscard]] inline bool is_view_of(const any_tensor& a, const any_tensor& b) {
  return a.dtype() == b.dtype() && detail::is_view_of(any_tensor_access::node(a), any_tensor_access::node(b));
}

namespace detail {

// A list of handles, whose elements share ownership.
template <std::ranges::range X>
  requires any_handle<std::ranges::range_value_t<X>>
inline constexpr bool range_of_readers<X> = true;

}  // namespace detail

RAVEL_API any_tensor concat(along axis, std::span<const any_tensor> parts);
RAVEL_API any_tensor stack(along axis, std::span<const any_tensor> parts);

// Typed tensors may be among the parts.
template <class... Parts>
  requires detail::any_among<Parts...>
any_tensor concat(along axis, const Parts&... parts) {
  const any_tensor list[] = {parts...};
  return concat(axis, std::span<const any_tensor>(list));
}
template <class... Parts>
  requires detail::any_among<Parts...>
any_tensor stack(along axis, const Parts&... parts) {
  const any_tensor list[] = {parts...};
  return stack(axis, std::span<const any_tensor>(list));
}

// Fills the margins with one value, which must fit the type with its fraction; or with zeros or empty strings.
RAVEL_API any_tensor pad(const detail::any_held& x, const margins& widths, const any_scalar& value);
RAVEL_API any_tensor pad(const detail::any_held& x, const margins& widths);

}  // namespace ravel
