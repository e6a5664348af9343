// SPDX-License-Identifier: BSL-1.0
// Joins, repeats and interleaves readers of any type.
#include "lazy/concat.hpp"
#include "lazy/moved_entries.hpp"

#include <ravel/base/error.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/detail/function_node.hpp>
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

namespace {

class repeat_movement final : public movement {
 public:
  repeat_movement(shared_untyped below, index_t times)
      : below_(std::move(below)), period_(below_->size()), size_(mul_index(period_, times)) {}

  std::span<const shared_untyped> sources() const override { return {&below_, 1}; }
  node_facts facts() const override { return facts_through(size_, below_); }
  place find(index_t i) const override { return {below_.get(), i % period_}; }
  raw_block pull(index_t start, index_t n, void* out, arena& from) const override {
    const index_t first = start % period_, head = std::min(n, period_ - first);
    if (head == n) return below_->pull_raw(first, n, out, from);
    const auto read = [&](index_t position, index_t count, index_t done) {
      std::byte* const to = element_at(kind(), out, done);
      spread(kind(), below_->pull_raw(position, count, to, from), count, to);
    };
    read(first, head, 0);
    const index_t rest = std::min(n - head, first);  // now the part of the period before `first`
    if (rest > 0) read(0, rest, head);
    for (index_t done = head + rest; done < n;) {  // one whole period; each copy doubles it
      const index_t more = std::min(done, n - done);
      spread(kind(), {out, 1}, more, element_at(kind(), out, done));
      done += more;
    }
    return {out, 1};
  }
  owned_stream entries(entry_pass& pass) const override {
    if (size_ == 0) return no_entries();
    return std::make_unique<repeated_entries>(pass.kept(*below_), period_, size_);
  }
  index_t guess_stored() const override { return size_ == 0 ? 0 : size_ / period_ * below_->about_stored(); }

 private:
  shared_untyped below_;
  index_t period_, size_;
};

}  // namespace

shared_untyped repeat_of(const shared_untyped& below, index_t times) {
  check_size(times, "number of times");
  return times == 1 ? below : make_moved<repeat_movement>(below, times);
}

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
