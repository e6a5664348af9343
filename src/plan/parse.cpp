// SPDX-License-Identifier: BSL-1.0
// Names of planned values, and formulas that use them.
#include <ravel/plan/text.hpp>

#include <ravel/base/error.hpp>
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

}  // namespace ravel
