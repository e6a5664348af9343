// SPDX-License-Identifier: BSL-1.0
// Runs of an interval of addresses, and of equally spaced positions: how a part of an address space maps to positions and back, without a
// step for each element. Allocates little; any thread may call.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/dims/dims.hpp>

namespace ravel::detail {

// Pairs of an address and a position: pair i is address + i * address_step, position + i * position_step.
struct address_run {
  index_t address;
  index_t address_step;
  index_t position;
  index_t position_step;
  index_t count;

  friend bool operator==(const address_run&, const address_run&) = default;
};

using address_run_sink = function_ref<void(const address_run&)>;

// Every pair of an address in [first, end) and one of its positions, once. Addresses rise if the map is one layer whose strides are nested.
// Lists of positions, overlapping windows and the like are pulled back address by address.
RAVEL_API void each_interval_run(const dims& map, index_t first, index_t end, address_run_sink take);

// The addresses of position, position + step, …, `count` of them. They must be positions of the map. In order of positions.
RAVEL_API void each_stepped_run(const dims& map, index_t position, index_t step, index_t count, address_run_sink take);

}  // namespace ravel::detail
