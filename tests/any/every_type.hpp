// SPDX-License-Identifier: BSL-1.0
// What the tests of this folder share: a function for every type of the closed set or for some of each kind, and small random elements.
#pragma once

#include <ravel/any/any_scalar.hpp>
#include <ravel/any/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <complex>
#include <cstdint>
#include <type_traits>

namespace any_tests {

template <class T>
ravel::tensor<T> random_tensor(support::random& r, const ravel::shape& extents) {
  const auto made = ravel::empty<T>(extents);
  for (ravel::index_t i = 0; i < made.size(); ++i) made.data()[i] = r.small<T>();
  return made;
}

template <class F>
void for_each_type(F f) {
  for (int k = 0; k < static_cast<int>(ravel::dtype::other); ++k) ravel::detail::with_type(static_cast<ravel::dtype>(k), f);
}

// One type of each kind and size. A template that is right for these is right for the others, too.
template <class F>
void for_each_kind_of_type(F f) {
  f(std::type_identity<bool>());
  f(std::type_identity<std::int8_t>());
  f(std::type_identity<std::int32_t>());
  f(std::type_identity<std::uint16_t>());
  f(std::type_identity<std::uint64_t>());
  f(std::type_identity<float>());
  f(std::type_identity<double>());
  f(std::type_identity<std::complex<double>>());
}

// The same elements and the same type.
template <class T>
void require_same(const ravel::any_tensor& made, const T& wanted) {
  CHECK(made.dtype() == ravel::any_tensor(wanted).dtype());
  REQUIRE(equal(made, ravel::any_tensor(wanted)));
}

}  // namespace any_tests
