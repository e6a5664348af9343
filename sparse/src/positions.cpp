// SPDX-License-Identifier: BSL-1.0
// Functions of positions alone: sorting, and a table of the last places of a list. Stateless.
#include <ravel/reader/detail/entries.hpp>
#include <ravel/sparse/detail/sparse_node.hpp>

#include <bit>
#include <numeric>

namespace ravel::detail {

position_order::position_order(const index_t* positions, index_t n) {
  for (index_t i = 1; i < n; ++i) as_listed = as_listed && positions[i - 1] < positions[i];
  if (as_listed) return;
  owned_elements<index_t> sorted(n);
  places = owned_elements<index_t>(n);
  std::copy_n(positions, n, sorted.get());
  std::iota(places.get(), places.get() + n, index_t{0});
  sort_by_position(sorted.get(), places.get(), n);
}

std::size_t last_places::slot_of(const index_t* positions, index_t position) const {
  const int bits = std::countr_zero(slots_.size());
  std::size_t slot = static_cast<std::size_t>((static_cast<std::uint64_t>(position) * 0x9e3779b97f4a7c15u) >> (64 - bits));
  while (slots_[slot] >= 0 && positions[slots_[slot]] != position) slot = (slot + 1) % slots_.size();
  return slot;
}

void last_places::add(const index_t* positions, index_t place) { slots_[slot_of(positions, positions[place])] = place; }

index_t last_places::find(const index_t* positions, index_t n, index_t position) {
  const auto most = static_cast<index_t>(slots_.size() / 2);
  if (n > most) {
    slots_.assign(std::max<std::size_t>(32, std::bit_ceil(static_cast<std::size_t>(4 * n))), -1);
    known_ = 0;
  }
  for (; known_ < n; ++known_) add(positions, known_);
  return slots_[slot_of(positions, position)];
}

}  // namespace ravel::detail
