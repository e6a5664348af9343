// SPDX-License-Identifier: BSL-1.0
// Copies between memory that know how many bytes an element has and nothing else of it: rows as they lie, or turned in squares.
#include <ravel/base/error.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/walk/turn.hpp>

#include <cstring>

namespace ravel::detail {

void check_assignable(const dims& target) {
  if (!target.is_unique())
    throw layout_error(text() << "cannot write in bulk to " << to_string(target) << ": two of its positions may be one element");
}

namespace {

template <class W>
[[gnu::always_inline]] inline void move_words(const std::byte* from, index_t from_step, std::byte* to, index_t to_step, index_t count) {
  for (index_t i = 0; i < count; ++i) {
    W word;
    std::memcpy(&word, from + i * from_step, sizeof(W));
    std::memcpy(to + i * to_step, &word, sizeof(W));
  }
}

// Steps that are known let the loop be vectorised.
#define RAVEL_MOVE(bytes, W)                                                                                                     \
  RAVEL_KERNEL void move_##bytes(const std::byte* __restrict from, index_t from_step, std::byte* __restrict to, index_t to_step, \
                                 index_t count) {                                                                                \
    if (to_step == bytes && from_step == -bytes) return move_words<W>(from, -bytes, to, bytes, count);                           \
    if (to_step == bytes && from_step == 2 * bytes) return move_words<W>(from, 2 * bytes, to, bytes, count);                     \
    if (to_step == bytes && from_step == 0) return move_words<W>(from, 0, to, bytes, count);                                     \
    if (to_step == bytes) return move_words<W>(from, from_step, to, bytes, count);                                               \
    move_words<W>(from, from_step, to, to_step, count);                                                                          \
  }
using two_words = std::array<std::uint64_t, 2>;
RAVEL_MOVE(1, std::uint8_t)
RAVEL_MOVE(2, std::uint16_t)
RAVEL_MOVE(4, std::uint32_t)
RAVEL_MOVE(8, std::uint64_t)
RAVEL_MOVE(16, two_words)
#undef RAVEL_MOVE

void move_row(const std::byte* from, index_t from_step, std::byte* to, index_t to_step, index_t count, index_t element) {
  if (from_step == element && to_step == element) {
    std::memmove(to, from, static_cast<std::size_t>(count * element));
    return;
  }
  switch (element) {
    case 1:
      return move_1(from, from_step, to, to_step, count);
    case 2:
      return move_2(from, from_step, to, to_step, count);
    case 4:
      return move_4(from, from_step, to, to_step, count);
    case 8:
      return move_8(from, from_step, to, to_step, count);
    default:
      return move_16(from, from_step, to, to_step, count);
  }
}

// Of which the cache keeps so little that turning past it pays. Rows as they lie leave that to memmove.
constexpr index_t large_bytes = index_t{1} << 24;

void move_chosen(const walked_operand& from, const address_row& in, const walked_operand& to, const address_row& out, index_t count) {
  for (index_t i = 0; i < count; ++i)
    std::memcpy(const_cast<std::byte*>(to.at(out.at(i))), from.at(in.at(i)), static_cast<std::size_t>(to.element));
}

}  // namespace

bool move_as_bytes(const walked_operand& from, const walked_operand& to) {
  if (!from.data || !to.data || !to.as_bytes) return false;
  const dims* const maps[] = {to.map, from.map};
  const bool past_cache = to.map->size() * to.element >= large_bytes;
  each_rows(dims_list(maps), [&](const joint_rows& b) {
    const address_rows &out = b.operands[0], &in = b.operands[1];
    if (out.gather || in.gather) return move_chosen(from, in, to, out, b.count);
    const std::byte* const read = from.at(in.address);
    std::byte* const write = const_cast<std::byte*>(to.at(out.address));
    const index_t read_row = in.row_step * from.unit, write_row = out.row_step * to.unit;
    if (b.rows > 1 && rows_lie_closer(in) && out.step * to.unit == to.element) {
      turn(read, read_row, in.step * from.unit, write, write_row, b.rows, b.count, to.element, past_cache);
      return;
    }
    for (index_t r = 0; r < b.rows; ++r)
      move_row(read + r * read_row, in.step * from.unit, write + r * write_row, out.step * to.unit, b.count, to.element);
  });
  return true;
}

#define RAVEL_INSTANTIATE(T)                                                                               \
  template RAVEL_API void write_elements(const function_of_tensors<T>&, const tensor_node<T>&, target_is); \
  template RAVEL_API void write_elements(const reader<T>& source, const tensor_node<T>& target, target_is);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
