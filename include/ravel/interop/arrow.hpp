// SPDX-License-Identifier: BSL-1.0
// Arrow's C data interface, by which DuckDB, pandas, polars and others exchange columns and tables in memory: export and import without a
// copy. Ownership goes with the structs. Their release frees an export, the last handle an import, each exactly once.
#pragma once

#include <ravel/any/elementwise.hpp>
#include <ravel/any/table.hpp>
#include <ravel/base/error.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/interop/detail/halves.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/op/keys/crosstab.hpp>

#include <cstdint>
#include <iosfwd>

// The structs of Arrow's C data and C stream interfaces, copied from its specification. The include guards are the specification's, so that
// other copies may be included too. Holds no code.

extern "C" {

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  // The type of the elements.
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;

  // Releases the struct; null once it is released.
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  // The elements.
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;

  // Releases the struct; null once it is released.
  void (*release)(struct ArrowArray*);
  void* private_data;
};

#endif  // ARROW_C_DATA_INTERFACE

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  // Return 0, or an errno.
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);

  // Releases the struct; null once it is released.
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

#endif  // ARROW_C_STREAM_INTERFACE

}  // extern "C"

namespace ravel {

// A column as in Arrow.
struct [[nodiscard]] arrow_column {
  std::string name{};
  any_tensor values{};                 // rows along the first axis; the axes behind it are lists of fixed size
  index_set missing{};                 // rows, whose values mean nothing
  std::optional<any_tensor> levels{};  // if set, the values are codes: places in these
  std::string format{};                // Arrow's format string, if the type does not tell all: "tsu:UTC" for ticks in int64
};

// A column whose elements have no type in Ravel, such as decimals.
struct unreadable_column {
  std::string name, why;
};

// Columns with equally many rows.
struct [[nodiscard]] arrow_table {
  std::vector<arrow_column> columns{};
  std::vector<unreadable_column> unreadable{};  // columns that could not be read; if there are any, the table is not exported

