// SPDX-License-Identifier: BSL-1.0
// Plans which dims become which axes.
#include <ravel/base/error.hpp>
#include <ravel/named/order.hpp>

namespace ravel::detail {

axis_groups::axis_groups() = default;
axis_groups::~axis_groups() = default;
void axis_groups::add(const sized_dim& d) { groups_.push_back({d}); }
void axis_groups::add(const dim_pack& p) { groups_.push_back(p.parts()); }
void axis_groups::add(std::span<const dim> all) {
  for (const dim& d : all) groups_.push_back({d});
}

axis_order::axis_order(std::vector<loops> groups, const form& of) : axes(std::move(groups)), whole(of) {}
RAVEL_DEFAULT_MEMBERS(axis_order)

shape axis_order::extents() const {
  std::vector<index_t> all;
  for (const loops& group : axes) {
    index_t product = 1;
    for (const sized_dim& d : group) product = mul_index(product, d.extent);
    all.push_back(product);
  }
  return all;
}

shape packed_shape(const axis_order& plan, const shape& all) {
  std::vector<index_t> extents;
  for (const sized_dim& d : plan.left) extents.push_back(d.extent);
  const shape axes = plan.extents();
  extents.insert(extents.end(), axes.begin(), axes.end());
  const auto positional = static_cast<std::ptrdiff_t>(plan.left.size() + plan.named.size());
  extents.insert(extents.end(), all.begin() + positional, all.end());
  return extents;
}

axis_order plan_order(const form& of, std::vector<loops> axes) {
  axis_order plan(std::move(axes), of);
  for (const loops& group : plan.axes) {
    plan.packed = plan.packed || group.size() != 1;
    for (const sized_dim& d : group) {
      check_has(of, d.of, "order");
      if (contains(plan.named, d.of)) throw value_error(text() << "order names dim " << d.of.name() << " twice");
      plan.named.push_back(d);
      plan.whole.state(d, "order");
    }
  }
  plan.whole.solve();
  const auto state = [&](sized_dim& d) {
    d = *plan.whole.find(d.of);
    if (!d.stated()) throw_unstated(plan.whole, d.of);
  };
  for (loops& group : plan.axes) {
    for (sized_dim& d : group) state(d);
  }
  for (sized_dim& d : plan.named) state(d);
  plan.whole.drop(plan.named);
  plan.left = plan.whole.dims;
  const shape positional = plan.whole.positional, ordered = plan.extents();
  std::vector<index_t> all(ordered.begin(), ordered.end());
  all.insert(all.end(), positional.begin(), positional.end());
  plan.whole.positional = all;
  ++plan.whole.depth;
  return plan;
}

void throw_still_bound(const loops& left) {
  throw value_error(text() << "dims " << to_string(left)
                           << " are still bound: order them too, or write order(…).with_dims() to go on with the expression that has them");
}

#define RAVEL_INSTANTIATE(T)                                                           \
  template RAVEL_API named<T> in_given_order(const named<T>& e, axis_groups&& groups); \
  template RAVEL_API tensor<const T> tensor_of(const named<T>& e, const loops& left);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
