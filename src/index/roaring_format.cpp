// SPDX-License-Identifier: BSL-1.0
// Writes Roaring's portable format, and checks bytes against it. The check trusts nothing: it compares each length with the bytes left
// before using it, and each size with what it counts.
#include "index/roaring_format.hpp"
#include <ravel/base/error.hpp>

#include <bit>

namespace ravel::detail {

namespace {

class roaring_check {
 public:
  roaring_check(std::span<const std::byte> bytes, index_t start) : bytes_(bytes), start_(start), at_(start) {}

  // Gives the length.
  index_t run() {
    const roaring_header head = checked_header();
    for (index_t i = 0; i < head.chunks; ++i) {
      if (head.has_offsets && head.offset(i) != at_ - start_) fail("a chunk does not stand where its offset says");
      if (head.holds_runs(i)) {
        check_runs(head.members(i));
      } else if (head.members(i) > longest_list) {
        check_bits(head.members(i));
      } else {
        check_list(head.members(i));
      }
    }
    return at_ - start_;
  }

 private:
  [[noreturn]] void fail(const char* what) const { throw_bad_roaring(at_, what); }
  const std::byte* here() const { return bytes_.data() + at_; }
  const std::byte* take(index_t count) {
    if (count > std::ssize(bytes_) - at_) fail("a bitmap goes on behind the end");
    const std::byte* const taken = here();
    at_ += count;
    return taken;
  }

  roaring_header checked_header() {
    const auto cookie = load<std::uint32_t>(take(4));
    const bool has_runs = (cookie & 0xffff) == roaring_header::cookie_with_runs;
    at_ = start_;
    if (!has_runs && cookie != roaring_header::cookie) fail("neither 12346 nor 12347 stands where a bitmap begins");
    take(has_runs ? 4 : 8);
    const roaring_header head(bytes_.data() + start_);
    if (head.chunks > chunk_size) fail("more chunks than there are keys");
    take(head.data - (at_ - start_));
    if (has_runs && head.chunks % 8 != 0 && load<std::uint8_t>(head.bytes + head.keys - 1) >> (head.chunks % 8) != 0)
      fail("a chunk that is not there is marked as one of runs");
    for (index_t i = 1; i < head.chunks; ++i) {
      if (head.key(i) <= head.key(i - 1)) fail("the keys of the chunks do not rise");
    }
    return head;
  }

  void check_list(index_t members) {
    const std::byte* const list = take(2 * members);
    for (index_t i = 1; i < members; ++i) {
      if (list_member(list, i) <= list_member(list, i - 1)) fail("the positions of a list do not rise");
    }
  }
  void check_bits(index_t members) {
    const std::byte* const bits = take(8 * words_per_chunk);
    index_t count = 0;
    for (index_t i = 0; i < words_per_chunk; ++i) count += std::popcount(load<std::uint64_t>(bits, i));
    if (count != members) fail("not as many bits are set as the header says");
  }
  void check_runs(index_t members) {
    const index_t count = load<std::uint16_t>(take(2));
    const std::byte* const runs = take(4 * count);
    index_t end = -1, total = 0;
    for (index_t i = 0; i < count; ++i) {
      if (run_start(runs, i) <= end) fail("runs overlap, touch each other, or do not rise");
      end = run_start(runs, i) + run_length(runs, i);
      total += run_length(runs, i);
      if (end > chunk_size) fail("a run goes on behind its chunk");
    }
    if (total != members) fail("runs do not have as many positions as the header says");
  }

  std::span<const std::byte> bytes_;
  index_t start_, at_;
};

}  // namespace

void throw_bad_roaring(index_t at, const char* what) {
  throw value_error(text() << "these bytes are no Roaring bitmap: " << what << " (up to byte " << at << ")");
}

index_t checked_roaring(std::span<const std::byte> bytes, index_t start) { return roaring_check(bytes, start).run(); }

namespace {

RAVEL_KERNEL index_t count_members(const std::uint64_t* words) {
  index_t count = 0;
  for (index_t i = 0; i < words_per_chunk; ++i) count += std::popcount(words[i]);
  return count;
}

std::byte* put(std::byte* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  return to + bytes;
}

}  // namespace

void roaring_writer::add_chunk(index_t key, const std::uint64_t* words) {
  const index_t members = count_members(words);
  if (members == 0) return;
  const std::size_t start = data_.size();
  chunks_.push_back({static_cast<std::uint16_t>(key), static_cast<std::uint16_t>(members - 1), static_cast<std::uint32_t>(start)});
  if (members > longest_list) {
    data_.resize(start + 8 * words_per_chunk);
    put(data_.data() + start, words, 8 * words_per_chunk);
    return;
  }
  data_.resize(start + static_cast<std::size_t>(2 * members));
  std::byte* to = data_.data() + start;
  for (index_t i = 0; i < words_per_chunk; ++i) {
    for (std::uint64_t left = words[i]; left != 0; left &= left - 1) {
      const auto low = static_cast<std::uint16_t>(64 * i + std::countr_zero(left));
      to = put(to, &low, 2);
    }
  }
}

std::vector<std::byte> roaring_writer::take() {
  if (chunks_.empty()) return {};
  const std::size_t header = 8 + 8 * chunks_.size();
  std::vector<std::byte> written(header + data_.size());
  const auto count = static_cast<std::uint32_t>(chunks_.size());
  std::byte* to = put(put(written.data(), &roaring_header::cookie, 4), &count, 4);
  for (const chunk& c : chunks_) to = put(put(to, &c.key, 2), &c.members_less_one, 2);
  for (const chunk& c : chunks_) {
    const auto offset = static_cast<std::uint32_t>(header + c.start);
    to = put(to, &offset, 4);
  }
  put(to, data_.data(), data_.size());
  chunks_.clear();
  data_.clear();
  return written;
}

}  // namespace ravel::detail
