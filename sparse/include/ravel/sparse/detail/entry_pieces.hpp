// SPDX-License-Identifier: BSL-1.0
// Lists of entries that several threads collect piece by piece. The lists are joined in order into one that the caller owns. Each list
// belongs to the thread that fills it until all are full.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/sparse/detail/ordered_entries.hpp>

#include <span>

namespace ravel::detail {

// Calls add(begin, end, list) for intervals between cuts, as tasks, or once for all of them if no thread helps. A list gets the entries of
// its interval. Gives all entries in order. `total` counts the elements of all intervals, for watches. Memory is made for `about` entries.
RAVEL_API entry_list entries_from_pieces(const element_room& kind, std::span<const index_t> cuts, index_t total, index_t about,
                                         function_ref<void(index_t begin, index_t end, entry_list& list)> add);

// The same for [0, size), cut evenly.
RAVEL_API entry_list entries_from_even_pieces(const element_room& kind, index_t size,
                                              function_ref<void(index_t begin, index_t end, entry_list& list)> add);
// The same for positions that rise by an order, cut between different ones.
RAVEL_API entry_list entries_from_ordered_pieces(const element_room& kind, const index_t* positions, index_t count,
                                                 const position_order& order,
                                                 function_ref<void(index_t begin, index_t end, entry_list& list)> add);

}  // namespace ravel::detail
