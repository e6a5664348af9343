// SPDX-License-Identifier: BSL-1.0
// nonzero: the places where a mask is true, one row of coordinates for each, in row-major order. Eager, with a fresh result; reads the mask
// twice.
#pragma once

#include <ravel/op/fold/logic.hpp>

namespace ravel {

namespace detail {

RAVEL_API tensor<index_t> true_places(const node<bool>& mask, const shape& of);

}  // namespace detail

// [count rank]
template <detail::shaped_reader X>
  requires detail::mask<X>
tensor<index_t> nonzero(const X& mask) {
  auto&& source = detail::node_for_call(mask);
  return detail::true_places(source, mask.shape());
}

template <detail::shaped_reader X>
  requires(!detail::mask<X>)
void nonzero(const X& t) = delete;  // the elements are no bools: nonzero(x != 0)
template <readable X>
  requires(!shaped<X>)
void nonzero(const X& r) = delete;  // coordinates of a tensor; positions of a reader are argfilter(mask)

}  // namespace ravel
