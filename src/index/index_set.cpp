// SPDX-License-Identifier: BSL-1.0
// The doorway to CRoaring: an index set is one of its bitmaps for each 2^32 positions that have a member. Only what its versions 0.2 to 5
// have in common is used, and never copy-on-write. Bitmaps do not change once they are kept; questions by rank go to a table beside them.
#include <ravel/base/error.hpp>
#include <ravel/base/published.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/index/rank_table.hpp>

#include <roaring/roaring.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

namespace ravel {

namespace {

constexpr index_t part_bits = 32, part_size = index_t{1} << part_bits, chunk_size = index_t{1} << 16;

struct free_bitmap {
  void operator()(roaring_bitmap_t* b) const { roaring_bitmap_free(b); }
};
using bitmap = std::unique_ptr<roaring_bitmap_t, free_bitmap>;

// The members from high * 2^32 on, less that; not empty.
struct part {
  index_t high;
  bitmap members;

  index_t start() const { return high << part_bits; }
  index_t min() const { return start() + roaring_bitmap_minimum(members.get()); }
  index_t max() const { return start() + roaring_bitmap_maximum(members.get()); }
};

std::uint32_t low(index_t position) { return static_cast<std::uint32_t>(position); }

index_t check_member(index_t position) {
  if (position < 0) throw index_error(detail::text() << "position " << position << " is below 0, where no index set has members");
  if (position > index_limit) detail::throw_beyond_limit("position", position);
  return position;
}

}  // namespace

class RAVEL_LOCAL index_set::kept final : public ascending_set {
 public:
  explicit kept(std::vector<part> members) : parts(std::move(members)) {}

  index_t size() const override;
  index_t at(index_t rank) const override { return table().at(rank); }
  index_t rank(index_t position) const override { return table().rank(position); }
  void read(index_t rank, std::span<index_t> out) const override { table().read(rank, out); }

  const detail::rank_table& table() const {
    return table_.get([this] { return make_table(); });
  }
  index_t bytes() const;
  bool contains(index_t position) const;

  const std::vector<part> parts;

 private:
  detail::rank_table make_table() const;

  mutable std::atomic<index_t> count_ = 0;  // until somebody asks, since counting runs takes a tenth of making them
  detail::published<detail::rank_table> table_;
};

index_t index_set::kept::size() const {
  index_t count = count_.load(std::memory_order_relaxed);
  if (count > 0) return count;
  for (const part& p : parts) count += static_cast<index_t>(roaring_bitmap_get_cardinality(p.members.get()));
  count_.store(count, std::memory_order_relaxed);
  return count;
}

detail::rank_table index_set::kept::make_table() const {
  detail::rank_table made;
  for (const part& p : parts) {
    auto bytes = std::make_unique_for_overwrite<std::byte[]>(roaring_bitmap_portable_size_in_bytes(p.members.get()));
    roaring_bitmap_portable_serialize(p.members.get(), reinterpret_cast<char*>(bytes.get()));
    made.append(p.start(), std::move(bytes));
  }
  return made;
}

index_t index_set::kept::bytes() const {
  index_t total = 0;
  for (const part& p : parts) total += static_cast<index_t>(roaring_bitmap_portable_size_in_bytes(p.members.get()));
  return total + (table_.known() ? table_.known()->bytes() : 0);
}

bool index_set::kept::contains(index_t position) const {
  const auto found = std::ranges::lower_bound(parts, position >> part_bits, {}, &part::high);
  return found != parts.end() && found->high == position >> part_bits && roaring_bitmap_contains(found->members.get(), low(position));
}

// Parts in the making. What is not given ascending costs a search.
class index_set::collector {
 public:
  void add(const index_t* list, index_t count) {
    std::array<std::uint32_t, 1024> lows;
    for (index_t i = 0; i < count;) {
      const index_t high = check_member(list[i]) >> part_bits;
      std::size_t n = 0;
      for (; i < count && n < lows.size() && check_member(list[i]) >> part_bits == high; ++i) lows[n++] = low(list[i]);
      roaring_bitmap_add_many(part_at(high), n, lows.data());
    }
  }

