// SPDX-License-Identifier: BSL-1.0
// All positions of many rising addresses at once, each with the place of its address: how the entries of sparse data go through a view.
#pragma once

#include <ravel/dims/layer.hpp>
#include <ravel/reader/detail/placed_positions.hpp>

#include <span>

namespace ravel::detail {

RAVEL_API placed_positions pull_back(const layer& top, std::span<const index_t> addresses);

}  // namespace ravel::detail
