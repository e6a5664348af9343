// SPDX-License-Identifier: BSL-1.0
// Tensors made by a tag instead of a type: new memory, row-major.
#pragma once

#include <ravel/any/any_tensor.hpp>

namespace ravel {

RAVEL_API any_tensor zeros(dtype type, const shape& extents);
RAVEL_API any_tensor ones(dtype type, const shape& extents);
RAVEL_API any_tensor empty(dtype type, const shape& extents);  // elements are not set
// The value must fit, and have no more kinds of parts than the type: 2.5 is no int32.
RAVEL_API any_tensor full(dtype type, const shape& extents, const any_scalar& value);
RAVEL_API any_tensor eye(dtype type, index_arg n);
// start, start + step, … before stop, of integers and reals.
RAVEL_API any_tensor arange(dtype type, const any_scalar& start, const any_scalar& stop, const any_scalar& step = 1);
RAVEL_API any_tensor scalar_tensor(const any_scalar& value);

}  // namespace ravel
