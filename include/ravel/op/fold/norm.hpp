// SPDX-License-Identifier: BSL-1.0
// norm: the Euclidean length of all elements, or of every slice along axes, added up in double precision. The norm of single precision is a
// float. Eager, with fresh results along axes; safe to call from any thread.
#pragma once

#include <ravel/op/fold/sum.hpp>
#include <ravel/tensor/copy.hpp>

#include <cmath>

namespace ravel {

namespace detail {

struct squared_size {
  using is_pure = void;
  template <element T>
  double operator()(const T& value) const {
    if constexpr (complex_element<T>) {
      const double re = value.real(), im = value.imag();
      return rounded_product(re, re) + rounded_product(im, im);
    } else {
      return rounded_product(static_cast<double>(value), static_cast<double>(value));
    }
  }
};

template <class T>
struct rooted {
  using is_pure = void;
  template <class S>
  T operator()(const S& squares) const {
    return static_cast<T>(std::sqrt(squares));
  }
};

template <class T>
using length_t = std::conditional_t<std::same_as<real_of_t<T>, float>, float, double>;

}  // namespace detail

template <detail::element_reader R>
[[nodiscard]] auto norm(const R& r) {
  return static_cast<detail::length_t<detail::read_t<R>>>(std::sqrt(sum(map(detail::squared_size{}, detail::borrowed_handle(r)))));
}

template <detail::shaped_reader X, detail::among<keep_t>... Options>
  requires detail::element_reader<X>
[[nodiscard]] auto norm(const X& t, const ints& axes, Options... options) {
  using length = detail::length_t<detail::read_t<X>>;
  const tensor<double> squares = detail::reduced<detail::summing>(map(detail::squared_size{}, t), axes, options...);
  const auto roots = map(detail::rooted<length>{}, squares);
  if constexpr (std::same_as<length, double>) {
    copy(roots, squares);  // reuses the memory: untouched memory costs more than the roots
    return squares;
  } else {
    return clone(roots);
  }
}

RAVEL_FACES(norm)  // of numbers; along axes: norm(t, axes, keep)

}  // namespace ravel
