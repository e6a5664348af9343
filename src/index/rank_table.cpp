// SPDX-License-Identifier: BSL-1.0
// Lookups by rank in bitmaps of Roaring's portable format, which we serialised ourselves or have checked.
#include "index/rank_table.hpp"
#include "index/roaring_format.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace ravel::detail {

namespace {

constexpr index_t words_per_count = 8;
constexpr index_t list_piece = 1024, pieces_of_list = 64;  // positions, of which a long list counts the members

// The number of `count` ascending numbers below (or at) a value, found without branches.
template <class At, class Value>
index_t count_below(index_t count, Value value, At at) {
  index_t first = 0;
  while (count > 1) {
    const index_t half = count / 2;
    first = at(first + half - 1) < value ? first + half : first;
    count -= half;
  }
  return first + (count == 1 && at(first) < value);
}

std::uint64_t word(const std::byte* bits, index_t i) { return load<std::uint64_t>(bits, i); }

// The number of members among the first `position`, at most 512, from word `first` on.
RAVEL_KERNEL index_t count_bits(const std::byte* bits, index_t first, index_t position) {
  index_t count = 0;
  for (; position >= 64; position -= 64) count += std::popcount(word(bits, first++));
  if (position > 0) count += std::popcount(word(bits, first) << (64 - position));
  return count;
}

// The position of set bit number `rank`, from word `first` on.
RAVEL_KERNEL index_t find_bit(const std::byte* bits, index_t first, index_t rank) {
  for (;; ++first) {
    std::uint64_t left = word(bits, first);
    const int here = std::popcount(left);
    if (rank >= here) {
      rank -= here;
      continue;
    }
    for (; rank > 0; --rank) left &= left - 1;
    return first * 64 + std::countr_zero(left);
  }
}

std::uint64_t mixed(std::uint64_t h) {
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
  return h ^ (h >> 32);
}

}  // namespace

void rank_table::append(index_t offset, std::unique_ptr<std::byte[]> serialised) {
  owned_bytes_ += borrowed_handle(offset, serialised.get()) - serialised.get();
  owned_.push_back(std::move(serialised));
}

const std::byte* rank_table::borrowed_handle(index_t offset, const std::byte* serialised) {
  const roaring_header head(serialised);
  const std::byte* data = serialised + head.data;
  for (index_t i = 0; i < head.chunks; ++i) {
    const index_t members = head.members(i);
    chunk c{members > longest_list ? form::bits : form::list, static_cast<std::uint32_t>(members), data, counts_.size()};
    if (head.holds_runs(i)) c = {form::runs, load<std::uint16_t>(data), data + 2, counts_.size()};
    data = c.data + count_within(c);
    starts_.push_back(offset + (head.key(i) << chunk_bits));
    before_.push_back(before_.back() + members);
    chunks_.push_back(c);
  }
  return data;
}

void rank_table::append(const member_run& run) {
  starts_.push_back(run.first);
  before_.push_back(before_.back() + run.end - run.first);
  chunks_.push_back({form::lone_run, 1, nullptr, counts_.size()});
}

bool rank_table::is_long(const chunk& c) { return c.entries > pieces_of_list; }

// Fills the counts of a chunk and returns its size in bytes.
std::size_t rank_table::count_within(const chunk& c) {
  index_t before = 0;
  switch (c.how) {
    case form::list:
      for (index_t i = 0, piece = 0; is_long(c) && piece < pieces_of_list; ++piece) {
        while (i < c.entries && list_member(c.data, i) < piece * list_piece) ++i;
        counts_.push_back(static_cast<std::uint16_t>(i));
      }
      return 2 * c.entries;
    case form::runs:
      for (index_t i = 0; i < c.entries; before += run_length(c.data, i++)) counts_.push_back(static_cast<std::uint16_t>(before));
      return 4 * c.entries;
    default:
      for (index_t i = 0; i < words_per_chunk; i += words_per_count) {
        counts_.push_back(static_cast<std::uint16_t>(before));
        before += count_bits(c.data, i, 64 * words_per_count);
      }
      return 8 * words_per_chunk;
  }
}

index_t rank_table::bytes() const {
  const auto per_chunk = static_cast<index_t>(sizeof(chunk) + 2 * sizeof(index_t));
  return owned_bytes_ + per_chunk * static_cast<index_t>(chunks_.size()) + 2 * static_cast<index_t>(counts_.size());
}

index_t rank_table::rank(index_t position) const {
  if (position <= starts_.front()) return 0;
  const auto start = [&](index_t i) { return starts_[static_cast<std::size_t>(i)]; };
  const auto chunks = static_cast<index_t>(chunks_.size());
  index_t place = (position - start(0)) >> chunk_bits;  // its place if there are only chunks and none is missing
  if (place >= chunks || start(place) > position || (place + 1 < chunks && start(place + 1) <= position)) {
    place = count_below(chunks, position, [&](index_t i) { return start(i) - 1; }) - 1;
  }
  const auto at = static_cast<std::size_t>(place);
  const index_t low = position - start(place), members = before_[at + 1] - before_[at];
  if (chunks_[at].how == form::lone_run) return before_[at] + std::min(low, members);
  return before_[at] + (low < chunk_size ? rank_within(chunks_[at], low) : members);
}

