// SPDX-License-Identifier: BSL-1.0
// The rows of an image as PNG keeps them: each behind the number of its filter, all in one stream of zlib. One thread adds them.
#pragma once

#include "interop/deflate.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ravel::detail {

void add_big_endian(std::string& to, std::uint32_t value);

// The checksum at the end of a stream of zlib.
class adler32 {
 public:
  void add(std::string_view bytes);
  std::uint32_t value() const { return high_ << 16 | low_; }

 private:
  std::uint32_t low_ = 1, high_ = 0;
};

class packed_rows : noncopyable {
 public:
  // `channels` bytes make a pixel. Without zlib, or unless packed, rows are stored as they are.
  packed_rows(index_t channels, bool deflate);

  void add(const std::vector<std::uint8_t>& row);
  std::string finish();

 private:
  void choose_filter(const std::vector<std::uint8_t>& row);
  void store_blocks();

  const std::size_t channels_;
  std::string packed_;  // the stream
  std::string rows_;    // those that are stored at the end
  std::optional<deflating> packer_;
  adler32 sum_;
  std::vector<std::uint8_t> before_;  // the row before
  std::string tried_, best_;          // a row behind its filter
};

}  // namespace ravel::detail
