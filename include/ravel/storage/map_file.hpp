// SPDX-License-Identifier: BSL-1.0
// map_file: a file as a reader, mapped read-only. The last handle unmaps it. The file's size is checked first. If another process shortens
// the file later, reading past its new end raises SIGBUS: map only files that stay, and copy (clone) others.
#pragma once

#include <ravel/storage/buffer.hpp>

#include <string>

namespace ravel {

namespace detail {

struct mapped_bytes {
  std::shared_ptr<const void> owner;
  const std::byte* data;
  index_t count;  // of elements
};

// If count < 0, maps all elements from the offset to the end, which must be a whole number.
RAVEL_API mapped_bytes map_bytes(const std::string& path, index_t offset, index_t count, index_t element_bytes, index_t alignment);

template <class T>
reader<T> map_elements(const std::string& path, index_t offset, index_t count) {
  static_assert(std::is_trivially_copyable_v<T>, "map_file: the elements of a file must be trivially copyable");
  static_assert(!std::same_as<T, bool>, "map_file: a byte of a file need not be 0 or 1: map std::uint8_t and compare it with 0");
  auto mapped = map_bytes(path, offset, count, sizeof(T), alignof(T));
  return memory_handle(reinterpret_cast<const T*>(mapped.data), mapped.count, std::move(mapped.owner));
}

}  // namespace detail

// count elements from a byte offset, which must suit their alignment.
template <class T>
reader<T> map_file(const std::string& path, index_arg offset, index_arg count) {
  detail::check_size(count, "number of elements");
  return detail::map_elements<T>(path, offset, count);
}

// All elements from a byte offset to the end of the file.
template <class T>
reader<T> map_file(const std::string& path, index_arg offset = 0) {
  return detail::map_elements<T>(path, offset, -1);
}

}  // namespace ravel