index_t rank_table::rank_within(const chunk& c, index_t low) const {
  const std::uint16_t* counts = counts_.data() + c.counts;
  switch (c.how) {
    case form::list: {
      const index_t piece = low / list_piece;
      const index_t first = is_long(c) ? counts[piece] : 0;
      const index_t end = is_long(c) && piece + 1 < pieces_of_list ? counts[piece + 1] : c.entries;
      return first + count_below(end - first, low, [&](index_t i) { return list_member(c.data, first + i); });
    }
    case form::runs: {
      const index_t past = count_below(index_t{c.entries}, low, [&](index_t i) { return run_start(c.data, i); });
      return past == 0 ? 0 : counts[past - 1] + std::min(low - run_start(c.data, past - 1), run_length(c.data, past - 1));
    }
    default:
      return counts[low / (64 * words_per_count)] + count_bits(c.data, low / 512 * words_per_count, low % 512);
  }
}

std::size_t rank_table::chunk_of_rank(index_t rank) const {
  const auto chunks = static_cast<index_t>(chunks_.size());
  return static_cast<std::size_t>(count_below(chunks, rank + 1, [&](index_t i) { return before_[static_cast<std::size_t>(i)]; }) - 1);
}

index_t rank_table::at(index_t rank) const {
  const std::size_t place = chunk_of_rank(rank);
  return starts_[place] + at_within(chunks_[place], rank - before_[place]);
}

index_t rank_table::at_within(const chunk& c, index_t rank) const {
  if (c.how == form::list) return list_member(c.data, rank);
  if (c.how == form::lone_run) return rank;
  const std::uint16_t* counts = counts_.data() + c.counts;
  const index_t pieces = c.how == form::runs ? c.entries : words_per_chunk / words_per_count;
  const index_t piece = count_below(pieces, rank + 1, [&](index_t i) { return counts[i]; }) - 1;
  if (c.how == form::runs) return run_start(c.data, piece) + rank - counts[piece];
  return find_bit(c.data, piece * words_per_count, rank - counts[piece]);
}

void rank_table::read(index_t rank, std::span<index_t> out) const {
  for (std::size_t place = out.empty() ? 0 : chunk_of_rank(rank); !out.empty(); ++place) {
    const auto here = std::min(out.size(), static_cast<std::size_t>(before_[place + 1] - rank));
    read_within(chunks_[place], starts_[place], rank - before_[place], out.first(here));
    rank += static_cast<index_t>(here);
    out = out.subspan(here);
  }
}

// All of `out` comes from this chunk.
void rank_table::read_within(const chunk& c, index_t base, index_t rank, std::span<index_t> out) const {
  if (c.how == form::list) {
    for (index_t& member : out) member = base + list_member(c.data, rank++);
    return;
  }
  if (c.how == form::lone_run) {
    for (index_t& member : out) member = base + rank++;
    return;
  }
  index_t low = at_within(c, rank);
  std::size_t done = 0;
  if (c.how == form::runs) {
    index_t run = count_below(index_t{c.entries}, low + 1, [&](index_t i) { return run_start(c.data, i); }) - 1;
    for (;; low = run_start(c.data, ++run)) {
      const index_t end = run_start(c.data, run) + run_length(c.data, run);
      for (; low < end && done < out.size(); ++low) out[done++] = base + low;
      if (done == out.size()) return;
    }
  }
  index_t i = low / 64;
  for (std::uint64_t left = word(c.data, i) & (~std::uint64_t{0} << (low % 64));; left = word(c.data, ++i)) {
    for (; left != 0 && done < out.size(); left &= left - 1) out[done++] = base + 64 * i + std::countr_zero(left);
    if (done == out.size()) return;
  }
}

// Calls f(first, end) for runs of members in the chunk. A long run may come in pieces.
template <class F>
void rank_table::each_piece_of_run(const chunk& c, index_t members, F f) {
  switch (c.how) {
    case form::list:
      for (index_t i = 0; i < c.entries; ++i) f(list_member(c.data, i), list_member(c.data, i) + index_t{1});
      break;
    case form::runs:
      for (index_t i = 0; i < c.entries; ++i) f(run_start(c.data, i), run_start(c.data, i) + run_length(c.data, i));
      break;
    case form::lone_run:
      f(index_t{0}, members);
      break;
    case form::bits:
      for (index_t i = 0; i < words_per_chunk; ++i) {
        for (std::uint64_t left = word(c.data, i); left != 0;) {
          const int low = std::countr_zero(left), length = std::countr_one(left >> low);
          f(64 * i + low, 64 * i + low + length);
          left = low + length == 64 ? 0 : left & (~std::uint64_t{0} << (low + length));
        }
      }
  }
}

// Calls f(run) for each maximal run of members.
template <class F>
void rank_table::each_run(F f) const {
  member_run now{0, 0};
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    each_piece_of_run(chunks_[i], before_[i + 1] - before_[i], [&](index_t first, index_t end) {
      if (starts_[i] + first != now.end) {
        if (now.end > now.first) f(now);
        now.first = starts_[i] + first;
      }
      now.end = starts_[i] + end;
    });
  }
  if (now.end > now.first) f(now);
}

std::vector<member_run> rank_table::runs() const {
  std::vector<member_run> all;
  each_run([&](const member_run& run) { all.push_back(run); });
  return all;
}

std::uint64_t rank_table::hash() const {
  std::uint64_t h = static_cast<std::uint64_t>(size());
  each_run([&](const member_run& run) {
    h = mixed(h ^ static_cast<std::uint64_t>(run.first)) + static_cast<std::uint64_t>(run.end - run.first);
  });
  return mixed(h);
}

}  // namespace ravel::detail
