// SPDX-License-Identifier: BSL-1.0
// Copies between memory that know how many bytes an element has and nothing else of it: rows as they lie, or turned in squares.
#include <ravel/base/error.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/turn.hpp>

#include <cstring>

namespace ravel::detail {

void check_assignable(const dims& target) {
  if (!target.is_unique())
    throw layout_error(text() << "cannot write in bulk to " << to_string(target) << ": two of its positions may be one element");
}

namespace {

struct bytes {
  std::byte* data;
  index_t unit;  // from one address to the next
};

bytes bytes_of(const walked_operand& of) { return {const_cast<std::byte*>(static_cast<const std::byte*>(of.data)), of.step * of.element}; }

template <class W>
void move_words(const std::byte* from, index_t from_step, std::byte* to, index_t to_step, index_t count) {
  for (index_t i = 0; i < count; ++i) std::memcpy(to + i * to_step, from + i * from_step, sizeof(W));
}

void move_row(const std::byte* from, index_t from_step, std::byte* to, index_t to_step, index_t count, index_t element) {
  if (from_step == element && to_step == element) {
    std::memmove(to, from, static_cast<std::size_t>(count * element));
    return;
  }
  switch (element) {
    case 1:
      return move_words<std::uint8_t>(from, from_step, to, to_step, count);
    case 2:
      return move_words<std::uint16_t>(from, from_step, to, to_step, count);
    case 4:
      return move_words<std::uint32_t>(from, from_step, to, to_step, count);
    case 8:
      return move_words<std::uint64_t>(from, from_step, to, to_step, count);
    default:
      return move_words<std::array<std::uint64_t, 2>>(from, from_step, to, to_step, count);
  }
}

void move_chosen(bytes from, const lane& source, bytes to, const lane& target, index_t count, index_t element) {
  const stretch read{source.address, source.step, source.gather}, written{target.address, target.step, target.gather};
  for (index_t i = 0; i < count; ++i)
    std::memcpy(to.data + written.at(i) * to.unit, from.data + read.at(i) * from.unit, static_cast<std::size_t>(element));
}

bool crosses(const lane& l) {
  const auto size = [](index_t step) { return step < 0 ? -step : step; };
  return l.row_step != 0 && size(l.row_step) < size(l.step);
}

}  // namespace

bool move_as_bytes(const walked_operand& from, const walked_operand& to) {
  if (!from.data || !to.data) return false;
  const bytes source = bytes_of(from), target = bytes_of(to);
  const dims* const maps[] = {to.map, from.map};
  each_block(dims_list(maps), [&](const joint_block& b) {
    const lane &out = b.lanes[0], &in = b.lanes[1];
    if (out.gather || in.gather) return move_chosen(source, in, target, out, b.count, to.element);
    const std::byte* const read = source.data + in.address * source.unit;
    std::byte* const write = target.data + out.address * target.unit;
    const index_t read_row = in.row_step * source.unit, write_row = out.row_step * target.unit;
    if (b.rows > 1 && crosses(in) && out.step * target.unit == to.element) {
      turn(read, read_row, in.step * source.unit, write, write_row, b.rows, b.count, to.element);
      return;
    }
    for (index_t r = 0; r < b.rows; ++r)
      move_row(read + r * read_row, in.step * source.unit, write + r * write_row, out.step * target.unit, b.count, to.element);
  });
  return true;
}

}  // namespace ravel::detail
