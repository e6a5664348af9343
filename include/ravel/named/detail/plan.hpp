// SPDX-License-Identifier: BSL-1.0
// Chooses the order in which the factors of a contraction are multiplied in pairs, by cost. Knows no elements and no names; plain
// functions.
#pragma once

#include <ravel/base/index.hpp>

#include <cstdint>
#include <vector>

namespace ravel::detail {

// The two remaining factors that are multiplied next. Their product becomes the last remaining factor.
struct contraction_step {
  std::size_t a, b;
};
// The cheapest order of pairs. `factors` has the dims of each factor as bits, `extents` their extents, and the last argument the dims of
// the result.
RAVEL_API std::vector<contraction_step> plan_contraction(std::vector<std::uint64_t> factors, const std::vector<index_t>& extents,
                                                         std::uint64_t left);

}  // namespace ravel::detail
