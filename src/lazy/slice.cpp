// SPDX-License-Identifier: BSL-1.0
// Slices of readers of any type.
#include "lazy/slice.hpp"
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/lazy/slice.hpp>
#include "lazy/moved_entries.hpp"

namespace ravel::detail {

node_facts slice_movement::facts() const {
  node_facts facts = facts_through(places_.size(), below_);
  facts.single_pass = below_->single_pass() && places_.step() == 1;
  return facts;
}

raw_block slice_movement::pull(index_t start, index_t n, void* out, arena& from) const {
  return pull_steps(*below_, at(start), places_.step(), n, out, from);
}

void slice_movement::each_operand(shared_blocks& found) const {
  if (places_.start() == 0 && places_.step() == 1) return found(*below_);
  found.elsewhere(*below_);
}

shared_untyped slice_movement::sliced(index_t start, index_t count, index_t step) const {
  return slice_of(below_, places_.select(slice(start, count, step)));
}

owned_stream slice_movement::entries(entry_pass& pass) const {
  if (places_.step() == 1) return part_of_entries(*below_, places_.start(), at(places_.size()), 0, pass);
  return strided_entries(*below_, places_, pass);
}

void slice_movement::store(index_t start, index_t n, const void* values) const {
  if (places_.step() == 1) return below_->store(at(start), n, values);
  for (index_t i = 0; i < n; ++i) below_->store(at(start + i), 1, element_at(kind(), values, i));
}
void slice_movement::store_at(const index_t* positions, index_t n, const void* values) const {
  store_chosen(*below_, positions, n, values, [this](index_t i) { return at(i); });
}

shared_untyped slice_of(const shared_untyped& below, const index_range& places) {
  places.check_within(below->size());
  if (places == slice(0, below->size())) return below;
  if (auto better = below->sliced(places.start(), places.size(), places.step(), below)) return better;
  return make_moved<slice_movement>(below, places);
}

}  // namespace ravel::detail
