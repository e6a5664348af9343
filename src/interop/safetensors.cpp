// SPDX-License-Identifier: BSL-1.0
// Parses and writes the header of a safetensors file, a subset of JSON: objects, strings and whole numbers, two levels deep. All claims are
// checked against the bytes that follow before use.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/safetensors.hpp>
#include "interop/header_text.hpp"
#include "interop/utf8.hpp"

#include <algorithm>
#include <bit>
#include <set>

namespace ravel {

namespace {

using detail::add_utf8;
using detail::file_bytes;
using detail::text;
using detail::throw_bad_file;
using detail::utf8_length;

constexpr index_t longest_header = 100'000'000;  // as of the reference implementation
constexpr std::size_t most_extents = 64;

struct known_type {
  std::string_view name;
  ravel::dtype type;
};
constexpr known_type types[] = {{"BOOL", dtype::bool_},  {"I8", dtype::int8},      {"I16", dtype::int16},   {"I32", dtype::int32},
                                {"I64", dtype::int64},   {"U8", dtype::uint8},     {"U16", dtype::uint16},  {"U32", dtype::uint32},
                                {"U64", dtype::uint64},  {"F32", dtype::float32},  {"F64", dtype::float64}, {"C64", dtype::complex64},
                                {"F16", dtype::float16}, {"BF16", dtype::bfloat16}};

struct entry {
  std::string name;
  detail::stored_elements how;
  index_t begin = 0, end = 0;
};

struct header {
  std::vector<entry> entries;
  std::map<std::string, std::string> metadata;
  index_t data = 0;  // where the bytes begin
};

class json_reader : detail::header_text {
 public:
  json_reader(const file_bytes& file, index_t start, index_t length) : header_text(file, start, length, "JSON") {}

  header read() {
    if (left_.empty() || left_.front() != '{') fail("the header does not begin with {");
    read_object([&](const std::string& key) {
      if (key == "__metadata__") {
        once(has_metadata_, key);
        read_object([&](const std::string& name) {
          if (!found_.metadata.emplace(name, read_string()).second) fail("the metadata says one key twice");
        });
      } else {
        read_entry(key);
      }
    });
    skip_space();
    if (!left_.empty()) fail("something follows the header");
    return std::move(found_);
  }

 private:
  void once(bool& seen, std::string_view key) const {
    if (seen) fail(text() << key << " stands there twice");
    seen = true;
  }
  template <class Value>
  void read_object(Value value) {
    expect('{');
    if (take('}')) return;
    do {
      const std::string key = read_string();
      expect(':');
      value(key);
    } while (take(','));
    expect('}');
  }
  template <class Value>
  void read_array(Value value) {
    expect('[');
    if (take(']')) return;
    do value();
    while (take(','));
    expect(']');
  }

  index_t read_whole_number() {
    skip_space();
    if (left_.size() > 1 && left_[0] == '0' && left_[1] >= '0' && left_[1] <= '9') fail("a number begins with 0");
    return read_number("a position or extent");
  }

  std::string read_string() {
    expect('"');
    std::string found;
    while (true) {
      if (left_.empty()) fail("a string does not end");
      const char c = left_.front();
      if (static_cast<unsigned char>(c) < 0x20) fail("a control character stands in a string");
      const std::size_t length = utf8_length(left_);
      if (length == 0) fail("a string is not UTF-8");
      const std::string_view character = left_.substr(0, length);
      left_.remove_prefix(length);
      if (c == '"') return found;
      if (c == '\\') {
        read_escape(found);
      } else {
        found += character;
      }
    }
  }
  void read_escape(std::string& to) {
    if (left_.empty()) fail("a string does not end");
    const char c = left_.front();
    left_.remove_prefix(1);
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    if (const auto at = letters.find(c); at != std::string_view::npos) {
      to += meant[at];
    } else if (c == 'u') {
      std::uint32_t code = read_hex();
      if (code >= 0xd800 && code < 0xdc00) {
        if (left_.substr(0, 2) != "\\u") fail("half a character stands in a string");
        left_.remove_prefix(2);
        const std::uint32_t low = read_hex();
        if (low < 0xdc00 || low > 0xdfff) fail("half a character stands in a string");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      } else if (code >= 0xdc00 && code <= 0xdfff) {
        fail("half a character stands in a string");
      }
      add_utf8(to, code);
    } else {
      fail("an escape in a string means nothing");
    }
  }
  std::uint32_t read_hex() {
    std::uint32_t value = 0;
    for (int k = 0; k < 4; ++k) {
      const char c = left_.empty() ? ' ' : left_.front();
      const bool digit = c >= '0' && c <= '9', lower = c >= 'a' && c <= 'f', upper = c >= 'A' && c <= 'F';
      if (!digit && !lower && !upper) fail("a character's code has four hexadecimal digits");
      value = value * 16 + static_cast<std::uint32_t>(digit ? c - '0' : (lower ? c - 'a' : c - 'A') + 10);
      left_.remove_prefix(1);
    }
    return value;
  }

