// SPDX-License-Identifier: BSL-1.0
// concat and stack of tensors whose types are known at run time: put together of pieces, nothing is copied. One type stays, different ones
// meet as in arithmetic; the result can only be read.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/tensor/concat.hpp>

namespace ravel {

namespace detail {

// A list of handles owns what they share.
template <std::ranges::range X>
  requires any_handle<std::ranges::range_value_t<X>>
inline constexpr bool range_of_readers<X> = true;

}  // namespace detail

RAVEL_API any_tensor concat(along axis, std::span<const any_tensor> parts);
RAVEL_API any_tensor stack(along axis, std::span<const any_tensor> parts);

// Tensors with types may stand among them.
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
