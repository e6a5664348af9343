// SPDX-License-Identifier: BSL-1.0
// when_empty{v} along axes, and the line or group that an error names where it is missing.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/require_equal.hpp>

#include <cmath>

namespace {

using ravel::nan_policy, ravel::tensor, ravel::when_empty;
namespace reducer = ravel::reducer;

const double no_number = std::nan("");
const tensor<double> t{{no_number, 1}, {no_number, no_number}, {4, 5}};

}  // namespace

#define CHECK_VERB(name, ...)                                                                                       \
  {                                                                                                                 \
    const auto made = ravel::name(t __VA_OPT__(, ) __VA_ARGS__, 1, nan_policy::skip, when_empty{7});                \
    CHECK(made.shape() == ravel::shape{3});                                                                         \
    CHECK(made(1) == 7);                                                                                            \
    CHECK(made(2) == ravel::name(t(2, ravel::all) __VA_OPT__(, ) __VA_ARGS__, nan_policy::skip));                   \
    const auto kept = ravel::name(t __VA_OPT__(, ) __VA_ARGS__, {1}, ravel::keep, when_empty{7}, nan_policy::skip); \
    CHECK(kept.shape() == ravel::shape{3, 1});                                                                      \
    const auto none = ravel::zeros<double>({2, 0});                                                                 \
    CHECK(ravel::name(none __VA_OPT__(, ) __VA_ARGS__, 1, when_empty{7})(1) == 7);                                  \
  }

TEST_CASE("lines of which nothing is left", "[tensor]") {
  CHECK_VERB(sum)
  CHECK_VERB(mean)
  CHECK_VERB(min)
  CHECK_VERB(max)
  CHECK_VERB(argmin)
  CHECK_VERB(argmax)
  CHECK_VERB(argmin_last)
  CHECK_VERB(argmax_last)
  CHECK_VERB(variance)
  CHECK_VERB(standard_deviation)
  CHECK_VERB(geometric_mean)
  CHECK_VERB(harmonic_mean)
  CHECK_VERB(median)
  CHECK_VERB(median_absolute_deviation)
  CHECK_VERB(quantile, 0.3)
  CHECK_VERB(moment, 2)
  CHECK_VERB(reduce_with, reducer::mean)
  CHECK(ravel::quantile(t, {0.0, 1.0}, 1, nan_policy::skip, when_empty{7})(1, 0) == 7);
  CHECK(covariance(t, t, 1, nan_policy::skip, when_empty{7})(1) == 7);
  CHECK(ravel::most_common(ravel::zeros<int>({2, 0}), 1, when_empty{7})(0) == 7);
}

TEST_CASE("a told value with a fraction stands behind a list of axes", "[tensor]") {
  const auto none = ravel::zeros<double>({2, 0});
  const ravel::ints on{1};
  CHECK(ravel::sum(none, on, when_empty{0.5})(1) == 0.5);
  CHECK(ravel::min(none, on, when_empty{0.5})(1) == 0.5);
  CHECK(ravel::max(none, on, when_empty{0.5}, nan_policy::skip)(1) == 0.5);
  CHECK(ravel::sum(ravel::serial, none, on, when_empty{0.5})(1) == 0.5);
  CHECK(ravel::max(ravel::serial, none, {1}, when_empty{0.5})(1) == 0.5);
}

TEST_CASE("an error names the line", "[tensor]") {
  const auto said = [](const char* operation, const char* place) {
    return std::string(operation) + " of no elements has no value: " + place + ". when_empty{v} says what stands there";
  };
  CHECK_THROWS_WITH(mean(t, 1, nan_policy::skip), said("mean", "line [1 _]"));
  CHECK_THROWS_WITH(max(t, 1, nan_policy::skip), said("max", "line [1 _]"));
  CHECK_THROWS_WITH(median(t, 1, nan_policy::skip), said("median", "line [1 _]"));
  CHECK_THROWS_WITH(argmin(t, 1, nan_policy::skip), said("argmin", "line [1 _]"));
  CHECK_THROWS_WITH(reduce_with(t, reducer::mean, 1, nan_policy::skip), said("mean", "line [1 _]"));
  const auto three = stack(ravel::along(1), t, t);  // [3 2 2]
  CHECK_THROWS_WITH(mean(three, 2, nan_policy::skip), said("mean", "line [1 0 _]"));
  CHECK_THROWS_WITH(mean(transpose(three), 0, nan_policy::skip), said("mean", "line [_ 0 1]"));
  CHECK_THROWS_WITH(rolling(t, 1, reducer::mean, 0, nan_policy::skip), said("mean", "window 0, line [_ 0]"));
  CHECK(rolling(t, 1, reducer::mean, 0, nan_policy::skip, when_empty{7})(1, 0) == 7);
  CHECK(rolling_median(t, 1, 0, nan_policy::skip, when_empty{7})(1, 0) == 7);
  const std::vector<std::string> day{"Mon", "Tue", "Mon"};
  CHECK_THROWS_WITH(group_reduce(day, t, reducer::mean, 0, nan_policy::skip), said("mean", "the group of Tue, line [_ 0]"));
  CHECK_THROWS_WITH(group_reduce(day, t, reducer::mean, 0, nan_policy::skip, ravel::group_order::sorted),
                    said("mean", "the group of Tue, line [_ 0]"));
  const auto mean_of = [](const ravel::reader<double>& own) { return ravel::mean(own); };
  CHECK_THROWS_WITH(group_reduce(day, t, mean_of, 0, nan_policy::skip), said("mean", "the group of Tue, line [_ 0]"));
  CHECK(group_reduce(day, t, reducer::mean, 0, nan_policy::skip, when_empty{7}).values(1, 1) == 7);
  CHECK(group_reduce(day, t, mean_of, 0, nan_policy::skip, when_empty{7}).values(1, 1) == 7);
  CHECK(group_transform(day, t, reducer::mean, 0, nan_policy::skip, when_empty{7})(1, 1) == 7);
  const std::vector<int> at{1, 2, 3};
  CHECK(rolling_by(at, t, 1, reducer::mean, 0, nan_policy::skip, when_empty{7})(1, 1) == 7);
  CHECK(rolling_by(at, t, 1, mean_of, 0, nan_policy::skip, when_empty{7})(1, 1) == 7);
  CHECK(resample(at, t, 1, 4, 1, mean_of, 0, nan_policy::skip, when_empty{7}).values(1, 1) == 7);
  CHECK_THROWS_WITH(crosstab(day, at, t(ravel::all, 1), reducer::mean, nan_policy::skip), said("mean", "the cell of Tue, 2"));
  CHECK_THROWS_WITH(crosstab(day, at, t(ravel::all, 1), reducer::max), said("max", "the cell of Mon, 2"));
  CHECK(crosstab(day, at, t(ravel::all, 1), reducer::mean, nan_policy::skip, when_empty{7}).cells(1, 1) == 7);
}
