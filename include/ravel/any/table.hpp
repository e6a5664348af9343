// SPDX-License-Identifier: BSL-1.0
// any_table: named columns of one length, each of a type known at run time. A handle to names and readers that nobody changes: copying
// shares, what is made of one shares its columns, and any number of threads may read.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/element/ticks.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ravel {

// What a column is made of: a reader, or a tensor with one axis.
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

struct table_column {
  std::string name;
  column_values values;
  std::string format = {};  // what the elements are where their type does not say all, in Arrow's words: "tsu:UTC" for ticks in int64
};

class RAVEL_API_RESULT any_table {
 public:
  any_table() = default;  // no columns and no rows
  // The names differ, the lengths do not. Formats as in table_column, none or one for each.
  any_table(std::vector<std::string> names, std::vector<any_reader> columns, std::vector<std::string> formats = {});
  any_table(std::initializer_list<table_column> columns);
  explicit any_table(std::vector<table_column> columns);
  // As an archive holds them, each with one axis; in the order of their names.
  explicit any_table(const std::map<std::string, any_tensor>& arrays);

  // Of rows.
  index_t size() const { return held().size; }

  const std::vector<std::string>& names() const& { return held().names; }
  std::vector<std::string> names() const&& { return held().names; }
  const std::vector<any_reader>& columns() const& { return held().columns; }
  std::vector<any_reader> columns() const&& { return held().columns; }
  // One for each column. Views of a table, its rows in groups and beside others have those of the columns that they are made of.
  const std::vector<std::string>& formats() const& { return held().formats; }
  std::vector<std::string> formats() const&& { return held().formats; }

  bool has_column(std::string_view name) const;
  // A value_error that lists the names, if there is none.
  const any_reader& column(std::string_view name) const&;
  any_reader column(std::string_view name) const&& { return column(name); }
  std::string format(std::string_view name) const { return held().formats[place_of(name)]; }

  // Whether both are one.
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
