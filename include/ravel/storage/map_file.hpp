// SPDX-License-Identifier: BSL-1.0
// map_file: a file as a reader, mapped read-only. map_file_for_writing: a file as a buffer, so that results may exceed memory. map_roaring:
// a file in the portable Roaring format as an index set. replacing_file, for the library's own writers: a file that replaces another when
// it is complete. The last handle unmaps the file. The size is checked first. If another process shortens the file later, reading past its
// new end raises SIGBUS: map only files that stay, and copy (clone) others.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/storage/buffer.hpp>

#include <string>
#include <string_view>

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
// Space on the disk is reserved first, so that a full disk is an error here and not a signal later.
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

// Reads from a byte offset to the end of the file. The bytes are checked once, when the file is opened, so they must not change while a set
// or view of it lives. Lookups use the bytes and a table of their chunks; set algebra makes a bitmap of one part at a time.
RAVEL_API index_set map_roaring(const std::string& path, roaring_form form = roaring_form::bits_64, index_arg offset = 0);

}  // namespace ravel

namespace ravel::detail {

// A file that replaces another only when it is complete. It is written under a temporary name in the same folder, then renamed; unfinished,
// it is deleted and the old file stays. A symbolic link stays and its target is replaced; anything but a regular file is refused. Owns the
// descriptor; one thread at a time.
class RAVEL_API replacing_file : noncopyable {
 public:
  explicit replacing_file(const std::string& path);
  ~replacing_file();

  const std::string& target() const { return target_; }         // the path, behind symbolic links
  const std::string& temporary() const& { return temporary_; }  // the path until then
  int descriptor() const { return descriptor_; }
  // Replaces the old file and keeps its permissions. With sync, waits until the bytes and the name are on the disk.
  void finish(bool sync);
  // "PATH: CALL failed: why"
  [[noreturn]] void fail(const char* call, int code) const;

 private:
  void check_old_file() const;

  std::string path_;
  std::string target_;  // where links lead
  std::string temporary_;
  int descriptor_ = -1;
};

// Waits until the file's name is on the disk. Returns the errno of a failure, or 0.
RAVEL_API int sync_folder_of(const std::string& path);

}  // namespace ravel::detail
