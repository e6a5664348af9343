// SPDX-License-Identifier: BSL-1.0
// Selections from readers of any type.
#include <ravel/base/error.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/lazy/slice.hpp>
#include "lazy/moved_entries.hpp"
#include "lazy/slice.hpp"

namespace ravel::detail {

namespace {

class select_movement final : public movement {
 public:
  // Precondition: the positions lie inside.
  select_movement(shared_untyped below, selection places) : below_(std::move(below)), places_(std::move(places)) {}

  const shared_untyped& below() const { return below_; }
  const selection& places() const { return places_; }

  std::span<const shared_untyped> sources() const override { return {&below_, 1}; }
  node_facts facts() const override {
    node_facts facts = facts_through(places_.size(), below_);
    if (!is_list()) facts.need = facts.need + scratch_need::room_for<index_t>();
    return facts;
  }
  place find(index_t i) const override { return {below_.get(), places_[i]}; }
  raw_block pull(index_t start, index_t n, void* out, arena& from) const override {
    if (is_list()) {
      pull_chosen(*below_, places_.positions().data() + start, n, out, from);
    } else {
      const scratch<index_t> room(from, n);
      places_.read(start, {room.data(), static_cast<std::size_t>(n)});
      pull_chosen(*below_, room.data(), n, out, from);
    }
    return {out, 1};
  }
  bool sorted() const override { return below_->sorted() && places_.ascending(); }
  owned_stream entries(entry_pass& pass) const override { return chosen_entries(*below_, places_, pass); }
  index_t guess_stored() const override { return std::min(places_.size(), below_->about_stored()); }
  void store(index_t start, index_t n, const void* values) const override {
    check_distinct(n);
    for (index_t i = 0; i < n; ++i) below_->store(places_[start + i], 1, element_at(kind(), values, i));
  }
  void store_at(const index_t* positions, index_t n, const void* values) const override {
    check_distinct(places_.size());  // even if few of them are stored
    store_chosen(*below_, positions, n, values, [this](index_t i) { return places_[i]; });
  }

 private:
  bool is_list() const { return !places_.positions().empty(); }
  void check_distinct(index_t written) const {
    if (written > 1 && !places_.distinct())
      throw layout_error("the selection holds a position twice, and only one value can be written there: write the elements one by one");
  }

  shared_untyped below_;
  selection places_;
};

}  // namespace

void check_mask_size(index_t mask, index_t size) {
  if (mask != size) throw shape_error(text() << "a mask of " << counted(mask, "element") << " does not fit a reader of " << size);
}

shared_untyped select_of(const shared_untyped& below, const selection& places) {
  places.check_within(below->size());
  if (const auto range = places.as_range()) return slice_of(below, *range);
  if (const auto* const part = moved_as<slice_movement>(*below)) return select_of(part->below(), selection(part->places()).select(places));
  if (const auto* const other = moved_as<select_movement>(*below)) return select_of(other->below(), other->places().select(places));
  return make_moved<select_movement>(below, places);
}

}  // namespace ravel::detail
