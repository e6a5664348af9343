// SPDX-License-Identifier: BSL-1.0
// Bytes that are packed by deflate, as members of archives may be. zlib does it where the library was built with it, behind
// src/interop/deflate.cpp; without it making either of these is an error. Each belongs to one thread. The checksum of archives needs no
// zlib.
#pragma once

#include <ravel/interop/mapped_file.hpp>

#include <memory>

namespace ravel::detail {

// Was the library built with zlib?
RAVEL_API bool has_deflate();
// One byte of deflate makes at most so many: a length of 258 takes two bits.
constexpr index_t most_inflated = 1032;

// The bytes behind packed ones, in pieces. io_error where they make no sense.
class inflating {
 public:
  explicit inflating(const file_bytes& packed);
  // Fills the room; io_error if there is less.
  void read(std::span<std::uint8_t> room);
  // io_error if there is more, or packed bytes are left.
  void finish();

 private:
  struct stream;
  std::shared_ptr<stream> stream_;
};

// Packs bytes that come in pieces and writes them to the file; finish says that there are no more.
class deflating {
 public:
  explicit deflating(new_file& to);
  void write(std::string_view bytes);
  void finish();

 private:
  struct stream;
  std::shared_ptr<stream> stream_;
};

// The CRC-32 of bytes behind those whose CRC-32 is `before`, 0 for none: zlib's, or our own, which has the same.
RAVEL_API std::uint32_t crc32_behind(std::uint32_t before, std::string_view bytes);
RAVEL_API std::uint32_t plain_crc32_behind(std::uint32_t before, std::string_view bytes);

}  // namespace ravel::detail
