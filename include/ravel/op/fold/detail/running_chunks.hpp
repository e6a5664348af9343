// SPDX-License-Identifier: BSL-1.0
// The totals of the chunks of lines side by side, and of all chunks before each. Threads share the chunks. The caller owns the totals.
#pragma once

#include <ravel/op/fold/detail/running.hpp>

#include <algorithm>
#include <memory>

namespace ravel::detail {

// Adds up the columns of the rows of one chunk. Integers are added by halves of 32 bits, which cannot overflow.
template <class Fold, class T>
void totals_of_rows(block<const T> b, index_t width, typename Fold::total* totals) {
  if constexpr (std::same_as<typename Fold::total, int128>) {
    const auto halves = std::make_unique<std::int64_t[]>(static_cast<std::size_t>(2 * width));
    std::int64_t *const high = halves.get(), *const low = high + width;
    for (index_t row = 0; row < running_chunk; ++row, b = from(b, width)) {
      for (index_t j = 0; j < width; ++j) {
        const typename Fold::carried value = Fold::begin(b.data[j * b.step]);
        high[j] += static_cast<std::int64_t>(value >> 32);
        low[j] += static_cast<std::uint32_t>(value);
      }
    }
    for (index_t j = 0; j < width; ++j) totals[j] = int128{high[j]} * (int128{1} << 32) + low[j];
  } else {
    for (index_t j = 0; j < width; ++j) totals[j] = Fold::begin(b.data[j * b.step]);
    for (index_t row = 1; row < running_chunk; ++row) {
      b = from(b, width);
      for (index_t j = 0; j < width; ++j) totals[j] = Fold::joined(totals[j], Fold::begin(b.data[j * b.step]));
    }
  }
}

// Adds up `count` chunks of rows. Each has one total for each column. The columns of narrow rows are added up in several chunks at once.
template <class Fold, class T>
void totals_of_columns(block<const T> b, index_t count, index_t width, typename Fold::total* totals) {
  constexpr index_t abreast = 4, narrow = 8;
  for (index_t n = 0; count > 0; count -= n, totals += n * width, b = from(b, n * running_chunk * width)) {
    n = width > narrow ? 1 : std::min(count, abreast);
    if (width > narrow) {
      totals_of_rows<Fold, T>(b, width, totals);
      continue;
    }
    for (index_t k = 0; k < width; ++k) {
      typename Fold::total of_chunks[static_cast<std::size_t>(abreast)];
      totals_of_running_chunks<Fold, T>({b.data + k * b.step, b.step * width}, n, of_chunks);
      for (index_t c = 0; c < n; ++c) totals[c * width + k] = std::move(of_chunks[c]);
    }
  }
}

// Of `chunks` chunks in memory, the totals up to each but the last.
template <class Fold, class T>
std::unique_ptr<typename Fold::total[]> totals_up_to_chunks(block<const T> b, index_t chunks, index_t width) {
  auto room = std::make_unique<typename Fold::total[]>(static_cast<std::size_t>(chunks * width));
  auto* const totals = room.get();
  in_pieces(chunks - 1, running_chunk * width, [&](index_t begin, index_t end) {
    totals_of_columns<Fold, T>(from(b, begin * running_chunk * width), end - begin, width, totals + begin * width);
  });
  for (index_t i = width; i < (chunks - 1) * width; ++i) totals[i] = Fold::joined(totals[i - width], totals[i]);
  return room;
}

}  // namespace ravel::detail
