// SPDX-License-Identifier: BSL-1.0
// Plans writes to named places.
#include <ravel/base/error.hpp>
#include <ravel/named/assign.hpp>

namespace ravel::detail {

binding plan_write(const shape& target, const named_places& places, const form& source) {
  form whole;
  whole.positional = target;
  binding b = plan_binding(whole, places);
  for (const sized_dim& d : source.dims) {
    if (!b.whole.find(d.of))
      throw value_error(text() << "cannot write " << to_string(source) << " to " << to_string(b.whole) << ": dim " << d.of.name()
                               << " is not on the left, sum over it");
    b.whole.state(d, "what is written");
  }
  b.whole.packs.insert(b.whole.packs.end(), source.packs.begin(), source.packs.end());
  b.whole.solve();
  check_known(b.whole);
  return b;
}

binding plan_write(const shape& target, const std::vector<dim>& names, const form& source) {
  named_places places;
  places.add(std::span<const dim>(names));
  return plan_write(target, places, source);
}

tensor<const index_t> numbers_written(const shape& target, const binding& b, const all_found& found) {
  const tensor<const index_t> all(dims::row_major(target), iota<index_t>(target.elements()));
  std::vector<dim> labels;
  return named_values(all, labels, b, b.whole.dims, found);
}

tensor<const index_t> numbers_kept(const tensor<const index_t>& numbers) { return clone(numbers); }
tensor<const index_t> numbers_at(const tensor<const index_t>& numbers, const buffer<index_t>& positions) {
  return clone(take(flat(numbers), 0, positions));
}

std::string to_string(const binding& target) { return text() << "writing to " << to_string(target.whole); }

loops ordered_like(const std::vector<dim>& labels, const loops& all) {
  loops ordered;
  for (const dim& label : labels) {
    for (const sized_dim& d : all) {
      if (same(d.of, label)) ordered.push_back(d);
    }
  }
  return ordered;
}

}  // namespace ravel::detail
