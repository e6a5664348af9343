// SPDX-License-Identifier: BSL-1.0
// Shared by the sources of Arrow's interfaces: owners of foreign structs, the parts of our own structs, conversion between bits and bools,
// and format strings. S is a struct of either kind.
#pragma once

#include <ravel/interop/arrow.hpp>

#include <cstddef>

namespace ravel::detail {

// Owns a foreign struct, moved here, and releases it once. A moved-from owner releases nothing.
template <class S>
class arrow_owner {
 public:
  arrow_owner() = default;
  explicit arrow_owner(S* from) {
    if (from) std::swap(value_, *from);
  }
  arrow_owner(arrow_owner&& other) noexcept { std::swap(value_, other.value_); }
  arrow_owner& operator=(arrow_owner&&) = delete;
  ~arrow_owner() {
    if (value_.release) value_.release(&value_);
  }

  explicit operator bool() const { return value_.release != nullptr; }
  S& operator*() { return value_; }
  const S& operator*() const { return value_; }
  S* operator->() { return &value_; }
  S give() { return std::exchange(value_, S{}); }

 private:
  S value_{};
};

// The data behind private_data in a struct of our own.
template <class S>
struct arrow_content;
template <>
struct arrow_content<ArrowSchema> {
  std::string format, name;
};
template <>
struct arrow_content<ArrowArray> {
  std::vector<any_reader> kept;
  std::vector<const void*> buffers;
};
// A child that the consumer moved away is marked as released; all others are released with their parent, even if their release was
// replaced, which one consumer does.
template <class S>
struct arrow_parts : arrow_content<S>, noncopyable {
  std::vector<S> children;
  std::vector<S*> children_at;
  S dictionary{};

  ~arrow_parts() {
    for (S& child : children) drop(child);
    drop(dictionary);
  }
  static void drop(S& one) {
    if (std::exchange(one.release, nullptr)) delete static_cast<arrow_parts*>(one.private_data);
  }

  // Makes the children by make(k), for k below `how_many`.
  template <class Make>
  void add_children(std::size_t how_many, Make make) {
    children.reserve(how_many);
    for (std::size_t k = 0; k < how_many; ++k) children.push_back(make(k));
  }
};

// Makes the struct that owns these parts.
template <class S>
S arrow_struct(std::unique_ptr<arrow_parts<S>> parts) {
  for (S& child : parts->children) parts->children_at.push_back(&child);
  S made{};
  if constexpr (requires { made.buffers; }) {
    made.n_buffers = static_cast<std::int64_t>(parts->buffers.size());
    made.buffers = parts->buffers.data();
  } else {
    made.format = parts->format.c_str();
    made.name = parts->name.c_str();
  }
  made.n_children = static_cast<std::int64_t>(parts->children.size());
  made.children = parts->children.empty() ? nullptr : parts->children_at.data();
  made.dictionary = parts->dictionary.release ? &parts->dictionary : nullptr;
  made.release = [](S* self) { arrow_parts<S>::drop(*self); };
  made.private_data = parts.release();
  return made;
}

ArrowSchema arrow_schema_of(const arrow_column& column);
ArrowSchema arrow_schema_of(const arrow_table& table);
ArrowArray arrow_array_of(const arrow_column& column);
ArrowArray arrow_array_of(const arrow_table& table);

// A null array has no rows.
arrow_column arrow_column_from(const ArrowSchema& schema, arrow_owner<ArrowArray> array, const arrow_import_options& options);
arrow_table arrow_table_from(const ArrowSchema& schema, arrow_owner<ArrowArray> array, const arrow_import_options& options);
bool is_arrow_struct(const ArrowSchema& schema);
// type_error if a column could not be read.
void check_all_read(const char* operation, const arrow_table& table);

// "l", "g", "b"…; type_error for types that Arrow lacks.
std::string arrow_word_of(dtype type);
// The element type, perhaps ticks, of a format; nullopt for strings, lists and other formats that Ravel does not read as elements.
std::optional<dtype> stored_arrow_type(std::string_view format);
// True for "u", "U", "z" and "Z", strings. Capital letters have longer offsets.
bool is_arrow_text(std::string_view format);
void add_arrow_words(arrow_parts<ArrowArray>& parts, const reader<std::string>& words, std::string_view format);
// Strings between rising offsets; there is one string fewer than offsets.
template <class Offset>
reader<std::string> arrow_words(const reader<Offset>& offsets, const void* bytes, std::shared_ptr<const void> owner);
// "vu" or "vz": string views of 16 bytes, which refer to a buffer for long strings. A view that points nowhere is "".
bool is_arrow_text_view(std::string_view format);
struct arrow_word_views {
  const std::byte* views = nullptr;
  index_t count = 0;
  std::vector<std::string_view> buffers{};

  // nullopt if the view points outside of the buffers.
  std::optional<std::string_view> at(index_t i) const;
};
reader<std::string> arrow_words(arrow_word_views views, std::shared_ptr<const void> owner);
// Foreign text for a message, limited in length.
std::string shown_arrow_text(const char* text);

// n bits from bit `first` on as bools, each true if the bit equals `set`.
reader<bool> bits_as_bools(const void* bytes, index_t first, index_t n, bool set, std::shared_ptr<const void> owner);
buffer<std::uint8_t> bools_as_bits(const reader<bool>& bools);
// n bits, 0 at the members.
buffer<std::uint8_t> bits_of_others(const index_set& members, index_t n);

}  // namespace ravel::detail
