// SPDX-License-Identifier: BSL-1.0
// Shifts the elements of readers of any type.
#include <ravel/lazy/slice.hpp>
#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

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

}  // namespace ravel::detail
