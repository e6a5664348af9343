// SPDX-License-Identifier: BSL-1.0
// equal and close if one or both arguments are tensors. They compare the shapes first, then the elements. A reader without a shape counts
// as one axis.
#pragma once

#include <ravel/loop/compare.hpp>
#include <ravel/tensor/map.hpp>

namespace ravel {

template <class A, detail::equal_readers<A> B>
  requires detail::shaped_among<A, B>
[[nodiscard]] bool equal(const A& a, const B& b) {
  return detail::joint_shape(a) == detail::joint_shape(b) && detail::equal_values(a, b);
}

template <detail::element_reader A, detail::element_reader B>
  requires detail::shaped_among<A, B>
[[nodiscard]] bool close(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8) {
  return detail::joint_shape(a) == detail::joint_shape(b) && detail::near_values(a, b, {rtol, atol});
}

}  // namespace ravel
