// SPDX-License-Identifier: BSL-1.0
// Names of planned values, and formulas that use them. A column of a table is computed by a plan that is run once.
#include <ravel/base/error.hpp>
#include <ravel/plan/text.hpp>
#include "plan/formula_reader.hpp"

namespace ravel {

planned_names::planned_names(std::initializer_list<std::pair<const std::string, planned>> named) {
  for (const auto& [name, value] : named) {
    if (find(name)) throw value_error(detail::text() << "two values in formulas are named " << name);
    set(name, value);
  }
}
void planned_names::set(const std::string& name, const planned& value) {
  if (name.empty()) throw value_error("a value in formulas needs a name");
  known_.insert_or_assign(name, value);
}
const planned* planned_names::find(std::string_view name) const& {
  const auto found = known_.find(name);
  return found == known_.end() ? nullptr : &found->second;
}
planned planned_names::at(std::string_view name) const {
  const planned* const found = find(name);
  if (!found) throw value_error(detail::text() << "there is no value named " << name);
  return *found;
}

std::optional<planned_extent> planned_names::extent(std::string_view name) const {
  std::optional<planned_extent> found;
  for (const auto& [own_name, value] : known_) {
    for (const planned_length& one : value.shape().lengths()) {
      const auto extent = one.lone_extent();
      if (!extent || extent->name() != name) continue;
      if (found && !(*found == *extent)) throw value_error(detail::text() << "two extents are named " << name);
      found = extent;
    }
  }
  return found;
}

planned parse(std::string_view formula, const planned_names& names) {
  const detail::formula_scope scope{names, nullptr};
  return detail::formula_reader(formula, scope).read();
}

any_table with_column(const any_table& t, std::string_view name, std::string_view formula) {
  const any_table table = t;  // a watch's callback may rebind `t`
  const planned_extent rows("rows");
  planned_names names;
  std::vector<planned> inputs;
  std::vector<any_tensor> columns;
  for (std::size_t k = 0; k < table.names().size(); ++k) {
    const std::string& own = table.names()[k];
    if (own.empty()) continue;
    columns.push_back(table.columns()[k].as_tensor());
    inputs.push_back(placeholder(columns.back().dtype(), own, {rows}));
    names.set(own, inputs.back());
  }
  const detail::formula_scope scope{names, nullptr};
  detail::formula_reader reader(formula, scope);
  planned value = reader.read();
  if (value.rank() == 0) value = broadcast(value, {rows});
  if (!(value.shape() == planned_shape{rows}))
    reader.fail<shape_error>(detail::text() << "a column has the shape [rows], and the formula gives " << to_string(value.shape()), 0);
  const plan computed(std::move(inputs), {{std::string(name), value}});
  return with_column(table, name, column_values(computed.run(columns)[name]));
}

}  // namespace ravel
