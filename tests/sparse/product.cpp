// SPDX-License-Identifier: BSL-1.0
// Products of matrices where either operand, or both, are sparse, against those of dense memory: views, vectors, stacks, integers that do
// not fit on the way, and what is not finite.
#include <ravel/sparse/tensor.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <limits>

using ravel::all;
using ravel::index_t;

namespace {

template <class T>
ravel::tensor<T> random_matrix(const ravel::shape& of, std::uint64_t seed) {
  support::random r(seed);
  const ravel::tensor<T> t = ravel::sparse_tensor<T>(of);
  for (index_t k = of.elements() / 8; k > 0; --k) {
    std::vector<index_t> at;
    for (const index_t extent : of) at.push_back(r.between(0, extent - 1));
    t.write(at, r.small<T>());
  }
  return t;
}

template <class T>
void check_products() {
  const auto a = random_matrix<T>({9, 14}, 1), b = random_matrix<T>({14, 11}, 2), stack = random_matrix<T>({3, 9, 14}, 3);
  const auto da = clone(a), db = clone(b), dstack = clone(stack);
  const auto wanted = matmul(da, db);
  REQUIRE_EQUAL(matmul(a, b), wanted);
  REQUIRE_EQUAL(matmul(a, db), wanted);
  REQUIRE_EQUAL(matmul(da, b), wanted);
  REQUIRE_EQUAL(matmul(transpose(b), transpose(da)), transpose(wanted));
  REQUIRE_EQUAL(matmul(flip(a, 1), flip(db, 0)), wanted);
  REQUIRE_EQUAL(matmul(stack, db), matmul(dstack, db));
  REQUIRE_EQUAL(matmul(dstack, b), matmul(dstack, db));
  REQUIRE_EQUAL(matmul(stack, b), matmul(dstack, db));
  REQUIRE_EQUAL(matmul(a, db(all, 3)), matmul(da, db(all, 3)));
  REQUIRE_EQUAL(matmul(da(2, all), b), matmul(da(2, all), db));
  REQUIRE_EQUAL(matmul(a(2, all), b), matmul(da(2, all), db));
}

}  // namespace

TEST_CASE("products go by what is stored, and are those of dense matrices", "[sparse]") {
  check_products<double>();
  check_products<float>();
  check_products<int>();
  check_products<std::complex<double>>();
}

TEST_CASE("zeros that are not stored meet what is not finite", "[sparse]") {
  const auto a = random_matrix<double>({4, 4}, 5);
  auto dense = clone(random_matrix<double>({4, 4}, 6));
  dense(1, 2) = std::numeric_limits<double>::infinity();
  const auto found = matmul(a, dense), wanted = matmul(clone(a), dense);
  for (index_t i = 0; i < 4; ++i) CHECK(std::isnan(found(i, 2)) == std::isnan(wanted(i, 2)));
  CHECK(count(isnan(wanted)) > 0);
}

TEST_CASE("a fill that is not zero is part of the product", "[sparse]") {
  const ravel::tensor<int> ones = ravel::sparse_tensor<int>({3, 3}, 1);
  ones.write({0, 0}, 5);
  REQUIRE_EQUAL(matmul(ones, ravel::eye<int>(3)), matmul(clone(ones), ravel::eye<int>(3)));
}

TEST_CASE("integers are exact where they do not fit on the way, and an error where they do not fit", "[sparse]") {
  const auto most = std::numeric_limits<std::int64_t>::max();
  const ravel::tensor<std::int64_t> a = ravel::sparse_tensor<std::int64_t>({1, 9});
  a(0, all) = ravel::tensor<std::int64_t>{most, most, -most, 0, 0, 0, 0, 0, 0};
  CHECK(matmul(a, ravel::ones<std::int64_t>({9, 1}))(0, 0) == most);
  REQUIRE_THROWS_AS(matmul(a, ravel::full<std::int64_t>({9, 1}, 3)), ravel::overflow_error);
}

TEST_CASE("a sparse product of large matrices costs no dense operand", "[sparse]") {
  const index_t side = 10000000;
  const ravel::tensor<double> a = ravel::sparse_tensor<double>({2, side}), b = ravel::sparse_tensor<double>({side, 3});
  a.write({1, side - 1}, 2.0);
  b.write({side - 1, 2}, 4.0);
  REQUIRE_EQUAL(matmul(a, b), (ravel::tensor<double>{{0, 0, 0}, {0, 0, 8}}));
}
