// SPDX-License-Identifier: BSL-1.0
// matmul, dot and outer of tensors whose types are known at run time, as of tensors with a type.
#pragma once

#include <ravel/any/any_tensor.hpp>

namespace ravel {

RAVEL_API any_tensor matmul(const detail::any_data& a, const detail::any_data& b);
// Of two vectors the sum of products, with rank 0; of matrices and vectors what matmul gives.
RAVEL_API any_tensor dot(const detail::any_data& a, const detail::any_data& b);
RAVEL_API any_tensor outer(const detail::any_data& a, const detail::any_data& b);

}  // namespace ravel
