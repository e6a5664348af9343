// SPDX-License-Identifier: BSL-1.0
// Differences along an axis: of two views of the tensor, each a step apart from the other. What is computed is in memory before, since both
// would compute it.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/tensor/neighbours.hpp>
#include <ravel/tensor/product.hpp>

namespace ravel::detail {

namespace {

template <class T>
tensor<difference_t<T>> less_the_one_before(const tensor<const T>& x, index_t axis) {
  const index_t n = x.extent(axis) - 1;
  return clone(map(value_difference{}, slice(x, axis, 0, n), slice(x, axis, 1, n)));
}

}  // namespace

template <class T>
tensor<difference_t<T>> differences_along(const tensor<const T>& x, index_t axis, index_t order) {
  check_order(order);
  if (order >= x.extent(axis)) {
    const shape of = x.shape();
    axis_list extents(of.begin(), of.end());
    extents[static_cast<std::size_t>(axis)] = 0;
    return empty_tensor<difference_t<T>>(ints(as_span(extents)));
  }
  if (order == 0) return clone(map(value_difference{}, T{}, x));
  tensor<difference_t<T>> made = less_the_one_before(stored(x), axis);
  for (index_t k = 1; k < order; ++k) made = less_the_one_before<difference_t<T>>(made, axis);
  return made;
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API tensor<difference_t<T>> differences_along(const tensor<const T>&, index_t, index_t);
RAVEL_FOR_EACH_INTEGER_OR_REAL(RAVEL_INSTANTIATE)
RAVEL_FOR_EACH_COMPLEX(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
