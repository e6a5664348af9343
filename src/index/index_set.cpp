// SPDX-License-Identifier: BSL-1.0
// Wraps CRoaring; no other file knows its types. An index set holds one bitmap for each 2^32 positions with dense members, and a list of
// runs, so that a run of any length costs the same. Or it reads serialised bytes, and set algebra makes bitmaps of them. Only what versions
// 0.2 to 5 share is used, and never copy-on-write. Sets are immutable; a separate table answers lookups by rank.
#include <ravel/base/detail/published.hpp>
#include <ravel/base/error.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/index/detail/marks.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/reader/detail/entries.hpp>
#include "index/rank_table.hpp"
#include "index/roaring_format.hpp"
#include "index/set_bitmaps.hpp"
#include "index/shown_set.hpp"

#include <roaring/roaring.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <numeric>
#include <vector>

namespace ravel {

namespace {

constexpr index_t part_bits = 32, part_size = index_t{1} << part_bits;

struct free_bitmap {
  void operator()(roaring_bitmap_t* b) const { roaring_bitmap_free(b); }
};
using bitmap = std::unique_ptr<roaring_bitmap_t, free_bitmap>;

bitmap read_bitmap(std::span<const std::byte> checked) {
  bitmap made(roaring_bitmap_portable_deserialize(reinterpret_cast<const char*>(checked.data())));
  if (!made) throw std::bad_alloc();
  return made;
}

// The members from high * 2^32 on, minus that: a bitmap, or checked bytes in the portable format that the set reads in place.
struct set_part {
  index_t high;
  bitmap members;
  std::span<const std::byte> lying = {};  // where there is no bitmap

  index_t start() const { return high << part_bits; }
  bool empty() const { return members ? roaring_bitmap_is_empty(members.get()) : detail::roaring_header(lying.data()).chunks == 0; }
  bitmap copy() const { return members ? bitmap(roaring_bitmap_copy(members.get())) : read_bitmap(lying); }

  // The length in the portable format.
  index_t length() const {
    return members ? static_cast<index_t>(roaring_bitmap_portable_size_in_bytes(members.get())) : std::ssize(lying);
  }
  void write(std::byte* to) const {
    if (!members) std::ranges::copy(lying, to);
    if (members) roaring_bitmap_portable_serialize(members.get(), reinterpret_cast<char*>(to));
  }

  void list(detail::rank_table& to) const {
    if (!members) return to.append(start(), lying.data());
    auto bytes = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(length()));
    write(bytes.get());
    to.append(start(), std::move(bytes));
  }
};

using detail::member_run;
using run_list = std::vector<member_run>;  // ascending, none beside the next, and none where there is a bitmap

constexpr std::size_t few_members = 64;  // up to this many are added one by one

// The runs of a bitmap, if a list of them is smaller. Isolated members and long runs gain: CRoaring spends some bytes on each of their
// chunks.
run_list smaller_as_runs(const set_part& p) {
  const index_t bytes = p.length(), reach = roaring_bitmap_maximum(p.members.get()) - roaring_bitmap_minimum(p.members.get());
  if (bytes > 32 * (reach / detail::chunk_size + 1)) return {};  // not worth a look
  detail::rank_table table;
  p.list(table);
  run_list runs = table.runs();
  if (static_cast<index_t>(sizeof(member_run) * runs.size()) >= 3 * bytes) runs.clear();
  return runs;
}

// Tells which positions a list of runs has; ask in ascending order.
class run_cursor {
 public:
  explicit run_cursor(const run_list& runs) : at_(runs.begin()), end_(runs.end()) {}

  bool holds(index_t position) {
    while (at_ != end_ && at_->end <= position) ++at_;
    return at_ != end_ && at_->first <= position;
  }
  // After holds(position), the next position where the answer changes.
  index_t change(index_t position) const {
    return at_ == end_ ? std::numeric_limits<index_t>::max() : at_->first > position ? at_->first : at_->end;
  }

