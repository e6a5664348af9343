// SPDX-License-Identifier: BSL-1.0
// Reads elements from the bytes of a mapped file: in place, or reordered block by block.
#include <ravel/base/error.hpp>
#include <ravel/interop/mapped_file.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/make.hpp>

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
    throw_bad_file(*this, std::min(std::max<index_t>(from, 0), size), text() << "the file ends before " << counted(count, "more byte"));
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

namespace {

std::string said_of(const file_bytes& file, index_t at, const std::string& what) {
  return text() << file.path << ": " << what << " (at byte " << file.offset + at << ")";
}

}  // namespace

void throw_bad_file(const file_bytes& file, index_t at, const std::string& what) { throw io_error(said_of(file, at, what)); }
void throw_bad_elements(const file_bytes& file, index_t at, const std::string& what) { throw type_error(said_of(file, at, what)); }

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

// The value of these bytes in the file's byte order; for a complex number, each part in that order.
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

// Reads elements at any byte, `inner` side by side in each record.
template <class T>
struct unordered_bytes : reader_base {
  file_bytes bytes;
  bool swapped = false;
  index_t count = 0, inner = 1, record = sizeof(T);

  index_t size() const { return count; }
  const std::byte* at(index_t i) const { return bytes.data() + i / inner * record + i % inner * index_t{sizeof(T)}; }
  T operator[](index_t i) const { return value_at<T>(at(i), swapped); }
  void read(index_t start, std::span<T> out) const {
    if (out.empty()) return;
    const std::byte* from = at(start);
    index_t left = inner - start % inner;
    for (T& value : out) {
      value = value_at<T>(from, swapped);
      from += sizeof(T);
      if (--left > 0) continue;
      from += record - inner * index_t{sizeof(T)};
      left = inner;
    }
  }
};

// True if the elements can be used in place.
template <class T>
bool stands_as_in_memory(const file_bytes& bytes, bool swapped) {
  return reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) == 0 && (!swapped || sizeof(T) == 1) && !boolean_element<T>;
}

template <class T>
reader<T> elements_of_bytes(const file_bytes& bytes, index_t n, bool swapped) {
  if (n == 0) return wrap(static_cast<const T*>(nullptr), 0, reader<std::uint8_t>(bytes.whole));
  if (stands_as_in_memory<T>(bytes, swapped)) return wrap(reinterpret_cast<const T*>(bytes.data()), n, reader<std::uint8_t>(bytes.whole));
  unordered_bytes<T> found;
  found.bytes = bytes;
  found.swapped = swapped;
  found.count = n;
  return from(std::move(found));
}

// The strides of the records, in multiples of `unit`, and of the elements within each record.
std::vector<index_t> field_strides(const stored_records& records, const shape& inner, index_t unit) {
  const index_t axes = records.extents.rank();
  std::vector<index_t> strides(static_cast<std::size_t>(axes + inner.rank()));
  index_t step = 1;
  for (index_t k = inner.rank(); k-- > 0; step *= inner[k]) strides[static_cast<std::size_t>(axes + k)] = step;
  step = unit;
  for (index_t k = 0; k < axes; ++k) {
    const index_t axis = records.column_major ? k : axes - 1 - k;
    strides[static_cast<std::size_t>(axis)] = step;
    step *= records.extents[axis];
  }
  return strides;
}

template <class T>
tensor<const T> field_of_bytes(const file_bytes& bytes, const stored_records& records, const stored_field& field) {
  const shape& inner = field.each.extents;
  std::vector<index_t> extents(records.extents.begin(), records.extents.end());
  extents.insert(extents.end(), inner.begin(), inner.end());
  const index_t n = shape(extents).elements(), side_by_side = inner.elements();
  if (n == 0) return tensor<const T>(dims::row_major(extents), elements_of_bytes<T>(bytes, 0, false));
  const file_bytes first = bytes.part(field.offset, bytes.size - field.offset);
  constexpr index_t size = sizeof(T);
  if (records.bytes % size == 0 && stands_as_in_memory<T>(first, field.each.swapped))
    return wrap(reinterpret_cast<const T*>(first.data()), extents, field_strides(records, inner, records.bytes / size),
                reader<std::uint8_t>(bytes.whole));
  unordered_bytes<T> found;
  found.bytes = first;
  found.swapped = field.each.swapped;
  found.count = n;
  found.inner = side_by_side;
  found.record = records.bytes;
  return tensor<const T>(dims::strided(extents, field_strides(records, inner, side_by_side)), from(std::move(found)));
}

template <class T>
tensor<const T> array_of_bytes(const file_bytes& bytes, const stored_elements& how) {
  const auto needed = bytes_of(how.extents, static_cast<index_t>(size_of(how.type)));
  if (!needed || *needed > bytes.size)
    throw_bad_file(
        bytes, 0,
        text() << "an array of " << name(how.type) << to_string(how.extents) << " does not fit into " << counted(bytes.size, "byte"));
  return tensor<const T>(how.column_major ? dims::column_major(how.extents) : dims::row_major(how.extents),
                         elements_of_bytes<T>(bytes, *needed / index_t{sizeof(T)}, how.swapped));
}

}  // namespace

any_tensor tensor_of_bytes(const file_bytes& bytes, const stored_elements& how) {
  return with_stored_type(how.type, [&](auto type) { return any_tensor(array_of_bytes<typename decltype(type)::type>(bytes, how)); });
}

any_tensor tensor_of_field(const file_bytes& bytes, const stored_records& records, const stored_field& field) {
  const auto needed = bytes_of(records.extents, records.bytes);
  if (!needed || *needed > bytes.size)
    throw_bad_file(bytes, 0,
                   text() << "records of " << counted(records.bytes, "byte") << to_string(records.extents) << " do not fit into "
                          << counted(bytes.size, "byte"));
  return with_stored_type(field.each.type,
                          [&](auto type) { return any_tensor(field_of_bytes<typename decltype(type)::type>(bytes, records, field)); });
}

}  // namespace ravel::detail
