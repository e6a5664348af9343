// SPDX-License-Identifier: BSL-1.0
// An index set as serialised bitmaps, one for each 2^32 positions that have members, and back. "index/roaring_format.hpp" reads the bytes;
// only the set interprets their contents.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/index/index_set.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ravel::detail {

struct bitmap_bytes {
  index_t high;  // the upper halves of its positions
  std::span<const std::byte> checked;
};

struct set_bitmaps {
  // Appends the bitmaps in ascending order. before(high) is called before each.
  static void append_each(const index_set& s, std::vector<std::byte>& to, function_ref<void(index_t high)> before);
  // Makes a set from the bitmaps that next() gives, ascending, until it gives nullopt.
  static index_set gathered(function_ref<std::optional<bitmap_bytes>()> next);
  // As gathered, but without a copy: the set reads the bytes, which must not change, and keeps their owner.
  static index_set lying_in(const reader<std::byte>& source, function_ref<std::optional<bitmap_bytes>()> next);
};

}  // namespace ravel::detail