  // The members among the 2^32 positions from start on; null if there are none.
  bitmap part_from(index_t start) {
    bitmap made;
    for (index_t at = start; at < start + part_size;) {
      const bool held = holds(at);
      const index_t end = std::min(change(at), start + part_size);
      if (held) {
        if (!made) made.reset(roaring_bitmap_create());
        roaring_bitmap_add_range(made.get(), static_cast<std::uint64_t>(at - start), static_cast<std::uint64_t>(end - start));
      }
      at = end;
    }
    return made;
  }

 private:
  run_list::const_iterator at_, end_;
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
  kept(std::vector<set_part> members, run_list rest) : parts(std::move(members)), runs(std::move(rest)) {}
  // Holds bitmaps that lie in these bytes. Lookups use the table.
  kept(std::vector<set_part> lying, reader<std::byte> bytes) : parts(std::move(lying)), source_(std::move(bytes)) {}

  index_t size() const override;
  index_t at(index_t rank) const override { return table().at(rank); }
  index_t rank(index_t position) const override { return table().rank(position); }
  void read(index_t rank, std::span<index_t> out) const override { table().read(rank, out); }

  const detail::rank_table& table() const {
    return table_.get([this] { return make_table(); });
  }
  index_t bytes() const;
  bool contains(index_t position) const;
  index_t min() const;
  index_t max() const;

  const std::vector<set_part> parts;
  const run_list runs;

 private:
  detail::rank_table make_table() const;

  std::optional<reader<std::byte>> source_;
  mutable std::atomic<index_t> count_ = 0;  // until somebody asks, since counting runs takes a tenth of making them
  detail::published<detail::rank_table> table_;
};

index_t index_set::kept::size() const {
  if (source_) return table().size();
  index_t count = count_.load(std::memory_order_relaxed);
  if (count > 0) return count;
  for (const set_part& p : parts) count += static_cast<index_t>(roaring_bitmap_get_cardinality(p.members.get()));
  for (const member_run& run : runs) count += run.end - run.first;
  detail::check_size(count, "number of members");
  count_.store(count, std::memory_order_relaxed);
  return count;
}

detail::rank_table index_set::kept::make_table() const {
  detail::rank_table made;
  auto run = runs.begin();
  for (const set_part& p : parts) {
    for (; run != runs.end() && run->first < p.start(); ++run) made.append(*run);
    p.list(made);
  }
  for (; run != runs.end(); ++run) made.append(*run);
  return made;
}

index_t index_set::kept::bytes() const {
  auto total = static_cast<index_t>(sizeof(member_run) * runs.size());
  for (const set_part& p : parts) total += p.members ? p.length() : 0;
  return total + (table_.known() ? table_.known()->bytes() : 0);
}

bool index_set::kept::contains(index_t position) const {
  if (source_) return table().contains(position);
  const auto found = std::ranges::lower_bound(parts, position >> part_bits, {}, &set_part::high);
  if (found != parts.end() && found->high == position >> part_bits) return roaring_bitmap_contains(found->members.get(), low(position));
  const auto behind = std::ranges::upper_bound(runs, position, {}, &member_run::first);
  return behind != runs.begin() && position < std::prev(behind)->end;
}

index_t index_set::kept::min() const {
  if (source_) return table().at(0);
  const index_t of_runs = runs.empty() ? index_limit : runs.front().first;
  return parts.empty() ? of_runs : std::min(of_runs, parts.front().start() + roaring_bitmap_minimum(parts.front().members.get()));
}

index_t index_set::kept::max() const {
  if (source_) return table().at(table().size() - 1);
  const index_t of_runs = runs.empty() ? 0 : runs.back().end - 1;
  return parts.empty() ? of_runs : std::max(of_runs, parts.back().start() + roaring_bitmap_maximum(parts.back().members.get()));
}

// Builds a set. Single members may come in any order, but cost a search if they do not ascend; parts and runs must come in order.
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

  void add(const member_run& run) {
    if (run.end - run.first < index_t{few_members}) {
      std::array<index_t, few_members> few;
      std::iota(few.begin(), few.end(), run.first);
      return add(few.data(), run.end - run.first);
    }
    for (index_t at = run.first; at < run.end;) {
      const index_t high = at >> part_bits, start = high << part_bits, end = std::min(run.end, start + part_size);
      roaring_bitmap_add_range(part_at(high), static_cast<std::uint64_t>(at - start), static_cast<std::uint64_t>(end - start));
      at = end;
    }
  }

