// SPDX-License-Identifier: BSL-1.0
// A column or table as another library hands it over by Arrow's C data interface: its own memory, and counts of how often each struct was
// released. What is handed over may be told lies about by the tests before it goes.
#pragma once

#include <ravel/interop/arrow.hpp>

#include <support/catch.hpp>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace support {

struct foreign_arrow {
  std::string format, name;
  std::vector<std::vector<unsigned char>> memory;  // one for each buffer
  std::vector<const void*> buffers;
  std::vector<std::unique_ptr<foreign_arrow>> inner;
  std::vector<ArrowSchema*> inner_schemas;
  std::vector<ArrowArray*> inner_arrays;
  std::unique_ptr<foreign_arrow> levels;
  int schemas_released = 0, arrays_released = 0;
  ArrowSchema schema{};
  ArrowArray array{};

  foreign_arrow(std::string word, std::string called, std::int64_t length, std::int64_t offset = 0)
      : format(std::move(word)), name(std::move(called)) {
    schema.release = [](ArrowSchema* self) {
      ++static_cast<foreign_arrow*>(self->private_data)->schemas_released;
      self->release = nullptr;
    };
    array.release = [](ArrowArray* self) {
      ++static_cast<foreign_arrow*>(self->private_data)->arrays_released;
      self->release = nullptr;
    };
    schema.private_data = array.private_data = this;
    schema.format = format.c_str();
    schema.name = name.c_str();
    array.length = length;
    array.offset = offset;
  }
  foreign_arrow(const foreign_arrow&) = delete;
  foreign_arrow& operator=(const foreign_arrow&) = delete;

  foreign_arrow& no_buffer() {
    buffers.push_back(nullptr);
    return told();
  }
  // Bytes, each buffer `shift` bytes behind where memory begins.
  foreign_arrow& buffer_of(const void* bytes, std::size_t size, std::size_t shift = 0) {
    memory.emplace_back(size + shift + 1);
    if (size > 0) std::memcpy(memory.back().data() + shift, bytes, size);
    buffers.push_back(memory.back().data() + shift);
    return told();
  }
  template <class T>
  foreign_arrow& buffer_of(const std::vector<T>& values, std::size_t shift = 0) {
    return buffer_of(values.data(), values.size() * sizeof(T), shift);
  }
  foreign_arrow& bits(const std::vector<bool>& values) {
    std::vector<unsigned char> bytes((values.size() + 7) / 8);
    for (std::size_t i = 0; i < values.size(); ++i) bytes[i / 8] = static_cast<unsigned char>(bytes[i / 8] | (values[i] << i % 8));
    return buffer_of(bytes);
  }
  // Some rows are missing, and nobody counted them.
  foreign_arrow& valid(const std::vector<bool>& values) {
    array.null_count = -1;
    return bits(values);
  }
  foreign_arrow& add(std::unique_ptr<foreign_arrow> child) {
    inner.push_back(std::move(child));
    inner_schemas.push_back(&inner.back()->schema);
    inner_arrays.push_back(&inner.back()->array);
    schema.children = inner_schemas.data();
    array.children = inner_arrays.data();
    schema.n_children = array.n_children = static_cast<std::int64_t>(inner.size());
    return *this;
  }
  foreign_arrow& with_levels(std::unique_ptr<foreign_arrow> of) {
    levels = std::move(of);
    schema.dictionary = &levels->schema;
    array.dictionary = &levels->array;
    return *this;
  }

  ravel::arrow_column column() { return ravel::from_arrow(&schema, &array); }
  ravel::arrow_table table() { return ravel::from_arrow_table(&schema, &array); }
  // Both were let go once, by their base alone, and the structs say so.
  bool let_go() const {
    for (const auto& child : inner) {
      if (child->schemas_released + child->arrays_released > 0) return false;
    }
    return schemas_released == 1 && arrays_released == 1 && !schema.release && !array.release;
  }

 private:
  foreign_arrow& told() {
    array.buffers = buffers.data();
    array.n_buffers = static_cast<std::int64_t>(buffers.size());
    return *this;
  }
};

inline std::unique_ptr<foreign_arrow> foreign(std::string format, std::string name, std::int64_t length, std::int64_t offset = 0) {
  return std::make_unique<foreign_arrow>(std::move(format), std::move(name), length, offset);
}

// Both structs of what was exported, let go at the end of a test unless they are given away.
struct exported_arrow {
  ArrowSchema schema{};
  ArrowArray array{};

  template <class X>
  explicit exported_arrow(const X& x) {
    ravel::to_arrow(x, &schema, &array);
  }
  exported_arrow(const exported_arrow&) = delete;
  exported_arrow& operator=(const exported_arrow&) = delete;
  ~exported_arrow() {
    if (schema.release) schema.release(&schema);
    if (array.release) array.release(&array);
  }
};

// What came back of it is the same: values where they are not missing, name, format and levels.
inline bool same_column(const ravel::arrow_column& a, const ravel::arrow_column& b) {
  using namespace ravel;
  if (a.name != b.name || a.format != b.format || a.missing != b.missing || a.levels.has_value() != b.levels.has_value()) return false;
  if (a.values.dtype() != b.values.dtype() || a.values.shape() != b.values.shape()) return false;
  if (a.levels && !equal(*a.levels, *b.levels)) return false;
  const selection there = complement(a.missing, a.values.extent(0));
  return equal(take(a.values, 0, there), take(b.values, 0, there));
}

}  // namespace support
