// SPDX-License-Identifier: BSL-1.0
// A dim as a reader of its positions.
#include <ravel/base/error.hpp>
#include <ravel/named/lazy_named.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

adl_barrier::dim_positions::dim_positions(sized_dim of) { form_.dims.push_back(std::move(of)); }

tensor<const index_t> adl_barrier::dim_positions::lower(const detail::lowering& to) const {
  std::vector<index_t> extents;
  index_t extent = 1;
  for (const sized_dim& axis : to.axes) {
    const bool here = same(axis.of, position_of().of);
    extents.push_back(here ? axis.extent : 1);
    if (here) extent = axis.extent;
  }
  extents.insert(extents.end(), static_cast<std::size_t>(to.positional), 1);
  return as_tensor(iota<index_t>(extent), extents);
}

void detail::throw_too_many_factors() {
  throw layout_error(text() << "a sum over a product of more than " << most_factors << " integers: order and clone() a part of it");
}

void detail::affine_form::add(const dim& d, index_t times) {
  for (term& t : terms) {
    if (same(t.of, d)) {
      t.times = add_index(t.times, times);
      return;
    }
  }
  terms.push_back({d, times});
}

}  // namespace ravel