  // `count` positions that read(start, out) gives.
  template <class Read>
  void add_blocks(index_t count, Read read) {
    std::array<index_t, 1024> room;
    for (index_t done = 0; done < count;) {
      const auto out = std::span(room).first(static_cast<std::size_t>(std::min<index_t>(room.size(), count - done)));
      read(done, out);
      add(out.data(), static_cast<index_t>(out.size()));
      done += static_cast<index_t>(out.size());
    }
  }

  // CRoaring 0.2 does not come to an end with steps beyond a chunk near the end of a part, which leave nothing to gain anyway.
  void add(const index_range& r) {
    if (r.empty()) return;
    if (r.step() < 0) return add(r.reversed());
    check_member(r.min());
    if (r.step() >= chunk_size) return add_blocks(r.size(), [&](index_t start, std::span<index_t> out) { selection(r).read(start, out); });
    for (index_t i = 0; i < r.size();) {
      const index_t high = r[i] >> part_bits, room = ((high + 1) << part_bits) - r[i];
      const index_t count = std::min(r.size() - i, (room - 1) / r.step() + 1), first = r[i] - (high << part_bits);
      const auto step = static_cast<std::uint32_t>(count > 1 ? r.step() : 1);
      const auto last = static_cast<std::uint64_t>(first + (count - 1) * index_t{step});
      append({high, bitmap(roaring_bitmap_from_range(static_cast<std::uint64_t>(first), last + 1, step))});
      i += count;
    }
  }

  // Behind all parts so far; nothing is kept of an empty one.
  void append(part p) {
    if (!roaring_bitmap_is_empty(p.members.get())) parts_.push_back(std::move(p));
  }

  // Elements one by one may lie in runs.
  void compress() {
    for (const part& p : parts_) {
      roaring_bitmap_run_optimize(p.members.get());
      roaring_bitmap_shrink_to_fit(p.members.get());
    }
  }

  std::shared_ptr<const kept> take() { return parts_.empty() ? nullptr : std::make_shared<const kept>(std::move(parts_)); }

 private:
  roaring_bitmap_t* part_at(index_t high) {
    auto place = parts_.end();
    if (!parts_.empty() && parts_.back().high >= high) place = std::ranges::lower_bound(parts_, high, {}, &part::high);
    if (place == parts_.end() || place->high != high) place = parts_.insert(place, {high, bitmap(roaring_bitmap_create())});
    return place->members.get();
  }

