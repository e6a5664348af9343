// SPDX-License-Identifier: BSL-1.0
// Makes keys for each column by its type.
#include "any/table_keys.hpp"

namespace ravel::detail {

key_columns_of_table::key_columns_of_table(const any_table& t, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    visit_key(t.column(name), [&]<class T>(const reader<T>& column) {
      auto kept = std::make_shared<reader<T>>(column);
      columns_.push_back(make_column(detail_access::node(*kept)));
      readers_.push_back(std::move(kept));
    });
  }
}

keys_of_table::keys_of_table(const any_table& t, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    visit_key(t.column(name), [&]<class T>(const reader<T>& column) {
      auto keys = std::make_shared<key_column<T>>(column.size());
      known.push_back(keys.get());
      owned.push_back(std::move(keys));
    });
  }
}

}  // namespace ravel::detail
