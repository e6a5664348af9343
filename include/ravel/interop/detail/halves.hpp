// SPDX-License-Identifier: BSL-1.0
// Half floats of others as the type that is asked for. Stateless.
#pragma once

#include <ravel/any/any_tensor.hpp>

namespace ravel::detail {

// Half floats are floats where somebody asks for these; everything else is what it is.
template <class T>
any_tensor asked_for(const any_tensor& x) {
  if constexpr (std::same_as<T, float>) return any_tensor_access::numbers(x);
  return x;
}

}  // namespace ravel::detail
