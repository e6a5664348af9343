// SPDX-License-Identifier: BSL-1.0
// matmul, dot and outer of tensors of run-time type, as for typed tensors.
#pragma once

#include <ravel/any/any_tensor.hpp>

namespace ravel {

RAVEL_API any_tensor matmul(const detail::any_data& a, const detail::any_data& b);
// The dot product of two vectors, of rank 0; for matrices and vectors as matmul.
RAVEL_API any_tensor dot(const detail::any_data& a, const detail::any_data& b);
RAVEL_API any_tensor outer(const detail::any_data& a, const detail::any_data& b);

#define RAVEL_BESIDE_TYPED(name)               \
  template <class A, class B>                  \
    requires detail::any_beside_typed<A, B>    \
  any_tensor name(const A& a, const B& b) {    \
    return name(any_tensor(a), any_tensor(b)); \
  }
RAVEL_BESIDE_TYPED(matmul)
RAVEL_BESIDE_TYPED(dot)
RAVEL_BESIDE_TYPED(outer)
#undef RAVEL_BESIDE_TYPED

}  // namespace ravel