  void read_entry(const std::string& name) {
    entry made;
    made.name = name;
    bool type = false, extents = false, offsets = false;
    std::vector<index_t> shape_of, range;
    read_object([&](const std::string& key) {
      if (key == "dtype") {
        once(type, key);
        made.how.type = read_type();
      } else if (key == "shape") {
        once(extents, key);
        read_array([&] {
          if (shape_of.size() == most_extents) fail("a shape has too many axes");
          shape_of.push_back(read_whole_number());
        });
      } else if (key == "data_offsets") {
        once(offsets, key);
        read_array([&] {
          if (range.size() == 2) fail("data_offsets are two numbers");
          range.push_back(read_whole_number());
        });
      } else {
        fail("a tensor has another key than dtype, shape and data_offsets");
      }
    });
    if (!type || !extents || !offsets || range.size() != 2) fail("a tensor needs dtype, shape and data_offsets");
    made.begin = range[0];
    made.end = range[1];
    const auto bytes = detail::bytes_of(shape_of, static_cast<index_t>(size_of(made.how.type)));
    if (!bytes || !detail::bytes_of(shape_of, 1) || made.end < made.begin || made.end - made.begin != *bytes)
      fail("data_offsets do not fit the shape and type of a tensor");
    made.how.extents = shape(ints(shape_of));
    made.how.swapped = std::endian::native == std::endian::big;
    found_.entries.push_back(std::move(made));
  }
  ravel::dtype read_type() {
    skip_space();
    const index_t at = byte_of(left_) + 1;  // behind the quote
    const std::string name = read_string();
    for (const known_type& one : types) {
      if (one.name == name) return one.type;
    }
    const bool shown = name.size() <= 16 && std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
    throw_bad_elements(file_, at,
                       text() << "elements of type " << (shown ? name : "?")
                              << ": of safetensors Ravel reads BOOL, I8 to I64, U8 to U64, F16, BF16, F32, F64 and C64");
  }

