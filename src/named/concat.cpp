// SPDX-License-Identifier: BSL-1.0
// Which dims the parts of a whole share, and which are their own.
#include <ravel/base/error.hpp>
#include <ravel/named/concat.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

form joined_forms(const std::vector<const form*>& parts, const char* operation) {
  form all;
  std::size_t number = 0;
  for (const form* part : parts) {
    const text what = text() << "part " << ++number << " of " << operation;
    all.add(*part, static_cast<const std::string&>(what));
    widen_shape(all.positional, part->positional);
  }
  all.solve();
  check_known(all);
  return all;
}

void check_new(const char* operation, const dim& along, const loops& shared) {
  if (contains(shared, along)) throw value_error(text() << operation << ": every part has dim " << along.name() << " already");
}

}  // namespace

joined_parts plan_concat(const dim& along, const std::vector<const form*>& parts) {
  const form all = joined_forms(parts, "concat");
  joined_parts plan{.shared = all.dims, .positional = all.positional, .own = {}};
  for (const form* part : parts) {
    loops own;
    for (const sized_dim& d : part->dims) {
      const auto has = [&](const form* other) { return other->find(d.of) != nullptr; };
      if (std::count_if(parts.begin(), parts.end(), has) == 1) own.push_back(*all.find(d.of));
    }
    if (own.size() != 1)
      throw value_error(text() << "concat: part " << plan.own.size() + 1 << " is " << to_string(*part)
                               << ", and needs one dim that no other part has, to be joined along");
    plan.own.push_back(own.front());
  }
  plan.shared = without(plan.shared, plan.own);
  check_new("concat", along, plan.shared);
  return plan;
}

joined_parts plan_stack(const dim& along, const std::vector<const form*>& parts) {
  const form all = joined_forms(parts, "stack");
  check_new("stack", along, all.dims);
  return {.shared = all.dims, .positional = all.positional, .own = {}};
}

}  // namespace ravel::detail
