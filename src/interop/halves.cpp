// SPDX-License-Identifier: BSL-1.0
// Half floats as floats.
#include <ravel/interop/detail/halves.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel::detail {

template <half_element T>
any_tensor as_floats(const tensor<const T>& halves) {
  return tensor<const float>(map([](T half) -> float { return half; }, halves));
}
template any_tensor as_floats(const tensor<const float16>&);
template any_tensor as_floats(const tensor<const bfloat16>&);

}  // namespace ravel::detail
