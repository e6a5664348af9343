// SPDX-License-Identifier: BSL-1.0
// Differences along an axis: of two views of the tensor, one shifted by a step. A lazy tensor is computed first, because both views would
// compute it.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/op/windows/diff.hpp>

namespace ravel::detail {

namespace {

template <class T>
tensor<difference_t<T>> less_the_one_before(const tensor<const T>& x, index_t axis, const tensor<difference_t<T>>* given) {
  const index_t n = x.extent(axis) - 1;
  return written_or_cloned(given, map(value_difference{}, slice(x, axis, 0, n), slice(x, axis, 1, n)));
}

}  // namespace

template <class T>
tensor<difference_t<T>> differences_along(const tensor<const T>& x, index_t axis, index_t order, const tensor<difference_t<T>>* given) {
  check_order(order);
  if (order >= x.extent(axis)) {
    const shape of = x.shape();
    axis_list extents(of.begin(), of.end());
    extents[static_cast<std::size_t>(axis)] = 0;
    return result_memory<difference_t<T>>(given, ints(as_span(extents))).result();
  }
  if (order == 0) return written_or_cloned(given, map(value_difference{}, T{}, x));
  if (order == 1) return less_the_one_before(stored(x), axis, given);
  tensor<difference_t<T>> made = less_the_one_before<T>(stored(x), axis, nullptr);
  for (index_t k = 2; k < order; ++k) made = less_the_one_before<difference_t<T>>(made, axis, nullptr);
  return less_the_one_before<difference_t<T>>(made, axis, given);
}

#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API tensor<difference_t<T>> differences_along(const tensor<const T>&, index_t, index_t, const tensor<difference_t<T>>*);
RAVEL_FOR_EACH_INTEGER_OR_REAL(RAVEL_INSTANTIATE)
RAVEL_FOR_EACH_COMPLEX(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
