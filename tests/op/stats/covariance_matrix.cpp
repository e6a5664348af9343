// SPDX-License-Identifier: BSL-1.0
// Matrices of covariances and correlations against NumPy and against pairs of rows; along both axes; and at their edges.
#include <ravel/op/stats/statistics.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>

using ravel::index_t, ravel::tensor, ravel::ddof, ravel::nan_policy;

namespace {

using list = std::vector<double>;

list values_of(const tensor<double>& t) {
  const auto all = flat(t);
  list values;
  for (index_t i = 0; i < t.size(); ++i) values.push_back(all[i]);
  return values;
}

tensor<double> drawn(support::random& r, index_t rows, index_t columns, double offset) {
  const tensor<double> t = ravel::empty<double>({rows, columns});
  for (index_t i = 0; i < t.size(); ++i) flat(t).write({i}, offset + r.unit());
  return t;
}

}  // namespace

TEST_CASE("matrices of covariances are NumPy's", "[tensor][covariance_matrix]") {
  support::random r(105);
  support::oracle all;
  for (const index_t p : {1, 2, 5, 33}) {
    for (const index_t n : {2, 3, 200}) {
      const tensor<double> t = drawn(r, p, n, n == 200 ? 1e6 : 0);
      const list values = values_of(t), rows{static_cast<double>(p)};
      const double tolerance = n == 200 ? 1e-9 : 1e-13;
      all.ask("cov", {values, rows, {0}}, values_of(covariance_matrix(t)), tolerance);
      all.ask("cov", {values, rows, {1}}, values_of(covariance_matrix(t, 1, ddof{1})), tolerance);
      all.ask("corr", {values, rows}, values_of(correlation_matrix(t)), tolerance);
      CHECK(values_of(covariance_matrix(transpose(t), 0)) == values_of(covariance_matrix(t)));
      CHECK(values_of(correlation_matrix(transpose(t), 0)) == values_of(correlation_matrix(t, -1)));
    }
  }
  all.check(R"(
def cov(x, rows, ddof): return np.cov(x.reshape(int(rows[0]), -1), ddof=int(ddof[0])).ravel()
def corr(x, rows): return np.atleast_1d(np.corrcoef(x.reshape(int(rows[0]), -1))).ravel()
)");
}

TEST_CASE("observations with NaN in any variable are left out, or refused", "[tensor][covariance_matrix]") {
  support::random r(107);
  support::oracle all;
  for (const index_t p : {1, 3, 8}) {
    const tensor<double> t = drawn(r, p, 60, 0);
    for (int k = 0; k < 9; ++k) t.write({r.below(p), r.below(60)}, std::nan(""));
    const list values = values_of(t), rows{static_cast<double>(p)};
    all.ask("cov", {values, rows}, values_of(covariance_matrix(t, ddof{1}, nan_policy::skip)), 1e-13);
    all.ask("corr", {values, rows}, values_of(correlation_matrix(t, nan_policy::skip)), 1e-13);
    CHECK(values_of(covariance_matrix(transpose(t), 0, nan_policy::skip)) == values_of(covariance_matrix(t, nan_policy::skip)));
    CHECK(values_of(correlation_matrix(transpose(t), 0, nan_policy::skip)) == values_of(correlation_matrix(t, -1, nan_policy::skip)));
  }
  all.check(R"(
def whole(x, rows):
    x = x.reshape(int(rows[0]), -1)
    return x[:, ~np.isnan(x).any(axis=0)]
def cov(x, rows): return np.cov(whole(x, rows)).ravel()
def corr(x, rows): return np.atleast_1d(np.corrcoef(whole(x, rows))).ravel()
)");
  const double nan = std::nan("");
  const tensor<double> t{{1, 2, 3, 7}, {4, 6, nan, 1}, {2, nan, 0, 5}};
  CHECK_THROWS_WITH(covariance_matrix(t, nan_policy::refuse), "covariance_matrix was told to refuse NaN, and element 6 is NaN");
  CHECK_THROWS_WITH(correlation_matrix(transpose(t), 0, nan_policy::refuse),
                    "correlation_matrix was told to refuse NaN, and element 5 is NaN");
  CHECK(covariance_matrix(t, nan_policy::skip)(0, 1) == Approx(-4.5));
  CHECK(std::isnan(covariance_matrix(t, nan_policy::keep)(0, 1)));
  CHECK(std::isnan(covariance_matrix(t)(1, 1)));
  CHECK(covariance_matrix(t)(0, 0) == covariance_matrix(t, nan_policy::keep)(0, 0));
  CHECK(values_of(covariance_matrix(tensor<int>{{1, 2}, {3, 5}}, nan_policy::refuse)) == list{0.25, 0.5, 0.5, 1});
  CHECK_THROWS_WITH(covariance_matrix(tensor<double>{{nan, 1}, {1, nan}}, nan_policy::skip),
                    "covariance_matrix of no elements has no value");
}

