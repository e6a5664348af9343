// SPDX-License-Identifier: BSL-1.0
// Packing and unpacking by deflate, for members of archives. Uses zlib if the library was built with it; otherwise the constructors throw.
// Only src/interop/deflate.cpp knows zlib. One thread uses an object. The checksum needs no zlib.
#pragma once

#include <ravel/interop/mapped_file.hpp>

#include <functional>
#include <memory>

namespace ravel::detail {

// True if the library was built with zlib.
RAVEL_API bool has_deflate();
// The most bytes that one byte of deflate makes: a length of 258 takes two bits.
constexpr index_t most_inflated = 1032;

// Unpacks bytes, in pieces. io_error if they are invalid.
class inflating {
 public:
  explicit inflating(const file_bytes& packed);
  // Fills all of `room`; io_error if there are fewer bytes.
  void read(std::span<std::uint8_t> room);
  // io_error if bytes remain, packed or unpacked.
  void finish();

 private:
  struct stream;
  std::shared_ptr<stream> stream_;
};

// Packs bytes given in pieces, and passes what it packed to `take`. finish says that there are no more.
class deflating {
 public:
  explicit deflating(std::function<void(std::string_view packed)> take);
  void write(std::string_view bytes);
  void finish();

 private:
  struct stream;
  std::shared_ptr<stream> stream_;
};

// The CRC-32 of earlier bytes followed by `bytes`; `before` is that of the earlier bytes, 0 for none. Uses zlib or our own code, with equal
// results.
RAVEL_API std::uint32_t crc32_behind(std::uint32_t before, std::string_view bytes);
RAVEL_API std::uint32_t plain_crc32_behind(std::uint32_t before, std::string_view bytes);

}  // namespace ravel::detail
