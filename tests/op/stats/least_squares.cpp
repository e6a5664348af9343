// SPDX-License-Identifier: BSL-1.0
// Least squares against NumPy: coefficients, standard errors and what is left; of matrices in any layout; and what is not determined.
#include <ravel/op/stats/regression.hpp>
#include <ravel/tensor/make.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>

using ravel::index_t, ravel::tensor, ravel::intercept, ravel::nan_policy;

namespace {

using list = std::vector<double>;

list joined(const ravel::linear_model& m) {
  list all(m.coefficients.begin(), m.coefficients.end());
  all.insert(all.end(), m.standard_errors.begin(), m.standard_errors.end());
  all.insert(all.end(), {m.r_squared, m.residual_sum});
  return all;
}

}  // namespace

TEST_CASE("least squares are NumPy's", "[tensor][least_squares]") {
  support::random r(99);
  support::oracle all;
  for (const index_t n : {6, 20, 300}) {
    for (const index_t p : {1, 2, 4}) {
      const tensor<double> x = ravel::empty<double>({p, n});
      list of_x, y;
      for (index_t i = 0; i < p * n; ++i) {
        of_x.push_back(r.unit() * 3 - 1);
        flat(x).write({i}, of_x.back());
      }
      for (index_t i = 0; i < n; ++i) y.push_back(2 + 5 * x(0, i) + r.unit());
      const auto rows = transpose(x);
      all.ask("fitted", {of_x, y, {static_cast<double>(p), 1}}, joined(least_squares(rows, y)), 1e-12);
      all.ask("fitted", {of_x, y, {static_cast<double>(p), 0}}, joined(least_squares(rows, y, intercept::none)), 1e-12);
    }
  }
  all.check(R"(
def fitted(x, y, how):
    x = x.reshape(int(how[0]), -1).T
    if how[1]: x = np.column_stack((np.ones(len(y)), x))
    b = np.linalg.lstsq(x, y, rcond=None)[0]
    left = np.sum((y - x @ b) ** 2)
    errors = np.sqrt(np.diag(np.linalg.inv(x.T @ x)) * left / (len(y) - x.shape[1]))
    whole = np.sum((y - (y.mean() if how[1] else 0)) ** 2)
    return [*b, *errors, 1 - left / whole, left]
)");
}

TEST_CASE("rows with NaN are left out, or refused", "[tensor][least_squares]") {
  const double nan = std::nan("");
  const tensor<double> x{{1, 5}, {2, nan}, {3, 4}, {4, 1}, {nan, 2}, {6, 7}, {7, 3}}, whole{{1, 5}, {3, 4}, {4, 1}, {7, 3}};
  const std::vector<double> y{1, 2, 4, 5, 7, nan, 9}, of_whole{1, 4, 5, 9};
  for (const auto how : {intercept::fitted, intercept::none}) {
    const auto skipped = least_squares(x, y, nan_policy::skip, how);
    CHECK(joined(skipped) == joined(least_squares(whole, of_whole, how)));
    CHECK(skipped.freedom == (how == intercept::fitted ? 1 : 2));
  }
  CHECK(joined(least_squares(transpose(transpose(x)), y, nan_policy::skip)) == joined(least_squares(whole, of_whole)));
  CHECK(joined(least_squares(whole, of_whole, nan_policy::refuse)) == joined(least_squares(whole, of_whole)));
  CHECK(std::isnan(least_squares(x, y, nan_policy::keep).coefficients[0]));
  CHECK_THROWS_WITH(least_squares(x, y, nan_policy::refuse), "least_squares was told to refuse NaN, and element 3 is NaN");
  CHECK_THROWS_WITH(least_squares(whole, std::vector<double>{1, 2, nan, 4}, nan_policy::refuse),
                    "least_squares was told to refuse NaN, and element 2 of y is NaN");
  CHECK_THROWS_WITH(least_squares(tensor<double>{{1}, {nan}, {2}}, std::vector<double>{1, 2, nan}, nan_policy::skip),
                    "least_squares of 1 row cannot find 2 coefficients");
  CHECK_THROWS_AS(least_squares(x, of_whole, nan_policy::skip), ravel::shape_error);
}

TEST_CASE("least squares at their edges", "[tensor][least_squares]") {
  const tensor<int> x{{1, 1}, {2, 0}, {3, 1}};
  const auto exact = least_squares(x, std::vector<int>{6, 4, 10});  // 3 equations, 3 unknowns: -2 + 2 a + ...
  CHECK(exact.freedom == 0);
  CHECK(std::isnan(exact.standard_errors[0]));
  CHECK(exact.coefficients[1] == Approx(2));
  CHECK(exact.coefficients[2] == Approx(4));
  CHECK(exact.coefficients[0] == Approx(0).margin(1e-12));
  const tensor<double> with_nan{{1.0}, {std::nan("")}, {2.0}};
  CHECK(std::isnan(least_squares(with_nan, std::vector<int>{1, 2, 3}).coefficients[1]));
  const tensor<double> close{{1e6}, {1e6 + 1}, {1e6 + 2}, {1e6 + 3}};  // far from 0, and yet not constant
  CHECK(least_squares(close, std::vector<int>{1, 3, 5, 7}).coefficients[1] == Approx(2));
}

TEST_CASE("bad input of least squares", "[tensor][least_squares]") {
  const std::vector<double> y{1, 2, 3, 5};
  const tensor<double> twice{{0.1, 3, 0.3}, {0.2, 1, 0.6}, {0.3, 4, 0.9}, {0.7, 1, 2.1}}, constant{{7}, {7}, {7}, {7}};
  CHECK_THROWS_WITH(least_squares(twice, y, intercept::none), "least_squares is singular: column 2 is a combination of those before it");
  CHECK_THROWS_WITH(least_squares(twice, y),
                    "least_squares is singular: column 2 is a combination of the intercept and the columns before it");
  CHECK_THROWS_WITH(least_squares(constant, y),
                    "least_squares is singular: column 0 is a combination of the intercept and the columns before it");
  CHECK_THROWS_WITH(least_squares(ravel::zeros<double>({4, 1}), y, intercept::none),
                    "least_squares is singular: column 0 is a combination of those before it");
  CHECK_THROWS_WITH(least_squares(tensor<int>{{1, 2}}, std::vector<int>{1}), "least_squares of 1 row cannot find 3 coefficients");
  CHECK_THROWS_WITH(least_squares(tensor<int>{1, 2}, std::vector<int>{1, 2}), "least_squares wants a matrix, not a tensor of shape [2]");
  CHECK_THROWS_AS(least_squares(constant, std::vector<int>{1}), ravel::shape_error);
}
