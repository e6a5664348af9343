// SPDX-License-Identifier: BSL-1.0
// Converts other libraries' half floats to the requested type. Stateless.
#pragma once

#include <ravel/any/any_tensor.hpp>

namespace ravel::detail {

// Gives half floats as float if T is float; everything else unchanged.
template <class T>
any_tensor asked_for(const any_tensor& x) {
  if constexpr (std::same_as<T, float>) return any_tensor_access::numbers(x);
  return x;
}

}  // namespace ravel::detail
