// SPDX-License-Identifier: BSL-1.0
// pad for tensors of run-time type: a read-only view with margins.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/tensor/pad.hpp>

namespace ravel {

// Fills the margins with one value, which must fit the type with its fraction; or with zeros or empty strings.
RAVEL_API any_tensor pad(const detail::any_held& x, const margins& widths, const any_scalar& value);
RAVEL_API any_tensor pad(const detail::any_held& x, const margins& widths);

}  // namespace ravel
