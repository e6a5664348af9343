// SPDX-License-Identifier: BSL-1.0
// Compares results and refusals of a run-time type with those of the type. The tests of names share the functions and the numbers.
#pragma once

#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>
#include <support/thrown_by.hpp>

#include <string>

namespace named_tests {

template <class T>
ravel::tensor<T> numbers() {
  using ravel::index_t;
  return clone(ravel::compute<T>({4, 6}, [](index_t i, index_t j) { return ravel::cast_value<T>((6 * i + j) * 7 % 11 + 1); }));
}

template <class T>
ravel::tensor<T> numbers(ravel::index_t rows, ravel::index_t columns, ravel::index_t by = 7) {
  using ravel::index_t;
  return clone(ravel::compute<T>({rows, columns}, [=](index_t i, index_t j) { return ravel::cast_value<T>((columns * i + j) * by % 11); }));
}

// The same elements and the same type.
template <class Want>
void require_same(const ravel::any_tensor& got, const Want& want) {
  using T = std::remove_cvref_t<decltype(want[0])>;
  REQUIRE(got.dtype() == ravel::dtype_of<T>());
  REQUIRE_EQUAL(ravel::as<T>(got), ravel::tensor<const T>(want));
}

// f refuses the tensor and the same tensor as an any_tensor in the same words.
template <class T, class F>
void require_same_error(const ravel::tensor<T>& t, F f) {
  const std::string want = support::thrown_by([&] { return f(t); });
  CHECK(!want.empty());
  CHECK(support::thrown_by([&] { return f(ravel::any_tensor(t)); }) == want);
}

}  // namespace named_tests
