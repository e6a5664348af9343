// SPDX-License-Identifier: BSL-1.0
// Makes the one aligned allocation of an evaluation. A cache line separates the pieces, so that neighbouring blocks of 8 KiB do not fall on
// the same cache sets.
#include <ravel/base/error.hpp>
#include <ravel/reader/detail/element_room.hpp>

#include <cstdint>
#include <new>

namespace ravel::detail {

namespace {
index_t lead_to(const std::byte* at, index_t alignment) { return -reinterpret_cast<std::intptr_t>(at) & (alignment - 1); }
index_t padded(index_t bytes) { return (bytes + 2 * scratch_alignment - 1) / scratch_alignment * scratch_alignment; }
}  // namespace

arena::arena(scratch_need need, index_t block_elements) {
  if (need.pieces == 0) return;
  const index_t bytes = add_index(mul_index(need.bytes, block_elements), mul_index(need.pieces, 2 * scratch_alignment));
  // Aligned by hand: a small allocation with the usual alignment is several times faster.
  begin_ = static_cast<std::byte*>(::operator new(static_cast<std::size_t>(bytes + scratch_alignment)));
  top_ = begin_ + lead_to(begin_, scratch_alignment);
  end_ = top_ + bytes;
}

arena::~arena() { ::operator delete(begin_); }

std::byte* arena::take_bytes(index_t bytes, index_t alignment) {
  const index_t lead = lead_to(top_, alignment);
  if (lead + padded(bytes) > end_ - top_) throw layout_error("a node asked for more scratch memory than it had announced");
  std::byte* const room = top_ + lead;
  top_ = room + padded(bytes);
  return room;
}

}  // namespace ravel::detail
