// SPDX-License-Identifier: BSL-1.0
// NumPy's files: .npy arrays, mapped without a copy, and .npz archives. Arrays own the mapping; saving replaces a file only by a complete
// one. Claims of a file are checked against its size before use; each error names the file and the byte.
#pragma once

#include <ravel/interop/detail/halves.hpp>
#include <ravel/interop/mapped_file.hpp>
#include <ravel/storage/map_file.hpp>

#include <initializer_list>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ravel {

// Reads an array with the element type, order and shape of the file. Read-only. The file must not change while it is in use: clone arrays
// of files that may.
RAVEL_API any_tensor load_npy(const std::string& path);
// Reads half floats as float, too. (NumPy has no bfloat16.)
template <detail::stored_element T>
tensor<const T> load_npy(const std::string& path);

// Reads structured elements: one array per field, a view of the mapped file with the axes of the array, then those of the field. A field
// that is not aligned, as in packed records, is copied as it is read. Refuses fields of text, with titles, or of structures.
[[nodiscard]] RAVEL_API std::map<std::string, any_tensor> load_npy_fields(const std::string& path);

// Writes version 1.0, row-major, with the data at a multiple of 64 bytes. An old file stays until the new one is complete.
RAVEL_API void save_npy(const std::string& path, const any_tensor& x, const save_options& options = {});
// A std::vector and its like have one axis.
template <detail::input R>
  requires(!shaped<R> && detail::held_element<detail::read_t<R>>)
void save_npy(const std::string& path, const R& r, const save_options& options = {}) {
  save_npy(path, any_tensor(any_reader(detail::borrowed_handle(r))), options);
}
template <class... Options>
void save_npy(const std::string&, const tensor<const bfloat16>&, Options...) = delete;  // NumPy has no bfloat16: save cast<float>(x)
void save_npy(...) = delete;  // times: save_npy(path, ticks(t)); all rows in one vector: save_npy(path, as_tensor(borrow(v), {rows, -1}))

// Makes a mapped file of zeros to write through the tensor, so that arrays may exceed memory. It replaces an old file at once; programs
// that have that open keep it. Disk space is reserved first.
RAVEL_API any_tensor map_npy_for_writing(const std::string& path, dtype type, const shape& extents);
template <detail::stored_element T>
tensor<T> map_npy_for_writing(const std::string& path, const shape& extents) {
  return as_writable<T>(map_npy_for_writing(path, dtype_of<T>(), extents));
}
// Returns when all that was written to the mapped file is on the disk; io_error if that fails. Takes views and tensor<T>, too.
RAVEL_API void flush(const any_tensor& x);

// The options of saving an archive.
struct npz_options {
  bool sync = false;     // as of other files
  bool deflate = false;  // members are packed, as np.savez_compressed does: less room on the disk, and no mapping
};

// The arrays of an archive by name; other members are ignored. An array is read and its checksum compared at first use. Stored members are
// mapped. Deflated members are unpacked to memory, which is kept; that needs zlib. A handle: copies share the arrays. Any thread may use
// it.
class RAVEL_API npz_archive {
 public:
  class iterator;

  index_t size() const;
  bool empty() const { return size() == 0; }
  bool contains(const std::string& name) const;
  std::vector<std::string> names() const;  // ascending
  // value_error if there is no such array, io_error or type_error if it cannot be read.
  any_tensor at(const std::string& name) const;
  any_tensor operator[](const std::string& name) const { return at(name); }
  // Iterates over pairs of name and array, by ascending names.
  iterator begin() const;
  iterator end() const;
  // All arrays.
  operator std::map<std::string, any_tensor>() const;

 private:
  friend npz_archive load_npz(const std::string& path);
  struct contents;

  explicit npz_archive(std::shared_ptr<contents> of) : contents_(std::move(of)) {}

  std::shared_ptr<contents> contents_;
};

class npz_archive::iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = std::pair<std::string, any_tensor>;
  using difference_type = index_t;
  using pointer = void;
  using reference = value_type;

  value_type operator*() const { return {names_[static_cast<std::size_t>(at_)], of_->at(names_[static_cast<std::size_t>(at_)])}; }
  iterator& operator++() { return ++at_, *this; }
  iterator operator++(int) {
    iterator before = *this;
    ++at_;
    return before;
  }
  friend bool operator==(const iterator& a, const iterator& b) { return a.at_ == b.at_; }

 private:
  friend npz_archive;
  iterator(const npz_archive& of, index_t at) : of_(of), names_(of.names()), at_(at) {}

  std::optional<npz_archive> of_;  // it owns what it goes over
  std::vector<std::string> names_;
  index_t at_ = 0;
};

// Checks the structure of all members now; the contents of an array only at first use.
[[nodiscard]] RAVEL_API npz_archive load_npz(const std::string& path);
// Reads only the array of this name, whatever the other members are.
RAVEL_API any_tensor load_npz(const std::string& path, const std::string& name);
// Writes the arrays to an archive. An old file stays until the new one is complete.
RAVEL_API void save_npz(const std::string& path, const std::map<std::string, any_tensor>& arrays, const npz_options& options = {});
// Two arrays of one name are an error.
RAVEL_API void save_npz(const std::string& path, std::initializer_list<std::pair<const std::string, any_tensor>> arrays,
                        const npz_options& options = {});

void save_npz(...) = delete;  // of tensors and readers by name: {{"x", x}, {"v", borrow(v)}}, where borrow looks at a vector

namespace detail {

bool begins_as_npy(const file_bytes& bytes);
// Reads an array from these bytes of a file.
RAVEL_API any_tensor read_npy(const file_bytes& bytes);
// Checks that an array whose file begins with these bytes has `size` bytes with its header; io_error if not. The bytes must hold all
// headers.
void check_npy_size(const file_bytes& begun, index_t size);
constexpr index_t longest_npy_header = 12 + (index_t{1} << 16);
RAVEL_API std::string npy_header(dtype type, const shape& extents);
RAVEL_API std::string npz_member_text(const std::string& path, std::string_view name);  // for errors
[[noreturn]] RAVEL_API void throw_file_type(const std::string& path, dtype is, dtype asked);
template <class T>
tensor<const T> of_file_type(const std::string& path, const any_tensor& loaded) {
  const any_tensor found = asked_for<T>(loaded);
  if (found.dtype() != dtype_of<T>()) throw_file_type(path, found.dtype(), dtype_of<T>());
  return as<T>(found);
}

}  // namespace detail

template <detail::stored_element T>
tensor<const T> load_npy(const std::string& path) {
  return detail::of_file_type<T>(path, load_npy(path));
}
template <detail::stored_element T>
tensor<const T> load_npz(const std::string& path, const std::string& name) {
  return detail::of_file_type<T>(detail::npz_member_text(path, name), load_npz(path, name));
}

}  // namespace ravel
