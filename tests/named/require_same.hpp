// SPDX-License-Identifier: BSL-1.0
// Compares what a run-time type gives with what the type gives. The tests of verbs by names share it and the numbers.
#pragma once

#include <ravel/any.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

namespace named_tests {

template <class T>
ravel::tensor<T> numbers() {
  using ravel::index_t;
  return clone(ravel::compute<T>({4, 6}, [](index_t i, index_t j) { return ravel::cast_value<T>((6 * i + j) * 7 % 11 + 1); }));
}

// The same elements and the same type.
template <class Want>
void require_same(const ravel::any_tensor& got, const Want& want) {
  using T = std::remove_cvref_t<decltype(want[0])>;
  REQUIRE(got.dtype() == ravel::dtype_of<T>());
  REQUIRE_EQUAL(ravel::as<T>(got), ravel::tensor<const T>(want));
}

}  // namespace named_tests
