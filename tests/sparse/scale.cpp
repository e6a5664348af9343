// SPDX-License-Identifier: BSL-1.0
#include <ravel/op.hpp>
#include <ravel/sparse/csr.hpp>
#include <ravel/sparse/matrix.hpp>
#include <ravel/tensor.hpp>

#include <support/require_equal.hpp>
#include <support/sparse_contract.hpp>

#include "model.hpp"

using ravel::all;
using ravel::index_t;
using ravel::scale_columns;
using ravel::scale_rows;
using ravel::tensor;
using sparse_model::entries;
using sparse_model::listed;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity(), no_number = std::numeric_limits<double>::quiet_NaN();

template <class T>
tensor<T> random_matrix(support::random& r, index_t rows, index_t columns, index_t count) {
  const auto made = ravel::sparse_tensor<T>({rows, columns});
  for (index_t k = 0; k < count; ++k) made.write({r.below(rows), r.below(columns)}, r.small<T>());
  return made;
}
template <class T>
ravel::buffer<T> random_factors(support::random& r, index_t n) {
  const auto made = ravel::make_buffer<T>(n);
  for (index_t i = 0; i < n; ++i) made.write(i, r.small<T>());
  return made;
}

template <class T, class V>
void check_scaling(std::uint64_t seed) {
  support::random r(seed);
  const index_t m = r.between(1, 40), n = r.between(1, 60);
  const auto t = random_matrix<T>(r, m, n, r.below(m * n));
  const auto d = clone(t);
  const auto of_rows = random_factors<V>(r, m);
  const auto of_columns = random_factors<V>(r, n);
  const auto rows = scale_rows(t, of_rows);
  const auto columns = scale_columns(t, of_columns);
  support::check_sparse(rows.erased());
  support::check_sparse(columns.erased());
  REQUIRE_EQUAL(rows, d * new_axis(as_tensor(of_rows, {m}), 1));
  REQUIRE_EQUAL(columns, d * as_tensor(of_columns, {n}));
  REQUIRE_EQUAL(to_sparse(rows), clone(rows));
  REQUIRE_EQUAL(to_sparse(transpose(columns)), transpose(clone(columns)));
  REQUIRE_EQUAL(scale_columns(transpose(t), of_rows), transpose(clone(rows)));
  REQUIRE_EQUAL(scale_rows(t, of_rows * V{2}), clone(rows) * V{2});
}

}  // namespace

TEST_CASE("each row or column is multiplied by its factor", "[sparse]") {
  for (std::uint64_t seed = 1; seed < 12; ++seed) {
    check_scaling<double, double>(seed);
    check_scaling<float, double>(seed);
    check_scaling<int, std::int64_t>(seed);
    check_scaling<std::complex<double>, double>(seed);
  }
}

TEST_CASE("a factor that is not finite meets entries alone", "[sparse]") {
  const auto t = to_sparse(tensor<double>{{2, 0, 0}, {0, -3, 0}, {0, 0, 0}});
  const auto factors = tensor<double>{infinite, no_number, no_number};
  for (const auto& scaled : {to_sparse(scale_rows(t, factors)), to_sparse(scale_columns(t, factors))}) {
    CHECK(scaled.at({0, 0}) == infinite);
    CHECK(std::isnan(scaled.at({1, 1})));
    CHECK(stored_count(scaled) == 2);
  }
  const auto rows = scale_rows(t, factors);
  CHECK(count(isnan(clone(rows))) == 1);  // block by block
  CHECK(rows.at({2, 2}) == 0);            // and one by one
  CHECK(stored_count(scale_rows(t, ravel::zeros<double>({3}))) == 0);
}

TEST_CASE("matrices of other formats, sparse factors and dense matrices are scaled alike", "[sparse]") {
  support::random r(4);
  const auto t = random_matrix<double>(r, 9, 7, 30);
  const auto d = clone(t);
  const auto by_rows = to_csr(t);
  const auto by_columns = to_csc(t);
  const auto factors = to_sparse(tensor<double>{0, 3, 0, 0, 5, 0, 0, -1, 0});
  const auto wanted = clone(d * new_axis(clone(factors), 1));
  REQUIRE_EQUAL(scale_rows(ravel::from_csr(t.shape(), by_rows.starts, by_rows.columns, by_rows.values), factors), wanted);
  REQUIRE_EQUAL(scale_rows(ravel::from_csc(t.shape(), by_columns.starts, by_columns.rows, by_columns.values), factors), wanted);
  REQUIRE_EQUAL(scale_rows(d, factors), wanted);
  REQUIRE_EQUAL(scale_rows(t, ravel::constant(9, 2.0)), d * 2.0);
  CHECK(scale_rows(d, factors).fill() == 0.0);
}

TEST_CASE("a scaling costs the entries, whatever the shape", "[sparse]") {
  const index_t side = 1000000;
  const auto t = ravel::sparse_tensor<double>({side, side});
  t.write({3, 5}, 2.0);
  t.write({side - 1, side - 1}, 3.0);
  const auto factors = ravel::iota<double>(side);
  CHECK(entries<double>(scale_rows(t, factors).erased()) == listed<double>{{3 * side + 5, 6.0}, {side * side - 1, 2999997.0}});
  CHECK(entries<double>(scale_columns(t, factors).erased()) == listed<double>{{3 * side + 5, 10.0}, {side * side - 1, 2999997.0}});
  const auto none = ravel::sparse_tensor<double>({0, 4});
  CHECK(scale_rows(none, ravel::zeros<double>({0})).size() == 0);
  CHECK(scale_columns(none, ravel::zeros<double>({4})).size() == 0);
  CHECK(scale_columns(ravel::sparse_tensor<double>({4, 0}), ravel::zeros<double>({0})).size() == 0);
}

TEST_CASE("a matrix and as many factors as it has lines, or one error", "[sparse]") {
  const auto t = ravel::sparse_tensor<double>({3, 4});
  CHECK_THROWS_WITH(scale_rows(t, ravel::zeros<double>({4})), "scale_rows: factors of shape [4] for the 3 rows of [3 4]");
  CHECK_THROWS_WITH(scale_columns(t, ravel::zeros<double>({2, 4})), "scale_columns: factors of shape [2 4] for the 4 columns of [3 4]");
  CHECK_THROWS_AS(scale_rows(ravel::sparse_tensor<double>({3}), ravel::zeros<double>({3})), ravel::shape_error);
  CHECK_THROWS_WITH(scale_rows(ravel::sparse_tensor<double>({3, 4}, 1.0), ravel::zeros<double>({3})),
                    "scale_rows: the fill of the matrix is 1, not zero, so that its entries are not all there is to multiply");
}
