// SPDX-License-Identifier: BSL-1.0
// The order in which the factors of a contraction are multiplied by pairs, by what each costs. Knows no elements and no names.
#pragma once

#include <ravel/base/index.hpp>

#include <cstdint>
#include <vector>

namespace ravel::detail {

// Which two of those that are left are multiplied next; the product is the last of those that are left then.
struct contraction_step {
  std::size_t a, b;
};
// Dims of the factors as bits, their extents, and which are left in the end: the pairs in the order that costs least.
RAVEL_API std::vector<contraction_step> plan_contraction(std::vector<std::uint64_t> factors, const std::vector<index_t>& extents,
                                                         std::uint64_t left);

}  // namespace ravel::detail
