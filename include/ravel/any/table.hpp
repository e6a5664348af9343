// SPDX-License-Identifier: BSL-1.0
// any_table: named columns of one length, each of a run-time type. A handle to immutable names and readers: copies and derived tables share
// columns. Any thread may read it.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/element/ticks.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ravel {

// The values of a column: a reader, or a tensor of rank 1.
class RAVEL_API column_values : public any_reader {
 public:
  column_values() = default;
  column_values(const any_reader& r) : any_reader(r) {}
  column_values(const any_tensor& x);  // a shape_error where it has several axes, or none
  template <class R>
    requires(!shaped<R> && std::constructible_from<any_reader, const R&>)  // a tensor has its axes counted
  column_values(const R& r) : any_reader(r) {}
  template <detail::shaped_reader X>
    requires detail::held_element<detail::read_t<X>>
  column_values(const X& t) : column_values(any_tensor(t)) {}
  template <readable R>
    requires time_element<detail::read_t<R>>
  column_values(const R& times) = delete;  // no element of a table is a time: {"when", ticks(t), "tsu:"} says what the ticks are
};

template <>
inline constexpr bool shaped<column_values> = true;

// A column of a table: its name, its values and, where the type does not tell all, its format.
struct table_column {
  std::string name;
  column_values values;
  std::string format = {};  // Arrow's format string, if the type does not tell all: "tsu:UTC" for ticks in int64
};

// An argument that is one of T or several: "name", or {"name", "city"}.
template <class T>
class one_or_more {
 public:
  template <class One>
    requires(std::convertible_to<const One&, T> && !std::same_as<One, T>)
  one_or_more(const One& one) : all_{T(one)} {}
  one_or_more(T one) : all_{std::move(one)} {}
  one_or_more(std::initializer_list<T> several) : all_(several) {}
  one_or_more(std::vector<T> several) : all_(std::move(several)) {}

  operator const std::vector<T>&() const& { return all_; }
  operator const std::vector<T>&() const&& = delete;  // it would dangle
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::vector<T> all_;
};

class RAVEL_API_RESULT any_table {
 public:
  any_table() = default;  // no columns and no rows
  // Names must be distinct, and lengths equal. Formats as in table_column: none, or one per column.
  any_table(std::vector<std::string> names, std::vector<any_reader> columns, std::vector<std::string> formats = {});
  any_table(std::initializer_list<table_column> columns);
  explicit any_table(std::vector<table_column> columns);
  // Makes a table from the arrays of an archive, each of rank 1, in the order of their names.
  explicit any_table(const std::map<std::string, any_tensor>& arrays);

  // The number of rows.
  index_t size() const { return held().size; }

  const std::vector<std::string>& names() const& { return held().names; }
  std::vector<std::string> names() const&& { return held().names; }
  const std::vector<any_reader>& columns() const& { return held().columns; }
  std::vector<any_reader> columns() const&& { return held().columns; }
  // One format per column. Views, groups and joins keep the formats of the columns they are made of.
  const std::vector<std::string>& formats() const& { return held().formats; }
  std::vector<std::string> formats() const&& { return held().formats; }

  bool has_column(std::string_view name) const;
  // Throws value_error with the list of names if there is none.
  const any_reader& column(std::string_view name) const&;
  any_reader column(std::string_view name) const&& { return column(name); }
  any_reader operator[](std::string_view name) const { return column(name); }
  std::string format(std::string_view name) const { return held().formats[place_of(name)]; }

  // True if both share one source.
  friend bool same(const any_table& a, const any_table& b) { return a.held_ == b.held_; }

 private:
  struct content {
    std::vector<std::string> names;
    std::vector<any_reader> columns;
    std::vector<std::string> formats;
    index_t size = 0;
  };
  const content& held() const;
  std::size_t place_of(std::string_view name) const;

  std::shared_ptr<const content> held_;
};

template <>
inline constexpr bool detail::printed<any_table> = true;

}  // namespace ravel
