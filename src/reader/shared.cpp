// SPDX-License-Identifier: BSL-1.0
// The table of the nodes of a tree.
#include <ravel/reader/shared.hpp>

#include <utility>

namespace ravel::detail {

shared_blocks::entry& shared_blocks::find(const void* node) {
  std::size_t at = hash_of(node) >> 32 & (capacity_ - 1);
  while (entries_[at].node && entries_[at].node != node) at = (at + 1) & (capacity_ - 1);
  return entries_[at];
}

bool shared_blocks::add(const void* node, index_t element_bytes) {
  if (2 * (count_ + 1) > capacity_) grow();
  entry& found = find(node);
  ++found.uses;
  if (found.node) {
    filter_ |= bit_of(node);
    return false;
  }
  found.node = node;
  found.element_bytes = element_bytes;
  ++count_;
  return true;
}

void shared_blocks::grow() {
  const std::size_t before = capacity_, larger = before == 0 ? 32 : 2 * before;
  const auto old = std::exchange(entries_, std::make_unique<entry[]>(larger));
  capacity_ = larger;
  for (std::size_t at = 0; at < before; ++at) {
    if (old[at].node) find(old[at].node) = old[at];
  }
}

scratch_need shared_blocks::need() const {
  scratch_need need;
  if (filter_ == 0) return need;
  for (const entry* one = entries_.get(); one != entries_.get() + capacity_; ++one) {
    if (one->uses > 1) need = need + scratch_need{one->element_bytes, 1};
  }
  return need;
}

void shared_blocks::take_room(arena& from, index_t length) {
  if (filter_ == 0) return;
  for (entry* one = entries_.get(); one != entries_.get() + capacity_; ++one) {
    if (one->uses > 1) one->room = from.take_bytes(length * one->element_bytes, scratch_alignment);
  }
  from.shared_ = this;
}

}  // namespace ravel::detail
