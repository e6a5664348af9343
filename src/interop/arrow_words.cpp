// SPDX-License-Identifier: BSL-1.0
// Arrow's format strings of types: one letter for numbers and bools, three or more for ticks of a unit.
#include <ravel/base/error.hpp>
#include "interop/arrow_parts.hpp"

#include <cstring>
#include <ostream>

namespace ravel::detail {

namespace {

struct word {
  std::string_view format;
  dtype type;
};
constexpr word numbers[] = {{"b", dtype::bool_},  {"c", dtype::int8},    {"C", dtype::uint8},   {"s", dtype::int16},
                            {"S", dtype::uint16}, {"i", dtype::int32},   {"I", dtype::uint32},  {"l", dtype::int64},
                            {"L", dtype::uint64}, {"e", dtype::float16}, {"f", dtype::float32}, {"g", dtype::float64}};
// Days and milliseconds; times of a day; durations; months. A time zone, which may be empty, follows points in time.
constexpr word ticks[] = {{"tdD", dtype::int32}, {"tdm", dtype::int64}, {"tts", dtype::int32}, {"ttm", dtype::int32},
                          {"ttu", dtype::int64}, {"ttn", dtype::int64}, {"tDs", dtype::int64}, {"tDm", dtype::int64},
                          {"tDu", dtype::int64}, {"tDn", dtype::int64}, {"tiM", dtype::int32}};
constexpr std::string_view points[] = {"tss:", "tsm:", "tsu:", "tsn:"};

// The letter of a unit of 1/den seconds.
char unit_letter(std::intmax_t num, std::intmax_t den) {
  if (num != 1) return 0;
  return den == 1 ? 's' : den == 1'000 ? 'm' : den == 1'000'000 ? 'u' : den == 1'000'000'000 ? 'n' : 0;
}

}  // namespace

std::string arrow_word_of(dtype type) {
  if (type == dtype::string) return "u";
  for (const word& known : numbers) {
    if (known.type == type) return std::string(known.format);
  }
  throw type_error(text() << "elements of " << name(type) << ", which Arrow has no type for: "
                          << (type == dtype::bfloat16 ? "cast(x, dtype::float32) can go" : "its parts in a last axis of extent 2 can go"));
}

std::optional<dtype> stored_arrow_type(std::string_view format) {
  for (const word& known : numbers) {
    if (known.format == format) return known.type;
  }
  for (const word& known : ticks) {
    if (known.format == format) return known.type;
  }
  for (const std::string_view known : points) {
    if (format.starts_with(known)) return dtype::int64;
  }
  return std::nullopt;
}

std::string shown_arrow_text(const char* text) {
  std::string shown;
  for (std::size_t k = 0; text && k < 32 && text[k] != 0; ++k) shown += text[k] >= ' ' && text[k] <= '~' ? text[k] : '?';
  return shown;
}

std::string arrow_word(bool point, std::intmax_t num, std::intmax_t den) {
  if (point && num == 86'400 && den == 1) return "tdD";
  const char letter = unit_letter(num, den);
  if (letter == 0)
    throw type_error(text() << "Arrow has no ticks of " << num << "/" << den
                            << " seconds: points of time count days, and they and durations seconds, milli-, micro- or nanoseconds");
  std::string made = point ? "ts" : "tD";
  made += letter;
  if (point) made += ':';
  return made;
}

std::string arrow_column_text(const arrow_column& column) {
  return text() << "the column \"" << shown_arrow_text(column.name.c_str()) << "\"";
}

void check_arrow_unit(const arrow_column& column, const std::string& word) {
  // The text after the colon is a time zone; the ticks are UTC.
  if (column.format == word || (word.back() == ':' && column.format.starts_with(word))) return;
  const std::string_view type = name((column.levels ? *column.levels : column.values).dtype());
  throw type_error(text() << arrow_column_text(column) << " has elements of " << type << " in the format \""
                          << shown_arrow_text(column.format.c_str()) << "\", not of the ticks \"" << word << "\"");
}

any_tensor arrow_ticks_as(const std::string& word, const any_tensor& counts) { return cast(counts, *stored_arrow_type(word)); }

}  // namespace ravel::detail

namespace ravel {

namespace {

void add_line(detail::text& to, const arrow_column& column) {
  to << "#ravel.arrow_column \"" << detail::shown_arrow_text(column.name.c_str()) << "\" " << name(column.values.dtype())
     << to_string(column.values.shape());
  if (!column.format.empty()) to << ", format " << detail::shown_arrow_text(column.format.c_str());
  if (column.levels) to << ", " << detail::counted(column.levels->size(), "level") << " of " << name(column.levels->dtype());
  if (!column.missing.empty()) to << ", " << column.missing.size() << " missing";
}

}  // namespace

std::string to_string(const arrow_column& column) {
  detail::text made;
  add_line(made, column);
  return made;
}
std::string to_string(const arrow_table& table) {
  detail::text made;
  made << "#ravel.arrow_table of " << detail::counted(table.columns.size(), "column");
  for (const arrow_column& column : table.columns) add_line(made << "\n", column);
  for (const unreadable_column& column : table.unreadable) made << "\nnot read: " << column.why;
  return made;
}
std::ostream& operator<<(std::ostream& out, const arrow_column& column) { return out << to_string(column); }
std::ostream& operator<<(std::ostream& out, const arrow_table& table) { return out << to_string(table); }

}  // namespace ravel
