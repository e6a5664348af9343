// SPDX-License-Identifier: BSL-1.0
// Elements out of the bytes of a mapped file: lent as they stand, or put in order block by block.
#include <ravel/base/error.hpp>
#include <ravel/interop/mapped_file.hpp>
#include <ravel/storage/wrap.hpp>
#include <ravel/tensor/tensor.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace ravel::detail {

const std::byte* file_bytes::data() const {
  const auto memory = whole.memory();
  return memory ? reinterpret_cast<const std::byte*>(memory->data) + offset : nullptr;
}

std::string_view file_bytes::text_at(index_t from, index_t count) const {
  if (from < 0 || count < 0 || from > size || count > size - from)
    throw_bad_file(*this, std::min(std::max<index_t>(from, 0), size), text() << "the file ends before " << count << " more bytes");
  return {reinterpret_cast<const char*>(data()) + from, static_cast<std::size_t>(count)};
}

file_bytes file_bytes::part(index_t from, index_t count) const {
  text_at(from, count);
  return {path, whole, offset + from, count};
}

file_bytes map_whole_file(const std::string& path) {
  auto bytes = map_file<std::uint8_t>(path);
  const index_t size = bytes.size();
  return {path, std::move(bytes), 0, size};
}

void throw_bad_file(const file_bytes& file, index_t at, const std::string& what) {
  throw io_error(text() << file.path << ": " << what << " (at byte " << file.offset + at << ")");
}

std::optional<index_t> bytes_of(std::span<const index_t> extents, index_t element) {
  index_t bytes = element;
  bool none = false;
  for (const index_t extent : extents) {
    if (extent < 0) return std::nullopt;
    none = none || extent == 0;
    if (extent > 0 && (__builtin_mul_overflow(bytes, extent, &bytes) || bytes > index_limit)) return std::nullopt;
  }
  return none ? 0 : bytes;
}

namespace {

// The value whose bytes stand there, the parts of a complex number each in that order.
template <class T>
T value_at(const std::byte* at, bool swapped) {
  if constexpr (boolean_element<T>) {
    return *at != std::byte{0};
  } else {
    std::byte bytes[sizeof(T)];
    std::memcpy(bytes, at, sizeof(T));
    if (swapped) {
      constexpr std::size_t part = sizeof(real_of_t<T>);
      for (std::size_t k = 0; k < sizeof(T); k += part) std::reverse(bytes + k, bytes + k + part);
    }
    T value;
    std::memcpy(static_cast<void*>(&value), bytes, sizeof(T));
    return value;
  }
}

template <class T>
struct unordered_bytes : reader_base {
  file_bytes bytes;
  index_t count = 0;
  bool swapped = false;

  index_t size() const { return count; }
  T operator[](index_t i) const { return value_at<T>(bytes.data() + i * index_t{sizeof(T)}, swapped); }
  void read(index_t start, std::span<T> out) const {
    const std::byte* at = bytes.data() + start * index_t{sizeof(T)};
    for (T& value : out) {
      value = value_at<T>(at, swapped);
      at += sizeof(T);
    }
  }
};

template <class T>
reader<T> elements_of_bytes(const file_bytes& bytes, index_t n, bool swapped) {
  const bool aligned = reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) == 0;
  if (n == 0) return wrap(static_cast<const T*>(nullptr), 0, reader<std::uint8_t>(bytes.whole));
  if (aligned && (!swapped || sizeof(T) == 1) && !boolean_element<T>)
    return wrap(reinterpret_cast<const T*>(bytes.data()), n, reader<std::uint8_t>(bytes.whole));
  unordered_bytes<T> found;
  found.bytes = bytes;
  found.count = n;
  found.swapped = swapped;
  return from(std::move(found));
}

}  // namespace

any_tensor tensor_of_bytes(const file_bytes& bytes, const stored_elements& how) {
  const auto needed = bytes_of(how.extents, static_cast<index_t>(size_of(how.type)));
  if (!needed || *needed > bytes.size)
    throw_bad_file(bytes, 0,
                   text() << "an array of " << name(how.type) << to_string(how.extents) << " does not fit into " << bytes.size << " bytes");
  return with_type(how.type, [&](auto type) {
    using T = typename decltype(type)::type;
    const index_t n = *needed / index_t{sizeof(T)};
    return any_tensor(tensor<const T>(how.column_major ? dims::column_major(how.extents) : dims::row_major(how.extents),
                                      elements_of_bytes<T>(bytes, n, how.swapped)));
  });
}

}  // namespace ravel::detail
