// SPDX-License-Identifier: BSL-1.0
// when_empty{v} of data whose type is known at run time: each what the operation on the typed tensor gives, whole and along axes.
#include <ravel/any.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <limits>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr nan_policy skip = nan_policy::skip;

const tensor<double> typed{{nan, nan, nan}, {1, nan, 3}, {2, 2, 2}};

}  // namespace

#define CHECK_LINES(name, ...)                                                                                \
  CHECK(equal(name(any_tensor(typed), 1, skip, when_empty{-1}), name(typed, 1, skip, when_empty{-1})));       \
  CHECK(equal(name(any_tensor(typed), {0, 1}, when_empty{-1}, skip, keep), name(typed, {0, 1}, skip, keep))); \
  CHECK(equal(name(any_tensor(typed), 1, skip, keep, when_empty{-1}), name(typed, 1, skip, keep, when_empty{-1})))

TEST_CASE("when_empty gives the value of an empty line", "[any]") {
  CHECK_LINES(sum);
  CHECK_LINES(product);
  CHECK_LINES(mean);
  CHECK_LINES(min);
  CHECK_LINES(max);
  CHECK_LINES(variance);
  CHECK_LINES(standard_deviation);
  CHECK_LINES(median);
  CHECK(equal(argmin(any_tensor(typed), 1, skip, when_empty{-1}), argmin(typed, 1, skip, when_empty{-1})));
  CHECK(skew(any_tensor(typed), 1, skip, when_empty{-1})(0) == -1);
  CHECK(equal(quantile(any_tensor(typed), 0.25, 1, skip, when_empty{-1}), quantile(typed, 0.25, 1, skip, when_empty{-1})));
  CHECK(equal(quantile(any_tensor(typed), {0.25, 1.0}, 1, skip, when_empty{-1}), quantile(typed, {0.25, 1.0}, 1, skip, when_empty{-1})));
  const statistic_values zeros{};
  CHECK(descriptive_statistics(any_tensor(typed), 1, skip, when_empty{zeros})(0).count == 0);
  CHECK(descriptive_statistics(any_tensor(typed), 1, skip, when_empty{zeros})(1).mean == 2);
  CHECK(mean(cast(typed, dtype::float32), 1, skip, when_empty{-1}).dtype() == dtype::float32);
}

TEST_CASE("when_empty gives the value where no element is left", "[any]") {
  const any_tensor none = zeros(dtype::int32, {0}), no_lines = zeros(dtype::int32, {2, 0});
  CHECK(min(none, when_empty{9}) == any_scalar(9));
  CHECK(min(none, when_empty{9}).dtype() == dtype::int32);
  CHECK(argmax(none, when_empty{-1}) == -1);
  CHECK(median(none, when_empty{0.5}) == 0.5);
  CHECK(quantile(none, 0.5, when_empty{-1}) == -1);
  REQUIRE_EQUAL(quantile(none, {0.0, 1.0}, when_empty{-1}), (buffer<double>{-1, -1}));
  REQUIRE_EQUAL(quantile(any_tensor(typed), {0.0, 1.0}, skip, when_empty{-1}), (buffer<double>{1, 3}));
  CHECK_THROWS_AS(quantile(none, 1.5, when_empty{-1}), value_error);
  CHECK(most_common(none, when_empty{4}) == any_scalar(4));
  CHECK(mean(any_tensor(typed)(0, all), skip, when_empty{-1}) == any_scalar(-1.0));
  CHECK(mean(any_tensor(typed)(2, all), skip, when_empty{-1}) == any_scalar(2.0));
  CHECK(equal(max(no_lines, 1, when_empty{7}), tensor<int>{7, 7}));
  CHECK(max(no_lines, 0, when_empty{7}).shape() == shape{0});
  CHECK(min(any_tensor(empty<std::string>({0})), when_empty{"none"}) == any_scalar("none"));
}

TEST_CASE("the value of when_empty has to fit, and without it the error names the line", "[any]") {
  const any_tensor x = typed, numbers = cast(tensor<int>{{1, 2}, {3, 4}}, dtype::int32);
  CHECK_THROWS_AS(min(numbers, 1, when_empty{2.5}), type_error);
  CHECK_THROWS_AS(min(numbers, when_empty{2.5}), type_error);
  CHECK_THROWS_AS(min(numbers, when_empty{"word"}), type_error);
  CHECK_THROWS_WITH(mean(x, 1, skip), ContainsSubstring("line [0 _]") && ContainsSubstring("when_empty{v}"));
}
