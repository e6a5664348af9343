// SPDX-License-Identifier: BSL-1.0
// Computes a column of a table by a plan that is run once.
#include <ravel/plan/text.hpp>

#include <ravel/base/error.hpp>
#include <ravel/plan/plan.hpp>
#include "plan/formula_reader.hpp"

namespace ravel {

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
