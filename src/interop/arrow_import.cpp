// SPDX-License-Identifier: BSL-1.0
// Imports Arrow's structs as columns and tables. All claims are checked against each other without overflow; claims about memory must be
// trusted. Reads nothing of an array without rows.
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/make.hpp>
#include "interop/arrow_parts.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace ravel::detail {

namespace {

constexpr int deepest = 64;  // lists and dictionaries within each other

using array_owner = std::shared_ptr<const arrow_owner<ArrowArray>>;

// A range of rows of an array, which has an offset of its own. A null array has no rows.
struct rows_of_array {
  const ArrowSchema& schema;
  const ArrowArray* array;
  index_t start, rows;
  const array_owner& owner;
  const arrow_import_options& options;
  int depth = 0;

  std::string_view format() const { return schema.format; }
  index_t first() const { return array ? array->offset + start : 0; }
  const void* buffer(std::size_t k) const { return array ? array->buffers[k] : nullptr; }
};

// The struct that an error is about.
text about(const ArrowSchema& schema) {
  text made;
  made << "from_arrow";
  if (schema.name && *schema.name) made << " of \"" << shown_arrow_text(schema.name) << "\"";
  made << ": ";
  return made;
}

[[noreturn]] void throw_bad_array(const ArrowSchema& schema, const std::string& what) { throw value_error(about(schema) << what); }

// Thrown for formats that have no type in Ravel, whatever the rows are.
struct unknown_format : type_error {
  using type_error::type_error;
};

[[noreturn]] void throw_unknown_format(const ArrowSchema& schema) {
  throw unknown_format(
      about(schema) << "elements of format \"" << shown_arrow_text(schema.format)
                    << "\"; Ravel reads bools, integers, float16 to float64, times, durations, words, lists of fixed size, "
                       "dictionaries, nulls, and structs as tables");
}

// The number after "+w:" or "w:"; nullopt if it is none.
std::optional<index_t> length_in_format(std::string_view format, std::string_view word) {
  index_t length = 0;
  if (!format.starts_with(word)) return std::nullopt;
  format.remove_prefix(word.size());
  const auto [end, fault] = std::from_chars(format.data(), format.data() + format.size(), length);
  if (fault != std::errc() || end != format.data() + format.size() || length < 0 || length > INT32_MAX) return std::nullopt;
  return length;
}

void check_schema(const ArrowSchema& schema, index_t children) {
  if (!schema.release) throw_bad_array(schema, "the schema is released");
  if (!schema.format) throw_bad_array(schema, "the schema has no format");
  if (schema.n_children != children)
    throw_bad_array(schema, text() << "a schema of format \"" << shown_arrow_text(schema.format) << "\" has " << schema.n_children
                                   << " children, not " << children);
  if (children > 0 && !schema.children) throw_bad_array(schema, "the schema has children, and no pointer to them");
  for (index_t k = 0; k < children; ++k) {
    if (!schema.children[k]) throw_bad_array(schema, text() << "child " << k << " of the schema is a null pointer");
  }
}

// Checks that an array has the buffers and children of its format, and the requested rows.
void check_array(const rows_of_array& x, index_t buffers, index_t children) {
  check_schema(x.schema, children);
  if (!x.array) return;
  const ArrowArray& a = *x.array;
  const auto fail = [&](const char* what, index_t value, const char* against, index_t other) {
    throw_bad_array(x.schema, text() << what << value << against << other);
  };
  if (!a.release) throw_bad_array(x.schema, "the array is released");
  if (a.length < 0 || a.offset < 0) fail("a length of ", a.length, " and an offset of ", a.offset);
  if (int128{a.length} + a.offset > index_limit) fail("positions beyond 2^62: a length of ", a.length, " behind ", a.offset);
  if (a.null_count < -1 || a.null_count > a.length) fail("a null count of ", a.null_count, " in an array of length ", a.length);
  if (x.start > a.length - x.rows) fail("an array of length ", a.length, " where there must be rows up to ", x.start + x.rows);
  if (buffers >= 0 && a.n_buffers != buffers) fail("the number of buffers is ", a.n_buffers, ", not ", buffers);
  if (buffers > 0 && !a.buffers) throw_bad_array(x.schema, "the array has buffers, and no pointer to them");
  if (a.n_children != children) fail("the number of children is ", a.n_children, ", not ", children);
  if (children > 0 && !a.children) throw_bad_array(x.schema, "the array has children, and no pointer to them");
  for (index_t k = 0; k < children; ++k) {
    if (!a.children[k]) throw_bad_array(x.schema, text() << "child " << k << " is a null pointer");
  }
  if ((x.schema.dictionary == nullptr) != (a.dictionary == nullptr))
    throw_bad_array(x.schema, "only one of the schema and the array has a dictionary");
}

// The address of element `first` in a buffer; the buffer must hold `count` elements from there.
const std::byte* bytes_at(const rows_of_array& x, std::size_t buffer, index_t first, index_t count, std::size_t size) {
  if (count == 0) return nullptr;
  const auto* const bytes = static_cast<const std::byte*>(x.buffer(buffer));
  if (!bytes) throw_bad_array(x.schema, text() << counted(count, "element") << " at a null pointer");
  const int128 end = (int128{first} + count) * static_cast<int128>(size);
  if (end > index_limit || static_cast<uint128>(reinterpret_cast<std::uintptr_t>(bytes)) + static_cast<uint128>(end) > UINTPTR_MAX)
    throw_bad_array(x.schema, text() << "elements up to " << first << " + " << count << " of " << size << " bytes, which no memory has");
  return bytes + first * static_cast<index_t>(size);
}

// The same for bits; whole bytes are present.
void check_bits(const rows_of_array& x, std::size_t buffer) {
  if (x.rows > 0) bytes_at(x, buffer, x.first() / 8, (x.first() + x.rows + 7) / 8 - x.first() / 8, 1);
}

index_set missing_rows(const rows_of_array& x) {
  if (!x.array || x.array->null_count == 0 || x.rows == 0) return {};
  if (!x.buffer(0)) {
    if (x.array->null_count > 0)
      throw_bad_array(x.schema, text() << counted(x.array->null_count, "row is", "rows are") << " missing, and no bits say which");
    return {};
  }
  check_bits(x, 0);
  return index_set(bits_as_bools(x.buffer(0), x.first(), x.rows, false, x.owner));
}

template <class T>
reader<T> elements_in_buffer(const rows_of_array& x, std::size_t buffer, index_t first, index_t count) {
  const std::byte* const bytes = bytes_at(x, buffer, first, count, sizeof(T));
  if (reinterpret_cast<std::uintptr_t>(bytes) % alignof(T) == 0) return wrap(reinterpret_cast<const T*>(bytes), count, x.owner);
  if (!x.options.copy)
    throw layout_error(about(x.schema) << "elements of " << alignof(T)
                                       << " bytes alignment at an address that is no multiple of it; {.copy = true} copies them");
  const ravel::buffer<T> aligned = unfilled_buffer<T>(count);
  std::memcpy(aligned.data(), bytes, static_cast<std::size_t>(count) * sizeof(T));
  return aligned;
}

arrow_column column_from(const rows_of_array& x);

arrow_column numbers_from(const rows_of_array& x, dtype type) {
  check_array(x, 2, 0);
  arrow_column made{.missing = missing_rows(x), .format = std::string(x.format())};
  if (type == dtype::bool_) {
    check_bits(x, 1);
    made.values = any_reader(bits_as_bools(x.buffer(1), x.first(), x.rows, true, x.owner));
  } else {
    made.values = with_stored_type(
        type, [&](auto of) { return any_tensor(any_reader(elements_in_buffer<typename decltype(of)::type>(x, 1, x.first(), x.rows))); });
  }
  if (made.format.size() == 1) made.format.clear();  // the type says it all
  return made;
}

// Checks that offsets are at least 0 and rise, so that every string lies between the first and the last.
template <class Offset>
arrow_column words_from(const rows_of_array& x) {
  check_array(x, 3, 0);
  const index_t offsets = x.rows == 0 ? 0 : x.rows + 1;
  const reader<Offset> begins = elements_in_buffer<Offset>(x, 1, x.first(), offsets);
  const Offset* const at = begins.memory()->data;
  for (index_t i = 0; i < offsets; ++i) {
    if (at[i] < (i == 0 ? 0 : at[i - 1]))
      throw_bad_array(x.schema, text() << "the offset of word " << i << " is " << at[i] << ", behind one of " << (i == 0 ? 0 : at[i - 1]));
  }
  if (offsets > 0) bytes_at(x, 2, 0, at[offsets - 1], 1);
  arrow_column made{.values = any_reader(arrow_words(begins, x.buffer(2), x.owner)), .missing = missing_rows(x)};
  if (x.format() != "u") made.format = x.format();
  return made;
}

// Reads string views: any number of data buffers, and after them their lengths.
arrow_column word_views_from(const rows_of_array& x) {
  check_array(x, -1, 0);
  arrow_column made{.missing = missing_rows(x), .format = x.format() == "vz" ? "z" : ""};
  arrow_word_views views{.count = x.rows};
  if (x.rows > 0) {
    const std::int64_t buffers = x.array->n_buffers - 3;
    if (buffers < 0 || !x.array->buffers)
      throw_bad_array(x.schema, text() << "views of words with " << counted(x.array->n_buffers, "buffer"));
    views.views = bytes_at(x, 1, x.first(), x.rows, 16);
    const auto last = static_cast<std::size_t>(buffers + 2);
    const std::byte* const lengths = bytes_at(x, last, 0, buffers, sizeof(std::int64_t));
    for (std::size_t k = 0; k + 2 < last; ++k) {
      std::int64_t length = 0;
      std::memcpy(&length, lengths + k * sizeof length, sizeof length);
      if (length < 0) throw_bad_array(x.schema, text() << "a buffer of words of length " << length);
      views.buffers.emplace_back(reinterpret_cast<const char*>(bytes_at(x, 2 + k, 0, length, 1)), static_cast<std::size_t>(length));
    }
  }
  for (index_t i = 0; i < x.rows; ++i) {
    if (!views.at(i) && !made.missing.contains(i)) throw_bad_array(x.schema, text() << "word " << i << " lies outside of its buffer");
  }
  made.values = any_reader(arrow_words(std::move(views), x.owner));
  return made;
}

arrow_column nulls_from(const rows_of_array& x) {
  check_array(x, -1, 0);
  return {.values = any_reader(constant(x.rows, false)), .missing = index_set(slice(0, x.rows)), .format = "n"};
}

// `length` elements for each row.
rows_of_array inner_rows(const rows_of_array& x, const ArrowSchema& schema, const ArrowArray* array, index_t length) {
  const int128 first = int128{x.first()} * length, count = int128{x.rows} * length;
  if (first + count > index_limit)
    throw_bad_array(x.schema, text() << counted(x.rows, "list") << " of " << counted(length, "element") << " behind " << x.first());
  return {schema, array, static_cast<index_t>(first), static_cast<index_t>(count), x.owner, x.options, x.depth + 1};
}

// Elements of a list may be missing only if the list is.
void check_elements_there(const rows_of_array& x, const index_set& missing_elements, const index_set& missing, index_t length) {
  for (const index_t at : positions(missing_elements)) {
    if (!missing.contains(at / length))
      throw type_error(about(x.schema) << "element " << at % length << " of the list in row " << at / length
                                       << " is missing; Ravel knows only rows that are missing as a whole");
  }
}

arrow_column lists_from(const rows_of_array& x, index_t length) {
  check_array(x, 1, 1);
  const ArrowSchema& schema = *x.schema.children[0];
  arrow_column made = column_from(inner_rows(x, schema, x.array ? x.array->children[0] : nullptr, length));
  std::vector<index_t> extents{x.rows, length};
  for (index_t k = 1; k < made.values.rank(); ++k) extents.push_back(made.values.extent(k));
  index_set missing = missing_rows(x);
  check_elements_there(x, made.missing, missing, length);
  made.missing = std::move(missing);
  made.values = reshape(made.values, ints(extents));
  return made;
}

arrow_column bytes_from(const rows_of_array& x, index_t length) {
  check_array(x, 2, 0);
  const rows_of_array bytes = inner_rows(x, x.schema, x.array, length);
  const reader<std::uint8_t> elements = elements_in_buffer<std::uint8_t>(x, 1, x.first() * length, bytes.rows);
  return {.values = tensor<const std::uint8_t>(dims::row_major({x.rows, length}), elements), .missing = missing_rows(x)};
}

arrow_column dictionary_from(const rows_of_array& x) {
  const auto type = stored_arrow_type(x.format());
  if (!type || kind_of(*type) != element_kind::integer || x.format().size() != 1)
    throw type_error(about(x.schema) << "a dictionary with places of format \"" << shown_arrow_text(x.schema.format) << "\"");
  arrow_column made = numbers_from(x, *type);
  const ArrowArray* const array = x.array ? x.array->dictionary : nullptr;
  arrow_column levels = column_from({*x.schema.dictionary, array, 0, array ? array->length : 0, x.owner, x.options, x.depth + 1});
  if (levels.levels) throw type_error(about(x.schema) << "a dictionary of a dictionary");
  if (levels.values.rank() != 1) throw type_error(about(x.schema) << "a dictionary of lists");
  const index_t count = levels.values.size();
  const reader<index_t> codes = arrow_codes(made);
  const auto outside = index_set(argfilter(codes, [=](index_t code) { return code < 0 || code >= count; })) - made.missing;
  if (!outside.empty())
    throw index_error(about(x.schema) << "code " << codes[outside.min()] << " in row " << outside.min() << ", and there "
                                      << (count == 1 ? "is " : "are ") << counted(count, "level"));
  if (!levels.missing.empty())
    made.missing = made.missing | index_set(argfilter(codes, [&](index_t code) { return levels.missing.contains(code); }));
  made.levels = std::move(levels.values);
  made.format = std::move(levels.format);
  return made;
}

arrow_column column_from(const rows_of_array& x) {
  if (x.depth > deepest) throw_bad_array(x.schema, text() << "more than " << deepest << " types within each other");
  if (!x.schema.format) throw_bad_array(x.schema, "the schema has no format");
  if (x.array && x.array->length < 0) throw_bad_array(x.schema, text() << "a length of " << x.array->length);
  const std::string_view format = x.format();
  if (x.schema.dictionary) return dictionary_from(x);
  if (const auto type = stored_arrow_type(format)) return numbers_from(x, *type);
  if (is_arrow_text(format)) return format == "u" || format == "z" ? words_from<std::int32_t>(x) : words_from<std::int64_t>(x);
  if (is_arrow_text_view(format)) return word_views_from(x);
  if (const auto length = length_in_format(format, "+w:")) return lists_from(x, *length);
  if (const auto length = length_in_format(format, "w:")) return bytes_from(x, *length);
  if (format == "n") return nulls_from(x);
  if (format == "+s")
    throw unknown_format(about(x.schema) << "a struct is no column: from_arrow_table reads one that is not within another");
  throw_unknown_format(x.schema);
}

arrow_column named_column(const rows_of_array& x) {
  arrow_column made = column_from(x);
  if (x.schema.name) made.name = x.schema.name;
  return made;
}

array_owner shared(arrow_owner<ArrowArray> array) {
  return array ? std::make_shared<const arrow_owner<ArrowArray>>(std::move(array)) : nullptr;
}

index_t length_of(const array_owner& array) { return array ? (**array).length : 0; }
const ArrowArray* array_behind(const array_owner& array) { return array ? &**array : nullptr; }

// Takes both structs, even if one is null: the other must be released all the same.
struct taken {
  arrow_owner<ArrowSchema> schema;
  arrow_owner<ArrowArray> array;

