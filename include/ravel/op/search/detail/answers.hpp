// SPDX-License-Identifier: BSL-1.0
// An answer for each element of a node, in memory, for equal elements with equal answers. A sparse node is asked for its entries and once
// for the fill. Several threads may ask at the same time.
#pragma once

#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/detail/read.hpp>
#include <ravel/storage/buffer.hpp>

#include <algorithm>

namespace ravel::detail {

template <class A, class T, class Answer>
buffer<A> answers_of(const node<T>& source, Answer answer) {
  const buffer<A> made = unfilled_buffer<A>(source.size());
  A* const out = made.data();
  if (by_entries(source)) {
    std::fill_n(out, source.size(), answer(*source.fill()));
    for (entry_blocks<T> blocks(source); blocks.next();) {
      const entry_block<T> b = blocks.at_hand();
      for (index_t i = 0; i < b.count; ++i) out[b.positions[i]] = answer(b.values[i]);
    }
  } else {
    in_pieces(source.size(), 1, [&](index_t begin, index_t end) {
      for (source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
        const auto [b, position, n] = blocks.at_hand();
        for (index_t i = 0; i < n; ++i) out[position + i] = answer(b.data[i * b.step]);
      }
    });
  }
  return made;
}

}  // namespace ravel::detail
