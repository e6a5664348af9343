// SPDX-License-Identifier: BSL-1.0
// Transposes square by square: reads along cache lines, and soon fills those that it writes.
#include "walk/turn.hpp"
#include "base/word.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ravel::detail {
namespace {

template <class W>
[[gnu::always_inline]] inline W load(const std::byte* at) {
  W value;
  std::memcpy(&value, at, sizeof(W));
  return value;
}
template <class W>
[[gnu::always_inline]] inline void store(std::byte* at, const W& value) {
  std::memcpy(at, &value, sizeof(W));
}

// Stores to the cache, or past it: then 16 bytes at a time, which the processor combines to whole lines.
template <bool Past, class V>
[[gnu::always_inline]] inline void put(std::byte* to, const V& values) {
#if defined(__SSE2__)
  if constexpr (Past) {
    for (std::size_t k = 0; k < sizeof values; k += 16) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + k), load<__m128i>(reinterpret_cast<const std::byte*>(&values) + k));
    }
    return;
  }
#endif
  store(to, values);
}

// Transposes a square of `Side` by `Side` words.
template <class W, index_t Side>
struct square {
  template <bool Past>
  [[gnu::always_inline]] static void turn(const std::byte* from, index_t from_step, std::byte* to, index_t to_row) {
    constexpr auto side = static_cast<std::size_t>(Side);
    W line[side][side];
    for (index_t i = 0; i < Side; ++i) std::memcpy(line[i], from + i * from_step, sizeof line[i]);
    for (std::size_t r = 0; r < side; ++r) {
      std::array<W, side> row;
      for (std::size_t i = 0; i < side; ++i) row[i] = line[i][r];
      put<Past>(to + static_cast<index_t>(r) * to_row, row);
    }
  }
};

#if !defined(__clang__) || __has_builtin(__builtin_shufflevector)
using four_words = std::uint64_t __attribute__((vector_size(32)));

