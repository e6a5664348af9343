// SPDX-License-Identifier: BSL-1.0
// A matrix by its own transpose: what any two matrices give, symmetric to the bit, with a BLAS and without one, in stacks and out of any
// memory; and what looks like it but is not.
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <limits>

using namespace ravel;

namespace {

template <class T>
tensor<T> small_values(index_t m, index_t k) {
  return clone(cast<T>(compute<std::int8_t>({m, k}, [](index_t i, index_t j) { return (7 * i + 5 * j + i * j) % 11 - 5; })));
}
template <class T>
bool is_symmetric(const tensor<T>& c) {
  return equal(c, swap_axes(c, -2, -1));
}

// The same values elsewhere are another operand.
template <class T>
void check_gram(index_t m, index_t k) {
  INFO(m << " x " << k);
  const tensor<T> a = small_values<T>(m, k);
  const tensor<T> wanted = matmul(a, transpose(clone(a)));
  for (const tensor<T>& x : {a, tensor<T>(transpose(tensor<T>(clone(transpose(a)))))}) {
    const tensor<T> made = matmul(x, transpose(x));
    REQUIRE_EQUAL(made, wanted);
    REQUIRE(is_symmetric(made));
  }
  const tensor<T> plain = full<T>({m, m}, T(77));
  detail::plain_gram<T>(m, k, {a.data(), k, 1}, plain.data());
  index_t wrong = 0;
  for (index_t i = 0; i < m; ++i) {
    for (index_t j = 0; j <= i; ++j) wrong += static_cast<index_t>(plain(i, j) != wanted(i, j));
  }
  REQUIRE(wrong == 0);
}

}  // namespace

TEST_CASE("a matrix by its own transpose is what two matrices give", "[tensor]") {
  for (const index_t m : {1, 2, 3, 31, 33, 130, 257}) {
    for (const index_t k : {1, 2, 70}) {
      check_gram<double>(m, k);
      check_gram<float>(m, k);
      check_gram<std::int64_t>(m, k);
      check_gram<std::complex<double>>(m, k);
      check_gram<std::complex<float>>(m, k);
    }
  }
}

TEST_CASE("it is symmetric to the bit whatever its values, and in stacks", "[tensor]") {
  const auto x = random_normal<double>({3, 70, 45}, 0, 1, 1);
  const auto made = matmul(x, swap_axes(x, 1, 2));
  CHECK(is_symmetric(made));
  CHECK(close(made, matmul(x, swap_axes(clone(x), 1, 2))));
  const auto other = matmul(swap_axes(x, 1, 2), x);
  CHECK(is_symmetric(other));
  CHECK(close(other, matmul(swap_axes(x, 1, 2), clone(x))));
  const auto spaced = slice(x, 2, 0, 20, 2);  // is packed for a BLAS
  CHECK(is_symmetric(matmul(spaced, swap_axes(spaced, 1, 2))));
  CHECK(close(matmul(spaced, swap_axes(spaced, 1, 2)), matmul(clone(spaced), swap_axes(clone(spaced), 1, 2))));
  const auto one = x(0, all, all), turned = flip(one, 0);
  CHECK(is_symmetric(matmul(turned, transpose(turned))));
  CHECK(close(matmul(turned, transpose(turned)), matmul(clone(turned), transpose(clone(turned)))));
}

TEST_CASE("a matrix by another view of its memory is no such product", "[tensor]") {
  const tensor<double> a = small_values<double>(6, 6), b = clone(a);
  REQUIRE_EQUAL(matmul(a, a), matmul(a, b));
  REQUIRE_EQUAL(matmul(a, flip(transpose(a), 0)), matmul(a, flip(transpose(b), 0)));
  REQUIRE_EQUAL(matmul(a, transpose(flip(a, 0))), matmul(a, transpose(flip(b, 0))));
  REQUIRE_EQUAL(matmul(slice(a, 0, 0, 4), transpose(slice(a, 0, 1, 4))), matmul(slice(a, 0, 0, 4), transpose(slice(b, 0, 1, 4))));
  REQUIRE_EQUAL(matmul(slice(a, 0, 0, 4), transpose(a)), matmul(slice(a, 0, 0, 4), transpose(b)));
}

TEST_CASE("integers by themselves are exact, or an error", "[tensor]") {
  const tensor<std::int64_t> big{{INT64_C(1) << 31, 1}, {1, INT64_C(1) << 30}};
  REQUIRE_EQUAL(matmul(big, transpose(big)), matmul(big, transpose(clone(big))));
  const tensor<std::int64_t> over{{1, 1}, {INT64_C(1) << 32, 1}};
  CHECK_THROWS_AS(matmul(over, transpose(over)), overflow_error);
}

TEST_CASE("an element that does not fit is named where it stands", "[tensor]") {
  const auto a = zeros<std::int64_t>({300, 4});
  a(270, 3) = std::numeric_limits<std::int64_t>::max() / 2;
  a(200, 3) = 3;
  CHECK_THROWS_WITH(matmul(a, transpose(a)), Catch::ContainsSubstring("element 270, 200 of the product"));
}
