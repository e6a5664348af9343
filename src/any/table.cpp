// SPDX-License-Identifier: BSL-1.0
// Checks that columns form a table: distinct names and one length.
#include <ravel/any/table.hpp>

#include <ravel/base/error.hpp>

#include <unordered_set>

namespace ravel {

namespace {

constexpr std::size_t listed = 20;  // names in a message

void check_names(const std::vector<std::string>& names) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) throw value_error(detail::text() << "two columns of a table are named \"" << name << "\"");
  }
}

index_t length_of(const std::vector<std::string>& names, const std::vector<any_reader>& columns) {
  if (names.size() != columns.size())
    throw shape_error(detail::text() << detail::counted(names.size(), "name") << " for " << detail::counted(columns.size(), "column")
                                     << " of a table");
  for (std::size_t k = 1; k < columns.size(); ++k) {
    if (columns[k].size() != columns[0].size())
      throw shape_error(detail::text() << "column \"" << names[k] << "\" has " << detail::counted(columns[k].size(), "element")
                                       << ", and \"" << names[0] << "\" has " << columns[0].size());
  }
  return columns.empty() ? 0 : columns[0].size();
}

}  // namespace

column_values::column_values(const any_tensor& x) : any_reader(x) {
  if (x.rank() != 1) throw shape_error(detail::text() << "a column of a table has one axis, not the shape " << to_string(x.shape()));
}

any_table::any_table(std::vector<std::string> names, std::vector<any_reader> columns, std::vector<std::string> formats) {
  const index_t size = length_of(names, columns);
  check_names(names);
  if (formats.empty()) formats.resize(columns.size());
  if (formats.size() != columns.size())
    throw shape_error(detail::text() << detail::counted(formats.size(), "format") << " for " << detail::counted(columns.size(), "column")
                                     << " of a table");
  held_ = std::make_shared<const content>(content{std::move(names), std::move(columns), std::move(formats), size});
}

any_table::any_table(std::vector<table_column> columns) {
  std::vector<std::string> names, formats;
  std::vector<any_reader> values;
  for (table_column& column : columns) {
    names.push_back(std::move(column.name));
    values.push_back(std::move(column.values));
    formats.push_back(std::move(column.format));
  }
  *this = any_table(std::move(names), std::move(values), std::move(formats));
}
any_table::any_table(std::initializer_list<table_column> columns) : any_table(std::vector<table_column>(columns)) {}

any_table::any_table(const std::map<std::string, any_tensor>& arrays) {
  std::vector<table_column> columns;
  for (const auto& [name, values] : arrays) {
    if (values.rank() != 1)
      throw shape_error(detail::text() << "column \"" << name << "\" of a table has one axis, not the shape " << to_string(values.shape()));
    columns.push_back({.name = name, .values = values});
  }
  *this = any_table(std::move(columns));
}

const any_table::content& any_table::held() const {
  static const auto* const nothing = new content();  // never released, so that handles may outlive everything
  return held_ ? *held_ : *nothing;
}

bool any_table::has_column(std::string_view name) const {
  for (const std::string& known : names()) {
    if (known == name) return true;
  }
  return false;
}

const any_reader& any_table::column(std::string_view name) const& { return held().columns[place_of(name)]; }

std::size_t any_table::place_of(std::string_view name) const {
  const std::vector<std::string>& known = names();
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (known[k] == name) return k;
  }
  detail::text message;
  message << "a table has no column \"" << name << "\"";
  if (known.empty()) message << ": it has none";
  for (std::size_t k = 0; k < std::min(known.size(), listed); ++k) message << (k == 0 ? ": there are \"" : ", \"") << known[k] << "\"";
  if (known.size() > listed) message << " and " << known.size() - listed << " more";
  throw value_error(message);
}

}  // namespace ravel
