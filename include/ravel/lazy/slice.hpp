// SPDX-License-Identifier: BSL-1.0
// slice: every step-th element from start on, as a view. Memory stays memory, and a slice of a slice is one node. Writes go through to a
// writer; a contiguous part of a buffer is a buffer. Owns its source. Any thread may read.
#pragma once

#include <ravel/index/open_slice.hpp>
#include <ravel/lazy/detail/moved_entries.hpp>
#include <ravel/lazy/detail/pull.hpp>
#include <ravel/lazy/detail/source.hpp>
#include <ravel/storage/buffer.hpp>

namespace ravel {

namespace detail {

template <class T>
source<T> slice_of(const source<T>& below, const index_range& places);

template <class T>
class slice_node final : public node<T> {
 public:
  slice_node(const source<T>& below, const index_range& places)
      : node<T>(facts(below, places), {}, below->fill()), below_(below), places_(places) {}

  const source<T>& below() const { return below_; }
  const index_range& places() const { return places_; }

  T at(index_t i) const override { return below_->at(place(i)); }
  void store(index_t start, index_t n, const T* values) const override {
    if (places_.step() == 1) return below_->store(place(start), n, values);
    for (index_t i = 0; i < n; ++i) below_->store(place(start + i), 1, values + i);
  }
  overlap meets(const target_memory& target) const override { return rearranged(below_->meets(target)); }
  void each_operand(shared_blocks& found) const override {
    if (places_.start() == 0 && places_.step() == 1) return found(*below_);
    found.elsewhere(*below_);
  }
  bool sorted() const override { return node<T>::sorted() || (places_.step() > 0 && below_->sorted()); }
  entries_of<T> entries(entry_pass& pass) const override {
    if (places_.step() == 1) return part_of_entries(*below_, places_.start(), place(this->size()), 0, pass);
    return strided_entries(*below_, places_, pass);
  }
  index_t guess_stored() const override { return std::min(this->size(), below_->about_stored()); }
  void store_at(const index_t* positions, index_t n, const T* values) const override {
    store_chosen(*below_, positions, n, values, [this](index_t i) { return place(i); });
  }
  source<T> sliced(index_t start, index_t count, index_t step, const source<T>&) const override {
    return slice_of(below_, places_.select(slice(start, count, step)));
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    return pull_steps(*below_, place(start), places_.step(), n, out, from);
  }

 private:
  static node_facts facts(const source<T>& below, const index_range& places) {
    node_facts facts = facts_through(places.size(), below);
    facts.single_pass = below->single_pass() && places.step() == 1;
    return facts;
  }
  index_t place(index_t i) const { return places_.start() + i * places_.step(); }

  source<T> below_;
  index_range places_;
};

template <class T>
source<T> slice_of(const source<T>& below, const index_range& places) {
  places.check_within(below->size());
  if (places == slice(0, below->size())) return below;
  if (auto better = below->sliced(places.start(), places.size(), places.step(), below)) return better;
  return make_node<slice_node<T>>(below, places);
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API source<T> slice_of(const source<T>&, const index_range&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::rearrangeable R>
[[nodiscard]] auto slice(R&& r, index_arg start, index_arg count, index_arg step) {
  return detail::make_view<R>(detail::slice_of(detail::owned_source(std::forward<R>(r)), slice(start, count, step)));
}

// Without a step, a part of a buffer is a buffer, because its elements are consecutive too.
template <detail::rearrangeable R>
[[nodiscard]] auto slice(R&& r, index_arg start, index_arg count) {
  using T = detail::read_t<R>;
  const auto part = detail::slice_of(detail::owned_source(std::forward<R>(r)), slice(start, count));
  if constexpr (std::same_as<std::remove_cvref_t<R>, buffer<T>>) {
    return buffer_access::wrap(std::static_pointer_cast<const detail::memory_node<T>>(part));
  } else {
    return detail::make_view<R>(part);
  }
}

// slice(r, slice_from(1)), slice(r, slice_before(last).every(2)).
template <detail::rearrangeable R>
[[nodiscard]] auto slice(R&& r, const open_slice& positions) {
  const index_range places = positions.within(r.size());
  return detail::make_view<R>(detail::slice_of(detail::owned_source(std::forward<R>(r)), places));
}
template <detail::rearrangeable R>
[[nodiscard]] auto slice(R&& r, const index_range& positions) {
  return detail::make_view<R>(detail::slice_of(detail::owned_source(std::forward<R>(r)), positions));
}
template <readable R>
void slice(const R& r, index_arg start) = delete;  // up to where? slice(r, start, count), or slice(r, slice_from(start))

}  // namespace ravel
