// SPDX-License-Identifier: BSL-1.0
// Several tensors as the value of one step: a tensor of the shape of the first, whose node owns them all. Immutable; any thread may read.
#pragma once

#include <ravel/any/any_tensor.hpp>

#include <vector>

namespace ravel::detail {

any_tensor bundle_of(std::vector<any_tensor> parts);
// Refers into the bundle.
const std::vector<any_tensor>& parts_of(const any_tensor& bundle);
void parts_of(any_tensor&& bundle) = delete;  // the parts would outlive it

}  // namespace ravel::detail
