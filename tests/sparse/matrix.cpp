// SPDX-License-Identifier: BSL-1.0
#include <ravel/op.hpp>
#include <ravel/sparse/matrix.hpp>
#include <ravel/tensor.hpp>

#include <support/require_equal.hpp>

#include <limits>

#include "model.hpp"

using ravel::index_t;
using ravel::kron;
using ravel::sparse_tensor;
using ravel::tensor;
using sparse_model::entries;
using sparse_model::listed;

TEST_CASE("triangular parts keep the entries on one side of a diagonal", "[sparse]") {
  const tensor<int> dense{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  CHECK(equal(upper(dense), tensor<int>{{1, 2, 3}, {0, 5, 6}, {0, 0, 9}}));
  CHECK(equal(upper(dense, 1), tensor<int>{{0, 2, 3}, {0, 0, 6}, {0, 0, 0}}));
  CHECK(equal(lower(dense), tensor<int>{{1, 0, 0}, {4, 5, 0}, {7, 8, 9}}));
  CHECK(equal(lower(dense, -1), tensor<int>{{0, 0, 0}, {4, 0, 0}, {7, 8, 0}}));
  CHECK(equal(lower(transpose(ravel::to_sparse(dense))), transpose(upper(dense))));
  const auto far = ravel::to_sparse(dense, 2);
  CHECK(equal(upper(far), tensor<int>{{1, 2, 3}, {2, 5, 6}, {2, 2, 9}}));
  // From outside of the matrix, and of the numbers.
  for (const index_t beyond : {index_t{3}, index_t{4}, std::numeric_limits<index_t>::max()}) {
    CHECK(stored_count(upper(dense, beyond)) == 0);
    CHECK(equal(upper(dense, -beyond), dense));
    CHECK(equal(lower(dense, beyond), dense));
    CHECK(stored_count(lower(dense, -beyond)) == 0);
  }
  CHECK(equal(upper(tensor<int>{{1, 2, 3, 4}, {5, 6, 7, 8}}, 2), tensor<int>{{0, 0, 3, 4}, {0, 0, 0, 8}}));
  CHECK(equal(lower(tensor<int>{{1, 2}, {3, 4}, {5, 6}, {7, 8}}, -2), tensor<int>{{0, 0}, {0, 0}, {5, 0}, {7, 8}}));
  CHECK_THROWS_WITH(upper(ravel::zeros<int>({3})), "upper is of matrices, and [3] is none");
}

TEST_CASE("a Kronecker product has each element times the other matrix", "[sparse]") {
  support::random r(1);
  const auto random_matrix = [&](index_t m, index_t n) {
    const auto made = ravel::zeros<double>({m, n});
    for (index_t k = 0; k < m * n / 2; ++k) made.write({r.below(m), r.below(n)}, static_cast<double>(r.between(1, 9)));
    return made;
  };
  const auto a = random_matrix(4, 3), b = random_matrix(2, 5);
  const auto product = kron(ravel::to_sparse(a), ravel::to_sparse(b));
  REQUIRE(product.shape() == ravel::shape{8, 15});
  for (index_t i = 0; i < 8; ++i) {
    for (index_t j = 0; j < 15; ++j) REQUIRE(product.at({i, j}) == a(i / 2, j / 5) * b(i % 2, j % 5));
  }
  const auto all = entries<double>(product);
  CHECK(std::is_sorted(all.begin(), all.end()));
  static_assert(std::same_as<decltype(kron(a, ravel::zeros<int>({1, 1}))), tensor<double>>);
  CHECK_THROWS_WITH(kron(a, sparse_tensor<double>({2, 2}, 1.5)),
                    "kron: the fill of the right matrix is 1.5, not zero, so that its entries are not all there is to multiply");
  CHECK_THROWS_AS(kron(a, sparse_tensor<double>({2, 2, 2})), ravel::shape_error);
  const index_t side = index_t{1} << 31;
  const auto big = sparse_tensor<double>({side, 1});
  big.write({side - 1, 0}, 2);
  CHECK(entries<double>(kron(big, transpose(big))) == listed<double>{{side * side - 1, 4}});
  CHECK_THROWS_AS(kron(big, sparse_tensor<double>({side, 3})), ravel::overflow_error);
}
