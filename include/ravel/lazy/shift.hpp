// SPDX-License-Identifier: BSL-1.0
// shift: moves elements by a number of positions towards the end, or towards the start if it is negative. The size stays, and the edge
// element fills the gap. Owns its source. Any thread may read.
#pragma once

#include <ravel/lazy/detail/source.hpp>
#include <ravel/reader/detail/entries.hpp>

namespace ravel {

namespace detail {

template <class T>
class shift_node final : public node<T> {
 public:
  // Precondition: |by| is at most the size, which is not 0.
  shift_node(const source<T>& below, index_t by)
      : node<T>(facts_through(below->size(), below), {}, below->fill()), below_(below), by_(by) {}

  T at(index_t i) const override { return below_->at(std::clamp<index_t>(i - by_, 0, this->size() - 1)); }
  overlap meets(const target_memory& target) const override { return rearranged(below_->meets(target)); }
  void each_operand(shared_blocks& found) const override { found.elsewhere(*below_); }
  bool sorted() const override { return below_->sorted(); }
  entries_of<T> entries(entry_pass& pass) const override {
    const index_t size = this->size(), before = std::max<index_t>(by_, 0), behind = std::max<index_t>(-by_, 0);
    std::vector<entry_part<T>> parts;
    if (before > 0) parts.push_back({at_edge(0, before), 0, before, 0});
    parts.push_back({pass.of(*below_), behind, size - before, before});
    if (behind > 0) parts.push_back({at_edge(size - 1, behind), 0, behind, size - behind});
    return std::make_unique<entries_in_parts<T>>(std::move(parts));
  }
  index_t guess_stored() const override { return below_->about_stored(); }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    const index_t first = start - by_;  // elements [first, first + n), which may begin before 0 or end behind the last
    const index_t before = std::clamp<index_t>(-first, 0, n), behind = std::clamp<index_t>(first + n - this->size(), 0, n);
    const index_t inside = n - before - behind;
    if (inside == n) return below_->pull(first, n, out, from);
    if (inside > 0) spread(below_->pull(first + before, inside, out + before, from), inside, out + before);
    if (before > 0) std::fill_n(out, before, at(start));
    if (behind > 0) std::fill_n(out + n - behind, behind, at(start + n - 1));
    return {out, 1};
  }

 private:
  // The edge element, `times` times.
  entries_of<T> at_edge(index_t edge, index_t times) const {
    auto list = std::make_shared<entry_array<T>>();
    const T value = below_->at(edge);
    if (!is_fill(value, *this->fill())) list->add(0, value);
    return std::make_unique<repeated_entries<T>>(std::move(list), 1, times);
  }

  source<T> below_;
  index_t by_;
};

template <class T>
reader<T> shift_of(const source<T>& below, index_t by) {
  const index_t size = below->size();
  const index_t places = std::clamp<index_t>(by, -size, size);
  if (places == 0) return detail_access::wrap(below);
  return make_reader<shift_node<T>>(below, places);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API reader<T> shift_of(const source<T>&, index_t);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::rearrangeable R>
reader<detail::read_t<R>> shift(R&& r, index_arg by) {
  return detail::shift_of(detail::owned_source(std::forward<R>(r)), by);
}

}  // namespace ravel
