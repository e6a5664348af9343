// SPDX-License-Identifier: BSL-1.0
// Finds and reads the elements of pieces, of any type.
#include <ravel/tensor/pieces.hpp>
#include "lazy/moved_entries.hpp"

namespace ravel::detail {

boxed_sources::boxed_sources(const shape& whole, std::vector<box> boxes, std::vector<shared_untyped> parts)
    : whole_(whole), boxes_(std::move(boxes)), parts_(std::move(parts)), index_(whole, boxes_) {}

const untyped_node& boxed_sources::part(const box_index::found& found) const {
  return *(found.box == box_index::nowhere ? parts_.back() : parts_[static_cast<std::size_t>(found.box)]);
}

movement::place boxed_sources::find(index_t i) const {
  const auto found = index_.find(i);
  return {&part(found), found.position};
}

raw_block boxed_sources::pull(index_t start, index_t n, void* out, arena& from) const {
  const element_room& kind = parts_.front()->room();
  for (index_t done = 0; done < n;) {
    const auto found = index_.find(start + done);
    const index_t count = std::min(n - done, found.count);
    std::byte* const to = element_at(kind, out, done);
    const raw_block got = part(found).pull_raw(found.position, count, to, from);
    if (count == n) return got;
    spread(kind, got, count, to);
    done += count;
  }
  return {out, 1};
}

owned_stream boxed_sources::entries(entry_pass& pass) const {
  const auto place = [&](std::size_t k, std::span<index_t> positions) {
    const std::vector<index_t> inside(positions.begin(), positions.end());
    part_of(dims::row_major(whole_), boxes_[k]).to_local(inside, positions);
  };
  return placed_entries(std::span(parts_).first(boxes_.size()), place, pass);
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API tensor<const T> put_together(const shape&, std::span<const piece<T>>, const T&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
