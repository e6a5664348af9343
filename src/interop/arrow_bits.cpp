// SPDX-License-Identifier: BSL-1.0
// Arrow's bits, the lowest of each byte first: read as bools eight at a time, written from bools and from the members of a set.
#include "interop/arrow_parts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace ravel::detail {

static_assert(std::endian::native == std::endian::little, "eight bools are moved as one number");

namespace {

// Puts bit k of the byte into the bool at address k. A multiplication copies the byte to all places, a mask keeps one bit in each.
void spread(unsigned byte, bool* out) {
  std::uint64_t eight = (byte * 0x0101010101010101u) & 0x8040201008040201u;
  eight = ((eight + 0x7f7f7f7f7f7f7f7fu) >> 7) & 0x0101010101010101u;
  std::memcpy(out, &eight, 8);
}
// The inverse: one multiplication moves bit 8k to bit 56 + k.
std::uint8_t gathered(const bool* in) {
  std::uint64_t eight;
  std::memcpy(&eight, in, 8);
  return static_cast<std::uint8_t>(eight * 0x0102040810204080u >> 56);
}

struct bit_reader : reader_base {
  const std::uint8_t* bytes = nullptr;
  index_t first = 0, count = 0;
  std::uint8_t flip = 0;  // 0xff if a bool is true where the bit is not set
  std::shared_ptr<const void> owner;

  index_t size() const { return count; }
  bool operator[](index_t i) const { return ((bytes[(first + i) / 8] ^ flip) >> (first + i) % 8 & 1) != 0; }
  void read(index_t start, std::span<bool> out) const {
    const auto n = static_cast<index_t>(out.size());
    index_t i = 0;
    for (; i < n && (first + start + i) % 8 != 0; ++i) out[static_cast<std::size_t>(i)] = (*this)[start + i];
    for (; i + 8 <= n; i += 8) spread(static_cast<std::uint8_t>(bytes[(first + start + i) / 8] ^ flip), out.data() + i);
    for (; i < n; ++i) out[static_cast<std::size_t>(i)] = (*this)[start + i];
  }
};

}  // namespace

reader<bool> bits_as_bools(const void* bytes, index_t first, index_t n, bool set, std::shared_ptr<const void> owner) {
  bit_reader bits;
  bits.bytes = static_cast<const std::uint8_t*>(bytes);
  bits.first = first;
  bits.count = n;
  bits.flip = set ? 0 : 0xff;
  bits.owner = std::move(owner);
  return from(std::move(bits));
}

buffer<std::uint8_t> bools_as_bits(const reader<bool>& bools) {
  const buffer<std::uint8_t> bits = unfilled_buffer<std::uint8_t>((bools.size() + 7) / 8);
  std::array<bool, 1024> room;
  std::uint8_t* out = bits.data();
  for (index_t start = 0; start < bools.size(); start += index_t{room.size()}) {
    const auto part = std::span(room).first(static_cast<std::size_t>(std::min<index_t>(room.size(), bools.size() - start)));
    bools.read(start, part);
    std::fill(room.begin() + static_cast<std::ptrdiff_t>(part.size()), room.end(), false);
    for (std::size_t i = 0; i < part.size(); i += 8) *out++ = gathered(room.data() + i);
  }
  return bits;
}

buffer<std::uint8_t> bits_of_others(const index_set& members, index_t n) {
  members.check_within(n);
  const buffer<std::uint8_t> bits = make_buffer<std::uint8_t>((n + 7) / 8, 0xff);
  if (n % 8 != 0) bits[bits.size() - 1] = static_cast<std::uint8_t>((1 << n % 8) - 1);
  std::array<index_t, 256> room;
  for (index_t rank = 0; rank < members.size();) {
    const auto part = std::span(room).first(static_cast<std::size_t>(std::min<index_t>(room.size(), members.size() - rank)));
    members.read(rank, part);
    for (const index_t at : part) bits.unchecked(at / 8) &= static_cast<std::uint8_t>(~(1 << at % 8));
    rank += static_cast<index_t>(part.size());
  }
  return bits;
}

}  // namespace ravel::detail
