// SPDX-License-Identifier: BSL-1.0
// One bitmap in Roaring's portable format: a header of keys and sizes, then a list, bits or runs of 16-bit numbers for each chunk of 65,536
// positions. Reads bytes at any alignment, which belong to the caller.
#pragma once

#include <ravel/base/index.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace ravel::detail {

inline constexpr index_t chunk_bits = 16, chunk_size = index_t{1} << chunk_bits, longest_list = 4096, words_per_chunk = 1024;

template <class T>
T load(const std::byte* from, index_t i = 0) {
  T value;
  std::memcpy(&value, from + i * index_t{sizeof(T)}, sizeof(T));
  return value;
}

inline std::uint16_t list_member(const std::byte* list, index_t i) { return load<std::uint16_t>(list, i); }
inline std::uint16_t run_start(const std::byte* runs, index_t i) { return load<std::uint16_t>(runs, 2 * i); }
inline index_t run_length(const std::byte* runs, index_t i) { return index_t{load<std::uint16_t>(runs, 2 * i + 1)} + 1; }

// The number of chunks, and where their keys, sizes, run flags and first data lie. Made from the first eight bytes.
struct roaring_header {
  static constexpr std::uint32_t cookie = 12346, cookie_with_runs = 12347;

  const std::byte* bytes;
  index_t chunks;
  bool has_runs, has_offsets;
  index_t keys, offsets, data;  // where these begin

  explicit roaring_header(const std::byte* from)
      : bytes(from), has_runs((load<std::uint32_t>(from) & 0xffff) == cookie_with_runs), has_offsets(true) {
    chunks = has_runs ? index_t{load<std::uint32_t>(from) >> 16} + 1 : index_t{load<std::uint32_t>(from, 1)};
    has_offsets = !has_runs || chunks >= 4;
    keys = has_runs ? 4 + (chunks + 7) / 8 : 8;
    offsets = keys + 4 * chunks;
    data = offsets + (has_offsets ? 4 * chunks : 0);
  }
  index_t key(index_t i) const { return load<std::uint16_t>(bytes + keys, 2 * i); }
  index_t members(index_t i) const { return index_t{load<std::uint16_t>(bytes + keys, 2 * i + 1)} + 1; }
  index_t offset(index_t i) const { return load<std::uint32_t>(bytes + offsets, i); }
  bool holds_runs(index_t i) const { return has_runs && (load<std::uint8_t>(bytes + 4, i / 8) >> (i % 8) & 1); }
};

// Writes chunks of bits, by ascending keys, as one bitmap.
class roaring_writer {
 public:
  void add_chunk(index_t key, const std::uint64_t* words);
  index_t bytes() const { return static_cast<index_t>(data_.size()); }  // about
  std::vector<std::byte> take();                                        // what was added since the last time; empty if nothing

 private:
  struct chunk {
    std::uint16_t key, members_less_one;
    std::uint32_t start;
  };
  std::vector<chunk> chunks_;
  std::vector<std::byte> data_;
};

// The length of the bitmap at byte `start`. Throws value_error if any part of it violates the format.
index_t checked_roaring(std::span<const std::byte> bytes, index_t start);

[[noreturn]] void throw_bad_roaring(index_t at, const char* what);

}  // namespace ravel::detail
