// SPDX-License-Identifier: BSL-1.0
// concat and stack for tensors of run-time type. Nothing is copied. Parts of one type keep it; other types are promoted as in arithmetic.
// The result is read-only.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/tensor/concat.hpp>

namespace ravel {

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

}  // namespace ravel