  std::vector<part> parts_;
};

index_set::index_set(const index_t* list, index_t count) {
  collector made;
  made.add(list, count);
  made.compress();
  kept_ = made.take();
}

index_set::index_set(std::initializer_list<index_arg> positions)
    : index_set(std::vector<index_t>(positions.begin(), positions.end())) {}

index_set::index_set(const index_range& range) {
  collector made;
  made.add(range);
  kept_ = made.take();
}

index_set::index_set(const selection& positions) {
  if (const auto range = positions.as_range()) {
    *this = index_set(*range);
    return;
  }
  collector made;
  made.add_blocks(positions.size(), [&](index_t start, std::span<index_t> out) { positions.read(start, out); });
  made.compress();
  kept_ = made.take();
}

void index_set::add_true(const detail::node<bool>& mask) {
  collector made;
  std::array<index_t, 1024> room;
  detail::each_block(mask, 0, mask.size(), [&](block<const bool> b, index_t position, index_t n) {
    for (index_t i = 0; i < n;) {
      std::size_t found = 0;
      for (; i < n && found < room.size(); ++i) {
        room[found] = position + i;
        found += b.data[i * b.step];
      }
      made.add(room.data(), static_cast<index_t>(found));
    }
  });
  made.compress();
  kept_ = made.take();
}

index_t index_set::size() const { return kept_ ? kept_->size() : 0; }

index_t index_set::min() const {
  if (!kept_) throw value_error("an empty index set has no smallest position");
  return kept_->parts.front().min();
}

index_t index_set::max() const {
  if (!kept_) throw value_error("an empty index set has no largest position");
  return kept_->parts.back().max();
}

bool index_set::contains(index_t position) const { return kept_ && kept_->contains(position); }
index_t index_set::rank(index_t position) const { return kept_ ? kept_->rank(position) : 0; }
index_t index_set::select(index_t rank) const {
  detail::check_position(rank, size());
  return kept_->at(rank);
}

void index_set::read(index_t rank, std::span<index_t> out) const {
  detail::check_range(rank, static_cast<index_t>(out.size()), size());
  if (kept_) kept_->read(rank, out);
}

index_t index_set::count(index_t start, index_t positions) const {
  return rank(detail::add_index(start, detail::check_size(positions, "count"))) - rank(start);
}

index_t index_set::bytes() const { return kept_ ? kept_->bytes() : 0; }
std::uint64_t index_set::hash() const { return kept_ ? kept_->table().hash() : 0; }

index_set::operator selection() const { return kept_ ? selection(kept_) : selection(); }

// Part by part, in step; a part that only one operand has is kept or not.
template <class Both>
index_set index_set::combine(const index_set& a, const index_set& b, Both both, bool only_a, bool only_b) {
  static const std::vector<part> none;
  const auto &left = a.kept_ ? a.kept_->parts : none, &right = b.kept_ ? b.kept_->parts : none;
  collector made;
  auto x = left.begin(), y = right.begin();
  const auto keep = [&](const part& p) { made.append({p.high, bitmap(roaring_bitmap_copy(p.members.get()))}); };
  while (x != left.end() || y != right.end()) {
    if (y == right.end() || (x != left.end() && x->high < y->high)) {
      if (only_a) keep(*x);
      ++x;
    } else if (x == left.end() || y->high < x->high) {
      if (only_b) keep(*y);
      ++y;
    } else {
      made.append({x->high, bitmap(both(x->members.get(), y->members.get()))});
      ++x, ++y;
    }
  }
  return index_set(made.take());
}

index_set operator&(const index_set& a, const index_set& b) { return index_set::combine(a, b, roaring_bitmap_and, false, false); }
index_set operator|(const index_set& a, const index_set& b) { return index_set::combine(a, b, roaring_bitmap_or, true, true); }
index_set operator-(const index_set& a, const index_set& b) { return index_set::combine(a, b, roaring_bitmap_andnot, true, false); }
index_set operator^(const index_set& a, const index_set& b) { return index_set::combine(a, b, roaring_bitmap_xor, true, true); }

bool operator==(const index_set& a, const index_set& b) {
  if (a.kept_ == b.kept_) return true;
  if (a.size() != b.size()) return false;
  return std::ranges::equal(a.kept_->parts, b.kept_->parts, [](const part& x, const part& y) {
    return x.high == y.high && roaring_bitmap_equals(x.members.get(), y.members.get());
  });
}

void index_set::check_within(index_t n) const {
  detail::check_size(n);
  if (kept_ && max() >= n)
    throw index_error(detail::text() << "the index set has position " << max() << ", which is outside [0, " << n << ")");
}

index_set complement(const index_set& s, index_t n) {
  s.check_within(n);
  return index_set(slice(0, n)) - s;
}

index_set index_set::offset(index_t by) const {
  if (!kept_ || by == 0) return *this;
  check_member(detail::add_index(min(), by));
  detail::add_index(max(), by);
  collector made;
  if (by % part_size == 0) {
    for (const part& p : kept_->parts) made.append({p.high + by / part_size, bitmap(roaring_bitmap_copy(p.members.get()))});
    return index_set(made.take());
  }
  made.add_blocks(size(), [&](index_t rank, std::span<index_t> out) {
    kept_->read(rank, out);
    for (index_t& member : out) member += by;
  });
  made.compress();
  return index_set(made.take());
}

}  // namespace ravel
