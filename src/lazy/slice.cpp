// SPDX-License-Identifier: BSL-1.0
// Slices, shifts and selections of readers of any type.
#include "lazy/slice.hpp"
#include <ravel/base/error.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/reader/detail/entries.hpp>
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

namespace {

class shift_movement final : public movement {
 public:
  // Precondition: |by| is at most the size, which is not 0.
  shift_movement(shared_untyped below, index_t by) : below_(std::move(below)), by_(by) {}

  std::span<const shared_untyped> sources() const override { return {&below_, 1}; }
  node_facts facts() const override { return facts_through(size(), below_); }
  place find(index_t i) const override { return {below_.get(), std::clamp<index_t>(i - by_, 0, size() - 1)}; }
  raw_block pull(index_t start, index_t n, void* out, arena& from) const override {
    const index_t first = start - by_;  // elements [first, first + n), which may begin before 0 or end behind the last
    const index_t before = std::clamp<index_t>(-first, 0, n), behind = std::clamp<index_t>(first + n - size(), 0, n);
    const index_t inside = n - before - behind;
    if (inside == n) return below_->pull_raw(first, n, out, from);
    const auto read = [&](index_t position, index_t count, index_t done, index_t times) {
      std::byte* const to = element_at(kind(), out, done);
      const raw_block got = below_->pull_raw(position, count, to, from);
      spread(kind(), {got.data, times > count ? 0 : got.step}, std::max(count, times), to);
    };
    if (inside > 0) read(first + before, inside, before, inside);
    if (before > 0) read(0, 1, 0, before);
    if (behind > 0) read(size() - 1, 1, n - behind, behind);
    return {out, 1};
  }
  bool sorted() const override { return below_->sorted(); }
  owned_stream entries(entry_pass& pass) const override {
    const index_t before = std::max<index_t>(by_, 0), behind = std::max<index_t>(-by_, 0);
    std::vector<entry_part> parts;
    if (before > 0) parts.push_back({at_edge(0, before, pass), 0, before, 0});
    parts.push_back({pass.stream(*below_), behind, size() - before, before});
    if (behind > 0) parts.push_back({at_edge(size() - 1, behind, pass), 0, behind, size() - behind});
    return entries_in_parts(std::move(parts), kind());
  }
  index_t guess_stored() const override { return below_->about_stored(); }

 private:
  index_t size() const { return below_->size(); }

  // The edge element, `times` times.
  owned_stream at_edge(index_t edge, index_t times, entry_pass& pass) const {
    entry_list once(kind());
    once.append(raw_collected_entries(part_of_entries(*below_, edge, edge + 1, 0, pass), 0, 1, kind()).all());
    return std::make_unique<repeated_entries>(std::make_shared<const entry_list>(std::move(once)), 1, times);
  }

  shared_untyped below_;
  index_t by_;
};

}  // namespace

shared_untyped shift_of(const shared_untyped& below, index_t by) {
  const index_t size = below->size();
  const index_t places = std::clamp<index_t>(by, -size, size);
  return places == 0 ? below : make_moved<shift_movement>(below, places);
}

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
