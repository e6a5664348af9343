// SPDX-License-Identifier: BSL-1.0
// The members of a set, laid out so that a lookup by rank takes two binary searches. It stores how many members come before each separate
// run and each nonempty chunk of 65,536 positions; within a chunk, counts at equal distances or at every run. Owns its bytes unless told to
// borrow them; immutable once filled.
#pragma once

#include <ravel/base/index.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace ravel::detail {

// The members first, first + 1, ... before end.
struct member_run {
  index_t first;
  index_t end;

  friend bool operator==(const member_run&, const member_run&) = default;
};

class rank_table {
 public:
  // Each appends behind existing members: a set of 32-bit numbers in Roaring's portable format (the same in all its versions), plus an
  // offset; or one run. Bytes passed by pointer must stay in place as long as the table.
  void append(index_t offset, std::unique_ptr<std::byte[]> serialised);
  void append(index_t offset, const std::byte* serialised) { borrowed_handle(offset, serialised); }
  void append(const member_run& run);

  index_t size() const { return before_.back(); }
  index_t bytes() const;

  bool contains(index_t position) const { return position <= index_limit && rank(position + 1) > rank(position); }
  index_t rank(index_t position) const;                   // how many members are smaller
  index_t at(index_t rank) const;                         // 0 <= rank < size()
  void read(index_t rank, std::span<index_t> out) const;  // members rank, rank + 1, ...
  std::uint64_t hash() const;                             // depends on the members only
  std::vector<member_run> runs() const;                   // maximal runs of members, ascending

 private:
  enum class form : unsigned char { list, bits, runs, lone_run };

  struct chunk {
    form how;
    std::uint32_t entries;  // members, or runs
    const std::byte* data;
    std::size_t counts = 0;  // where its counts start
  };

  const std::byte* borrowed_handle(index_t offset, const std::byte* serialised);  // the end of these bytes
  static bool is_long(const chunk& c);
  std::size_t count_within(const chunk& c);
  std::size_t chunk_of_rank(index_t rank) const;
  index_t rank_within(const chunk& c, index_t low) const;
  index_t at_within(const chunk& c, index_t rank) const;
  void read_within(const chunk& c, index_t base, index_t rank, std::span<index_t> out) const;
  template <class F>
  static void each_piece_of_run(const chunk& c, index_t members, F f);
  template <class F>
  void each_run(F f) const;

  std::vector<index_t> starts_;     // of each chunk, a multiple of 65,536, or lone run
  std::vector<index_t> before_{0};  // members in the chunks before, and in all at the end
  std::vector<chunk> chunks_;
  std::vector<std::uint16_t> counts_;  // within a chunk: the members before every 512th or 1024th position, or before each run
  std::vector<std::unique_ptr<std::byte[]>> owned_;
  index_t owned_bytes_ = 0;
};

}  // namespace ravel::detail
