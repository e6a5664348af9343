// SPDX-License-Identifier: BSL-1.0
// What readers of files share: elements at any byte of a file that is mapped once, whatever their alignment and byte order, and files that
// are written beside the old one and take its place when they are whole. For the library's own use.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/storage/detail/replacing_file.hpp>
#include <ravel/storage/map_file.hpp>

#include <string>
#include <string_view>

namespace ravel {

// What is promised when a function that saves a file returns.
struct save_options {
  bool sync = false;  // that the bytes are on the disk, also after a loss of power
};

namespace detail {

// A range of bytes of a mapped file, which it keeps mapped.
struct file_bytes {
  std::string path;
  reader<std::uint8_t> whole;
  index_t offset = 0;
  index_t size = 0;

  const std::byte* data() const;
  std::string_view text_at(index_t from, index_t count) const;
  file_bytes part(index_t from, index_t count) const;
};
file_bytes map_whole_file(const std::string& path);
// "PATH: WHAT (at byte N)"
[[noreturn]] void throw_bad_file(const file_bytes& file, index_t at, const std::string& what);
[[noreturn]] void throw_bad_elements(const file_bytes& file, index_t at, const std::string& what);  // a type_error

// How the elements of an array stand in a file.
struct stored_elements {
  ravel::dtype type = ravel::dtype::other;
  bool swapped = false;  // not in the byte order of this machine
  bool column_major = false;
  ravel::shape extents;
};
// A view of the file where alignment and byte order allow it, a reader that puts the bytes in order where not; bytes of bools are true
// where they are not 0. Checks that the file has them all.
any_tensor tensor_of_bytes(const file_bytes& bytes, const stored_elements& how);
// One field of records that stand one after the other: its type, its own extents, and where it stands in a record.
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
// The axes of the records, then those of the field; a view or a reader as above.
any_tensor tensor_of_field(const file_bytes& bytes, const stored_records& records, const stored_field& field);
// The product of extents times the size of an element; none if that is beyond all that can be.
std::optional<index_t> bytes_of(std::span<const index_t> extents, index_t element);

// take(with, bytes) of all elements in row-major order, as they stand in memory, block by block.
void pass_bytes(const any_tensor& x, void (*take)(void* with, std::string_view bytes), void* with);
template <class Sink>
void pass_bytes(const any_tensor& x, Sink& to) {
  pass_bytes(
      x, [](void* with, std::string_view bytes) { static_cast<Sink*>(with)->write(bytes); }, &to);
}

// A file that is written under another name and gets its own when it is whole; until then the old one stays.
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
