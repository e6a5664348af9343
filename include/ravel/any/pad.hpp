// SPDX-License-Identifier: BSL-1.0
// pad of tensors whose types are known at run time: a view with margins, which can only be read.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/tensor/pad.hpp>

namespace ravel {

// Filled with one value, which must fit the type with its fraction; with zeros, or words without letters; or with what the tensor itself
// has.
RAVEL_API any_tensor pad(const detail::any_held& x, const margins& widths, const any_scalar& value);
RAVEL_API any_tensor pad(const detail::any_held& x, const margins& widths);
RAVEL_API any_tensor pad(const detail::any_held& x, const margins& widths, pad_mode mode);

}  // namespace ravel
