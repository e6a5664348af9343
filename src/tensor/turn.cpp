// SPDX-License-Identifier: BSL-1.0
// Turning is done in squares that fit into registers: eight elements of eight lines are read, and written as eight lines of eight.
#include <ravel/tensor/turn.hpp>

#include <cstdint>
#include <cstring>

namespace ravel::detail {
namespace {

struct two_words {
  std::uint64_t low, high;
};

template <class W>
[[gnu::always_inline]] inline W load(const std::byte* at) {
  W value;
  std::memcpy(&value, at, sizeof(W));
  return value;
}
template <class W>
[[gnu::always_inline]] inline void store(std::byte* at, W value) {
  std::memcpy(at, &value, sizeof(W));
}

template <class W, index_t Rows, index_t Count>
[[gnu::always_inline]] inline void turn_piece(const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t to_row,
                                              index_t to_step) {
  W square[static_cast<std::size_t>(Rows)][static_cast<std::size_t>(Count)];
  for (index_t i = 0; i < Count; ++i) {
    for (index_t r = 0; r < Rows; ++r) square[r][i] = load<W>(from + r * from_row + i * from_step);
  }
  for (index_t r = 0; r < Rows; ++r) {
    for (index_t i = 0; i < Count; ++i) store<W>(to + r * to_row + i * to_step, square[r][i]);
  }
}

#if defined(__GNUC__) && (defined(__clang__) || __GNUC__ >= 12)
#define RAVEL_SHUFFLES 1
using words4 = std::uint64_t __attribute__((vector_size(32)));

// Four by four words that lie side by side.
template <>
[[gnu::always_inline]] inline void turn_piece<std::uint64_t, 4, 4>(const std::byte* from, index_t, index_t from_step, std::byte* to,
                                                                   index_t to_row, index_t) {
  words4 a, b, c, d;
  std::memcpy(&a, from, 32);
  std::memcpy(&b, from + from_step, 32);
  std::memcpy(&c, from + 2 * from_step, 32);
  std::memcpy(&d, from + 3 * from_step, 32);
  const words4 ab_low = __builtin_shufflevector(a, b, 0, 4, 2, 6), ab_high = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const words4 cd_low = __builtin_shufflevector(c, d, 0, 4, 2, 6), cd_high = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  const words4 first = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), third = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  const words4 second = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5),
               fourth = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
  std::memcpy(to, &first, 32);
  std::memcpy(to + to_row, &second, 32);
  std::memcpy(to + 2 * to_row, &third, 32);
  std::memcpy(to + 3 * to_row, &fourth, 32);
}
#endif

}  // namespace

#define RAVEL_TURN(width, W, side)                                                                                                        \
  RAVEL_KERNEL void turn_##width(const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t to_row, index_t rows, \
                                 index_t count) {                                                                                         \
    index_t r = 0;                                                                                                                        \
    const index_t whole = from_row == index_t{sizeof(W)} ? rows - rows % side : 0;                                                        \
    for (; r < whole; r += side) {                                                                                                        \
      index_t i = 0;                                                                                                                      \
      for (; i + side <= count; i += side)                                                                                                \
        turn_piece<W, side, side>(from + r * from_row + i * from_step, sizeof(W), from_step, to + r * to_row + i * index_t{sizeof(W)},    \
                                  to_row, sizeof(W));                                                                                     \
      for (; i < count; ++i)                                                                                                              \
        for (index_t k = 0; k < side; ++k)                                                                                                \
          store(to + (r + k) * to_row + i * index_t{sizeof(W)}, load<W>(from + (r + k) * from_row + i * from_step));                      \
    }                                                                                                                                     \
    for (; r < rows; ++r)                                                                                                                 \
      for (index_t i = 0; i < count; ++i) store(to + r * to_row + i * index_t{sizeof(W)}, load<W>(from + r * from_row + i * from_step));  \
  }
RAVEL_TURN(1, std::uint8_t, 8)
RAVEL_TURN(2, std::uint16_t, 8)
RAVEL_TURN(4, std::uint32_t, 8)
RAVEL_TURN(8, std::uint64_t, 4)
RAVEL_TURN(16, two_words, 2)
#undef RAVEL_TURN

void turn(const std::byte* from, index_t from_row, index_t from_step, std::byte* to, index_t to_row, index_t rows, index_t count,
          index_t element) {
  switch (element) {
    case 1:
      return turn_1(from, from_row, from_step, to, to_row, rows, count);
    case 2:
      return turn_2(from, from_row, from_step, to, to_row, rows, count);
    case 4:
      return turn_4(from, from_row, from_step, to, to_row, rows, count);
    case 8:
      return turn_8(from, from_row, from_step, to, to_row, rows, count);
    default:
      return turn_16(from, from_row, from_step, to, to_row, rows, count);
  }
}

}  // namespace ravel::detail
