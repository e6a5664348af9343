// SPDX-License-Identifier: BSL-1.0
// Sparse matrices of 1e4 x 1e4 beside Eigen and SuiteSparse:GraphBLAS, where they are installed: medians in milliseconds of one processor
#include <ravel/ravel.hpp>
#include <ravel/sparse.hpp>

#include "support.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <ctime>

#if WITH_EIGEN
#include <Eigen/Sparse>
#endif
#if WITH_GRAPHBLAS
extern "C" {  // Debian's header does not say so itself
#include <GraphBLAS.h>
}
#endif

namespace {

using namespace ravel;

constexpr index_t side = 10000, many = 1000000;

double milliseconds(const std::function<void()>& run) {
  run();
  double took[7];
  for (double& one : took) {
    const std::clock_t begin = std::clock();
    run();
    one = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  }
  std::sort(took, took + 7);
  return took[3];
}

// A work that a library does not have is empty.
void row(const char* name, const std::function<void()>& ours, const std::function<void()>& eigen, const std::function<void()>& graphblas) {
  std::printf("  %-45s %12.3f", name, milliseconds(ours));
  for (const auto* peer : {&eigen, &graphblas}) *peer ? std::printf(" %12.3f", milliseconds(*peer)) : std::printf(" %12s", "");
  std::printf("\n");
}

tensor<double> random_matrix(index_t entries, std::uint64_t seed) {
  const buffer<index_t> at = unique(random_integers<index_t>({entries}, 0, side * side, seed));
  return tensor<double>(dims::row_major({side, side}), sparse_from(at, 1.0 + cast<double>(at % index_t{1000}) * 0.001, side * side));
}

// Each of the works for one library; what it lacks stays empty.
struct works {
  std::function<void()> plus = {}, times = {}, twice = {}, turned = {}, by_vector = {}, product = {}, sum_of = {}, sum_0 = {}, sum_1 = {};
};

works of_ravel(const tensor<double>& a, const tensor<double>& b, const tensor<double>& few, const tensor<double>& others,
               const tensor<double>& x) {
  return {[=] { bench::keep(to_sparse(a + b)); },
          [=] { bench::keep(to_sparse(a * b)); },
          [=] { bench::keep(to_sparse(a * 2.0)); },
          [=] { bench::keep(to_sparse(transpose(a))); },
          [=] { bench::keep(matmul(a, x)); },
          [=] { bench::keep(sparse_matmul(few, others)); },
          [=] { bench::keep(sum(a)); },
          [=] { bench::keep(sum(a, 0)); },
          [=] { bench::keep(sum(a, 1)); }};
}

#if WITH_EIGEN
using eigen_matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

eigen_matrix for_eigen(const tensor<double>& t) {
  std::vector<Eigen::Triplet<double>> entries;
  for_each_stored(t, [&](index_t at, double v) { entries.emplace_back(static_cast<int>(at / side), static_cast<int>(at % side), v); });
  eigen_matrix made(side, side);
  made.setFromTriplets(entries.begin(), entries.end());
  return made;
}

works of_eigen(const tensor<double>& ours_a, const tensor<double>& ours_b, const tensor<double>& ours_few,
               const tensor<double>& ours_others) {
  const eigen_matrix a = for_eigen(ours_a), b = for_eigen(ours_b), few = for_eigen(ours_few), others = for_eigen(ours_others);
  const Eigen::VectorXd x = Eigen::VectorXd::Random(side), one = Eigen::VectorXd::Ones(side);
  return {[=] { bench::keep(eigen_matrix(a + b)); },
          [=] { bench::keep(eigen_matrix(a.cwiseProduct(b))); },
          [=] { bench::keep(eigen_matrix(a * 2.0)); },
          [=] { bench::keep(eigen_matrix(a.transpose())); },
          [=] { bench::keep(Eigen::VectorXd(a * x)); },
          [=] { bench::keep(eigen_matrix(few * others)); },
          [=] { bench::keep(a.sum()); },
          [=] { bench::keep(Eigen::VectorXd(a.transpose() * one)); },
          [=] { bench::keep(Eigen::VectorXd(a * one)); }};
}
#endif

#if WITH_GRAPHBLAS
GrB_Matrix for_graphblas(const tensor<double>& t) {
  std::vector<GrB_Index> rows, columns;
  const buffer<double> values = stored_values(t);
  for_each_stored(t, [&](index_t at, double) {
    rows.push_back(static_cast<GrB_Index>(at / side));
    columns.push_back(static_cast<GrB_Index>(at % side));
  });
  GrB_Matrix made = nullptr;
  GrB_Matrix_new(&made, GrB_FP64, side, side);
  GrB_Matrix_build_FP64(made, rows.data(), columns.data(), values.data(), rows.size(), GrB_PLUS_FP64);
  return made;
}

// f(result), into a matrix or vector that is new each time and complete.
template <class F>
std::function<void()> into_matrix(F f) {
  return [f] {
    GrB_Matrix made = nullptr;
    GrB_Matrix_new(&made, GrB_FP64, side, side);
    f(made);
    GrB_Matrix_wait(made, GrB_MATERIALIZE);
    GrB_Matrix_free(&made);
  };
}
template <class F>
std::function<void()> into_vector(F f) {
  return [f] {
    GrB_Vector made = nullptr;
    GrB_Vector_new(&made, GrB_FP64, side);
    f(made);
    GrB_Vector_wait(made, GrB_MATERIALIZE);
    GrB_Vector_free(&made);
  };
}

works of_graphblas(const tensor<double>& ours_a, const tensor<double>& ours_b, const tensor<double>& ours_few,
                   const tensor<double>& ours_others) {
  GrB_init(GrB_NONBLOCKING);
  GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, 1);
  GrB_Matrix a = for_graphblas(ours_a), b = for_graphblas(ours_b), few = for_graphblas(ours_few), others = for_graphblas(ours_others);
  GrB_Vector x = nullptr;
  GrB_Vector_new(&x, GrB_FP64, side);
  GrB_Vector_assign_FP64(x, nullptr, nullptr, 0.5, GrB_ALL, side, nullptr);
  const auto semiring = GrB_PLUS_TIMES_SEMIRING_FP64;
  return {into_matrix([=](GrB_Matrix c) { GrB_Matrix_eWiseAdd_BinaryOp(c, nullptr, nullptr, GrB_PLUS_FP64, a, b, nullptr); }),
          into_matrix([=](GrB_Matrix c) { GrB_Matrix_eWiseMult_BinaryOp(c, nullptr, nullptr, GrB_TIMES_FP64, a, b, nullptr); }),
          into_matrix([=](GrB_Matrix c) { GrB_Matrix_apply_BinaryOp2nd_FP64(c, nullptr, nullptr, GrB_TIMES_FP64, a, 2.0, nullptr); }),
          into_matrix([=](GrB_Matrix c) { GrB_transpose(c, nullptr, nullptr, a, nullptr); }),
          into_vector([=](GrB_Vector y) { GrB_mxv(y, nullptr, nullptr, semiring, a, x, nullptr); }),
          into_matrix([=](GrB_Matrix c) { GrB_mxm(c, nullptr, nullptr, semiring, few, others, nullptr); }),
          [=] {
            double total = 0;
            GrB_Matrix_reduce_FP64(&total, nullptr, GrB_PLUS_MONOID_FP64, a, nullptr);
            bench::keep(total);
          },
          into_vector([=](GrB_Vector y) { GrB_Matrix_reduce_Monoid(y, nullptr, nullptr, GrB_PLUS_MONOID_FP64, a, GrB_DESC_T0); }),
          into_vector([=](GrB_Vector y) { GrB_Matrix_reduce_Monoid(y, nullptr, nullptr, GrB_PLUS_MONOID_FP64, a, nullptr); })};
}
#endif

}  // namespace

