// SPDX-License-Identifier: BSL-1.0
// real, imag, conj and arg of complex elements, lazily. Real elements count as complex numbers without an imaginary part. The first three
// fuse with the expression around them; arg is an atan2. Results own their operands, and any thread may read them.
#pragma once

#include <ravel/element/detail/functions.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>

namespace ravel {

// real: the real part of each number. imag: the imaginary part of each number. conj: the conjugate of each number.
RAVEL_FOR_EACH_COMPLEX_FUNCTION(RAVEL_FUSED_FUNCTION)

// The angle of each number, from -pi to pi.
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
