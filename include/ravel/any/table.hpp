// SPDX-License-Identifier: BSL-1.0
// any_table: named columns of one length, each of a run-time type. A handle to immutable names and readers: copies and derived tables share
// columns. Any thread may read it.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/index/selection.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/fold/when_empty.hpp>
#include <ravel/storage/buffer.hpp>

#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
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
  template <std::ranges::random_access_range R>
    requires(!detail::handle<R> && !std::constructible_from<any_reader, const R&> && !std::convertible_to<const R&, std::string_view>)
  column_values(const R& elements) = delete;  // nobody owns them: borrow(v) looks at them, adopt(std::move(v)) takes them over
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

// Works on the rows of tables: sorts by columns, joins by keys, reduces by groups, describes. Eager. Selected rows are views by position;
// computed columns are new memory.

// A column to sort by: "price", or {"price", sort_order::descending}.
struct sort_column {
  sort_column(std::string column, sort_order by = sort_order::ascending) : name(std::move(column)), order(by) {}
  sort_column(const char* column, sort_order by = sort_order::ascending) : name(column), order(by) {}

  std::string name;
  sort_order order;
};

// Sorts by the first column, then by the second where the first is equal, and so on. Stable; NaN comes last.
RAVEL_API any_table sort_by(const any_table& t, const one_or_more<sort_column>& columns);
RAVEL_API buffer<index_t> argsort_by(const any_table& t, const one_or_more<sort_column>& columns);

// Joins rows of both tables with equal keys, the columns of these names. The other columns of the left table come first. Rows kept without
// a partner (left, outer) have NaN in columns of reals; a column of another type is then a type_error.
RAVEL_API any_table join(const any_table& left, const any_table& right, const one_or_more<std::string>& keys,
                         join_kind kind = join_kind::inner);

// The ways in which group_reduce reduces a column within each group. Sums are exact or throw; first and last take any type.
// (GCC believes that the enumerator last hides ravel::last.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class aggregation : unsigned char { count, sum, mean, min, max, variance, standard_deviation, first, last };
#pragma GCC diagnostic pop

// A column of the result: its name, the aggregation, and the source column. A count without a column counts all rows; with one, it counts
// the elements that the nan_policy keeps.
struct aggregate {
  std::string name;
  aggregation how = aggregation::count;
  std::string column = {};
};

namespace detail {

RAVEL_API any_table group_table(const any_table& t, const std::vector<std::string>& keys, const std::vector<aggregate>& aggregates,
                                group_order order, nan_policy policy, const std::optional<double>& told);

}  // namespace detail

// One row per group of rows with equal keys: the keys, then the aggregates. Options: group_order::sorted, a nan_policy, and when_empty{v},
// the value for reals if none is left in a group; a count is then 0.
template <detail::told_among<group_order, nan_policy>... Options>
[[nodiscard]] any_table group_reduce(const any_table& t, const one_or_more<std::string>& keys, const std::vector<aggregate>& aggregates,
                                     const Options&... options) {
  return detail::group_table(t, keys, aggregates, detail::option_or(group_order::first_seen, options...),
                             detail::option_or(nan_policy::keep, options...), detail::told_value<double>(options...));
}

// One row per column: its name, type and number of NaN; for numbers also mean, standard deviation, minimum and maximum without NaN. NaN
// means that there is no answer.
RAVEL_API any_table describe(const any_table& t);

// Tables made from tables: other columns, names or rows. Views, which share the elements, except clone.

// Keep, or remove, the columns of these names; select takes them in this order.
RAVEL_API any_table select(const any_table& t, const one_or_more<std::string>& names);
template <class X>
  requires(!std::convertible_to<const X&, one_or_more<std::string>>)
void select(const any_table& t, const X& x) = delete;  // by std::string; rows by a mask: filter(t, mask), at positions: take(t, rows)
// The table without the columns of these names.
RAVEL_API any_table drop(const any_table& t, const one_or_more<std::string>& names);
// Adds a column, or replaces the one of that name. The format is as in table_column.
RAVEL_API any_table with_column(const any_table& t, std::string_view name, const column_values& values, std::string_view format = {});
template <class X>
  requires std::is_arithmetic_v<X>
void with_column(const any_table& t, std::string_view name, X value) = delete;  // each row has a value: constant(t.size(), value)
// The table with another name for one column.
RAVEL_API any_table rename(const any_table& t, std::string_view from, std::string_view to);

// The rows at these positions, which may repeat.
RAVEL_API any_table take(const any_table& t, const selection& rows);
// `count` rows from `start`, each `step` further.
RAVEL_API any_table slice(const any_table& t, index_arg start, index_arg count, index_arg step = 1);
// The first or last n rows, or all if there are fewer.
RAVEL_API any_table head(const any_table& t, index_arg n = 5);
// The last n rows, or all if there are fewer.
RAVEL_API any_table tail(const any_table& t, index_arg n = 5);
// The rows where a mask of bools is true. The mask is read once, at the call; later changes have no effect.
RAVEL_API any_table filter(const any_table& t, const column_values& mask);

// The rows of `a`, then those of `b`, which has the same names in any order. Types are promoted as in arithmetic; formats must be equal, or
// it is a type_error.
RAVEL_API any_table concat(const any_table& a, const any_table& b);
// Copies every column to fresh memory.
RAVEL_API any_table clone(const any_table& t);
// True if names and formats agree, in order, and the columns are equal by value.
[[nodiscard]] RAVEL_API bool equal(const any_table& a, const any_table& b);

namespace detail {

// The common format of two columns of one name and type that are joined.
std::string joined_format(std::string_view name, ravel::dtype type, const std::string& first, const std::string& second);

}  // namespace detail

}  // namespace ravel