  header found_;
  bool has_metadata_ = false;
};

header read_header(const file_bytes& file) {
  const std::uint64_t length = detail::little_endian(file.text_at(0, 8));
  if (length > static_cast<std::uint64_t>(std::min(longest_header, file.size - 8)))
    throw_bad_file(file, 0, text() << "a header of " << detail::counted(length, "byte") << " in a file of " << file.size);
  header found = json_reader(file, 8, static_cast<index_t>(length)).read();
  found.data = 8 + static_cast<index_t>(length);
  // In byte order, the tensors are adjacent, from the first byte to the last. Names are unique.
  std::sort(found.entries.begin(), found.entries.end(),
            [](const entry& a, const entry& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  index_t next = 0;
  for (const entry& one : found.entries) {
    if (one.begin < next && one.begin == one.end)
      throw_bad_file(file, 0, text() << "a tensor without elements stands at byte " << one.begin << ", within the data of another");
    if (one.begin != next)
      throw_bad_file(file, 0,
                     text() << "bytes " << std::min(next, one.begin) << " to " << std::max(next, one.begin) << " of the data belong to "
                            << (one.begin > next ? "no" : "more than one") << " tensor");
    next = one.end;
  }
  std::set<std::string_view> names;
  for (const entry& one : found.entries) {
    if (!names.insert(one.name).second) throw_bad_file(file, 8, "two tensors have one name");
  }
  if (next != file.size - found.data)
    throw_bad_file(file, 0,
                   text() << "tensors of " << detail::counted(next, "byte") << ", and " << detail::counted(file.size - found.data, "byte")
                          << " of data");
  return found;
}

// `what` names the text in errors.
void add_quoted(std::string& to, const char* what, std::string_view value) {
  constexpr char hex[] = "0123456789abcdef";
  if (!detail::is_utf8(value)) throw value_error(text() << what << " \"" << detail::shown_text(value) << "\" is not UTF-8");
  to += '"';
  for (const char c : value) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      (to += '\\') += c;
    } else if (code < 0x20) {
      to += "\\u00";
      (to += hex[code / 16]) += hex[code % 16];
    } else {
      to += c;
    }
  }
  to += '"';
}

std::string_view type_name(const std::string& name, ravel::dtype type) {
  for (const known_type& one : types) {
    if (one.type == type) return one.name;
  }
  throw type_error(text() << "\"" << detail::shown_text(name) << "\" has elements of " << ravel::name(type)
                          << ", for which the format has no name");
}

using named_tensors = std::vector<std::pair<std::string, any_tensor>>;

// The JSON of consecutive tensors and the metadata.
std::string json_of(const named_tensors& tensors, const std::map<std::string, std::string>& metadata) {
  std::string json = "{";
  if (!metadata.empty()) {
    json += "\"__metadata__\":{";
    for (const auto& [key, value] : metadata) {
      if (json.back() != '{') json += ',';
      add_quoted(json, "the key of metadata", key);
      json += ':';
      add_quoted(json, "the metadata", value);
    }
    json += '}';
  }
  index_t next = 0;
  for (const auto& [name, x] : tensors) {
    if (name == "__metadata__") throw value_error("a tensor cannot have the name __metadata__");
    if (json.size() > 1) json += ',';
    add_quoted(json, "the name", name);
    const ravel::dtype type = x.dtype();
    const shape extents = x.shape();
    const index_t end = detail::add_index(next, detail::mul_index(extents.elements(), static_cast<index_t>(size_of(type))));
    text written;
    written << ":{\"dtype\":\"" << type_name(name, type) << "\",\"shape\":[";
    for (index_t k = 0; k < extents.rank(); ++k) written << (k > 0 ? "," : "") << extents[k];
    json += written << "],\"data_offsets\":[" << next << "," << end << "]}";
    next = end;
  }
  return json += '}';
}

// The length, the JSON, and spaces up to a position where elements may begin.
std::string header_of(std::string json) {
  json.append((64 - (8 + json.size()) % 64) % 64, ' ');
  return detail::little_endian({{json.size(), 8}}) + json;
}

}  // namespace

std::map<std::string, any_tensor> load_safetensors(const std::string& path) {
  const file_bytes file = detail::map_whole_file(path);
  const header found = read_header(file);
  std::map<std::string, any_tensor> tensors;
  for (const entry& one : found.entries)
    tensors.emplace(one.name, detail::tensor_of_bytes(file.part(found.data + one.begin, one.end - one.begin), one.how));
  return tensors;
}

std::map<std::string, std::string> load_safetensors_metadata(const std::string& path) {
  return read_header(detail::map_whole_file(path)).metadata;
}

void save_safetensors(const std::string& path, const std::map<std::string, any_tensor>& tensors,
                      const std::map<std::string, std::string>& metadata, const save_options& options) {
  if (std::endian::native == std::endian::big) throw io_error(text() << path << ": safetensors are written on little-endian machines only");
  // Wide elements come first, so that each tensor is aligned to its element size.
  named_tensors ordered(tensors.begin(), tensors.end());
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return size_of(a.second.dtype()) > size_of(b.second.dtype()); });
  detail::with_subject(path, [&] {
    const std::string header = header_of(json_of(ordered, metadata));
    detail::new_file file(path);
    file.write(header);
    for (const auto& [name, x] : ordered) {
      const text subject = text() << path << ", tensor \"" << detail::shown_text(name) << "\"";
      detail::with_subject(subject, [&, &x = x] { file.write(x); });
    }
    file.finish(options);
  });
}

void save_safetensors(const std::string& path, std::initializer_list<std::pair<const std::string, any_tensor>> tensors,
                      const std::map<std::string, std::string>& metadata, const save_options& options) {
  save_safetensors(path, detail::by_name(path, "tensors", tensors), metadata, options);
}

}  // namespace ravel
