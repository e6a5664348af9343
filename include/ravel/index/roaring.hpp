// SPDX-License-Identifier: BSL-1.0
// Reads and writes index sets in the portable Roaring format, which CRoaring and its counterparts in other languages use. Bytes are checked
// first; a wrong byte is an error that names it. Reading copies; <ravel/storage/map_roaring.hpp> reads a file in place.
#pragma once

#include <ravel/index/index_set.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace ravel {

// bits_32 is one bitmap of 32-bit positions. bits_64 (Roaring64Map) is the number of bitmaps in 64 bits, then the bitmaps, ascending, each
// after the upper 32 bits of its positions. The bytes do not say which form they have.
enum class roaring_form : unsigned char { bits_32, bits_64 };

// The bytes of a set in the portable Roaring format. A member that the form cannot hold is an index_error.
[[nodiscard]] RAVEL_API std::vector<std::byte> to_roaring(const index_set& s, roaring_form form = roaring_form::bits_64);
// The set whose bytes these are. It keeps a copy; wrong bytes are a value_error.
RAVEL_API index_set from_roaring(std::span<const std::byte> bytes, roaring_form form = roaring_form::bits_64);

namespace detail {

// Makes a set without a copy. It keeps the owner of these bytes, which lie consecutively in memory and must not change.
index_set lying_roaring(const reader<std::byte>& bytes, roaring_form form);

}  // namespace detail

}  // namespace ravel