  // Adds the positions where a mask is true, chunk by chunk. We write the serialised form ourselves, which takes a tenth of the time of
  // adding positions. With several threads, many chunks are read at a time.
  void add_true(const detail::node<bool>& mask) {
    const index_t asked = detail::current_executor ? asked_by_several : detail::chunk_size;
    detail::roaring_writer writer;
    detail::marks bits(std::min(asked, (mask.size() + detail::chunk_size - 1) & -detail::chunk_size));
    detail::watched_loop loop;
    for (index_t start = 0; start < mask.size(); start += asked) {
      loop.at(start, mask.size());
      const index_t count = std::min(asked, mask.size() - start);
      bits.start_anew();
      bits.fill_shared(count, [&](detail::mark_writer& piece, index_t begin, index_t end) {
        for (detail::source_blocks<bool> blocks(mask, start + begin, end - begin); blocks.next();) {
          const auto [b, at, n] = blocks.at_hand();
          piece.add(n, [&](index_t i) { return b.data[i * b.step]; });
        }
      });
      for (index_t done = 0; done < count; done += detail::chunk_size) {
        const index_t behind = start + std::min(count, done + detail::chunk_size);
        writer.add_chunk((start + done) >> detail::chunk_bits & (detail::chunk_size - 1), bits.words() + done / 64);
        if (writer.bytes() >= longest_written || behind % part_size == 0 || behind == mask.size())
          add_written((behind - 1) >> part_bits, writer.take());
      }
    }
  }

  // CRoaring 0.2 does not terminate for steps beyond a chunk near the end of a part; adding such members one by one costs no more.
  void add(const index_range& r) {
    if (r.empty()) return;
    if (r.step() < 0) return add(r.reversed());
    check_member(r.min());
    if (r.step() == 1) return append(member_run{r.min(), r.max() + 1});
    for (index_t i = 0; r.step() >= detail::chunk_size && i < r.size(); ++i) append(member_run{r[i], r[i] + 1});
    if (r.step() >= detail::chunk_size) return;
    for (index_t i = 0; i < r.size();) {
      const index_t high = r[i] >> part_bits, room = ((high + 1) << part_bits) - r[i];
      const index_t count = std::min(r.size() - i, (room - 1) / r.step() + 1), first = r[i] - (high << part_bits);
      const auto step = static_cast<std::uint32_t>(count > 1 ? r.step() : 1);
      const auto last = static_cast<std::uint64_t>(first + (count - 1) * index_t{step});
      append({high, bitmap(roaring_bitmap_from_range(static_cast<std::uint64_t>(first), last + 1, step))});
      i += count;
    }
  }

  void append(set_part p) {
    if (p.empty()) return;
    const run_list runs = smaller_as_runs(p);
    for (const member_run& run : runs) append(run);
    if (runs.empty()) parts_.push_back(std::move(p));
  }
  void append(const member_run& run) {
    if (!runs_.empty() && runs_.back().end == run.first)
      runs_.back().end = run.end;
    else
      runs_.push_back(run);
  }

  // Members that were added one by one may form runs.
  void compress() {
    for (set_part& p : std::exchange(parts_, {})) {
      roaring_bitmap_run_optimize(p.members.get());
      roaring_bitmap_shrink_to_fit(p.members.get());
      append(std::move(p));
    }
  }

  std::shared_ptr<const kept> take() {
    if (parts_.empty() && runs_.empty()) return nullptr;
    return std::make_shared<const kept>(std::move(parts_), std::move(runs_));
  }

 private:
  static constexpr index_t asked_by_several = index_t{1} << 24;  // positions
  static constexpr index_t longest_written = index_t{1} << 24;   // in bytes; a second buffer is as large

  // Adds serialised members behind all before them.
  void add_written(index_t high, const std::vector<std::byte>& bytes) {
    if (bytes.empty()) return;
    bitmap more = read_bitmap(bytes);
    if (parts_.empty() || parts_.back().high < high) return parts_.push_back({high, std::move(more)});
    roaring_bitmap_or_inplace(parts_.back().members.get(), more.get());
  }

