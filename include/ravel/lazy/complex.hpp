// SPDX-License-Identifier: BSL-1.0
// real, imag, conj and arg of complex elements, and of real ones as complex numbers without an imaginary part: lazily. The first three are
// fused with what stands around them; arg is an atan2.
#pragma once

#include <ravel/element/functions.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>

namespace ravel {

#define RAVEL_UNARY_FUNCTION(name, function)                     \
  template <class A>                                             \
    requires detail::lazy_operand<detail::function, A>           \
  auto name(A&& a) {                                             \
    return detail::fuse(detail::function{}, std::forward<A>(a)); \
  }

RAVEL_UNARY_FUNCTION(real, real_part)
RAVEL_UNARY_FUNCTION(imag, imaginary_part)
RAVEL_UNARY_FUNCTION(conj, conjugated)
#undef RAVEL_UNARY_FUNCTION

template <detail::lazy_numbers A>
auto arg(A&& a) {
  const reader<detail::read_t<A>> z(std::forward<A>(a));
  return atan2(imag(z), real(z));
}
template <detail::lazy_numbers A>
auto arg(A&& a, precise_t) {
  const reader<detail::read_t<A>> z(std::forward<A>(a));
  return atan2(imag(z), real(z), precise);
}

}  // namespace ravel
