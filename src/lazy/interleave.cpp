// SPDX-License-Identifier: BSL-1.0
// Interleaves readers of any type.
#include <ravel/base/error.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/detail/function_node.hpp>
#include "lazy/moved_entries.hpp"

namespace ravel::detail {

namespace {

index_t interleaved_size(std::span<const shared_untyped> parts) {
  const index_t each = parts[0]->size();
  for (std::size_t p = 1; p < parts.size(); ++p) {
    if (const index_t size = parts[p]->size(); size != each)
      throw shape_error(text() << "interleave: part " << p << " has " << counted(size, "element") << " and part 0 has " << each
                               << ": the parts want one size");
  }
  return mul_index(each, std::ssize(parts));
}

class interleave_movement final : public movement {
 public:
  explicit interleave_movement(std::vector<shared_untyped> parts) : parts_(std::move(parts)), size_(interleaved_size(parts_)) {}

  std::span<const shared_untyped> sources() const override { return parts_; }
  node_facts facts() const override {
    node_facts facts = facts_through(size_, parts_);
    facts.need = facts.need + kind().need;
    return facts;
  }
  place find(index_t i) const override { return {&part(i % count()), i / count()}; }
  raw_block pull(index_t start, index_t n, void* out, arena& from) const override {
    const index_t step = count();
    element_rooms rooms(from, (n - 1) / step + 1);
    void* const room = rooms.take(kind());
    for (index_t i = 0; i < std::min(n, step); ++i) {  // elements i, i + step, … of the block come from one part
      const index_t position = start + i, mine = (n - 1 - i) / step + 1;
      scatter(kind(), part(position % step).pull_raw(position / step, mine, room, from), mine, element_at(kind(), out, i), step);
    }
    return {out, 1};
  }
  owned_stream entries(entry_pass& pass) const override {
    const auto move = [&](std::size_t part, std::span<index_t> positions) {
      for (index_t& position : positions) position = position * count() + static_cast<index_t>(part);
    };
    return placed_entries(parts_, move, pass);
  }

 private:
  index_t count() const { return std::ssize(parts_); }
  const untyped_node& part(index_t p) const { return *parts_[static_cast<std::size_t>(p)]; }

  std::vector<shared_untyped> parts_;
  index_t size_;
};

}  // namespace

shared_untyped interleave_of(std::vector<shared_untyped> parts) {
  if (parts.size() < 2) return parts.empty() ? nullptr : parts.front();
  return make_moved<interleave_movement>(std::move(parts));
}

}  // namespace ravel::detail
