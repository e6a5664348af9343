// SPDX-License-Identifier: BSL-1.0
// Exports columns and tables as Arrow's structs: elements innermost, wrapped in a list of fixed size for each axis but the first, with the
// bits of missing rows outermost. All offsets are 0, since some readers ignore those of tables.
#include <ravel/any/make.hpp>
#include <ravel/any/views.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/search/filter.hpp>
#include "any/typed.hpp"
#include "interop/arrow_parts.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

using array_parts = arrow_parts<ArrowArray>;
using schema_parts = arrow_parts<ArrowSchema>;

// Names the column in an error.
text column_text(const arrow_column& column) { return text() << "to_arrow of " << arrow_column_text(column); }

const any_tensor& elements_of_column(const arrow_column& column) { return column.levels ? *column.levels : column.values; }

index_t column_rows(const arrow_column& column) {
  if (column.values.rank() == 0) throw shape_error(column_text(column) << ": its values have no axis, and rows stand along the first one");
  return column.values.extent(0);
}

std::string word_of(const arrow_column& column) {
  const dtype type = elements_of_column(column).dtype();
  if (column.format.empty()) return arrow_word_of(type);
  if ((column.format == "n" && column.values.rank() == 1) || stored_arrow_type(column.format) == type) return column.format;
  if (column.format == "e" && type == dtype::float32) return column.format;
  if (type == dtype::string && is_arrow_text(column.format)) return column.format;
  throw type_error(column_text(column) << ": elements of " << name(type) << " are not stored as \""
                                       << shown_arrow_text(column.format.c_str()) << "\"");
}

ArrowSchema schema_around(ArrowSchema inner, const arrow_column& column, index_t axis) {
  arrow_owner<ArrowSchema> child(&inner);
  auto parts = std::make_unique<schema_parts>();
  parts->format = text() << "+w:" << column.values.extent(axis);
  parts->add_children(1, [&](std::size_t) { return child.give(); });
  return arrow_struct(std::move(parts));
}

// The bits of floats that are exported as half floats. Values of missing rows need not be representable.
buffer<std::uint16_t> halves_of_column(const arrow_column& column) {
  const buffer<float> values = clone(as<float>(any_reader(column.values)));
  const index_t in_row = values.size() / std::max<index_t>(column_rows(column), 1);
  for (const index_t row : positions(column.missing)) std::fill_n(values.data() + row * in_row, in_row, 0.0F);
  return clone(map([](float value) { return cast_value<float16>(value).bits(); }, values));
}

// Adds the elements, consecutive in memory, and keeps them alive.
void add_elements(array_parts& parts, const arrow_column& column) {
  const any_tensor& x = column.values;
  const std::string_view format = column.format;
  parts.buffers.push_back(nullptr);
  if (x.dtype() == dtype::string) return add_arrow_words(parts, as<std::string>(any_reader(x)), format);
  if (x.dtype() == dtype::bool_) {
    const buffer<std::uint8_t> bits = bools_as_bits(as<bool>(any_reader(x)));
    parts.buffers.push_back(bits.data());
    parts.kept.emplace_back(bits);
  } else if (format == "e" && x.dtype() == dtype::float32 && !column.levels) {
    const buffer<std::uint16_t> bits = halves_of_column(column);
    parts.buffers.push_back(bits.data());
    parts.kept.emplace_back(bits);
  } else {
    const any_tensor laid = ravel::contiguous(x);
    parts.kept.emplace_back(laid);
    parts.buffers.push_back(visit_stored(laid, [](const auto& t) -> const void* { return t.data(); }));
  }
}

void add_missing(array_parts& parts, const index_set& missing, index_t rows) {
  if (missing.empty()) return;
  const buffer<std::uint8_t> bits = bits_of_others(missing, rows);
  parts.buffers.front() = bits.data();
  parts.kept.emplace_back(bits);
}

ArrowArray finished(std::unique_ptr<array_parts> parts, index_t length, index_t missing) {
  ArrowArray made = arrow_struct(std::move(parts));
  made.length = length;
  made.null_count = missing;
  return made;
}

