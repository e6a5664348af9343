// SPDX-License-Identifier: BSL-1.0
// The entries of views that reorder elements or leave some out. The entries below are collected and listed by their new positions. Belongs
// to one evaluation.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/index_range.hpp>
#include <ravel/index/selection.hpp>
#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

// The entries of every step-th element, forwards or backwards.
RAVEL_API owned_stream strided_entries(const untyped_node& of, const index_range& places, entry_pass& pass);

// The entries at chosen positions. A list of them is compared with the entries; each entry is sought in a set that is no list, as it may be
// much larger than the number of entries.
RAVEL_API owned_stream chosen_entries(const untyped_node& of, const selection& places, entry_pass& pass);

// The entries of several sources: place(k, positions) replaces the positions of entries of source k by those in the view.
RAVEL_API owned_stream placed_entries(std::span<const shared_untyped> of, function_ref<void(std::size_t, std::span<index_t>)> place,
                                      entry_pass& pass);

// Writes elements at rising positions of a view. Position i of the view is position place(i) below.
RAVEL_API void store_chosen(const untyped_node& below, const index_t* positions, index_t n, const void* values,
                            function_ref<index_t(index_t)> place);

}  // namespace ravel::detail
