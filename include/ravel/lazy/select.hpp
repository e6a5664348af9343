// SPDX-License-Identifier: BSL-1.0
// select: the elements at given positions, in the given order. The positions are checked once and kept. A range of positions gives a slice,
// and a selection of a selection is one node. Writes go through to a writer. Owns its source. Any thread may read.
#pragma once

#include <ravel/index/detail/marks.hpp>
#include <ravel/lazy/slice.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_written_twice();
RAVEL_API void check_mask_size(index_t mask, index_t size);

template <class T>
class gather_node final : public node<T> {
 public:
  // Precondition: the positions lie inside.
  gather_node(const source<T>& below, selection places)
      : node<T>(facts(below, places), {}, below->fill()), below_(below), places_(std::move(places)) {}

  const source<T>& below() const { return below_; }
  const selection& places() const { return places_; }

  T at(index_t i) const override { return below_->at(places_[i]); }
  void store(index_t start, index_t n, const T* values) const override {
    if (n > 1 && !places_.distinct()) throw_written_twice();
    for (index_t i = 0; i < n; ++i) below_->store(places_[start + i], 1, values + i);
  }
  overlap meets(const target_memory& target) const override { return rearranged(below_->meets(target)); }
  void each_operand(shared_blocks& found) const override { found.elsewhere(*below_); }
  entries_of<T> entries(entry_pass& pass) const override {
    if (!is_list(places_)) return sought_entries(*below_, places_, pass);
    placed_positions chosen(this->size());
    for (index_t i = 0; i < this->size(); ++i) chosen.add(places_[i], i);
    return chosen_entries(*below_, std::move(chosen), pass);
  }
  index_t guess_stored() const override { return std::min(this->size(), below_->about_stored()); }
  void store_at(const index_t* positions, index_t n, const T* values) const override {
    if (this->size() > 1 && !places_.distinct()) throw_written_twice();  // even if few of them are stored
    store_chosen(*below_, positions, n, values, [this](index_t i) { return places_[i]; });
  }
  bool sorted() const override { return node<T>::sorted() || (below_->sorted() && places_.ascending()); }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    const auto pull = [&](const index_t* chosen) {
      return pull_chosen(
          *below_, n, [=](index_t i) { return chosen[i]; }, out, from);
    };
    if (is_list(places_)) return pull(places_.positions().data() + start);
    const scratch<index_t> room(from, n);
    places_.read(start, {room.data(), static_cast<std::size_t>(n)});
    return pull(room.data());
  }

 private:
  static bool is_list(const selection& places) { return !places.positions().empty(); }
  static node_facts facts(const source<T>& below, const selection& places) {
    node_facts facts = facts_through(places.size(), below);
    if (!is_list(places)) facts.need = facts.need + scratch_need::room_for<index_t>();
    return facts;
  }

  source<T> below_;
  selection places_;
};

template <class T>
source<T> select_of(const source<T>& below, const selection& places) {
  places.check_within(below->size());
  if (const auto range = places.as_range()) return slice_of(below, *range);
  if (const auto* part = dynamic_cast<const slice_node<T>*>(below.get()))
    return select_of(part->below(), selection(part->places()).select(places));
  if (const auto* other = dynamic_cast<const gather_node<T>*>(below.get()))
    return select_of(other->below(), other->places().select(places));
  return make_node<gather_node<T>>(below, places);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API source<T> select_of(const source<T>&, const selection&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::rearrangeable R>
[[nodiscard]] auto select(R&& r, const selection& positions) {
  return detail::make_view<R>(detail::select_of(detail::owned_source(std::forward<R>(r)), positions));
}

template <detail::rearrangeable R>
[[nodiscard]] auto select(R&& r, const open_slice& positions) {
  return slice(std::forward<R>(r), positions);
}
// Selects where a mask of the same size is true. The mask is read now.
template <detail::rearrangeable R, detail::rearrangeable M>
  requires boolean_element<detail::read_t<M>>
[[nodiscard]] auto select(R&& r, const M& mask) {
  detail::check_mask_size(mask.size(), r.size());
  return select(std::forward<R>(r), detail::true_positions(detail::node_for_call(mask)));
}

}  // namespace ravel