  RAVEL_API index_t rows() const;  // shape_error if they differ
  // value_error with the list of names if there is none; type_error with the reason if it could not be read.
  RAVEL_API const arrow_column& column(std::string_view name) const&;
  arrow_column column(std::string_view name) const&& { return column(name); }
};

// One line per column: name, type and shape of the values, the format if there is one, and the number missing.
[[nodiscard]] RAVEL_API std::string to_string(const arrow_column& column);
[[nodiscard]] RAVEL_API std::string to_string(const arrow_table& table);
RAVEL_API std::ostream& operator<<(std::ostream& out, const arrow_column& column);
RAVEL_API std::ostream& operator<<(std::ostream& out, const arrow_table& table);

// Overwrite both structs; if they throw, nothing was made. Elements in row-major memory are exported in place; computed or strided ones,
// bools and strings are copied. Each struct is released separately.
RAVEL_API void to_arrow(const arrow_column& column, ArrowSchema* schema, ArrowArray* array);
RAVEL_API void to_arrow(const arrow_table& table, ArrowSchema* schema, ArrowArray* array);  // a struct array: a record batch

// Options of from_arrow and from_arrow_table.
struct arrow_import_options {
  // If true, copies elements that are not aligned, since nobody can read them in place; if false, that is a layout_error. The interface
  // recommends alignment and does not promise it.
  bool copy = true;
  std::vector<std::string> skip{};  // columns of a table that are skipped silently
};

// Take over both structs, even if they throw, and mark them as released. The interface does not tell the sizes of buffers, so only
// contradictions are found: import only from producers that you trust.
RAVEL_API arrow_column from_arrow(ArrowSchema* schema, ArrowArray* array, const arrow_import_options& options = {});
RAVEL_API arrow_table from_arrow_table(ArrowSchema* schema, ArrowArray* array, const arrow_import_options& options = {});

namespace detail {

template <class T>
inline constexpr bool arrow_time = false;
template <time_element T>
inline constexpr bool arrow_time<T> = has_whole_ticks<T>;
template <class T>
concept arrow_element = arrow_time<T> || requires(const any_tensor& x) { as<T>(x); };
template <class T>
using arrow_ticks = canonical_t<ticks_t<T>>;

// The format string of times: "tss:", "tdD", "tDu"…; type_error for a unit that Arrow lacks.
RAVEL_API std::string arrow_word(bool point, std::intmax_t num, std::intmax_t den);
template <time_element T>
std::string arrow_word_of() {
  using period = typename duration_of_t<T>::period;
  return arrow_word(point_element<T>, period::num, period::den);
}

RAVEL_API std::string arrow_column_text(const arrow_column& column);  // for errors
RAVEL_API void check_arrow_unit(const arrow_column& column, const std::string& word);
RAVEL_API any_tensor arrow_ticks_as(const std::string& word, const any_tensor& ticks);  // in as many bits as Arrow has for the unit
RAVEL_API reader<index_t> arrow_codes(const arrow_column& column);
// Checks that the codes of a column are places of its levels, except in missing rows.
RAVEL_API void check_arrow_levels(std::string_view operation, const arrow_column& column);

template <class T>
struct time_of_ticks {
  T operator()(const arrow_ticks<T>& ticks) const { return from_ticks<T>(ticks); }
};
template <class T>
struct ticks_of_time {
  arrow_ticks<T> operator()(const T& time) const { return ticks_of(time); }
};

// Reinterprets memory if the elements are only a count; otherwise converts each element.
template <class To, class Convert, class From>
reader<To> same_ticks(const reader<From>& r, Convert convert) {
  if constexpr (sizeof(To) == sizeof(From) && std::is_standard_layout_v<To> && std::is_standard_layout_v<From>) {
    if (const auto memory = r.memory(); memory && memory->step == 1)
      return wrap(reinterpret_cast<const To*>(memory->data), r.size(), reader<From>(r));
  }
  return map(convert, r);
}

// The values or the levels of a column. They must have this type, or this unit of time.
template <class T>
reader<T> arrow_elements(const arrow_column& column, const any_tensor& from) {
  if constexpr (arrow_time<T>) {
    check_arrow_unit(column, arrow_word_of<T>());
    return same_ticks<T>(as<arrow_ticks<T>>(any_reader(cast(from, dtype_of<arrow_ticks<T>>()))), time_of_ticks<T>{});
  } else {
    return with_subject(arrow_column_text(column), [&] { return as<T>(any_reader(asked_for<T>(from))); });
  }
}

// A missing row has a code that is no place.
template <class T>
struct level_of_code {
  reader<T> levels;
  T operator()(index_t code) const { return code >= 0 && code < levels.size() ? levels.unchecked(code) : T(); }
};

}  // namespace detail

// The values of a column as one type: codes are looked up, ticks become times, lists are concatenated.
template <class T>
struct [[nodiscard]] arrow_values {
  std::string name;
  reader<T> values;
  index_set missing;
};

// type_error if the elements have another type or unit; index_error if a code is no place of the levels.
template <detail::arrow_element T>
arrow_values<T> values_of(const arrow_column& column) {
  if (column.levels) detail::check_arrow_levels("values_of", column);
  reader<T> values = detail::arrow_elements<T>(column, column.levels ? *column.levels : column.values);
  if (column.levels) values = map(detail::level_of_code<T>{std::move(values)}, detail::arrow_codes(column));
  return {column.name, std::move(values), column.missing};
}
template <detail::arrow_element T>
arrow_values<T> from_arrow(ArrowSchema* schema, ArrowArray* array, const arrow_import_options& options = {}) {
  return values_of<T>(from_arrow(schema, array, options));
}

// Makes a column from a tensor, or from a reader of elements or of times with whole ticks.
inline arrow_column arrow_column_of(std::string name, const any_tensor& values, index_set missing = {}) {
  return {.name = std::move(name), .values = values, .missing = std::move(missing)};
}
template <readable R>
  requires(shaped<R> || detail::arrow_element<detail::read_t<R>>)
arrow_column arrow_column_of(std::string name, const R& r, index_set missing = {}) {
  arrow_column made{.name = std::move(name), .missing = std::move(missing)};
  if constexpr (shaped<R>) {
    made.values = any_tensor(r);
  } else if constexpr (detail::arrow_time<detail::read_t<R>>) {
    using T = detail::read_t<R>;
    made.format = detail::arrow_word_of<T>();
    made.values = detail::arrow_ticks_as(made.format,
                                         any_reader(detail::same_ticks<detail::arrow_ticks<T>>(reader<T>(r), detail::ticks_of_time<T>{})));
  } else {
    made.values = any_reader(reader<detail::read_t<R>>(r));
  }
  return made;
}
// Makes a dictionary column from codes and their levels.
template <class T>
arrow_column arrow_column_of(std::string name, const categories<T>& of, index_set missing = {}) {
  arrow_column made = arrow_column_of(std::move(name), of.levels);
  made.levels = std::exchange(made.values, any_reader(of.codes));
  made.missing = std::move(missing);
  return made;
}

// Convert between the two. An any_table has no missing rows and no lists; codes are looked up.
RAVEL_API arrow_table arrow_table_of(const any_table& table);
// An any_table of the columns of an arrow_table; value_error if rows are missing, shape_error if a column has lists.
RAVEL_API any_table any_table_of(const arrow_table& table);

// Exports values as a column without a name and without missing rows.
template <class X>
  requires requires(const X& x) { arrow_column_of(std::string(), x); }
void to_arrow(const X& values, ArrowSchema* schema, ArrowArray* array) {
  to_arrow(arrow_column_of(std::string(), values), schema, array);
}
inline void to_arrow(const any_table& table, ArrowSchema* schema, ArrowArray* array) { to_arrow(arrow_table_of(table), schema, array); }

// Arrow's C stream interface: a table batch by batch. Lazy columns are computed one batch at a time, on request, so that tables may exceed
// memory. One thread at a time uses a stream; its batches outlive it.

// Fills the struct with a stream of `rows_per_batch` rows at a time. The last batch has the rest; a table without rows has no batch. The
// stream keeps the columns and reads them on request. If that fails, the stream reports the error and repeats the same batch at the next
// request.
RAVEL_API void to_arrow_stream(const arrow_table& table, index_arg rows_per_batch, ArrowArrayStream* stream);
inline void to_arrow_stream(const any_table& table, index_arg rows_per_batch, ArrowArrayStream* stream) {
  to_arrow_stream(arrow_table_of(table), rows_per_batch, stream);
}

// The batches of another producer's stream. The destructor releases the stream.
class RAVEL_API_RESULT arrow_batches {
 public:
  arrow_batches(arrow_batches&&) noexcept;
  arrow_batches& operator=(arrow_batches&&) noexcept;
  ~arrow_batches();

  // Names and types, without rows.
  const arrow_table& empty_table() const&;
  arrow_table empty_table() const&& { return empty_table(); }
  // The next batch; nullopt after the last. io_error with the stream's message if it fails; also throws as from_arrow_table.
  std::optional<arrow_table> next();
  // All remaining batches as one table, whose values are not copied. The levels of different batches are concatenated.
  arrow_table rest();

 private:
  struct state;
  explicit arrow_batches(std::unique_ptr<state> made);
  state& held() const;
  friend RAVEL_API arrow_batches from_arrow_stream(ArrowArrayStream* stream, const arrow_import_options& options);

  std::unique_ptr<state> state_;
};

// Takes over the stream, even if it throws. A stream whose elements are not structs gives tables of one column.
RAVEL_API arrow_batches from_arrow_stream(ArrowArrayStream* stream, const arrow_import_options& options = {});

}  // namespace ravel
