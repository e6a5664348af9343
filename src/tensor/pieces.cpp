// SPDX-License-Identifier: BSL-1.0
// Finds, reads, views and writes the elements of pieces, of any type.
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/walk/paths.hpp>
#include "lazy/moved_entries.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

// Disjoint boxes of a shape with a tensor each, and last the source for all positions in no box.
class pieces_movement final : public movement, public shaped_base {
 public:
  pieces_movement(const shape& whole, std::vector<box> boxes, std::vector<shared_untyped> parts, shared_untyped origin)
      : shaped_base(whole, std::move(origin)), boxes_(std::move(boxes)), parts_(std::move(parts)), index_(whole, boxes_) {
    put_side_by_side();
  }

  const std::vector<box>& boxes() const { return boxes_; }
  bool covers() const { return index_.covers(); }
  std::span<const shared_untyped> sources() const override { return parts_; }
  node_facts facts() const override {
    node_facts facts = facts_through(extents().elements(), parts_);
    if (width_ > 0) facts.need = facts.need + kind().need;
    return facts;
  }
  const shaped_base* shaped() const override { return this; }

  place find(index_t i) const override {
    const auto found = index_.find(i);
    return {&part(found), found.position};
  }
  raw_block pull(index_t start, index_t n, void* out, arena& from) const override {
    for (index_t done = 0; done < n;) {
      if (width_ > 0 && (start + done) % width_ == 0 && n - done >= width_) {
        const index_t rows = (n - done) / width_;
        pull_rows((start + done) / width_, rows, element_at(kind(), out, done), from);
        done += rows * width_;
        continue;
      }
      const auto found = index_.find(start + done);
      const index_t count = std::min(n - done, found.count);
      std::byte* const to = element_at(kind(), out, done);
      const raw_block got = part(found).pull_raw(found.position, count, to, from);
      if (count == n) return got;
      spread(kind(), got, count, to);
      done += count;
    }
    return {out, 1};
  }
  owned_stream entries(entry_pass& pass) const override {
    const auto put = [&](std::size_t k, std::span<index_t> positions) {
      const std::vector<index_t> inside(positions.begin(), positions.end());
      part_of(dims::row_major(extents()), boxes_[k]).to_local(inside, positions);
    };
    return placed_entries(std::span(parts_).first(boxes_.size()), put, pass);
  }

  // Views as pieces of views, if boxes stay boxes.
  shared_untyped viewed(const map_change*, const dims& map, const shared_untyped& origin) const override {
    constexpr std::size_t many = 16;  // limits the time to make a view
    const auto paths = boxes_.size() < many ? paths_through(map, extents()) : std::nullopt;
    if (!paths) return nullptr;
    std::vector<box> boxes;
    std::vector<shared_untyped> parts;
    for (std::size_t k = 0; k < boxes_.size(); ++k) {
      auto found = seen(boxes_[k], *paths, map.shape());
      if (!found) continue;
      const auto through = [&](const dims& part) { return along_paths(part, found->through, found->where.extents); };
      parts.push_back(parts_[k]->as_tensor()->viewed(change_of(through)));
      boxes.push_back(std::move(found->where));
    }
    parts.push_back(rest()->sliced(0, map.size(), 1, rest()));
    return make_moved<pieces_movement>(map.shape(), std::move(boxes), std::move(parts), origin);
  }

  // Writes one piece after the other, each in its best order.
  bool write(const untyped_tensor& target) const override {
    constexpr index_t worth_a_copy = 1024;
    const std::vector<box>& gaps = index_.gaps();
    if (static_cast<index_t>(boxes_.size() + gaps.size()) > extents().elements() / worth_a_copy) return false;
    for (std::size_t k = 0; k < boxes_.size(); ++k) write_box(boxes_[k], parts_[k], target);
    for (const box& gap : gaps)
      write_box(gap, target.over(dims::strided(gap.extents, std::vector<index_t>(gap.at.size())), rest()), target);
    return true;
  }

 private:
  // Boxes that lie side by side along one axis divide each row of `width_` positions alike. Noted where their parts of a row are short.
  struct side {
    std::size_t part;
    index_t at, length;
  };
  void put_side_by_side() {
    const shape& whole = extents();
    index_t axis = 0;
    const auto differ = [&](const box& b) { return b.extents[axis] != whole[axis]; };
    while (axis < whole.rank() && std::none_of(boxes_.begin(), boxes_.end(), differ)) ++axis;
    if (axis == whole.rank() || !index_.covers()) return;
    index_t behind = 1;
    for (index_t k = axis + 1; k < whole.rank(); ++k) {
      behind *= whole[k];
      for (const box& b : boxes_) {
        if (b.extents[k] != whole[k]) return;
      }
    }
    constexpr index_t short_run = 32;
    const index_t width = whole[axis] * behind;
    if (width > short_run * std::ssize(boxes_)) return;
    width_ = width;
    for (std::size_t k = 0; k < boxes_.size(); ++k)
      sides_.push_back({k, boxes_[k].at[static_cast<std::size_t>(axis)] * behind, boxes_[k].extents[axis] * behind});
  }
  // Whole rows: the elements of one part after those of another, each to its places in all rows.
  void pull_rows(index_t first, index_t rows, std::byte* out, arena& from) const {
    for (const auto& [k, at, length] : sides_) {
      if (length == 0) continue;
      element_rooms rooms(from, rows * length);
      const raw_block got = parts_[k]->pull_raw(first * length, rows * length, rooms.take(kind()), from);
      const auto apart = static_cast<const std::byte*>(got.data);
      for (index_t i = 0; i < length; ++i)
        scatter(kind(), {apart + i * got.step * kind().bytes, got.step * length}, rows, element_at(kind(), out, at + i), width_);
    }
  }

  static void write_box(const box& where, const shared_untyped& values, const untyped_tensor& target) {
    // The caller has checked overlap for the whole target.
    const shared_untyped part = target.viewed(part_of(target.map(), where));
    write_elements(*values->as_tensor(), *part->as_tensor(), target_is::fresh);
  }
  const untyped_node& part(const box_index::found& found) const {
    return *(found.box == box_index::nowhere ? rest() : parts_[static_cast<std::size_t>(found.box)]);
  }
  const shared_untyped& rest() const { return parts_.back(); }

  std::vector<box> boxes_;
  std::vector<shared_untyped> parts_;
  box_index index_;
  std::vector<side> sides_;
  index_t width_ = 0;
};

}  // namespace

void placed_parts::add(box where, shared_untyped part) {
  boxes_.push_back(std::move(where));
  parts_.push_back(std::move(part));
}

void placed_parts::add_along(std::size_t axis, index_t start, const shared_untyped& part) {
  const untyped_tensor& tensor = *part->as_tensor();
  const auto* const inner = dynamic_cast<const pieces_movement*>(tensor.whole());
  if (inner && inner->covers()) {
    for (std::size_t k = 0; k < inner->boxes().size(); ++k) {
      box moved = inner->boxes()[k];
      moved.at[axis] += start;
      add(std::move(moved), inner->sources()[k]);
    }
  } else {
    box where{small_vector<index_t, 6>(static_cast<std::size_t>(tensor.map().rank()), 0), tensor.extents()};
    where.at[axis] = start;
    add(std::move(where), part);
  }
}

shared_untyped placed_parts::put_together(const shape& whole, const shared_untyped& rest) && {
  parts_.push_back(rest->sliced(0, whole.elements(), 1, rest));
  return make_moved<pieces_movement>(whole, std::move(boxes_), std::move(parts_), nullptr);
}

}  // namespace ravel::detail
