// SPDX-License-Identifier: BSL-1.0
// Slabs of tensors: parts cut along the first axes, small enough to stay in the cache. One thread.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/walk/node.hpp>

#include <span>

namespace ravel::detail {

inline constexpr index_t slab_elements = index_t{1} << 17;

// Calls f with the same part of each tensor, for parts of at most `most` elements, in row-major order. All tensors have one shape.
using tensor_parts = std::span<const shared_untyped>;
RAVEL_API void each_slab(index_t most, tensor_parts tensors, function_ref<void(tensor_parts)> f);

}  // namespace ravel::detail
