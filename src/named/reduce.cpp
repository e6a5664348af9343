// SPDX-License-Identifier: BSL-1.0
// Sums and means over dims and the text of describe_sum, compiled for every element type; names of results along axes; and joining axes.
#include <ravel/base/error.hpp>
#include <ravel/named/reduce.hpp>

#include <algorithm>

namespace ravel::detail {

shape shape_behind(const shape& axes, index_t another) {
  std::vector<index_t> extents(axes.begin(), axes.end());
  extents.push_back(another);
  return extents;
}

index_t elements_along(const form& of, const dims_plan& plan) {
  index_t elements = 1;
  for (const sized_dim& d : plan.along) elements = mul_index(elements, d.extent);
  for (const index_t axis : plan.positional) elements = mul_index(elements, of.positional[axis]);
  return elements;
}

std::vector<dim> labels_along(const dims_plan& plan, std::vector<dim> labels, const shape& before, const shape& after) {
  const std::size_t others = labels.size() - plan.along.size();
  const std::vector<index_t> worked = axes_behind(others, plan);
  const bool kept = after.rank() == before.rank();
  index_t axis = 0;
  bool same = kept || after.rank() + std::ssize(worked) == before.rank();
  for (index_t k = 0; same && k < before.rank(); ++k) {
    const bool is_worked = std::find(worked.begin(), worked.end(), k) != worked.end();
    if (!is_worked) same = after[axis] == before[k];
    if (!is_worked || kept) ++axis;
  }
  if (!same)
    throw shape_error(text() << to_string(plan) << ": the function makes shape " << ravel::to_string(after) << " of "
                             << ravel::to_string(before) << ", where it goes along axes " << ravel::to_string(shape(worked)));
  if (!kept) labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(others), labels.end());
  return labels;
}

dims with_one_axis(const dims& map, const ints& axes) {
  std::vector<index_t> order, extents;
  for (index_t k = 0; k < map.rank(); ++k) {
    if (std::find(axes.begin(), axes.end(), k) != axes.end()) continue;
    order.push_back(k);
    extents.push_back(map.extent(k));
  }
  index_t product = 1;
  for (const index_t k : axes) {
    order.push_back(k);
    product = mul_index(product, map.extent(k));
  }
  extents.push_back(product);
  return map.transpose(order).reshape(extents);
}

template <class T>
std::string sum_text(const named<T>& e, const dims_plan& plan) {
  check_known(plan.whole);
  const factors<sum_t<T>> of = factors_of(e);
  if (of.empty()) return text() << "sum of " << to_string(e.of()) << " over " << to_string(plan.along) << "\n0 multiplications";
  return contraction_text(of, plan);
}

#define RAVEL_INSTANTIATE(T)                                                                 \
  template RAVEL_API named<sum_t<T>> sum_along(const named<T>& e, const named_axes& axes);   \
  template RAVEL_API named<mean_t<T>> mean_along(const named<T>& e, const named_axes& axes); \
  template RAVEL_API std::string sum_text(const named<T>& e, const dims_plan& plan);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
