// SPDX-License-Identifier: BSL-1.0
// Operations that take two tensors in pairs refuse shapes that differ, whatever their sizes; what has no shape is taken in order. Those
// that take a list beside the data refuse a list of several axes.
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/keys/arg_join.hpp>
#include <ravel/op/keys/crosstab.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/keys/group_transform.hpp>
#include <ravel/op/keys/resample.hpp>
#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/op/search/interp.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/find_peaks.hpp>
#include <ravel/op/stats/kernel_density.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>

namespace {

using ravel::shape_error;
using ravel::tensor;

}  // namespace

TEST_CASE("pairs of elements are of one shape") {
  const tensor<double> a = reshape(ravel::arange(12.0), {3, 4}), b = reshape(ravel::arange(12.0), {4, 3}), c = ravel::clone(a);
  CHECK_THROWS_WITH(covariance(a, b),
                    "covariance of shapes [3 4] and [4 3]: elements are taken in pairs, place by place. Rearrange one, or write flat(t) "
                    "of both to pair them in order.");
  CHECK_THROWS_AS(correlation(a, b), shape_error);
  CHECK_THROWS_AS(correlation(a, b, ravel::correlation_kind::kendall), shape_error);
  CHECK_THROWS_AS(linear_regression(a, b), shape_error);
  CHECK_THROWS_AS(theil_sen(a, b), shape_error);
  CHECK_THROWS_AS(reduce_with(a, b, ravel::reducer::covariance), shape_error);
  CHECK_THROWS_AS(argfilter(a, b, std::less()), shape_error);
  CHECK_THROWS_AS(compress(a, b > 3), shape_error);
  CHECK(covariance(a, c) == covariance(flat(a), flat(b)));
  CHECK(covariance(a, ravel::reader<double>(flat(b))) == covariance(a, c));
  CHECK(compress(a, c > 3).size() == 8);
  CHECK(argfilter(a, c, std::equal_to()).size() == 12);
}

TEST_CASE("weights in a shape are those of elements in that shape") {
  using ravel::weights;
  const tensor<double> a = reshape(ravel::arange(12.0), {3, 4}), b = reshape(ravel::arange(12.0), {4, 3});
  CHECK_THROWS_WITH(mean(a, weights(b)), Catch::Matchers::StartsWith("mean of shapes [3 4] and [4 3]: elements are taken in pairs"));
  CHECK_THROWS_AS(geometric_mean(a, weights(b)), shape_error);
  CHECK_THROWS_AS(harmonic_mean(a, weights(b)), shape_error);
  CHECK_THROWS_AS(median(a, weights(b)), shape_error);
  CHECK_THROWS_AS(quantile(a, 0.5, weights(b)), shape_error);
  CHECK_THROWS_AS(quartiles(a, weights(b)), shape_error);
  CHECK_THROWS_AS(kernel_density(a, {0.5}, weights(b)), shape_error);
  CHECK(mean(a, weights(a)) == mean(flat(a), weights(flat(b))));
  CHECK(mean(ravel::reader<double>(flat(a)), weights(b)) == mean(a, weights(a)));
}

namespace {

// Calls f(name, what is to be done) for every operation on rows of keys and values, or of several columns.
template <class Keys, class Values, class F>
void each_on_rows(const Keys& keys, const Values& values, F f) {
  const auto total = [](const auto& group) { return ravel::sum(group); };
  const auto sum = ravel::reducer::sum;
  f("group_reduce", [&] { return group_reduce(keys, values, sum).values; });
  f("group_reduce", [&] { return group_reduce(keys, values, total).values; });
  f("group_reduce", [&] { return group_reduce(std::tuple(keys, keys), values, sum).values; });
  f("group_reduce", [&] { return group_reduce(keys, std::tuple(keys, values), ravel::reducer::covariance).values; });
  f("group_transform", [&] { return group_transform(keys, values, sum); });
  f("group_transform", [&] { return group_transform(keys, values, total); });
  f("group_rank", [&] { return group_rank(keys, values); });
  f("group_top_k", [&] { return group_top_k(keys, values, 2); });
  f("gather_groups", [&] { return gather_groups(keys, values); });
  f("group_apply", [&] { return group_apply(keys, values, total).values; });
  f("resample", [&] { return resample(keys, values, 0.0, 12.0, 2.0, sum).values; });
  f("resample", [&] { return resample(keys, values, 0.0, 12.0, 2.0, total).values; });
  f("resample", [&] { return resample(keys, values, 0.0, 12.0, 2.0, ravel::fill_policy::forward).values; });
  f("rolling_by", [&] { return rolling_by(keys, values, 2.0, sum); });
  f("rolling_by", [&] { return rolling_by(keys, values, 2.0, total); });
  f("crosstab", [&] { return crosstab(keys, values); });
  f("crosstab", [&] { return crosstab(keys, keys, values, sum); });
  f("arg_join", [&] { return arg_join(std::tuple(keys, values), std::tuple(values, values)).left; });
  f("arg_join", [&] { return arg_join(std::tuple(values, values), std::tuple(keys, values)).left; });
  f("arg_join_asof", [&] { return arg_join_asof(keys, keys, values, keys); });
  f("arg_join_asof", [&] { return arg_join_asof(keys, keys, keys, values); });
  f("argsort_by", [&] { return argsort_by(keys, values); });
  f("bincount", [&] { return bincount(ravel::cast<int>(keys), values); });
  f("interp", [&] { return interp({0.5, 3}, keys, values); });
}

}  // namespace