  taken(ArrowSchema* from_schema, ArrowArray* from_array) : schema(from_schema), array(from_array) {
    if (!from_schema || !from_array) throw value_error("from_arrow of a null pointer");
    if (!schema || !array) throw value_error(text() << "from_arrow: the " << (schema ? "array" : "schema") << " is released already");
  }
};

}  // namespace

bool is_arrow_struct(const ArrowSchema& schema) { return schema.format && std::string_view(schema.format) == "+s"; }

arrow_table arrow_table_from(const ArrowSchema& schema, arrow_owner<ArrowArray> array, const arrow_import_options& options) {
  const array_owner owner = shared(std::move(array));
  const rows_of_array whole{schema, array_behind(owner), 0, length_of(owner), owner, options};
  if (schema.n_children < 0) throw_bad_array(schema, text() << schema.n_children << " children");
  check_array(whole, 1, schema.n_children);
  const index_set missing = missing_rows(whole);
  arrow_table made;
  for (index_t k = 0; k < schema.n_children; ++k) {
    const ArrowSchema& of = *schema.children[k];
    const std::string name = of.name ? of.name : "";
    if (std::ranges::find(options.skip, name) != options.skip.end()) continue;
    try {
      made.columns.push_back(named_column({of, owner ? whole.array->children[k] : nullptr, whole.first(), whole.rows, owner, options, 1}));
      if (!missing.empty()) made.columns.back().missing = made.columns.back().missing | missing;
    } catch (const unknown_format& e) {
      made.unreadable.push_back({name, e.what()});
    }
  }
  return made;
}

arrow_column arrow_column_from(const ArrowSchema& schema, arrow_owner<ArrowArray> array, const arrow_import_options& options) {
  const array_owner owner = shared(std::move(array));
  return named_column({schema, array_behind(owner), 0, length_of(owner), owner, options});
}

}  // namespace ravel::detail

namespace ravel {

arrow_column from_arrow(ArrowSchema* schema, ArrowArray* array, const arrow_import_options& options) {
  detail::taken both(schema, array);
  return detail::arrow_column_from(*both.schema, std::move(both.array), options);
}

arrow_table from_arrow_table(ArrowSchema* schema, ArrowArray* array, const arrow_import_options& options) {
  detail::taken both(schema, array);
  if (!detail::is_arrow_struct(*both.schema))
    throw type_error(detail::text() << "from_arrow_table of format \"" << detail::shown_arrow_text((*both.schema).format)
                                    << "\", which is no struct: from_arrow reads a column");
  return detail::arrow_table_from(*both.schema, std::move(both.array), options);
}

}  // namespace ravel
