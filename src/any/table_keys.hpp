// SPDX-License-Identifier: BSL-1.0
// Columns of a table as keys: numbers, finds and orders rows, whatever the column types. Lives for one call.
#pragma once

#include <ravel/any/table.hpp>
#include <ravel/op/keys/detail/key_column.hpp>
#include "any/typed.hpp"

namespace ravel::detail {

// Calls f(reader) with the column's type as a key.
template <class F>
auto visit_key(const any_reader& column, F f) {
  return visit_keys(column.as_tensor(), [&]<class T>(const tensor<const T>& values) { return f(reader<T>(values)); });
}

// Type-erased columns, and the readers that they refer to.
class key_columns_of_table {
 public:
  key_columns_of_table(const any_table& t, const std::vector<std::string>& names);
  any_columns_of_rows all() const { return columns_; }

 private:
  std::vector<std::shared_ptr<void>> readers_;
  std::vector<column_pointer> columns_;
};

// The keys of such columns. A base class, so that they are made before the pointers to them.
struct keys_of_table {
  keys_of_table(const any_table& t, const std::vector<std::string>& names);

  std::vector<std::shared_ptr<void>> owned;
  std::vector<any_keys*> known;
};
class table_row_numbers : keys_of_table, public row_numbering {
 public:
  table_row_numbers(const any_table& t, const std::vector<std::string>& names) : keys_of_table(t, names), row_numbering(t.size(), known) {}
};

}  // namespace ravel::detail
