// SPDX-License-Identifier: BSL-1.0
// map_roaring: a file in the portable Roaring format as an index set that reads its bytes in place, mapped read-only. The bytes are checked
// once, when the file is opened, so they must not change while a set or view of it lives; the last one unmaps it. Lookups use the bytes and
// a table of their chunks; set algebra makes a bitmap of one part at a time.
#pragma once

#include <ravel/index/roaring.hpp>

#include <string>

namespace ravel {

// Reads from a byte offset to the end of the file.
RAVEL_API index_set map_roaring(const std::string& path, roaring_form form = roaring_form::bits_64, index_arg offset = 0);

}  // namespace ravel
