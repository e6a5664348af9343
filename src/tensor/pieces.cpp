// SPDX-License-Identifier: BSL-1.0
// Tensors put together of others, for the elements of the closed set: what every call of pad and pieces would compile again.
#include <ravel/tensor/pieces.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API tensor<const T> put_together(const shape&, std::span<const piece<T>>, const T&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
