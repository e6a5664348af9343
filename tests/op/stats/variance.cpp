// SPDX-License-Identifier: BSL-1.0
// var and std, of all elements and along axes.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <complex>

using namespace ravel;

TEST_CASE("var and std of all elements", "[tensor][variance]") {
  const tensor<int> t{{1, 2}, {3, 6}};
  CHECK(var(t) == 3.5);
  CHECK(var(t, ddof{1}) == 14.0 / 3);
  CHECK(ravel::std(t) == std::sqrt(3.5));
  CHECK(var(t + 1000) == 3.5);
  static_assert(std::same_as<decltype(var(tensor<float>{1})), float>);
  static_assert(std::same_as<decltype(var(tensor<std::complex<float>>{1})), float>);
  CHECK(var(scalar_tensor(3.0)) == 0);
  using c = std::complex<double>;
  CHECK(var(tensor<c>{c(0, 1), c(0, -1), c(2, 0), c(-2, 0)}) == 2.5);
  CHECK(std::isnan(var(tensor<double>{1, std::nan("")})));
}

TEST_CASE("a result of var along axes has the bits of its slice alone", "[tensor][variance]") {
  support::random r(5);
  const tensor<double> t = empty<double>({7, 5, 9});
  for (index_t i = 0; i < 7; ++i)
    for (index_t j = 0; j < 5; ++j)
      for (index_t k = 0; k < 9; ++k) t(i, j, k) = r.unit() + 1e6;
  const auto rows = var(t, 2), columns = var(t * 2.0, {0}, ddof{1}), middle = ravel::std(transpose(t), 1);
  for (index_t i = 0; i < 7; ++i) {
    for (index_t j = 0; j < 5; ++j) CHECK(rows(i, j) == var(t(i, j, all)));
  }
  for (index_t j = 0; j < 5; ++j) {
    for (index_t k = 0; k < 9; ++k) CHECK(columns(j, k) == var(t(all, j, k) * 2.0, ddof{1}));
  }
  for (index_t k = 0; k < 9; ++k) {
    for (index_t i = 0; i < 7; ++i) CHECK(middle(k, i) == ravel::std(t(i, all, k)));
  }
  CHECK(var(t, {0, 2}, keep).shape() == shape{1, 5, 1});
  CHECK(ravel::std(t, {0, 1, 2}, keep, ddof{1}).shape() == shape{1, 1, 1});
  CHECK(var(t, {0, 1, 2})() == var(t));
  CHECK(max(var(t, ints({}))) == 0);
}

TEST_CASE("too few elements have no variance", "[tensor][variance]") {
  CHECK_THROWS_AS(var(zeros<double>({0})), value_error);
  CHECK_THROWS_AS(var(zeros<double>({2, 0}), 1), value_error);
  CHECK(std::isnan(var(zeros<double>({2, 3}), 1, ddof{3})(0)));
  CHECK(std::isnan(ravel::std(zeros<double>({1}), ddof{1})));
  CHECK_THROWS_AS(var(zeros<double>({2, 3}), 1, ddof{-1}), value_error);
  CHECK(var(zeros<double>({2, 0}), 0).shape() == shape{0});
}
