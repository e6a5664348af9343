// SPDX-License-Identifier: BSL-1.0
// Index sets as bytes and back, in the portable Roaring format, which CRoaring and its like in other languages read and write. Bytes are
// checked before anything is made of them: a set, or one error that says which byte is wrong. What is read is a copy;
// <ravel/storage/map_roaring.hpp> looks at a file where it lies.
#pragma once

#include <ravel/index/index_set.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace ravel {

// One bitmap of 32-bit positions; or the number of bitmaps in 64 bits and, ascending, each with the upper 32 bits of its positions before
// it (Roaring64Map). Bytes do not say which they are.
enum class roaring_form : unsigned char { bits_32, bits_64 };

[[nodiscard]] RAVEL_API std::vector<std::byte> to_roaring(const index_set& s, roaring_form form = roaring_form::bits_64);
RAVEL_API index_set from_roaring(std::span<const std::byte> bytes, roaring_form form = roaring_form::bits_64);

namespace detail {

// No copy: the set keeps what owns these bytes, which lie in memory one after the other and which nothing writes to.
index_set lying_roaring(const reader<std::byte>& bytes, roaring_form form);

}  // namespace detail

}  // namespace ravel
