// SPDX-License-Identifier: BSL-1.0
// An index set as bitmaps in bytes, one for each 2^32 positions that have members, and back. What stands in the bytes is looked at by
// "index/roaring_format.hpp"; what becomes of it by the set alone.
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
  // Ascending; before(high) is called before each is appended.
  static void append_each(const index_set& s, std::vector<std::byte>& to, function_ref<void(index_t high)> before);
  // Of what next() gives until it gives nothing, ascending.
  static index_set gathered(function_ref<std::optional<bitmap_bytes>()> next);
  // The same without a copy: the set looks at the bytes, which nothing writes to, and keeps what owns them.
  static index_set lying_in(const reader<std::byte>& source, function_ref<std::optional<bitmap_bytes>()> next);
};

}  // namespace ravel::detail
