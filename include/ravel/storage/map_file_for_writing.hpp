// SPDX-License-Identifier: BSL-1.0
// map_file_for_writing: a file as a buffer, mapped into memory, so that results may exceed memory. The last handle unmaps it. Space on the
// disk is reserved first, so that a full disk is an error here and not a signal later. flush waits until the elements are on the disk, and
// reports failures.
#pragma once

#include <ravel/storage/buffer.hpp>

#include <string>
#include <string_view>

namespace ravel {

// The treatment of an existing file of that name.
enum class existing_file : unsigned char {
  stays,    // with its bytes; it grows where it is too short, and what is longer stays longer
  replaced  // a new file, of zeros, takes its place; who has the old one open or mapped keeps it
};

namespace detail {

struct writable_bytes {
  std::shared_ptr<const void> owner;
  std::byte* data;
};

// Writes the bytes `first` before the file gets its name.
RAVEL_API writable_bytes map_bytes_for_writing(const std::string& path, index_t bytes, existing_file there, std::string_view first = {});
// Flushes the whole file that this owner has mapped.
RAVEL_API void flush_mapping(const std::shared_ptr<const void>& owner);

template <class T>
void flush_memory(const node<T>& n) {
  const auto* const memory = dynamic_cast<const memory_node<T>*>(&n);
  flush_mapping(memory ? memory->owner() : nullptr);
}

}  // namespace detail

// Maps the first n elements of a file, which grows if it is shorter. If there is no such file, makes one of zeros.
template <class T>
buffer<T> map_file_for_writing(const std::string& path, index_arg n, existing_file there = existing_file::stays) {
  static_assert(std::is_trivially_copyable_v<T>, "map_file_for_writing: the elements of a file must be trivially copyable");
  static_assert(!std::same_as<T, bool>, "map_file_for_writing: a byte of a file need not be 0 or 1: map std::uint8_t");
  const index_t bytes = detail::mul_index(detail::check_size(n, "number of elements"), sizeof(T));
  auto mapped = detail::map_bytes_for_writing(path, bytes, there);
  return detail::memory_handle(reinterpret_cast<T*>(mapped.data), n, std::move(mapped.owner));
}

// Returns when all that any handle wrote to the mapped file is on the disk, and also the name of a new file. Throws io_error if the disk
// fails. Takes views, too; value_error if no file is mapped for writing there.
template <class T>
void flush(const writer<T>& w) {
  detail::flush_memory(detail_access::node(w));
}

}  // namespace ravel