  roaring_bitmap_t* part_at(index_t high) {
    auto place = parts_.end();
    if (!parts_.empty() && parts_.back().high >= high) place = std::ranges::lower_bound(parts_, high, {}, &set_part::high);
    if (place == parts_.end() || place->high != high) place = parts_.insert(place, {high, bitmap(roaring_bitmap_create())});
    return place->members.get();
  }

  std::vector<set_part> parts_;
  run_list runs_;
};

index_set::index_set(const index_t* list, index_t count) {
  collector made;
  made.add(list, count);
  made.compress();
  kept_ = made.take();
}

index_set::index_set(std::initializer_list<index_arg> positions) : index_set(std::vector<index_t>(positions.begin(), positions.end())) {}

index_set::index_set(const index_range& range) {
  collector made;
  made.add(range);
  kept_ = made.take();
}

namespace {

// The end of the run of positions that begins at place i. Asks a set few questions, whatever the length of the run.
index_t end_of_run(const selection& rising, index_t i) {
  const auto in_run = [&](index_t place) { return rising.unchecked(place) - rising.unchecked(i) == place - i; };
  index_t last = i, behind = rising.size();
  for (index_t step = 1; last + step < behind; step *= 2) {
    if (in_run(last + step))
      last += step;
    else
      behind = last + step;
  }
  while (behind - last > 1) {
    const index_t middle = last + (behind - last) / 2;
    (in_run(middle) ? last : behind) = middle;
  }
  return behind;
}

}  // namespace

index_set::index_set(const selection& positions) {
  if (const auto range = positions.as_range()) {
    *this = index_set(*range);
    return;
  }
  const bool of_set = positions.positions().empty() && positions.ascending();
  collector made, runs;
  std::array<index_t, 1024> room;
  for (index_t done = 0; done < positions.size();) {
    const auto out = std::span(room).first(static_cast<std::size_t>(std::min<index_t>(room.size(), positions.size() - done)));
    positions.read(done, out);
    index_t taken = std::ssize(out);
    if (of_set && taken > index_t{few_members} && out.back() - out.front() == taken - 1) {
      taken = end_of_run(positions, done) - done;
      runs.append(member_run{check_member(out.front()), check_member(out.front() + taken - 1) + 1});
    } else {
      made.add(out.data(), taken);
    }
    done += taken;
  }
  made.compress();
  *this = index_set(made.take()) | index_set(runs.take());
}

index_set index_set::where_true(const detail::node<bool>& mask) {
  if (std::optional<index_set> shown = detail::shown_set(mask)) return *std::move(shown);
  collector made;
  const bool sparse = detail::by_entries(mask);
  if (sparse) {
    for (detail::entry_blocks<bool> blocks(mask); blocks.next();) {
      const detail::entry_block<bool> b = blocks.at_hand();
      made.add(b.positions, b.count);
    }
  } else {
    made.add_true(mask);
  }
  made.compress();
  const index_set found(made.take());
  return sparse && *mask.fill() ? complement(found, mask.size()) : found;
}

member_iterator::member_iterator(std::shared_ptr<const ascending_set> of, index_t rank) : of_(std::move(of)), rank_(rank), first_(rank) {
  read_on();
}

void member_iterator::read_on() {
  first_ = rank_;
  at_hand_ = of_ ? std::clamp<index_t>(of_->size() - rank_, 0, std::ssize(members_)) : 0;
  if (at_hand_ > 0) of_->read(rank_, std::span(members_).first(static_cast<std::size_t>(at_hand_)));
}

member_iterator index_set::begin() const { return {kept_, 0}; }
member_iterator index_set::end() const { return {nullptr, size()}; }

std::vector<index_t> to_vector(const index_set& s) {
  std::vector<index_t> members(static_cast<std::size_t>(s.size()));
  s.read(0, members);
  return members;
}

index_t index_set::size() const { return kept_ ? kept_->size() : 0; }

index_t index_set::min() const {
  if (!kept_) throw value_error("an empty index set has no smallest position");
  return kept_->min();
}

index_t index_set::max() const {
  if (!kept_) throw value_error("an empty index set has no largest position");
  return kept_->max();
}