TEST_CASE("matrices of covariances are symmetric, and of pairs of rows", "[tensor][covariance_matrix]") {
  support::random r(106);
  const tensor<double> t = drawn(r, 7, 40, 0), c = covariance_matrix(t), k = correlation_matrix(t);
  for (index_t i = 0; i < 7; ++i) {
    CHECK(k(i, i) == 1);
    for (index_t j = 0; j < 7; ++j) {
      CHECK(c(i, j) == c(j, i));
      CHECK(c(i, j) == Approx(covariance(t(i, ravel::all), t(j, ravel::all))).margin(1e-15));
      CHECK(k(i, j) == Approx(correlation(t(i, ravel::all), t(j, ravel::all))).margin(1e-14));
    }
  }
}

TEST_CASE("matrices of covariances at their edges", "[tensor][covariance_matrix]") {
  const tensor<double> t{{1, 2, 4}, {3, 3, 3}, {0, std::nan(""), 1}};
  const auto c = covariance_matrix(t), k = correlation_matrix(t);
  CHECK(c(1, 1) == 0);
  CHECK(std::isnan(c(0, 2)));
  CHECK(k(0, 0) == 1);
  CHECK(std::isnan(k(1, 1)));
  CHECK(std::isnan(covariance_matrix(tensor<int>{{1}, {2}}, ddof{1})(0, 0)));
  CHECK(covariance_matrix(tensor<int>{{1}, {2}})(0, 1) == 0);
  CHECK(covariance_matrix(tensor<bool>{{true, false}})(0, 0) == 0.25);
  CHECK(covariance_matrix(ravel::zeros<double>({0, 3})).shape() == ravel::shape{0, 0});
  CHECK_THROWS_WITH(covariance_matrix(ravel::zeros<double>({2, 0})), "covariance_matrix of no elements has no value");
  CHECK_THROWS_WITH(correlation_matrix(tensor<int>{1, 2}), "correlation_matrix wants a matrix, not a tensor of shape [2]");
  CHECK_THROWS_AS(covariance_matrix(t, 2), ravel::index_error);
}

// The mean of 0.1 is not 0.1 everywhere.
TEST_CASE("a row of elements that are alike correlates with none", "[tensor][covariance_matrix]") {
  for (const index_t n : {1, 3, 10, 1000, 100000}) {
    const tensor<double> t = ravel::zeros<double>({2, n});
    for (index_t i = 0; i < n; ++i) t.write({0, i}, 0.1), t.write({1, i}, std::sqrt(static_cast<double>(i)));
    const auto k = correlation_matrix(t), c = covariance_matrix(t);
    REQUIRE(std::isnan(k(0, 0)));
    REQUIRE(std::isnan(k(0, 1)));
    REQUIRE(std::isnan(k(1, 0)));
    REQUIRE(c(0, 0) == 0);
    REQUIRE(c(0, 1) == 0);
    REQUIRE((n == 1 || k(1, 1) == 1));
  }
}