TEST_CASE("columns whose rows belong together are of one shape") {
  const tensor<double> keys = reshape(ravel::arange(12.0), {3, 4}), turned = reshape(ravel::arange(12.0), {4, 3}),
                       values = ravel::clone(keys);
  const auto refused = [](const char* name, const auto& call) {
    INFO(name);
    const std::string wanted = std::string(name) + " of shapes [";
    CHECK_THROWS_AS(static_cast<void>(call()), shape_error);
    CHECK_THROWS_WITH(static_cast<void>(call()), Catch::Matchers::StartsWith(wanted));
  };
  each_on_rows(keys, turned, refused);
  const auto taken = [](const char* name, const auto& call) {
    INFO(name);
    CHECK_NOTHROW(static_cast<void>(call()));
  };
  each_on_rows(keys, values, taken);
  each_on_rows(keys, ravel::reader<double>(flat(values)), taken);  // without a shape in the order of its elements
  each_on_rows(ravel::reader<double>(flat(keys)), values, taken);
  CHECK_THROWS_AS(group_reduce(std::tuple(keys, turned), ravel::zeros<int>({2, 12}), ravel::reducer::sum, 1), shape_error);
}

TEST_CASE("a list beside the data has one axis") {
  const tensor<double> t = reshape(ravel::arange(24.0), {4, 6}), plane{{0, 0.25}, {0.5, 1}};
  const ravel::buffer<double> line = clone(ravel::reader<double>(flat(t)));
  CHECK_THROWS_WITH(convolve(t, plane, 0),
                    "convolve takes a list of weights, which has rank 1. This one has rank 2 and shape [2 2]: write flat(t) to list all of "
                    "its elements");
  CHECK_THROWS_AS(convolve(line, plane), shape_error);
  CHECK_THROWS_AS(correlate(t, plane, 1), shape_error);
  CHECK_THROWS_AS(rolling(t, ravel::weights(plane), ravel::reducer::sum, 1), shape_error);
  CHECK_THROWS_AS(gradient(t, plane, 0), shape_error);
  CHECK_THROWS_AS(cwt(t, plane + 1, 0), shape_error);
  CHECK_THROWS_AS(compress(t, plane > 0.3, 0), shape_error);
  CHECK_THROWS_AS(quantile(t, plane, 0), shape_error);
  CHECK_THROWS_AS(quantile(t, plane), shape_error);
  CHECK_THROWS_AS(histogram(t, plane, 0), shape_error);
  CHECK_THROWS_AS(histogram(t, plane), shape_error);
  CHECK_THROWS_AS(digitize(t, plane), shape_error);
  CHECK_THROWS_AS(kernel_density(t, plane, 0), shape_error);
  CHECK_THROWS_AS(kernel_density(t, plane), shape_error);
  CHECK_THROWS_AS(arg_largest_triangle(plane, t, 3, 0), shape_error);
  CHECK_THROWS_AS(peak_prominences(line, ravel::zeros<int>({2, 2})), shape_error);
  CHECK_THROWS_AS(peak_widths(line, ravel::zeros<int>({2, 2})), shape_error);
  CHECK(convolve(t, flat(plane), 0).shape() == ravel::shape{7, 6});
  CHECK(convolve(t, plane, ravel::convolve_mode::same).shape() == t.shape());
}
