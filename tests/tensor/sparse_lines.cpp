// SPDX-License-Identifier: BSL-1.0
// What is asked about the lines of a sparse tensor, along every choice of axes, against the same of its elements in memory; and that it
// costs what is stored and what it gives.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>

using namespace ravel;

namespace {

tensor<const double> sparse_tensor(const shape& s, double fill, index_t one_in, std::uint64_t seed) {
  return as_tensor(support::listed_at_random<double>(s.elements(), fill, one_in, seed), s);
}

void check_close(const tensor<double>& a, const tensor<double>& b) {
  REQUIRE(a.shape() == b.shape());
  REQUIRE_EQUAL(isnan(a), isnan(b));
  CHECK(close(where(isnan(a), 0.0, a), where(isnan(b), 0.0, b), 1e-9, 1e-9));
}

void check_along(const tensor<const double>& s, const tensor<double>& d, const std::vector<index_t>& axes) {
  check_close(variance(s, axes, ddof{1}, nan_policy::skip), variance(d, axes, ddof{1}, nan_policy::skip));
  check_close(ravel::std(s, axes, keep), ravel::std(d, axes, keep));
  check_close(kurtosis(s + 1.0, axes), kurtosis(d + 1.0, axes));
  check_close(covariance(s, s * s, axes), covariance(d, d * d, axes));
  check_close(correlation(s, abs(s), axes, correlation_kind::spearman), correlation(d, abs(d), axes, correlation_kind::spearman));
  check_close(clone(map([](const statistic_values& each) { return each.mean; }, descriptive_statistics(s, axes))), mean(d, axes));
  check_close(reduce_with(s, reducer::mean, axes), reduce_with(d, reducer::mean, axes));
  REQUIRE_EQUAL(median(s, axes), median(d, axes));
  REQUIRE_EQUAL(quantile(s, 0.9, axes, nan_policy::skip, keep), quantile(d, 0.9, axes, nan_policy::skip, keep));
  REQUIRE_EQUAL(nth_element(s, 1, axes), nth_element(d, 1, axes));
  REQUIRE_EQUAL(most_common(s, axes), most_common(d, axes));
  REQUIRE_EQUAL(count_unique(s, axes), count_unique(d, axes));
  REQUIRE_EQUAL(max(s, axes, nan_policy::skip), max(d, axes, nan_policy::skip));
  REQUIRE_EQUAL(count(
                    s, [](double x) { return x > 0; }, axes),
                count(
                    d, [](double x) { return x > 0; }, axes));
}

void check_along_one(const tensor<const double>& s, const tensor<double>& d, index_t axis) {
  REQUIRE_EQUAL(argmin(s, axis), argmin(d, axis));
  REQUIRE_EQUAL(argmax(transpose(s), axis, keep), argmax(transpose(d), axis, keep));
  REQUIRE_EQUAL(argmax(s, axis, nan_policy::skip), argmax(d, axis, nan_policy::skip));
  REQUIRE_EQUAL(argmax_last(s, axis), argmax_last(d, axis));
  REQUIRE_EQUAL(arg_top_k(s, 2, axis), arg_top_k(d, 2, axis));
  REQUIRE_EQUAL(sort(s, axis), sort(d, axis));
  REQUIRE_EQUAL(sort(s, axis, sort_order::descending), sort(d, axis, sort_order::descending));
  REQUIRE_EQUAL(argsort(s, axis), argsort(d, axis));
  REQUIRE_EQUAL(argsort(s, axis, sort_order::descending), argsort(d, axis, sort_order::descending));
  REQUIRE_EQUAL(rank(s, axis), rank(d, axis));
  REQUIRE_EQUAL(quantile(s, {0.0, 0.3, 1.0}, axis), quantile(d, {0.0, 0.3, 1.0}, axis));
  REQUIRE_EQUAL(histogram(s, {-3.0, 0.0, 1.0, 3.0}, axis).counts, histogram(d, {-3.0, 0.0, 1.0, 3.0}, axis).counts);
}

}  // namespace

