// SPDX-License-Identifier: BSL-1.0
// Any descriptors of Arrow: a tree of arrays whose buffers are as long as they say, which now and then lies, and what must hold of a column
// that was made of one. Each owns its memory and counts how often it was let go.
#pragma once

#include <ravel/any.hpp>
#include <ravel/interop/arrow.hpp>

#include <fuzz/input.hpp>

#include <algorithm>
#include <memory>
#include <string>

namespace fuzz {

constexpr std::int64_t most_rows = 64;

// One array of a tree; with `like` its formats, children and dictionaries are those of another, as an array does not say what it is of.
struct descriptor {
  std::string format, name;
  std::vector<std::unique_ptr<std::vector<std::uint8_t>>> memory;
  std::vector<const void*> buffers;
  std::vector<std::unique_ptr<descriptor>> children;
  std::vector<ArrowSchema*> schemas;
  std::vector<ArrowArray*> arrays;
  std::unique_ptr<descriptor> dictionary;
  int schema_released = 0, array_released = 0;
  ArrowSchema schema{};
  ArrowArray array{};

  descriptor(input& from, int depth, const descriptor* like = nullptr) {
    static const char* const formats[] = {"b",   "c", "C",    "s",    "S",    "i",   "I", "l", "L", "f",  "g",  "tdD", "tsu:UTC", "ttm",
                                          "tDn", "n", "+w:2", "+w:0", "+w:3", "w:5", "u", "U", "z", "+s", "+l", "+w:", "d:3,1",   "e"};
    format = like ? like->format : formats[from.below(static_cast<std::int64_t>(std::size(formats)))];
    array.length = from.integer<std::int64_t>();
    array.offset = from.chance(2) ? 0 : from.integer<std::int64_t>();
    array.null_count = from.chance(2) ? 0 : from.chance(4) ? from.integer<std::int64_t>() : -1;
    if (like) {
      for (const auto& child : like->children) children.push_back(std::make_unique<descriptor>(from, depth + 1, child.get()));
      if (like->dictionary) dictionary = std::make_unique<descriptor>(from, depth + 1, like->dictionary.get());
    } else if (depth < 4) {
      const std::int64_t inner = format[0] == '+' ? (format == "+s" ? from.below(4) : 1) : from.chance(30);
      for (std::int64_t k = 0; k < inner; ++k) children.push_back(std::make_unique<descriptor>(from, depth + 1));
      if (from.chance(6)) dictionary = std::make_unique<descriptor>(from, depth + 1);
    }
    add_buffers(from);
    for (const auto& child : children) {
      schemas.push_back(from.chance(60) ? nullptr : &child->schema);
      arrays.push_back(from.chance(60) ? nullptr : &child->array);
    }
    schema.format = from.chance(60) ? nullptr : format.c_str();
    schema.name = from.chance(8) ? nullptr : name.c_str();
    schema.n_children = told(from, static_cast<std::int64_t>(children.size()));
    array.n_children = told(from, static_cast<std::int64_t>(children.size()));
    schema.children = children.empty() ? nullptr : schemas.data();
    array.children = children.empty() ? nullptr : arrays.data();
    if (dictionary) {
      schema.dictionary = &dictionary->schema;
      array.dictionary = from.chance(30) ? nullptr : &dictionary->array;
    }
    array.buffers = buffers.empty() ? nullptr : buffers.data();
    array.n_buffers = static_cast<std::int64_t>(buffers.size());
    schema.private_data = array.private_data = this;
    schema.release = [](ArrowSchema* self) {
      ++static_cast<descriptor*>(self->private_data)->schema_released;
      self->release = nullptr;
    };
    array.release = [](ArrowArray* self) {
      ++static_cast<descriptor*>(self->private_data)->array_released;
      self->release = nullptr;
    };
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;

  // As many children as there are, now and then fewer.
  static std::int64_t told(input& from, std::int64_t n) { return from.chance(30) ? from.below(n + 1) : n; }

  // A column of nulls has any number of rows without any memory: what takes time for each is not tried with these.
  bool is_short() const {
    return array.length <= most_rows && (!dictionary || dictionary->is_short()) &&
           std::all_of(children.begin(), children.end(), [](const auto& child) { return child->is_short(); });
  }
  void check_children() const {
    for (const auto& child : children) {
      require(child->schema_released == 0 && child->array_released == 0, "a child was released");
      child->check_children();
    }
  }

 private:
  // Memory for what is said, if anybody could have so much; else null pointers.
  void add(input& from, std::int64_t bytes) {
    const bool there = array.length >= 0 && array.offset >= 0 && array.length <= most_rows && array.offset <= most_rows;
    if (!there || from.chance(20)) {
      buffers.push_back(nullptr);
      return;
    }
    const std::size_t shift = from.chance(4) ? 1 : 0;
    memory.push_back(std::make_unique<std::vector<std::uint8_t>>(static_cast<std::size_t>(bytes) + shift));
    for (std::uint8_t& byte : *memory.back()) byte = from.byte();
    buffers.push_back(memory.back()->data() + shift);
  }
  void add_buffers(input& from) {
    if (format == "n") return;
    const std::int64_t n =
        array.length >= 0 && array.length <= most_rows && array.offset >= 0 && array.offset <= most_rows ? array.length + array.offset : 0;
    from.chance(2) ? buffers.push_back(nullptr) : add(from, (n + 7) / 8);
    if (format[0] == '+') return;
    if (format == "u" || format == "z" || format == "U") {
      add_words(from, n);
    } else {
      add(from, format == "b" ? (n + 7) / 8 : n * 8);
    }
    if (from.chance(40)) buffers.pop_back();
  }
  // Offsets that mostly rise, with as many bytes as the greatest says.
  void add_words(input& from, std::int64_t n) {
    const std::size_t width = format == "U" ? 8 : 4;
    add(from, (n + 1) * static_cast<std::int64_t>(width));
    std::int64_t greatest = 0;
    if (buffers.back()) {
      auto* const at = static_cast<std::uint8_t*>(const_cast<void*>(buffers.back()));
      for (std::int64_t i = 0, end = 0; i <= n; ++i) {
        end = from.chance(50) ? from.integer<std::int32_t>() : end + from.below(4);
        const auto narrow = static_cast<std::int32_t>(end);
        const void* const value = width == 8 ? static_cast<const void*>(&end) : &narrow;
        std::memcpy(at + static_cast<std::size_t>(i) * width, value, width);
        greatest = std::max(greatest, end);
      }
    }
    if (greatest <= 1000) {
      add(from, greatest);
    } else {
      buffers.push_back(nullptr);
    }
  }
};

inline void check(const ravel::arrow_column& column) {
  const ravel::index_t rows = column.values.extent(0);
  column.missing.check_within(rows);
  if (rows > most_rows) return;
  const ravel::any_tensor copied = clone(column.values);
  require(copied.shape() == column.values.shape(), "a copy differs");
  ArrowSchema schema{};
  ArrowArray array{};
  to_arrow(column, &schema, &array);
  const ravel::arrow_column back = ravel::from_arrow(&schema, &array);
  require(back.values.shape() == column.values.shape() && back.values.dtype() == column.values.dtype(), "what came back has another type");
  require(back.missing == column.missing && back.format == column.format && back.name == column.name, "what came back differs");
  require(back.levels.has_value() == column.levels.has_value(), "levels came or went");
}

}  // namespace fuzz
