// SPDX-License-Identifier: BSL-1.0
// A registry of mapped files. It tells if two addresses hold the same bytes of one file. Safe to use from any thread.
#pragma once

#include <ravel/base/index.hpp>

#include <cstddef>

namespace ravel::detail {

// A part of a file. Device and number identify the file.
struct mapped_file_part {
  std::uint64_t device, number;
  index_t offset, bytes;
};

// Records the mapping that begins at start. Forget it before its memory is returned. Forgetting an unknown mapping does nothing.
RAVEL_API void remember_mapping(const void* start, const mapped_file_part& part);
RAVEL_API void forget_mapping(const void* start) noexcept;

}  // namespace ravel::detail
