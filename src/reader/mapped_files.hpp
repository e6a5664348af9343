// SPDX-License-Identifier: BSL-1.0
// Where files are mapped: what tells that two pieces of memory at different addresses hold the same bytes. Safe to use from any thread.
#pragma once

#include <ravel/base/index.hpp>

#include <cstddef>

namespace ravel::detail {

// A file is known by its device and its number there.
struct mapped_file_part {
  std::uint64_t device, number;
  index_t offset, bytes;
};

// The mapping that begins there; it is forgotten before the memory is given back. Forgetting what is not known does nothing.
RAVEL_API void remember_mapping(const void* start, const mapped_file_part& part);
RAVEL_API void forget_mapping(const void* start) noexcept;

}  // namespace ravel::detail
