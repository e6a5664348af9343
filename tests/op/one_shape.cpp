// SPDX-License-Identifier: BSL-1.0
// Operations that take two tensors in pairs refuse shapes that differ, whatever their sizes; what has no shape is taken in order.
#include <ravel/op/argfilter.hpp>
#include <ravel/op/detail/one_shape.hpp>
#include <ravel/op/filter.hpp>
#include <ravel/op/kernel_density.hpp>
#include <ravel/op/means.hpp>
#include <ravel/op/quantile.hpp>
#include <ravel/op/regression.hpp>
#include <ravel/op/statistics.hpp>
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
