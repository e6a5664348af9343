// SPDX-License-Identifier: BSL-1.0
// map_file_for_writing: a file as a buffer, mapped into memory, so that what is written to it may be larger than memory; unmapped with the
// last handle. Room on the disk is taken before anything is promised, so that a full disk is an error here and no signal while elements are
// written. flush waits until they are on the disk, and says if they are not.
#pragma once

#include <ravel/storage/buffer.hpp>

#include <string>
#include <string_view>

namespace ravel {

// What becomes of a file that has the name already.
enum class existing_file : unsigned char {
  stays,    // with its bytes; it grows where it is too short, and what is longer stays longer
  replaced  // a new file, of zeros, takes its place; who has the old one open or mapped keeps it
};

namespace detail {

struct writable_bytes {
  std::shared_ptr<const void> owner;
  std::byte* data;
};

// The first bytes are there before the file has its name.
RAVEL_API writable_bytes map_bytes_for_writing(const std::string& path, index_t bytes, existing_file there, std::string_view first = {});
// Of the whole file that this owner has mapped.
RAVEL_API void flush_mapping(const std::shared_ptr<const void>& owner);

template <class T>
void flush_memory(const node<T>& n) {
  const auto* const memory = dynamic_cast<const memory_node<T>*>(&n);
  flush_mapping(memory ? memory->owner() : nullptr);
}

}  // namespace detail

// A file of at least n elements, of which these are the first. Where there is no such file there is one of zeros.
template <class T>
buffer<T> map_file_for_writing(const std::string& path, index_arg n, existing_file there = existing_file::stays) {
  static_assert(std::is_trivially_copyable_v<T>, "map_file_for_writing: the elements of a file must be trivially copyable");
  static_assert(!std::same_as<T, bool>, "map_file_for_writing: a byte of a file need not be 0 or 1: map std::uint8_t");
  const index_t bytes = detail::mul_index(detail::check_size(n, "number of elements"), sizeof(T));
  auto mapped = detail::map_bytes_for_writing(path, bytes, there);
  return detail::memory_handle(reinterpret_cast<T*>(mapped.data), n, std::move(mapped.owner));
}

// Returns when all that was written into the mapped file, by whichever handle, is on the disk, and the name of a new file; io_error if
// the disk does not take it. Of a view too; a value_error where the memory is of no file that was mapped for writing.
template <class T>
void flush(const writer<T>& w) {
  detail::flush_memory(detail_access::node(w));
}

}  // namespace ravel
