// SPDX-License-Identifier: BSL-1.0
// Writing tensors whose types are known at run time: copy, fill, clone and their like. Where the types differ every element is cast with a
// check, so that one which does not fit is a type_error that names it; a fraction is cut off as cast does. Right when it reads what it
// writes. When reading throws, what was written stays.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/tensor/describe.hpp>

namespace ravel {

// The source stretches to the shape of the target, which can be written and shows no element twice.
RAVEL_API void copy(const detail::any_operand& source, const any_tensor& target);
// The value fits without a loss: 2.5 is no int32.
RAVEL_API void fill(const any_tensor& target, const any_scalar& value);
// Where the mask, of bools, is true.
RAVEL_API void copy_where(const any_tensor& mask, const detail::any_operand& source, const any_tensor& target);
// Fresh memory, row-major.
RAVEL_API any_tensor clone(const detail::any_data& x);
RAVEL_API bool is_contiguous(const any_tensor& x);
// The tensor itself if its elements stand one after the other in memory, and a copy if not.
RAVEL_API any_tensor contiguous(const detail::any_data& x);
RAVEL_API description describe(const any_tensor& x);

}  // namespace ravel
