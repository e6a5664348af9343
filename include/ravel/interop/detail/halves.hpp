// SPDX-License-Identifier: BSL-1.0
// Half floats beside handles of run-time types, which do not hold them. Stateless.
#pragma once

#include <ravel/any/any_tensor.hpp>

namespace ravel::detail {

// The floats that they are, each as it is read.
template <half_element T>
any_tensor as_floats(const tensor<const T>& halves);

}  // namespace ravel::detail