ArrowArray levels_array(const arrow_column& column) { return arrow_array_of({.values = *column.levels, .format = column.format}); }

ArrowArray array_of_elements(const arrow_column& column, bool outermost) {
  auto parts = std::make_unique<array_parts>();
  const index_t missing = outermost ? column.missing.size() : 0;
  if (column.format == "n") return finished(std::move(parts), column.values.size(), column.values.size());
  add_elements(*parts, column);
  if (outermost) add_missing(*parts, column.missing, column.values.size());
  if (column.levels) parts->dictionary = levels_array(column);
  return finished(std::move(parts), column.values.size(), missing);
}

ArrowArray array_around(ArrowArray inner, const arrow_column& column, index_t axis) {
  arrow_owner<ArrowArray> child(&inner);
  auto parts = std::make_unique<array_parts>();
  parts->buffers.push_back(nullptr);
  index_t lists = 1;
  for (index_t k = 0; k < axis; ++k) lists *= column.values.extent(k);
  if (axis == 1) add_missing(*parts, column.missing, lists);
  parts->add_children(1, [&](std::size_t) { return child.give(); });
  return finished(std::move(parts), lists, axis == 1 ? column.missing.size() : 0);
}

ArrowSchema schema_of_column(const arrow_column& column) {
  column_rows(column);
  if (column.name.find('\0') != std::string::npos) throw value_error(column_text(column) << ": a name ends where it has a zero");
  auto parts = std::make_unique<schema_parts>();
  parts->format = column.levels ? arrow_word_of(column.values.dtype()) : word_of(column);
  if (column.levels) parts->dictionary = arrow_schema_of(arrow_column{.values = *column.levels, .format = column.format});
  ArrowSchema made = arrow_struct(std::move(parts));
  for (index_t axis = column.values.rank() - 1; axis > 0; --axis) made = schema_around(made, column, axis);
  arrow_owner<ArrowSchema> owned(&made);
  std::string& name = static_cast<schema_parts*>(owned->private_data)->name;
  name = column.name;
  owned->name = name.c_str();
  owned->flags = column.missing.empty() && column.format != "n" ? 0 : ARROW_FLAG_NULLABLE;
  return owned.give();
}

ArrowArray array_of_column(const arrow_column& column) {
  column.missing.check_within(column_rows(column));
  word_of(column);
  if (column.levels) check_arrow_levels("to_arrow", column);
  const index_t rank = column.values.rank();
  ArrowArray made = array_of_elements(column, rank == 1);
  for (index_t axis = rank - 1; axis > 0; --axis) made = array_around(made, column, axis);
  return made;
}

}  // namespace

ArrowSchema arrow_schema_of(const arrow_column& column) {
  return with_subject(column_text(column), [&] { return schema_of_column(column); });
}
ArrowArray arrow_array_of(const arrow_column& column) {
  return with_subject(column_text(column), [&] { return array_of_column(column); });
}

void check_all_read(const char* operation, const arrow_table& table) {
  if (table.unreadable.empty()) return;
  const unreadable_column& first = table.unreadable.front();
  throw type_error(text() << operation << ": the column \"" << shown_arrow_text(first.name.c_str()) << "\" was not read (" << first.why
                          << "): import with {.skip = {its name}}, or clear unreadable, to go on without it");
}

ArrowSchema arrow_schema_of(const arrow_table& table) {
  check_all_read("to_arrow", table);
  auto parts = std::make_unique<schema_parts>();
  parts->format = "+s";
  parts->add_children(table.columns.size(), [&](std::size_t k) { return arrow_schema_of(table.columns[k]); });
  return arrow_struct(std::move(parts));
}

ArrowArray arrow_array_of(const arrow_table& table) {
  const index_t rows = table.rows();
  auto parts = std::make_unique<array_parts>();
  parts->buffers.push_back(nullptr);
  parts->add_children(table.columns.size(), [&](std::size_t k) { return arrow_array_of(table.columns[k]); });
  return finished(std::move(parts), rows, 0);
}

reader<index_t> arrow_codes(const arrow_column& column) { return as<index_t>(any_reader(wrap_cast(column.values, dtype::int64))); }

