// SPDX-License-Identifier: BSL-1.0
// Tensors made of pieces, compiled once for the closed set of element types.
#include <ravel/tensor/pieces.hpp>

namespace ravel::detail {

#define RAVEL_INSTANTIATE(T) template RAVEL_API tensor<const T> put_together(const shape&, std::span<const piece<T>>, const T&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
