// SPDX-License-Identifier: BSL-1.0
// What is done with positions alone, whatever the elements: bringing them into order, a directory over them, and a table of the last places
// of a list. Each call works on what it is given.
#include <ravel/sparse/detail/entry_store.hpp>
#include <ravel/sparse/detail/write_log.hpp>

#include <array>
#include <bit>
#include <span>

namespace ravel::detail {

namespace {

struct placed {
  std::uint64_t key;
  index_t place;
  friend bool operator<(const placed& a, const placed& b) { return a.key < b.key || (a.key == b.key && a.place < b.place); }
};

constexpr int digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

// Stable, by one digit.
void sort_by_digit(std::span<const placed> from, placed* to, int shift) {
  std::array<std::size_t, digits> start{};
  for (const placed& p : from) ++start[(p.key >> shift) % digits];
  std::size_t before = 0;
  for (std::size_t& count : start) before += std::exchange(count, before);
  for (const placed& p : from) to[start[(p.key >> shift) % digits]++] = p;
}

void sort_by_key(owned_elements<placed>& list, std::size_t n, std::uint64_t highest) {
  if (n < digits) return std::sort(list.get(), list.get() + n);
  owned_elements<placed> other(static_cast<index_t>(n));
  for (int shift = 0; shift < 64 && (highest >> shift) != 0; shift += digit_bits) {
    sort_by_digit({list.get(), n}, other.get(), shift);
    std::swap(list, other);
  }
}

}  // namespace

position_order::position_order(const index_t* positions, index_t n) {
  index_t low = n > 0 ? positions[0] : 0, high = low;
  for (index_t i = 1; i < n; ++i) {
    as_listed = as_listed && positions[i - 1] < positions[i];
    low = std::min(low, positions[i]);
    high = std::max(high, positions[i]);
  }
  if (as_listed) return;
  const auto key = [&](index_t position) { return static_cast<std::uint64_t>(position) - static_cast<std::uint64_t>(low); };
  owned_elements<placed> list(n);
  for (index_t i = 0; i < n; ++i) list[i] = {key(positions[i]), i};
  sort_by_key(list, static_cast<std::size_t>(n), key(high));
  places = owned_elements<index_t>(n);
  std::transform(list.get(), list.get() + n, places.get(), [](const placed& p) { return p.place; });
}

position_directory::position_directory(const index_t* positions, index_t n) : low_(positions[0]), high_(positions[n - 1]) {
  const index_t slots = std::max<index_t>(1, n / 8);
  while (((high_ - low_) >> shift_) >= slots) ++shift_;
  const index_t used = ((high_ - low_) >> shift_) + 1;
  starts_.reserve(static_cast<std::size_t>(used + 1));
  index_t place = 0;
  for (index_t slot = 0; slot < used; ++slot) {
    while (((positions[place] - low_) >> shift_) < slot) ++place;
    starts_.push_back(place);
  }
  starts_.push_back(n);
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
