// SPDX-License-Identifier: BSL-1.0
// real, imag, conj and arg of complex elements, and of real ones as complex numbers without an imaginary part: lazily. The first three are
// fused with what stands around them; arg is an atan2.
#pragma once

#include <ravel/element/detail/functions.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>

namespace ravel {

RAVEL_FOR_EACH_COMPLEX_FUNCTION(RAVEL_FUSED_FUNCTION)

template <detail::lazy_numbers A>
[[nodiscard]] auto arg(A&& a) {
  const reader<detail::read_t<A>> z(std::forward<A>(a));
  return atan2(imag(z), real(z));
}
template <detail::lazy_numbers A>
[[nodiscard]] auto arg(A&& a, precise_t) {
  const reader<detail::read_t<A>> z(std::forward<A>(a));
  return atan2(imag(z), real(z), precise);
}

}  // namespace ravel