bool index_set::contains(index_arg position) const { return kept_ && kept_->contains(position); }
index_t index_set::rank(index_arg position) const { return kept_ ? kept_->rank(position) : 0; }
index_t index_set::select(index_arg rank) const {
  detail::check_position(rank, size());
  return kept_->at(rank);
}

void index_set::read(index_arg rank, std::span<index_t> out) const {
  detail::check_range(rank, static_cast<index_t>(out.size()), size());
  if (kept_) kept_->read(rank, out);
}

index_t index_set::count(index_arg start, index_arg positions) const {
  return rank(detail::add_index(start, detail::check_size(positions, "count"))) - rank(start);
}

index_t index_set::bytes() const { return kept_ ? kept_->bytes() : 0; }
std::uint64_t index_set::hash() const { return kept_ ? kept_->table().hash() : 0; }

index_set::operator selection() const { return kept_ ? selection(kept_) : selection(); }

// The positions that an operation keeps: those of both operands, of the first alone, of the second alone.
struct index_set::operation {
  // The parts and runs of one operand. Ask in ascending order.
  class operand {
   public:
    explicit operand(const kept& of) : runs(of.runs), part_(of.parts.begin()), end_(of.parts.end()) {}

    run_cursor runs;
    index_t high() const { return part_ == end_ ? index_limit : part_->high; }  // of the next part
    // All members in one part as a bitmap, made from runs and bytes if needed; null if there are none.
    const roaring_bitmap_t* members(index_t high) {
      if (this->high() != high) return (made_ = runs.part_from(high << part_bits)).get();
      const set_part& p = *part_++;
      return p.members ? p.members.get() : (made_ = p.copy()).get();
    }

   private:
    std::vector<set_part>::const_iterator part_, end_;
    bitmap made_;
  };

  bool of_both, of_a, of_b;
  roaring_bitmap_t* (*bitmaps)(const roaring_bitmap_t* a, const roaring_bitmap_t* b);

  bool keeps(bool in_a, bool in_b) const { return in_a ? (in_b ? of_both : of_a) : in_b && of_b; }

  // Handles positions without bitmaps: steps to each position where either list of runs changes.
  void sweep(operand& a, operand& b, index_t from, index_t to, collector& made) const {
    while (from < to) {
      const bool kept_here = keeps(a.runs.holds(from), b.runs.holds(from));
      const index_t end = std::min({to, a.runs.change(from), b.runs.change(from)});
      if (kept_here) made.append(member_run{from, end});
      from = end;
    }
  }
  void add_part(operand& a, operand& b, index_t high, collector& made) const {
    const roaring_bitmap_t *const x = a.members(high), *const y = b.members(high);
    if (x && y) return made.append({high, bitmap(bitmaps(x, y))});
    if (keeps(x, y)) made.append({high, bitmap(roaring_bitmap_copy(x ? x : y))});
  }
};

// Combines part by part if either has a bitmap, and sweeps over the runs of both in between.
index_set index_set::combine(const index_set& a, const index_set& b, const operation& what) {
  static const kept none({}, run_list());
  operation::operand left(a.kept_ ? *a.kept_ : none), right(b.kept_ ? *b.kept_ : none);
  collector made;
  index_t done = 0;
  for (index_t high; (high = std::min(left.high(), right.high())) != index_limit;) {
    const index_t start = high << part_bits;
    what.sweep(left, right, done, start, made);
    what.add_part(left, right, high, made);
    done = start + part_size;
  }
  what.sweep(left, right, done, index_limit + 1, made);
  return index_set(made.take());
}

index_set operator&(const index_set& a, const index_set& b) { return index_set::combine(a, b, {true, false, false, roaring_bitmap_and}); }
index_set operator|(const index_set& a, const index_set& b) { return index_set::combine(a, b, {true, true, true, roaring_bitmap_or}); }
index_set operator-(const index_set& a, const index_set& b) {
  return index_set::combine(a, b, {false, true, false, roaring_bitmap_andnot});
}
index_set operator^(const index_set& a, const index_set& b) { return index_set::combine(a, b, {false, true, true, roaring_bitmap_xor}); }

