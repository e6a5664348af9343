// SPDX-License-Identifier: BSL-1.0
// Random tensors: uniform, normal, integers. The element at row-major position i depends only on the seed and i, by Philox4x32-10 and
// arithmetic that every machine rounds alike. So the bits are the same everywhere, and a larger tensor begins with the smaller one. Eager;
// any thread.
#pragma once

#include <ravel/base/random.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

namespace detail {

// The elements at the row-major positions [first, first + n) of a random tensor. Defined in src/ for float, double and every integer type.
template <class T>
void fill_uniform(T* out, index_t first, index_t n, T low, T high, std::uint64_t seed);
template <class T>
void fill_normal(T* out, index_t first, index_t n, T mean, T sd, std::uint64_t seed);
template <class T>
void fill_integers(T* out, index_t first, index_t n, T low, int128 high, std::uint64_t seed);

// The normal quantile: a standard normal variable is below it with probability 1/2 + q, for |q| < 1/2. AS 241 of Wichura (1988), to 16
// digits.
RAVEL_API double normal_quantile(double q);

}  // namespace detail

// Uniform in [low, high).
template <std::floating_point T = double>
  requires real_element<T>
tensor<T> random_uniform(const shape& extents, detail::value_for<T> low, detail::value_for<T> high, seed_arg seed) {
  const tensor<T> made = detail::empty_tensor<T>(extents);
  detail::fill_uniform<T>(detail::tensor_data(made), 0, made.size(), low, high, seed);
  return made;
}

template <std::floating_point T = double>
  requires real_element<T>
tensor<T> random_normal(const shape& extents, detail::value_for<T> mean, detail::value_for<T> sd, seed_arg seed) {
  const tensor<T> made = detail::empty_tensor<T>(extents);
  detail::fill_normal<T>(detail::tensor_data(made), 0, made.size(), mean, sd, seed);
  return made;
}

// Uniform in [low, high).
template <integer_element T = index_t>
tensor<T> random_integers(const shape& extents, detail::value_for<T> low, detail::open_end high, seed_arg seed) {
  using Made = canonical_t<T>;
  const tensor<Made> made = detail::empty_tensor<Made>(extents);
  detail::fill_integers<Made>(detail::tensor_data(made), 0, made.size(), static_cast<const T&>(low), high, seed);
  if constexpr (std::same_as<T, Made>) {
    return made;
  } else {
    const tensor<T> same = detail::empty_tensor<T>(extents);
    copy(made, same);
    return same;
  }
}

}  // namespace ravel