template <bool Past>
[[gnu::always_inline]] inline void turn_four(const std::byte* from, index_t from_step, std::byte* to, index_t to_row) {
  four_words a, b, c, d;
  std::memcpy(&a, from, sizeof a);
  std::memcpy(&b, from + from_step, sizeof b);
  std::memcpy(&c, from + 2 * from_step, sizeof c);
  std::memcpy(&d, from + 3 * from_step, sizeof d);
  const four_words ab = __builtin_shufflevector(a, b, 0, 4, 2, 6), ba = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const four_words cd = __builtin_shufflevector(c, d, 0, 4, 2, 6), dc = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  b = __builtin_shufflevector(ba, dc, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  d = __builtin_shufflevector(ba, dc, 2, 3, 6, 7);
  put<Past>(to, a);
  put<Past>(to + to_row, b);
  put<Past>(to + 2 * to_row, c);
  put<Past>(to + 3 * to_row, d);
}

template <>
struct square<std::uint64_t, 8> {
  template <bool Past>
  [[gnu::always_inline]] static void turn(const std::byte* from, index_t from_step, std::byte* to, index_t to_row) {
    for (index_t r = 0; r < 8; r += 4) {
      for (index_t i = 0; i < 8; i += 4) turn_four<Past>(from + i * from_step + r * 8, from_step, to + r * to_row + i * 8, to_row);
    }
  }
};
#endif

constexpr index_t line_bytes = 64;

// Reads along the lines of `from`, as many at a time as fill a cache line of `to`. Squares that reach back cover the remainder.
template <class W, index_t Side, bool Past>
[[gnu::always_inline]] inline void turn_squares(const std::byte* from, index_t from_step, std::byte* to, index_t to_row, index_t rows,
                                                index_t count) {
  constexpr auto bytes = static_cast<index_t>(sizeof(W));
  for (index_t r0 = 0; r0 < rows; r0 += band_rows) {
    const index_t r1 = std::min(r0 + band_rows, rows);
    for (index_t i0 = 0; i0 < count; i0 += Side) {
      const index_t i = std::min(i0, count - Side);
      for (index_t r = r0; r < r1; r += Side) {
        const index_t s = std::min(r, rows - Side);
        square<W, Side>::template turn<Past>(from + s * bytes + i * from_step, from_step, to + s * to_row + i * bytes, to_row);
      }
    }
  }
}

// True if each row consists of whole cache lines.
bool whole_lines(const std::byte* to, index_t to_row, index_t length) {
  return reinterpret_cast<std::uintptr_t>(to) % line_bytes == 0 && to_row % line_bytes == 0 && length % line_bytes == 0;
}

// A fence: stores past the cache become visible to other threads before later stores.
void settle() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

// Few interleaved rows, such as the channels of a picture.
template <class W, index_t Rows>
[[gnu::always_inline]] inline void separate(const std::byte* __restrict from, std::byte* __restrict to, index_t to_row, index_t count) {
  constexpr auto bytes = static_cast<index_t>(sizeof(W));
  for (index_t i = 0; i < count; ++i) {
    for (index_t r = 0; r < Rows; ++r) store(to + r * to_row + i * bytes, load<W>(from + (i * Rows + r) * bytes));
  }
}

// The reverse: many short rows, whose elements come from separate source rows, are one value each, or lie anywhere.
template <class W, index_t Count>
[[gnu::always_inline]] inline void join(const std::byte* __restrict from, index_t from_row, index_t from_step, std::byte* __restrict to,
                                        index_t rows) {
  constexpr auto bytes = static_cast<index_t>(sizeof(W));
  const auto go = [&](index_t row, index_t step) __attribute__((always_inline)) {
    for (index_t r = 0; r < rows; ++r) {
      for (index_t i = 0; i < Count; ++i) store(to + (r * Count + i) * bytes, load<W>(from + r * row + i * step));
    }
  };
  if (from_row == Count * bytes && from_step == -bytes) return go(Count * bytes, -bytes);
  if (from_row != bytes) return go(from_row, from_step);
  from_step == 0 ? go(bytes, 0) : go(bytes, from_step);
}

// Rows without gaps between them.
template <class W>
[[gnu::always_inline]] inline void join_rows(const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t rows,
                                             index_t count) {
  if (count == 2) return join<W, 2>(from, from_row, from_step, to, rows);
  if (count == 3) return join<W, 3>(from, from_row, from_step, to, rows);
  if (count == 4) return join<W, 4>(from, from_row, from_step, to, rows);
  constexpr auto bytes = static_cast<index_t>(sizeof(W));
  for (index_t i = 0; i < count; ++i) {
    for (index_t r = 0; r < rows; ++r) store(to + (r * count + i) * bytes, load<W>(from + r * from_row + i * from_step));
  }
}

// All rows equal the first.
void repeat_row(std::byte* to, index_t row, index_t rows) {
  for (index_t done = 1; done < rows; done *= 2)
    std::memcpy(to + done * row, to, static_cast<std::size_t>(std::min(done, rows - done) * row));
}

#define RAVEL_TURN(W, side)                                                                                                       \
  RAVEL_KERNEL void join_all_rows(W, const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t rows,     \
                                  index_t count) {                                                                                \
    join_rows<W>(from, from_row, from_step, to, rows, count);                                                                     \
  }                                                                                                                               \
  RAVEL_KERNEL void turn_words(W word, const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t to_row, \
                               index_t rows, index_t count, bool past) {                                                          \
    constexpr auto bytes = static_cast<index_t>(sizeof(W));                                                                       \
    if (to_row == count * bytes && count < rows && (from_row == 0 || count < side)) {                                             \
      if (from_row != 0) return join_all_rows(word, from, from_row, from_step, to, rows, count);                                  \
      join_all_rows(word, from, 0, from_step, to, 1, count);                                                                      \
      return repeat_row(to, to_row, rows);                                                                                        \
    }                                                                                                                             \
    if (from_row == bytes && from_step == rows * bytes) {                                                                         \
      if (rows == 2) return separate<W, 2>(from, to, to_row, count);                                                              \
      if (rows == 3) return separate<W, 3>(from, to, to_row, count);                                                              \
      if (rows == 4) return separate<W, 4>(from, to, to_row, count);                                                              \
    }                                                                                                                             \
    if (from_row != bytes || rows < side || count < side) {                                                                       \
      for (index_t r = 0; r < rows; ++r)                                                                                          \
        for (index_t i = 0; i < count; ++i) store(to + r * to_row + i * bytes, load<W>(from + r * from_row + i * from_step));     \
    } else if (side * bytes == line_bytes && past && whole_lines(to, to_row, count * bytes)) {                                    \
      turn_squares<W, side, side * bytes == line_bytes>(from, from_step, to, to_row, rows, count);                                \
      settle();                                                                                                                   \
    } else {                                                                                                                      \
      turn_squares<W, side, false>(from, from_step, to, to_row, rows, count);                                                     \
    }                                                                                                                             \
  }
RAVEL_TURN(std::uint8_t, 8)
RAVEL_TURN(std::uint16_t, 8)
RAVEL_TURN(std::uint32_t, 8)
RAVEL_TURN(std::uint64_t, 8)
RAVEL_TURN(two_words, 4)
#undef RAVEL_TURN

}  // namespace

void turn(const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t to_row, index_t rows, index_t count,
          index_t element, bool past) {
  with_word(element, [&](auto word) { turn_words(word, from, from_row, from_step, to, to_row, rows, count, past); });
}

}  // namespace ravel::detail
