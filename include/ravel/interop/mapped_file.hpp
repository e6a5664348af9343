// SPDX-License-Identifier: BSL-1.0
// Shared by file readers and writers: elements at any byte of a mapped file, with any alignment and byte order, and files that replace an
// old one once complete. For the library's own use.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/storage/map_file.hpp>

#include <string>
#include <string_view>

namespace ravel {

// The guarantees when a saving function returns.
struct save_options {
  bool sync = false;  // waits until the bytes are on the disk, safe from a loss of power
};

namespace detail {

// A range of bytes of a mapped file. Keeps the mapping.
struct file_bytes {
  std::string path;
  reader<std::uint8_t> whole;
  index_t offset = 0;
  index_t size = 0;

  RAVEL_API const std::byte* data() const;
  std::string_view text_at(index_t from, index_t count) const;
  file_bytes part(index_t from, index_t count) const;
};
RAVEL_API file_bytes map_whole_file(const std::string& path);
// "PATH: WHAT (at byte N)"
[[noreturn]] void throw_bad_file(const file_bytes& file, index_t at, const std::string& what);
[[noreturn]] void throw_bad_elements(const file_bytes& file, index_t at, const std::string& what);  // a type_error

// The layout of an array's elements in a file.
struct stored_elements {
  ravel::dtype type = ravel::dtype::other;
  bool swapped = false;  // not in the byte order of this machine
  bool column_major = false;
  ravel::shape extents;
};
// A view of the file if alignment and byte order allow it, else a reader that reorders the bytes. A byte of a bool is true if it is not 0.
// Checks that the file has all elements.
any_tensor tensor_of_bytes(const file_bytes& bytes, const stored_elements& how);
// One field of consecutive records: its type, its own extents, and its offset in a record.
struct stored_field {
  std::string name;
  stored_elements each;
  index_t offset = 0;
};
struct stored_records {
  index_t bytes = 0;  // of one record
  bool column_major = false;
  ravel::shape extents;
};
// A view or a reader as above. The axes of the records come first, then those of the field.
any_tensor tensor_of_field(const file_bytes& bytes, const stored_records& records, const stored_field& field);
// The product of the extents and the element size; nullopt if it is out of range.
std::optional<index_t> bytes_of(std::span<const index_t> extents, index_t element);

// Calls take(with, bytes) for all elements in row-major order, as they are in memory, block by block.
void pass_bytes(const any_tensor& x, void (*take)(void* with, std::string_view bytes), void* with);
template <class Sink>
void pass_bytes(const any_tensor& x, Sink& to) {
  pass_bytes(
      x, [](void* with, std::string_view bytes) { static_cast<Sink*>(with)->write(bytes); }, &to);
}

// A file that is written under a temporary name and renamed once complete. The old file stays until then.
class new_file {
 public:
  explicit new_file(const std::string& path) : file_(path) {}

  index_t position() const { return position_; }
  void write(std::string_view bytes);
  void write_at(index_t position, std::string_view bytes);  // over what was written
  void write(const any_tensor& x) { pass_bytes(x, *this); }
  void finish(const save_options& options);

 private:
  replacing_file file_;
  index_t position_ = 0;
};

}  // namespace detail
}  // namespace ravel
