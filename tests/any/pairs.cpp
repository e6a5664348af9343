// SPDX-License-Identifier: BSL-1.0
// Windows of pairs, of which either may have a run-time type or be a list, give what those of two types give with every reducer of pairs.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/field.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

namespace {

void require_same_lines(const tensor<straight_line>& made, const tensor<straight_line>& wanted) {
  REQUIRE(made.shape() == wanted.shape());
  const reader<straight_line> a = made, b = wanted;
  REQUIRE_EQUAL(field(a, &straight_line::slope), field(b, &straight_line::slope));
  REQUIRE_EQUAL(field(a, &straight_line::intercept), field(b, &straight_line::intercept));
}
void require_same_numbers(const any_tensor& made, const buffer<double>& wanted) { REQUIRE_EQUAL(as<double>(made), wanted); }

}  // namespace

TEMPLATE_TEST_CASE("windows of pairs with the reducers of pairs", "[any]", std::int32_t, std::uint64_t, float) {
  const tensor<TestType> t{{1, 4, 2, 7, 3}, {5, 5, 8, 0, 9}};
  const tensor<double> u{{0.5, 1, 3, 2, 4}, {1, 0, 2, 5, 6}};
  const any_tensor x = t, y = u;
  const auto lines = rolling(t, u, 3, reducer::regression, 1);
  require_same_lines(rolling(x, y, 3, reducer::regression, 1), lines);
  require_same_lines(rolling(t, y, 3, reducer::regression, 1), lines);
  require_same_lines(rolling(x, u, 3, reducer::regression, 1), lines);
  require_same_lines(rolling(x, y, 2, reducer::regression, 0, edge_mode::valid, every{2}),
                     rolling(t, u, 2, reducer::regression, 0, edge_mode::valid, every{2}));
  require_same_lines(rolling(x, y(0, all), 3, reducer::regression, 1), rolling(t, u(0, all), 3, reducer::regression, 1));  // it stretches
  const auto sums = rolling(x(0, all), y(1, all), 3, reducer::comoments), wanted = rolling(t(0, all), u(1, all), 3, reducer::comoments);
  REQUIRE(sums.size() == wanted.size());
  for (index_t i = 0; i < sums.size(); ++i) CHECK(sums[i].covariance() == wanted[i].covariance());
  const std::vector<float> list{1, 2, 4, 3, 5};
  const any_tensor row = x(0, all);
  const reader<TestType> typed = t(0, all);
  require_same_numbers(rolling(row, list, 3, reducer::pearson, nan_policy::skip),
                       rolling(typed, list, 3, reducer::pearson, nan_policy::skip));
  require_same_numbers(rolling(list, any_reader(row), 3, reducer::covariance(ddof{1})),
                       rolling(list, typed, 3, reducer::covariance(ddof{1})));
  CHECK(rolling(row, list, 3, reducer::regression)[2].slope == rolling(typed, list, 3, reducer::regression)[2].slope);
}

TEST_CASE("pairs of what is no number are refused at run time", "[any]") {
  const any_tensor x = tensor<double>{1, 2, 4}, words = tensor<std::string>{"a", "b", "c"}, waves = zeros(dtype::complex64, {3});
  CHECK_THROWS_WITH(rolling(x, words, 2, reducer::regression), Catch::Matchers::StartsWith("rolling of string"));
  CHECK_THROWS_WITH(rolling(waves, x, 2, reducer::comoments), Catch::Matchers::StartsWith("rolling of complex64"));
  CHECK_THROWS_AS(rolling(x, x(slice(0, 2)), 2, reducer::regression), shape_error);
  CHECK_THROWS_AS(rolling(x, x, 0, reducer::regression), value_error);
  CHECK(rolling(x(slice(0, 0)), x(slice(0, 0)), 2, reducer::regression).size() == 0);
}
