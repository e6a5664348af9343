// SPDX-License-Identifier: BSL-1.0
// Reads the header of a .npy file, a Python dict literal with three keys, by a parser for nothing else, and writes it as NumPy does.
#include <ravel/base/error.hpp>
#include <ravel/interop/npy.hpp>
#include "any/typed.hpp"
#include "interop/header_text.hpp"
#include "interop/utf8.hpp"

#include <bit>

namespace ravel {

namespace detail {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr index_t longest_header = longest_npy_header - 12;  // NumPy itself reads no more than 10000 bytes
constexpr std::size_t most_extents = 64;                     // twice what NumPy has

// The contents of the header: elements of one type, or records of fields.
struct npy_layout {
  stored_elements how;
  index_t type_at = 0;  // its place in the file
  bool structured = false;
  std::vector<stored_field> fields;
  index_t record = 0;  // its bytes
  index_t data = 0;    // where the elements begin
};

class header_parser : header_text {
 public:
  header_parser(const file_bytes& file, index_t start, index_t length) : header_text(file, start, length, "dict of NumPy") {}

  npy_layout parse() {
    expect('{');
    while (!take('}')) {
      read_entry();
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (!left_.empty()) fail("something follows the header's dict");
    if (!has_descr_ || !has_order_ || !has_shape_) fail("the header needs 'descr', 'fortran_order' and 'shape'");
    found_.how.extents = shape(ints(extents_));
    return found_;
  }

 private:
  bool take_word(std::string_view word) {
    skip_space();
    if (left_.substr(0, word.size()) != word) return false;
    left_.remove_prefix(word.size());
    return true;
  }
  std::string_view read_string() {
    skip_space();
    const char quote = left_.empty() ? 0 : left_.front();
    if (quote != '\'' && quote != '"') fail("the header is no dict of NumPy: a string is missing");
    const auto end = left_.find(quote, 1);
    if (end == std::string_view::npos) fail("a string of the header does not end");
    const auto found = left_.substr(1, end - 1);
    left_.remove_prefix(end + 1);
    return found;
  }

  void once(bool& seen, std::string_view key) {
    if (seen) fail(text() << "the header says '" << key << "' twice");
    seen = true;
  }
  void read_entry() {
    const std::string_view key = read_string();
    expect(':');
    if (key == "descr") {
      once(has_descr_, key);
      read_type();
    } else if (key == "fortran_order") {
      once(has_order_, key);
      found_.how.column_major = take_word("True");
      if (!found_.how.column_major && !take_word("False")) fail("'fortran_order' is neither True nor False");
    } else if (key == "shape") {
      once(has_shape_, key);
      extents_ = read_extents();
    } else {
      fail("the header has another key than 'descr', 'fortran_order' and 'shape'");
    }
  }

  void read_type() {
    skip_space();
    found_.type_at = byte_of(left_);
    if (take('[')) {
      found_.structured = true;
      read_fields();
    } else {
      const stored_elements each = read_element_type(read_string());
      found_.how.type = each.type;
      found_.how.swapped = each.swapped;
    }
  }
  stored_elements read_element_type(std::string_view descr) const {
    stored_elements found;
    std::string_view name = descr;
    constexpr bool little = std::endian::native == std::endian::little;
    const char order = name.empty() ? 0 : name.front();
    if (order == '<' || order == '>' || order == '=' || order == '|') name.remove_prefix(1);
    struct known {
      std::string_view name;
      ravel::dtype type;
    };
    static constexpr known types[] = {{"b1", dtype::bool_},     {"?", dtype::bool_},        {"i1", dtype::int8},    {"i2", dtype::int16},
                                      {"i4", dtype::int32},     {"i8", dtype::int64},       {"u1", dtype::uint8},   {"u2", dtype::uint16},
                                      {"u4", dtype::uint32},    {"u8", dtype::uint64},      {"f4", dtype::float32}, {"f8", dtype::float64},
                                      {"c8", dtype::complex64}, {"c16", dtype::complex128}, {"f2", dtype::float16}};
    for (const known& one : types) {
      if (one.name == name) found.type = one.type;
    }
    if (found.type == dtype::other) fail_elements(descr);
    found.swapped = (order == '<' && !little) || (order == '>' && little);
    return found;
  }

  // [('name', 'type'), ('name', 'type', (extents,)), ('', '|V4')]: the last is padding.
  void read_fields() {
    while (!take(']')) {
      expect('(');
      skip_space();
      if (!left_.empty() && left_.front() == '(') fail_type(left_, "fields with titles");
      const std::string_view name = read_string();
      expect(',');
      skip_space();
      if (!left_.empty() && left_.front() == '[') fail_type(left_, "fields that are structures");
      read_field(name, read_string());
      expect(')');
      if (!take(',')) {
        expect(']');
        break;
      }
    }
  }
  void read_field(std::string_view name, std::string_view descr) {
    index_t bytes = 0;
    if (name.empty() && descr.substr(0, 2) == "|V") {
      for (const char digit : descr.substr(2)) {
        if (digit < '0' || digit > '9' || bytes > index_limit / 16) fail_elements(descr);
        bytes = bytes * 10 + (digit - '0');
      }
    } else {
      stored_field field{std::string(name), read_element_type(descr), found_.record};
      if (take(',')) field.each.extents = shape(ints(read_extents()));
      for (const stored_field& other : found_.fields) {
        if (other.name == field.name) fail(text() << "two fields have the name " << printable(name));
      }
      const auto needed = bytes_of(std::as_const(field.each.extents), static_cast<index_t>(size_of(field.each.type)));
      if (!needed) fail("the extents of a field are too large");
      bytes = *needed;
      found_.fields.push_back(std::move(field));
    }
    if (bytes > index_limit - found_.record) fail("the fields are too large");
    found_.record += bytes;
  }
  [[noreturn]] void fail_elements(std::string_view descr) const { fail_type(descr, text() << "elements of type " << printable(descr)); }
  static bool is_time(std::string_view descr) {
    const std::string_view name = descr.substr(descr.empty() ? 0 : 1);
    return name.starts_with("M8") || name.starts_with("m8");
  }
  // `at` begins at the error in the header.
  [[noreturn]] void fail_type(std::string_view at, const std::string& what) const {
    throw_bad_elements(
        file_, byte_of(at),
        text() << what
               << ": of NumPy's types Ravel reads bool, integers of 8 to 64 bits, float16, float32, float64, complex64 and complex128"
               << (is_time(at) ? "; save datetime64 and timedelta64 by .astype(\"int64\")" : ""));
  }
  // A file's text for a message, limited in length.
  static std::string printable(std::string_view text) {
    std::string shown;
    for (const char c : text.substr(0, 32)) shown += c >= ' ' && c <= '~' ? c : '?';
    return shown;
  }

  std::vector<index_t> read_extents() {
    std::vector<index_t> extents;
    expect('(');
    bool comma = false;
    while (!take(')')) {
      if (!extents.empty() && !comma) fail("the extents of the shape are not separated");
      if (extents.size() == most_extents) fail("the shape has too many axes");
      extents.push_back(read_extent());
      if (!bytes_of(extents, 1)) fail("the extents of the shape are too large");
      comma = take(',');
    }
    if (extents.size() == 1 && !comma) fail("the shape is a number and no tuple");
    return extents;
  }
  index_t read_extent() {
    const index_t value = read_number("an extent of the shape");
    take_word("L");  // written by Python 2
    return value;
  }

  npy_layout found_;
  std::vector<index_t> extents_;
  bool has_descr_ = false, has_order_ = false, has_shape_ = false;
};

std::string descr_of(dtype type) {
  if (type == dtype::bfloat16) throw type_error("NumPy has no bfloat16: save cast(x, dtype::float32)");
  if (is_text(type)) throw type_error("elements of string have no place in a .npy file");
  constexpr bool little = std::endian::native == std::endian::little;
  const char letter = kind_of(type) == element_kind::boolean   ? 'b'
                      : kind_of(type) == element_kind::real    ? 'f'
                      : kind_of(type) == element_kind::complex ? 'c'
                      : type >= dtype::uint8                   ? 'u'
                                                               : 'i';
  const char order = size_of(type) == 1 ? '|' : little ? '<' : '>';
  const char begin[] = {order, letter, '\0'};
  return text() << begin << size_of(type);
}

// Headers are Latin-1 before version 3, and UTF-8 since.
std::string name_in_utf8(const file_bytes& file, index_t at, int version, std::string name) {
  if (version >= 3) {
    if (!is_utf8(name)) throw_bad_file(file, at, "the name of a field is not UTF-8");
    return name;
  }
  std::string made;
  for (const char c : name) add_utf8(made, static_cast<unsigned char>(c));
  return made;
}

npy_layout read_header(const file_bytes& bytes) {
  if (!begins_as_npy(bytes)) throw_bad_file(bytes, 0, "no .npy file: it does not begin with \\x93NUMPY");
  if (bytes.size < 10)
    throw_bad_file(bytes, 0, text() << "a .npy file of " << counted(bytes.size, "byte") << ": it ends within its header");
  const int major = static_cast<unsigned char>(bytes.text_at(6, 1)[0]), minor = static_cast<unsigned char>(bytes.text_at(7, 1)[0]);
  if (major < 1 || major > 3 || minor != 0)
    throw_bad_file(bytes, 6, text() << "version " << major << "." << minor << " of .npy: Ravel reads 1.0, 2.0 and 3.0");
  const index_t width = major == 1 ? 2 : 4, start = 8 + width;
  const auto length = static_cast<index_t>(little_endian(bytes.text_at(8, width)));
  if (length > longest_header)
    throw_bad_file(bytes, 8, text() << "a header of " << length << " bytes, where " << longest_header << " are enough");
  if (length > bytes.size - start)
    throw_bad_file(bytes, 8, text() << "a header of " << counted(length, "byte") << " in a file of " << bytes.size);
  npy_layout found = header_parser(bytes, start, length).parse();
  for (stored_field& field : found.fields) field.name = name_in_utf8(bytes, start, major, std::move(field.name));
  found.data = start + length;
  return found;
}

// Reads a header with elements of one type.
npy_layout read_plain_header(const file_bytes& bytes) {
  npy_layout found = read_header(bytes);
  if (found.structured)
    throw_bad_elements(
        bytes, found.type_at,
        text() << "structured elements of " << found.fields.size() << " fields: load_npy_fields reads them from a .npy file");
  return found;
}

}  // namespace

bool begins_as_npy(const file_bytes& bytes) { return bytes.size >= 6 && bytes.text_at(0, 6) == magic; }

any_tensor read_npy(const file_bytes& bytes) {
  const npy_layout found = read_plain_header(bytes);
  return tensor_of_bytes(bytes.part(found.data, bytes.size - found.data), found.how);
}

void check_npy_size(const file_bytes& begun, index_t size) {
  const npy_layout found = read_plain_header(begun);
  const auto needed = bytes_of(found.how.extents, static_cast<index_t>(size_of(found.how.type)));
  if (!needed || *needed != size - found.data)
    throw_bad_file(
        begun, found.data,
        text() << "an array of " << name(found.how.type) << to_string(found.how.extents) << " in a member of " << counted(size, "byte"));
}

std::string npy_header(dtype type, const shape& extents) {
  text dict_text;
  dict_text << "{'descr': '" << descr_of(type) << "', 'fortran_order': False, 'shape': (";
  for (index_t k = 0; k < extents.rank(); ++k) dict_text << (k > 0 ? ", " : "") << extents[k];
  std::string dict = dict_text << (extents.rank() == 1 ? ",), }" : "), }");
  // The length field has two bytes; no tensor has so many axes that the header exceeds it.
  const std::size_t padding = 63 - (10 + dict.size()) % 64;
  dict.append(padding, ' ') += '\n';
  return std::string(magic) + little_endian({{1, 1}, {0, 1}, {dict.size(), 2}}) + dict;
}

void throw_file_type(const std::string& path, dtype is, dtype asked) {
  throw type_error(text() << path << " has elements of " << name(is) << ", not " << name(asked)
                          << ": what is loaded without a type, cast(x, dtype::" << name(asked) << ") converts");
}

}  // namespace detail

any_tensor load_npy(const std::string& path) { return detail::read_npy(detail::map_whole_file(path)); }

std::map<std::string, any_tensor> load_npy_fields(const std::string& path) {
  const detail::file_bytes bytes = detail::map_whole_file(path);
  const detail::npy_layout found = detail::read_header(bytes);
  if (!found.structured)
    detail::throw_bad_elements(bytes, found.type_at,
                               detail::text() << "elements of " << name(found.how.type) << " and no fields: load_npy reads them");
  const detail::file_bytes data = bytes.part(found.data, bytes.size - found.data);
  const detail::stored_records records{found.record, found.how.column_major, found.how.extents};
  std::map<std::string, any_tensor> fields;
  for (const detail::stored_field& one : found.fields) fields.emplace(one.name, detail::tensor_of_field(data, records, one));
  return fields;
}

void save_npy(const std::string& path, const any_tensor& x, const save_options& options) {
  detail::with_subject(path, [&] {
    detail::new_file file(path);
    file.write(detail::npy_header(x.dtype(), x.shape()));
    file.write(x);
    file.finish(options);
  });
}

any_tensor map_npy_for_writing(const std::string& path, dtype type, const shape& extents) {
  const std::string header = detail::with_subject(path, [&] { return detail::npy_header(type, extents); });
  return detail::with_stored_type(type, [&](auto of) {
    using T = typename decltype(of)::type;
    const auto start = static_cast<index_t>(header.size());
    const auto needed = detail::bytes_of(extents, sizeof(T));
    if (!needed || *needed > index_limit - start)
      throw overflow_error(detail::text() << "map_npy_for_writing " << path << ": " << name(type) << to_string(extents) << " is too large");
    const auto bytes = detail::map_bytes_for_writing(path, start + *needed, existing_file::replaced, header);
    // We made this file, so each byte of a bool is 0 or 1.
    T* const first = reinterpret_cast<T*>(bytes.data + start);
    return any_tensor(tensor<T>(dims::row_major(extents), detail::memory_handle(first, extents.elements(), bytes.owner)));
  });
}

void flush(const any_tensor& x) {
  detail::with_subject("flush",
                       [&] { detail::visit_stored(x, [](const auto& t) { detail::flush_memory(detail_access::node(t.base())); }); });
}

}  // namespace ravel