int main() {
  const tensor<double> a = random_matrix(many, 1), b = random_matrix(many, 2);
  const tensor<double> few = random_matrix(many / 10, 3), others = random_matrix(many / 10, 4);
  works eigen, graphblas;
#if WITH_EIGEN
  eigen = of_eigen(a, b, few, others);
#endif
#if WITH_GRAPHBLAS
  graphblas = of_graphblas(a, b, few, others);
#endif
  const works ours = of_ravel(a, b, few, others, random_uniform<double>({side}, 0.0, 1.0, 5));
  std::printf("sparse matrices of 1e4 x 1e4 with 1e6 entries, ms (%s)\n  %-45s %12s %12s %12s\n", BENCH_FLAGS, "", "Ravel", "Eigen",
              "GraphBLAS");
  row("a + b", ours.plus, eigen.plus, graphblas.plus);
  row("a * b", ours.times, eigen.times, graphblas.times);
  row("a * 2", ours.twice, eigen.twice, graphblas.twice);
  row("transpose, to row order", ours.turned, eigen.turned, graphblas.turned);
  row("matrix by vector", ours.by_vector, eigen.by_vector, graphblas.by_vector);
  row("sparse product, 1e5 entries each", ours.product, eigen.product, graphblas.product);
  row("sum of all", ours.sum_of, eigen.sum_of, graphblas.sum_of);
  row("sum along axis 0", ours.sum_0, eigen.sum_0, graphblas.sum_0);
  row("sum along axis 1", ours.sum_1, eigen.sum_1, graphblas.sum_1);
}
