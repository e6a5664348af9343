// SPDX-License-Identifier: BSL-1.0
// Joins readers of any type end to end.
#include "lazy/concat.hpp"

#include <ravel/lazy/concat.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <algorithm>

namespace ravel::detail {

concat_movement::concat_movement(std::vector<shared_untyped> parts) : parts_(std::move(parts)) {
  for (const shared_untyped& part : parts_) starts_.push_back(add_index(starts_.back(), part->size()));
}

std::size_t concat_movement::part_at(index_t position) const {
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), position) - starts_.begin() - 1);
}

raw_block concat_movement::pull(index_t start, index_t n, void* out, arena& from) const {
  std::size_t p = part_at(start);
  if (n <= starts_[p + 1] - start) return parts_[p]->pull_raw(start - starts_[p], n, out, from);
  for (index_t done = 0; done < n; ++p) {
    const index_t position = start + done, count = std::min(n - done, starts_[p + 1] - position);
    std::byte* const to = element_at(kind(), out, done);
    spread(kind(), parts_[p]->pull_raw(position - starts_[p], count, to, from), count, to);
    done += count;
  }
  return {out, 1};
}

owned_stream concat_movement::entries(entry_pass& pass) const {
  std::vector<entry_part> parts;
  for (std::size_t p = 0; p < parts_.size(); ++p) parts.push_back({pass.stream(*parts_[p]), 0, parts_[p]->size(), starts_[p]});
  return entries_in_parts(std::move(parts), kind());
}

shared_untyped concat_of(std::span<const shared_untyped> given) {
  if (given.empty()) return nullptr;
  if (given.size() == 1) return given.front();
  std::vector<shared_untyped> parts;
  for (const shared_untyped& part : given) {
    if (const auto* const inner = moved_as<concat_movement>(*part)) {
      parts.insert(parts.end(), inner->sources().begin(), inner->sources().end());
    } else if (part->size() > 0) {
      parts.push_back(part);
    }
  }
  if (parts.empty()) return given.front();
  if (parts.size() == 1) return parts.front();
  return make_moved<concat_movement>(std::move(parts));
}

}  // namespace ravel::detail