void check_arrow_levels(std::string_view operation, const arrow_column& column) {
  const auto about = [&] { return text() << operation << " of " << arrow_column_text(column) << ": "; };
  if (kind_of(column.values.dtype()) != element_kind::integer)
    throw type_error(about() << "codes are integers, not " << name(column.values.dtype()));
  if (column.levels->rank() != 1) throw shape_error(about() << "levels of shape " << to_string(column.levels->shape()));
  if (column.format == "n") throw type_error(about() << "levels are not \"n\"");
  const index_t levels = column.levels->size();
  const reader<index_t> codes = arrow_codes(column);
  const index_t rows = column.values.rank() == 0 ? 1 : column.values.extent(0);
  const index_t in_row = std::max<index_t>(column.values.size() / std::max<index_t>(rows, 1), 1);
  for (const index_t at : positions(index_set(argfilter(codes, [=](index_t code) { return code < 0 || code >= levels; })))) {
    if (!column.missing.contains(at / in_row))
      throw index_error(about() << "code " << codes[at] << " in row " << at / in_row << ", and there are " << counted(levels, "level"));
  }
}

namespace {

template <class Exported>
void export_both(const Exported& x, ArrowSchema* schema, ArrowArray* array) {
  if (!schema || !array) throw value_error("to_arrow to a null pointer");
  ArrowArray made = arrow_array_of(x);
  arrow_owner<ArrowArray> owned(&made);
  *schema = arrow_schema_of(x);
  *array = owned.give();
}

}  // namespace
}  // namespace ravel::detail

namespace ravel {

index_t arrow_table::rows() const {
  if (columns.empty()) return 0;
  const index_t rows = detail::column_rows(columns.front());
  for (const arrow_column& column : columns) {
    if (detail::column_rows(column) != rows)
      throw shape_error(detail::text() << "a table with " << detail::counted(rows, "row") << " of \"" << columns.front().name << "\" and "
                                       << detail::column_rows(column) << " of \"" << column.name << "\"");
  }
  return rows;
}

const arrow_column& arrow_table::column(std::string_view name) const& {
  detail::text names;
  for (const arrow_column& column : columns) {
    if (column.name == name) return column;
    names << (&column == &columns.front() ? "" : ", ") << column.name;
  }
  for (const unreadable_column& column : unreadable) {
    if (column.name == name) throw type_error(column.why);
  }
  throw value_error(detail::text() << "there is no column \"" << name << "\" among " << static_cast<const std::string&>(names));
}

arrow_table arrow_table_of(const any_table& table) {
  arrow_table made;
  for (std::size_t k = 0; k < table.names().size(); ++k) {
    made.columns.push_back(arrow_column_of(table.names()[k], table.columns()[k]));
    made.columns.back().format = table.formats()[k];
  }
  return made;
}

any_table any_table_of(const arrow_table& table) {
  detail::check_all_read("any_table_of", table);
  std::vector<table_column> columns;
  for (const arrow_column& column : table.columns) {
    if (!column.missing.empty())
      throw value_error(detail::text() << "any_table_of: " << detail::counted(column.missing.size(), "row") << " of \"" << column.name
                                       << (column.missing.size() == 1 ? "\" is" : "\" are")
                                       << " missing, and a table of Ravel's has no place to say so: take or fill them first");
    if (column.values.rank() != 1)
      throw shape_error(detail::text() << "any_table_of: the rows of \"" << column.name << "\" are lists, in all "
                                       << to_string(column.values.shape()));
    if (column.levels) detail::check_arrow_levels("any_table_of", column);
    columns.push_back(
        {column.name, column.levels ? take(*column.levels, 0, selection(detail::arrow_codes(column))) : column.values, column.format});
  }
  return any_table(std::move(columns));
}

void to_arrow(const arrow_column& column, ArrowSchema* schema, ArrowArray* array) { detail::export_both(column, schema, array); }
void to_arrow(const arrow_table& table, ArrowSchema* schema, ArrowArray* array) { detail::export_both(table, schema, array); }

}  // namespace ravel
