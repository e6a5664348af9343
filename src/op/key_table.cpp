// SPDX-License-Identifier: BSL-1.0
// Growing the table of hashes.
#include <ravel/base/error.hpp>
#include <ravel/op/detail/key_table.hpp>

namespace ravel::detail {

namespace {

constexpr std::size_t cheap_slots = std::size_t{1} << 16;  // in a near cache, so that room is cheaper than a second look

}  // namespace

void hash_slots::add(std::uint64_t hash, key_number number) {
  if (number == no_key) throw overflow_error(text() << "more than " << no_key << " different keys");
  const std::size_t sparse = slots_.size() < cheap_slots ? 16 : 2;
  if (sparse * (used_ + 1) > slots_.size()) {
    std::vector<slot> before(2 * slots_.size());
    before.swap(slots_);
    --shift_;
    for (const slot& s : before) {
      if (s.number != no_key) insert(s);
    }
  }
  insert({hash, number});
  ++used_;
}

void hash_slots::insert(slot s) {
  std::size_t at = place(s.hash);
  while (slots_[at].number != no_key) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = s;
}

}  // namespace ravel::detail
