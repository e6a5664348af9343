// SPDX-License-Identifier: BSL-1.0
// map_roaring: a file in the portable Roaring format as an index set that looks at its bytes where they lie, mapped into memory and
// read-only. They are checked once, when the file is opened, so that nobody may change it while a set or a view of it lives; the last one
// unmaps it. Questions go to the bytes and to a table of their chunks; set algebra makes a bitmap of a part at a time.
#pragma once

#include <ravel/index/roaring.hpp>

#include <string>

namespace ravel {

// From a byte offset to the end of the file.
RAVEL_API index_set map_roaring(const std::string& path, roaring_form form = roaring_form::bits_64, index_arg offset = 0);

}  // namespace ravel
