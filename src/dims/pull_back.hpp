// SPDX-License-Identifier: BSL-1.0
// Finds all positions of many rising addresses at once, each with the place of its address. Entries of sparse data go through a view this
// way.
#pragma once

#include <ravel/dims/layer.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <span>

namespace ravel::detail {

RAVEL_API placed_positions pull_back(const layer& top, std::span<const index_t> addresses);

// Entries of a view, and how often the view repeats them.
struct entries_once {
  entry_list list;
  index_t times = 1;
  index_t each = 1;
};

// The entries at these addresses. Values of word size travel with the addresses, so that none is looked up.
RAVEL_API entries_once entries_pulled_back(const layer& top, const raw_entry_block& below, const element_room& kind);

}  // namespace ravel::detail
