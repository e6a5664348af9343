// SPDX-License-Identifier: BSL-1.0
// Products of matrices that threads share: tiles of the result, or matrices of a stack, with the bits of one thread, whatever the BLAS
// would do by itself.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/same_for_all.hpp>

#include <complex>
#include <limits>
#include <vector>

using namespace ravel;
using support::same_for_all;
using support::throws_the_same;

namespace {

tensor<double> some(const shape& extents, std::uint64_t seed = 3) { return random_uniform<double>(extents, -1, 1, seed); }
tensor<std::complex<double>> complex_of(const tensor<double>& x) {
  return clone(map([](double re) { return std::complex<double>(re, 1 - re); }, x));
}

}  // namespace

TEST_CASE("matrices of any shape have one product", "[exec]") {
  // Of one tile and of several, square, flat and tall.
  const std::vector<std::vector<index_t>> sizes{{1, 1, 1},      {40, 30, 20},   {600, 530, 33}, {3, 70'000, 5},
                                                {70'000, 3, 5}, {1, 3000, 200}, {3000, 1, 200}};
  for (const auto& mnk : sizes) {
    const auto a = some({mnk[0], mnk[2]}), b = some({mnk[2], mnk[1]}, 4);
    same_for_all([&] { return matmul(a, b); });
    same_for_all([&] { return matmul(transpose(clone(transpose(a))), transpose(clone(transpose(b)))); });
    same_for_all([&] { return matmul(cast<float>(a), cast<float>(b)); });
    same_for_all([&] { return matmul(complex_of(a), complex_of(b)); });
    same_for_all([&] { return matmul(cast<int>(a * 100.0), cast<int>(b * 100.0)); });
  }
}

TEST_CASE("tiles make the product that the definition has", "[exec]") {
  const auto a = some({1100, 40}), b = some({40, 530}, 4);
  const auto exact = [](const auto& x) { return clone(rint(x * 1000.0)); };  // sums without rounding
  const auto x = exact(a), y = exact(b);
  const auto integers = [](const auto& t) { return clone(cast<std::int64_t>(t)); };
  REQUIRE_EQUAL(integers(matmul(x, y)), matmul(integers(x), integers(y)));
  REQUIRE_EQUAL(integers(matmul(x, transpose(x))), matmul(integers(x), integers(transpose(x))));
  REQUIRE_EQUAL(integers(matmul(x, flat(y)(slice(0, 40)))), matmul(integers(x), integers(flat(y)(slice(0, 40)))));
}

TEST_CASE("a matrix by its own transpose is symmetric for all threads", "[exec]") {
  for (const index_t m : {50, 520, 1100}) {
    const auto a = some({m, 30});
    same_for_all([&] { return matmul(a, transpose(a)); });
    same_for_all([&] { return matmul(complex_of(a), transpose(complex_of(a))); });
    const auto made = matmul(a, transpose(a));
    CHECK(all_of(made == transpose(made)));
  }
}

TEST_CASE("stacks are shared", "[exec]") {
  const auto a = some({3, 4, 20, 31}), b = some({4, 31, 10}, 4);
  same_for_all([&] { return matmul(a, b); });
  same_for_all([&] { return matmul(transpose(a, {1, 0, 2, 3}), some({31, 10})); });
  same_for_all([&] { return matmul(cast<int>(a * 100.0), cast<int>(b * 100.0)); });
  same_for_all([&] { return matmul(a, some({31})); });
}

TEST_CASE("the first element that does not fit is the one that is told", "[exec]") {
  const auto a = clone(where(some({400, 5}) > 0.95, std::int64_t{1} << 62, std::int64_t{1}));
  throws_the_same([&] { return matmul(a, clone(where(some({5, 300}) > 0.9, std::int64_t{8}, std::int64_t{1}))); });
}

TEST_CASE("infinite and missing numbers are in their places", "[exec]") {
  const auto a = clone(some({600, 20})), b = clone(some({20, 530}, 4));
  a(550, 3) = std::numeric_limits<double>::infinity();
  b(7, 520) = std::numeric_limits<double>::quiet_NaN();
  same_for_all([&] { return matmul(a, b); });
  same_for_all([&] { return isnan(abs(matmul(complex_of(a), complex_of(b)))); });
}
