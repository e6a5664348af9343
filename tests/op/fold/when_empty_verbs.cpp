// SPDX-License-Identifier: BSL-1.0
// when_empty{v} of whole readers: every operation that takes it, of nothing, of NaN alone, of numbers.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/storage/buffer.hpp>

#include <support/require_equal.hpp>

#include <cmath>

namespace {

using ravel::nan_policy, ravel::when_empty, ravel::weights;
namespace reducer = ravel::reducer;

const double no_number = std::nan("");
const std::vector<double> nothing, nan_alone{no_number, no_number}, numbers{1, no_number, 4};

// verb(x, options…) with what is told, and as it is where there is something.
template <class Verb>
void check(Verb verb) {
  CHECK(verb(nothing, when_empty{7}) == 7);
  CHECK(verb(nan_alone, nan_policy::skip, when_empty{7}) == 7);
  CHECK(verb(nan_alone, when_empty{7}, nan_policy::skip) == 7);
  CHECK(verb(numbers, nan_policy::skip, when_empty{7}) == verb(numbers, nan_policy::skip));
  CHECK_THROWS_AS(verb(nan_alone, nan_policy::refuse, when_empty{7}), ravel::value_error);
}

}  // namespace

#define CHECK_VERB(name, ...) check([](const auto& x, auto... options) { return ravel::name(x __VA_OPT__(, ) __VA_ARGS__, options...); })

TEST_CASE("when_empty gives the result of nothing", "[op]") {
  CHECK_VERB(sum);
  CHECK_VERB(product);
  CHECK_VERB(mean);
  CHECK_VERB(min);
  CHECK_VERB(max);
  CHECK_VERB(argmin);
  CHECK_VERB(argmax);
  CHECK_VERB(argmin_last);
  CHECK_VERB(argmax_last);
  CHECK_VERB(variance);
  CHECK_VERB(standard_deviation);
  CHECK_VERB(var);
  CHECK_VERB(std);
  CHECK_VERB(geometric_mean);
  CHECK_VERB(harmonic_mean);
  CHECK_VERB(median);
  CHECK_VERB(median_absolute_deviation);
  CHECK_VERB(quantile, 0.3);
  CHECK_VERB(moment, 2);
  CHECK_VERB(reduce_with, reducer::mean);
  CHECK_VERB(reduce_with, reducer::sum);
  check([](const auto& x, auto... options) { return ravel::covariance(x, x, options...); });
  check([](const auto& x, auto... options) { return ravel::correlation(x, x, options...); });
  check([](const auto& x, auto... options) { return ravel::reduce_with(x, x, reducer::covariance, options...); });
  CHECK(skew(nan_alone, nan_policy::skip, when_empty{7}) == 7);
  CHECK(kurtosis(nothing, when_empty{7}) == 7);
}

TEST_CASE("the value of when_empty has the type of the result", "[op]") {
  CHECK(ravel::quantile(nan_alone, {0.1, 0.9}, nan_policy::skip, when_empty{-1})[1] == -1);
  CHECK(ravel::most_common(std::vector<int>{}, when_empty{3}) == 3);
  CHECK(ravel::min(ravel::buffer<int>(), when_empty{-1}) == -1);
  CHECK_THROWS_AS(ravel::min(ravel::buffer<std::uint8_t>(), when_empty{300}), ravel::type_error);
  CHECK_THROWS_AS(ravel::min(ravel::buffer<std::uint8_t>{1}, when_empty{300}), ravel::type_error);
  CHECK_THROWS_AS(quantile(nothing, 1.5, when_empty{0}), ravel::value_error);
  CHECK_THROWS_AS(covariance(nothing, numbers, when_empty{0}), ravel::shape_error);
  CHECK(quartiles(nothing, when_empty{ravel::quartile_values{1, 2, 3, 4, 5}}).third == 4);
  // Weights of 0 leave nothing, either.
  const std::vector<double> there{no_number, 1};
  CHECK(mean(there, weights{1, 0}, nan_policy::skip, when_empty{-1}) == -1);
  CHECK(median(there, weights{1, 0}, nan_policy::skip, when_empty{-1}) == -1);
  // Of an expression, and of one of which NaN comes late.
  const ravel::buffer<double> b{no_number, 2};
  CHECK(mean(b * 2, nan_policy::skip, when_empty{0}) == 4);
  CHECK_THROWS_WITH(ravel::mean(nothing), "mean of no elements has no value");
}
