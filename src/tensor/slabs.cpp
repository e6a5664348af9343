// SPDX-License-Identifier: BSL-1.0
// The order of axes in which a base has the elements of a view.
#include <ravel/tensor/slabs.hpp>

#include <utility>

namespace ravel::detail {

small_vector<index_t, 6> base_order(const dims& view) {
  constexpr index_t small = 4096;
  const map_facts facts(view);
  small_vector<index_t, 6> order;
  if (!facts.affine || facts.in_line || view.size() < small) return order;
  const auto apart = [&](index_t axis) {
    const index_t stride = facts.strides[static_cast<std::size_t>(axis)];
    return stride < 0 ? -stride : stride;
  };
  bool changed = false;
  for (index_t axis = 0; axis < view.rank(); ++axis) {
    order.push_back(axis);
    for (std::size_t j = order.size() - 1; j > 0 && apart(order[j]) > apart(order[j - 1]); --j) {
      changed = changed || (view.extent(order[j]) > 1 && view.extent(order[j - 1]) > 1);
      std::swap(order[j], order[j - 1]);
    }
  }
  if (!changed) order.clear();
  return order;
}

}  // namespace ravel::detail
