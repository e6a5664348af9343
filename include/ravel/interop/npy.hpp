// SPDX-License-Identifier: BSL-1.0
// NumPy's files: .npy arrays, mapped without a copy, and .npz archives of them. What is read owns the mapping; a file is replaced only by a
// whole new one. What a file claims is checked against its size before anything is made of it; each error names the file and the byte.
#pragma once

#include <ravel/element/ticks.hpp>
#include <ravel/interop/detail/halves.hpp>
#include <ravel/interop/mapped_file.hpp>
#include <ravel/storage/map_file_for_writing.hpp>

#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ravel {

// Element type, order and shape are the file's. Read-only; the file must keep its bytes while it is in use, so clone what may not.
RAVEL_API any_tensor load_npy(const std::string& path);
// As float also half floats are read. (NumPy has no bfloat16.)
template <detail::stored_element T>
tensor<const T> load_npy(const std::string& path);

// The fields of structured elements by name, each a view of the mapped file with the axes of the array, then its own. A field that does not
// suit its alignment, as in packed records, is put in order as it is read. Fields of text, with titles, and fields that are structures are
// refused.
[[nodiscard]] RAVEL_API std::map<std::string, any_tensor> load_npy_fields(const std::string& path);

// Version 1.0, row-major, the data at a multiple of 64 bytes. A file that was there stays until the new one is whole.
RAVEL_API void save_npy(const std::string& path, const any_tensor& x, const save_options& options = {});
template <readable R>
  requires(!shaped<R> && !time_element<detail::read_t<R>>)
void save_npy(const std::string& path, const R& r, const save_options& options = {}) {
  save_npy(path, any_tensor(any_reader(r)), options);
}
template <class... Options>
void save_npy(const std::string&, const tensor<const bfloat16>&, Options...) = delete;  // NumPy has no bfloat16: save cast<float>(x)
template <readable R, class... Options>
  requires time_element<detail::read_t<R>>
void save_npy(const std::string&, const R&, Options...) = delete;  // no element of a file is a time: save_npy(path, ticks(t))

// A new file of zeros that is mapped and written through the tensor, so that what is copied into it may be larger than memory. It takes the
// place of an old one at once, which whoever has it open keeps; room on the disk is taken before anything is promised.
RAVEL_API any_tensor map_npy_for_writing(const std::string& path, dtype type, const shape& extents);
template <detail::stored_element T>
tensor<T> map_npy_for_writing(const std::string& path, const shape& extents) {
  return as_writable<T>(map_npy_for_writing(path, dtype_of<T>(), extents));
}
// Returns when what was written into the mapped file is on the disk; io_error if the disk does not take it. Of a view too, and of a
// tensor<T>.
RAVEL_API void flush(const any_tensor& x);

// What is promised of an archive that is saved.
struct npz_options {
  bool sync = false;     // as of other files
  bool deflate = false;  // members are packed, as np.savez_compressed does: less room on the disk, and no mapping
};

// The arrays of an archive by name, and nothing else that it holds. Each is read when it is asked for, for the first time: then its bytes
// are compared with their checksum. Stored members are mapped; deflated ones become memory, which is kept, where the library was built with
// zlib. A handle: copies share what was read. Safe to use from any thread.
class RAVEL_API npz_archive {
 public:
  class iterator;

  index_t size() const;
  bool empty() const { return size() == 0; }
  bool contains(const std::string& name) const;
  std::vector<std::string> names() const;  // ascending
  // value_error where there is none, io_error or type_error where it cannot be read.
  any_tensor at(const std::string& name) const;
  any_tensor operator[](const std::string& name) const { return at(name); }
  // Pairs of name and array, by ascending names.
  iterator begin() const;
  iterator end() const;
  // All of them.
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

// What every member is must hold; that what is in one is an array is seen when it is asked for.
[[nodiscard]] RAVEL_API npz_archive load_npz(const std::string& path);
// The one array of this name, whatever the others are.
RAVEL_API any_tensor load_npz(const std::string& path, const std::string& name);
RAVEL_API void save_npz(const std::string& path, const std::map<std::string, any_tensor>& arrays, const npz_options& options = {});

namespace detail {

bool begins_as_npy(const file_bytes& bytes);
// The array that these bytes of a file are.
any_tensor read_npy(const file_bytes& bytes);
// io_error if the array whose file begins like this does not have so many bytes with its header. All headers are in the first bytes.
void check_npy_size(const file_bytes& begun, index_t size);
constexpr index_t longest_npy_header = 12 + (index_t{1} << 16);
std::string npy_header(dtype type, const shape& extents);
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