TEST_CASE("sparse lines answer as dense lines do", "[tensor][sparse]") {
  const std::vector<std::vector<index_t>> choices{{0}, {1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}};
  for (const double fill : {0.0, 1.0}) {
    for (const index_t one_in : {2, 30, 100000}) {
      const auto s = sparse_tensor({6, 5, 9}, fill, one_in, static_cast<std::uint64_t>(one_in));
      const tensor<double> d = clone(s);
      for (const auto& axes : choices) check_along(s, d, axes);
      for (index_t axis = 0; axis < 3; ++axis) check_along_one(s, d, axis);
    }
  }
}

TEST_CASE("NaN in sparse lines, as the fill and as an entry", "[tensor][sparse]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double fill : {0.0, nan}) {
    const auto s = where(sparse_tensor({7, 8}, 0, 5, 3) > 1.0, nan - fill, sparse_tensor({7, 8}, 0, 3, 4)) + fill;
    REQUIRE(s.fill());
    const tensor<double> d = clone(s);
    for (index_t axis = 0; axis < 2; ++axis) {
      REQUIRE_EQUAL(median(s, axis), median(d, axis));
      check_close(variance(s, axis), variance(d, axis));
      REQUIRE_EQUAL(argmin(s, axis), argmin(d, axis));
      REQUIRE_EQUAL(sort(s, axis), sort(d, axis));
      REQUIRE_EQUAL(argsort(s, axis, nan_place::first), argsort(d, axis, nan_place::first));
      REQUIRE_EQUAL(rank(s, axis), rank(d, axis));
    }
  }
}

TEST_CASE("sparse lines without elements, and no lines", "[tensor][sparse]") {
  const auto none = sparse_tensor({3, 0}, 0, 2, 1);
  REQUIRE_THROWS_AS(variance(none, 1), value_error);
  REQUIRE_THROWS_AS(argmax(none, 1), value_error);
  CHECK(variance(none, 0).shape() == shape{0});
  CHECK(argmax(none, 0).shape() == shape{0});
  CHECK(quantile(none, {0.5, 0.7}, 0).shape() == shape{2, 0});
  CHECK(sort(none, 0).shape() == shape{3, 0});
  CHECK(argsort(none, 1).shape() == shape{3, 0});
  const auto one = sparse_tensor({1}, 4, 2, 1);
  CHECK(median(one, 0)() == 4);
  CHECK(argmin(one, 0)() == 0);
}

TEST_CASE("a user's function is called for every element of sparse lines", "[tensor][sparse]") {
  const auto s = sparse_tensor({4, 50}, 0, 100000, 1);
  index_t calls = 0;
  static_cast<void>(count(
      s, [&](double) { return ++calls > 0; }, 1));
  CHECK(calls == 200);
  calls = 0;
  static_cast<void>(reduce(
      s, 0.0, [&](double total, double x) { return total + x * static_cast<double>(++calls > 0); }, 0));
  CHECK(calls == 200);
}

TEST_CASE("lines of 1e12 elements", "[tensor][sparse]") {
  constexpr index_t n = 1'000'000'000'000;
  const tensor<const double> t = as_tensor(support::listed<double>(n * 2, 0, {{1, 4.0}, {7, 2.0}, {n + 5, 3.0}}), {2, n});
  REQUIRE_EQUAL(argmax(t, 1), (tensor<index_t>{1, 5}));
  REQUIRE_EQUAL(argmin(t * -1.0, 1), (tensor<index_t>{1, 5}));
  REQUIRE_EQUAL(argmin(t, 1), (tensor<index_t>{0, 0}));
  REQUIRE_EQUAL(median(t, 1), (tensor<double>{0, 0}));
  REQUIRE_EQUAL(quantile(t, {0.5, 1.0}, 1), (tensor<double>{{0, 4}, {0, 3}}));
  CHECK(close(variance(t, 1) * 1e12, tensor<double>{20, 9}));
  CHECK(close(covariance(t, t, 1) * 1e12, tensor<double>{20, 9}));
  REQUIRE_EQUAL(count_unique(transpose(t), 0), (tensor<index_t>{3, 2}));
  CHECK(variance(t) > 0);
  CHECK(nth_element(t, 2 * n - 1) == 4);
}
