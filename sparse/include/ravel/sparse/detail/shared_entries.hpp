// SPDX-License-Identifier: BSL-1.0
// Collects all entries of a node. Threads share this if each can begin a stream of its own in little time: over stored entries, and over
// functions of them that read them in order. All others are read by one stream. One evaluation.
#pragma once

#include <ravel/lazy/detail/function_node.hpp>
#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

// A node whose elements from `first` on are those of another one.
struct node_part {
  const untyped_node* node;
  index_t first;
};
// The node below the maps of a tensor, as far as they keep the order of its elements.
RAVEL_API node_part below_maps(const untyped_node& source);

// The entries of a source. If it reads a function's leaves, from `first` on, they are given.
RAVEL_API entry_list all_entries_of(const untyped_node& source, const node_part& below, const leaf_list* leaves);

template <class T>
entry_array<T> entries_collected(const node<T>& source) {
  const node_part below = below_maps(source);
  const auto* const function = dynamic_cast<const function_node<T>*>(below.node);
  return entry_array<T>(all_entries_of(source, below, function ? &function->leaves() : nullptr));
}

}  // namespace ravel::detail