// Equal sets of sparse members may be stored in two ways.
bool operator==(const index_set& a, const index_set& b) {
  if (a.kept_ == b.kept_) return true;
  return a.size() == b.size() && (a ^ b).empty();
}

void index_set::check_within(index_arg n) const {
  detail::check_size(n);
  if (kept_ && max() >= n)
    throw index_error(detail::text() << "the index set has position " << max() << ", which is outside [0, " << n << ")");
}

index_set complement(const index_set& s, index_arg n) {
  s.check_within(n);
  return index_set(slice(0, n)) - s;
}

index_set index_set::offset(index_arg by) const {
  if (!kept_ || by == 0) return *this;
  check_member(detail::add_index(min(), by));
  detail::add_index(max(), by);
  collector runs, made;
  for (const member_run& run : kept_->runs) runs.append(member_run{run.first + by, run.end + by});
  for (const set_part& p : kept_->parts) {
    if (by % part_size == 0) {
      made.append({p.high + by / part_size, p.copy()});
    } else {
      detail::rank_table list;
      p.list(list);
      for (const member_run& run : list.runs()) made.add(member_run{run.first + by, run.end + by});
    }
  }
  if (by % part_size != 0) made.compress();
  return index_set(runs.take()) | index_set(made.take());
}

// ---- bytes

namespace detail {

namespace {

// The format has no run longer than a chunk. Refuses sets whose bytes would far exceed the memory of the set.
void check_runs_fit(const run_list& runs) {
  constexpr index_t most_chunks = index_t{1} << 26;
  index_t chunks = 0;
  for (const member_run& run : runs) {
    chunks += (run.end - run.first) / detail::chunk_size;
    if (chunks > most_chunks)
      throw overflow_error(text() << "Roaring's format cuts runs into chunks of 65536, and the run of " << run.end - run.first
                                  << " positions from " << run.first << " on is one of more than " << most_chunks << " of these");
  }
}

void append_bitmap(std::vector<std::byte>& to, const set_part& p) {
  const std::size_t start = to.size();
  to.resize(start + static_cast<std::size_t>(p.length()));
  p.write(to.data() + start);
}

void check_limit(const set_part& p) {
  if (p.high < index_limit >> part_bits) return;
  rank_table table;
  p.list(table);
  check_member(table.at(table.size() - 1));
}

}  // namespace

void set_bitmaps::append_each(const index_set& s, std::vector<std::byte>& to, function_ref<void(index_t)> before) {
  if (s.empty()) return;
  const std::vector<set_part>& parts = s.kept_->parts;
  const run_list& runs = s.kept_->runs;
  check_runs_fit(runs);
  run_cursor in_runs(runs);
  auto run = runs.begin();
  auto p = parts.begin();
  for (index_t high = 0;; ++high) {
    while (run != runs.end() && run->end <= high << part_bits) ++run;
    if (run == runs.end() && p == parts.end()) return;
    check_stop();
    const bool of_runs = p == parts.end() || (run != runs.end() && run->first >> part_bits < p->high);
    high = of_runs ? std::max(high, run->first >> part_bits) : p->high;
    before(high);
    if (of_runs) {
      const set_part made{high, in_runs.part_from(high << part_bits)};
      roaring_bitmap_run_optimize(made.members.get());
      append_bitmap(to, made);
    } else {
      append_bitmap(to, *p++);
    }
  }
}

index_set set_bitmaps::gathered(function_ref<std::optional<bitmap_bytes>()> next) {
  index_set::collector made;
  while (const std::optional<bitmap_bytes> given = next()) {
    set_part p{given->high, read_bitmap(given->checked)};
    if (!p.empty()) check_limit(p);
    made.append(std::move(p));
  }
  return index_set(made.take());
}

index_set set_bitmaps::lying_in(const reader<std::byte>& source, function_ref<std::optional<bitmap_bytes>()> next) {
  std::vector<set_part> parts;
  while (const std::optional<bitmap_bytes> given = next()) {
    set_part p{given->high, nullptr, given->checked};
    if (p.empty()) continue;
    check_limit(p);
    parts.push_back(std::move(p));
  }
  return parts.empty() ? index_set() : index_set(std::make_shared<const index_set::kept>(std::move(parts), source));
}

}  // namespace detail
}  // namespace ravel
