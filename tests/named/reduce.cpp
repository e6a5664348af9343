// SPDX-License-Identifier: BSL-1.0
// Reductions and work along dims against the same along axes. Errors begin with the operation and the dims.
#include <ravel/named.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/fft.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <limits>

using namespace ravel;

TEST_CASE("reductions over dims are those over axes", "[named]") {
  RAVEL_DIMS(i, j, k);
  const auto t = random_normal<double>({3, 4, 5}, 0, 1, 1);
  const auto e = t(i, j, k);
  REQUIRE_EQUAL(order(sum(e, j), i, k), sum(t, 1));
  REQUIRE_EQUAL(order(sum(e, {i, k}), j), sum(t, {0, 2}));
  REQUIRE_EQUAL(order(mean(e, k), i, j), mean(t, 2));
  REQUIRE_EQUAL(order(min(e, {i, j, k})), min(t, {0, 1, 2}));
  REQUIRE_EQUAL(order(max(e, std::vector<dim>{i, j}), k), max(t, {0, 1}));
  REQUIRE_EQUAL(order(var(e, j, ddof{1}), i, k), var(t, 1, ddof{1}));
  REQUIRE_EQUAL(order(ravel::std(e, j), i, k), ravel::std(t, 1));
  REQUIRE_EQUAL(order(norm(e, j), i, k), norm(t, 1));
  REQUIRE_EQUAL(order(count(e > 0, j), i, k), count(t > 0, 1));
  REQUIRE_EQUAL(order(any_of(e > 1, j), i, k), any_of(t > 1, 1));
  REQUIRE_EQUAL(order(all_of(e > -1, j), i, k), all_of(t > -1, 1));
  REQUIRE_EQUAL(order(argmin(e, j), i, k), argmin(t, 1));
  REQUIRE_EQUAL(order(argmax(e, k), i, j), argmax(t, 2));
  REQUIRE_EQUAL(order(product(e, i), k, j), transpose(product(t, 0)));
  REQUIRE_EQUAL(order(reduce(
                          e, 0.0, [](double a, double b) { return a - b; }, j),
                      i, k),
                reduce(
                    t, 0.0, [](double a, double b) { return a - b; }, 1));
  // Dims and positional axes together.
  REQUIRE_EQUAL(order(sum(t(i), {i, 1})), sum(t, {0, 2}));
  REQUIRE_EQUAL(order(sum(t(i), -1), i), sum(t, 2));
  REQUIRE_EQUAL(order(max(t(all, j), {0, j})), max(t, {0, 1}));
}

TEST_CASE("work along a dim keeps it", "[named]") {
  RAVEL_DIMS(i, j);
  const auto t = random_normal<double>({3, 4}, 0, 1, 2);
  REQUIRE_EQUAL(order(cumsum(t(i, j), i), i, j), cumsum(t, 0));
  REQUIRE_EQUAL(order(cummax(t(i, j), j), i, j), cummax(t, 1));
  REQUIRE_EQUAL(order(sort(t(i, j), j), i, j), sort(t, 1));
  REQUIRE_EQUAL(order(argsort(t(i, j), i), j, i), transpose(argsort(t, 0)));
  REQUIRE_EQUAL(order(sort(t(i), 0), i), sort(t, 1));
  const auto soft = order(softmax(t(i, j), j), i, j);
  CHECK(close(soft, exp(t) / sum(exp(t), 1, keep)));
  CHECK(close(order(logsumexp(t(i, j), j), i), log(sum(exp(t), 1))));
  CHECK(close(order(softmax(t(i, j), {i, j}), i, j), exp(t) / sum(exp(t))));
  // In the type of the elements, in double of integers; large ones do not overflow.
  static_assert(std::same_as<decltype(softmax(ones<float>(3)(i), i))::value_type, float>);
  CHECK(order(softmax(tensor<int>{5000, 5000}(i), i), i)(0) == 0.5);
  CHECK(order(logsumexp(tensor<double>{1000, 1000}(i), i))() == 1000 + std::log(2.0));
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(order(logsumexp(tensor<double>{-inf, -inf}(i), i))() == -inf);
  CHECK(order(logsumexp(tensor<double>{inf, 1}(i), i))() == inf);
  CHECK(std::isnan(order(softmax(tensor<double>{std::nan(""), 1}(i), i), i)(1)));
  CHECK(order(softmax(empty<double>({0, 3})(i, j), j), i, j).size() == 0);
}

TEST_CASE("a user's own reductions and scans go along dims", "[named]") {
  RAVEL_DIMS(i, j, k);
  const auto t = random_normal<double>({3, 4, 5}, 0, 1, 4);
  REQUIRE_EQUAL(order(reduce_with(t(i, j, k), reducer::max, {i, k}), j), max(t, {0, 2}));
  REQUIRE_EQUAL(order(reduce_with(t(i, j, k), reducer::mean, j), k, i), transpose(mean(t, 1)));
  REQUIRE_EQUAL(order(quantile(t(i, j, k), 0.25, k), i, j), quantile(t, 0.25, 2));
  // Several of them are the last axis, which may be given a name.
  REQUIRE_EQUAL(order(quantile(t(i, j, k), {0.25, 0.5}, k), i, j), quantile(t, {0.25, 0.5}, 2));
  RAVEL_DIMS(q);
  REQUIRE_EQUAL(order(quantile(t(i, j, k), buffer<double>{0.25, 0.5, 1}, j)(q), q, i, k),
                transpose(quantile(t, {0.25, 0.5, 1}, 1), {1, 0, 2}));
  REQUIRE_EQUAL(order(quantile(t(i, j, k), {0.1, 0.9}, {k, i}, quantile_rule::hazen), j),
                quantile(reshape(transpose(t, {1, 2, 0}), {t.extent(1), t.extent(2) * t.extent(0)}), {0.1, 0.9}, 1, quantile_rule::hazen));
  REQUIRE_EQUAL(order(quantile(t(i), {0.25, 0.5}, {i, 1})), quantile(reshape(transpose(t, {1, 0, 2}), {4, 15}), {0.25, 0.5}, 1));
  // (The extent of j is not known before the end.)
  const auto triangle = where(i <= j, t(0, all, 0)(i), 9.0);
  REQUIRE_EQUAL(order(quantile(triangle, {0.0, 0.5}, i), j(3)), quantile(order(triangle, j(3), i), {0.0, 0.5}, 1));
  CHECK_THROWS_AS(quantile(t(i, j, k), {0.5, 2}, k), value_error);
  const auto less = [](double a, double b) { return a - b; };
  REQUIRE_EQUAL(order(scan(t(i, j, k), less, j), i, j, k), scan(t, less, 1));
  CHECK_THROWS_WITH(reduce_with(t(i, j), reducer::max, k), "reduce_with: the expression (i=3, j=4) with axes [5] has no dim k");
}

TEST_CASE("any function along axes goes along dims", "[named]") {
  RAVEL_DIMS(i, j, k);
  const auto t = random_normal<double>({3, 4, 5}, 0, 1, 4);
  const auto e = t(i, j, k);
  const auto steps = [](const auto& x, const ints& on) { return diff(x, on); };
  const auto others = [](const auto& x, const ints&) { return diff(x, 0); };
  // The dims stay, also of other extents…
  REQUIRE_EQUAL(order(apply_along(e, j, [](const auto& x, const ints& on) { return rank(x, on); }), i, j, k), rank(t, 1));
  REQUIRE_EQUAL(order(apply_along(e, j, steps), k, i, j), diff(transpose(t, {2, 0, 1}), 2));
  REQUIRE_EQUAL(order(apply_along(e, {i, k}, [](const auto& x, const ints& on) { return rfft(x, on); }), j, i, k),
                rfft(transpose(t, {1, 0, 2}), {1, 2}));
  // …or are gone; beside positional axes; of what is computed, and over dims that a part has not.
  REQUIRE_EQUAL(order(apply_along(e, i, [](const auto& x, const ints& on) { return nth_element(x, 1, on); }), k, j),
                transpose(nth_element(t, 1, 0)));
  REQUIRE_EQUAL(order(apply_along(t(i), {i, 1}, [](const auto& x, const ints& on) { return sum(x, on); })), sum(t, {0, 2}));
  REQUIRE_EQUAL(order(apply_along(t(i), 1, steps), i), diff(t, 2));
  REQUIRE_EQUAL(order(apply_along(e + t(i, 0, 0), j, steps), i, j, k), diff(t + new_axis(new_axis(t(all, 0, 0), 1), 2), 1));
  CHECK_THROWS_WITH(apply_along(e, j, [](const auto& x, const ints&) { return transpose(x); }),
                    "apply_along over (j=4): the function makes shape [4 5 3] of [3 5 4], where it goes along axes [2]");
  CHECK_THROWS_WITH(apply_along(e, j, others), Catch::StartsWith("apply_along over (j=4): "));
  const auto waits = where(t(i, 0, 0) > j, 1, 0);
  CHECK_THROWS_WITH(apply_along(waits, i, steps), Catch::ContainsSubstring("nobody states the extent of dim j"));
}

TEST_CASE("reductions say what they lack", "[named]") {
  RAVEL_DIMS(i, j, k);
  const auto t = ones<double>({3, 4});
  CHECK_THROWS_WITH(sum(t(i, j), k), "sum: the expression (i=3, j=4) has no dim k");
  CHECK_THROWS_WITH(sum(t(i, j), {i, i}), "sum names dim i twice");
  CHECK_THROWS_AS(sum(t(i), 1), index_error);
  CHECK_THROWS_AS(sum(t(i), {0, -1}), value_error);
  CHECK_THROWS_AS(sum(i + 1, i), shape_error);
  CHECK(order(sum(i + 1, i(4)))() == 10);
  CHECK_THROWS_AS(min(empty<double>({0, 2})(i, j), i), value_error);
  CHECK(to_vector(order(sum(empty<double>({0, 2})(i, j), i), j)) == std::vector<double>{0, 0});
}

TEST_CASE("errors of the work along dims begin with the operation and the dims", "[named]") {
  RAVEL_DIMS(i, j, k);
  const auto t = ones<double>({2, 2});
  CHECK_THROWS_WITH(min(empty<double>({0, 2})(i, j), i), "min over (i=0): min of no elements has no value: the shape is [2 0]");
  CHECK_THROWS_WITH(mean(empty<double>({0, 2})(i, j) * t(j, k), i), Catch::StartsWith("mean over (i=0): "));
  CHECK_THROWS_WITH(argmin(t(i, j), {i, j}), "argmin over (i=2, j=2): argmin goes along one axis, and 2 are named");
  CHECK_THROWS_WITH(sort(t(i), {i, 0}), "sort over (i=2) and axis 0: sort goes along one axis, and 2 are named");
  CHECK_THROWS_WITH(cumsum(t(i, j), {i, j}), Catch::StartsWith("cumsum over (i=2, j=2): "));
  CHECK_THROWS_WITH(quantile(t(i, j), 2.0, i), "quantile over (i=2): quantile 2 lies outside [0, 1]");
  CHECK_THROWS_WITH(sum(t(i), 3), "sum of (i=2) with axes [2]: axis 3 is outside rank 1");
  CHECK_THROWS_WITH(sum(tensor<std::int64_t>{INT64_MAX, 1}(i), i), Catch::StartsWith("sum over (i=2): the sum of the integers"));
  const tensor<std::int64_t> huge{{INT64_MAX, 1}, {1, 1}};
  CHECK_THROWS_WITH(sum(huge(i, k) * huge(k, j), k), Catch::StartsWith("sum over (k=2): element 0, 0 of the product"));
  CHECK_THROWS_WITH(sum(huge(i, k) * huge(i, k), {i, k}), Catch::StartsWith("sum over (i=2, k=2): 9223372036854775807 * "));
  CHECK_THROWS_WITH(sum(huge(0, k) * 3, k), Catch::StartsWith("sum over (k=2): "));
  CHECK_THROWS_WITH(mean(huge(0, k) * 3, k), Catch::StartsWith("mean over (k=2): "));
  // Where it waits, too.
  const auto waits = sum(where(huge(i, k) > j, huge(i, k), 0) * huge(i, k), {i, k});
  CHECK_THROWS_WITH(order(waits, j(1)), Catch::StartsWith("sum over (i=2, k=2): "));
  CHECK_THROWS_WITH(order(min(where(j > 5, empty<double>({0})(i), 1.0), i), j(1)), Catch::StartsWith("min over (i=0): "));
  CHECK_THROWS_WITH(t(i) + ones<double>({2, 3})(i), Catch::StartsWith("the second operand (i=2) with axes [3]: shapes [2] and [3]"));
}

TEST_CASE("a reduction waits for extents that are stated later", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<int> bins{0, 2, 2, 1, 5};
  const tensor<double> weights{1, 2, 3, 4, 5};
  CHECK(to_vector(order(sum(where(bins(i) == j, 1, 0), i), j(4))) == std::vector<std::int64_t>{1, 1, 2, 0});
  CHECK(to_vector(order(sum(where(bins(i) == j, weights(i), 0.0), i), j(4))) == std::vector<double>{1, 4, 5, 0});
  CHECK(to_vector(order(sum(where(i <= j, weights(i), 0.0), i), j(5))) == std::vector<double>{1, 3, 6, 10, 15});
  // And for what is taken: positions outside are no error where nobody asks.
  RAVEL_DIMS(k);
  const auto inner = sum(weights(i + k), k(2));
  CHECK(to_vector(order(where(i < 4, inner, -1.0), i(5))) == std::vector<double>{3, 5, 7, 9, -1});
  CHECK_THROWS_AS(order(inner, i(5)), index_error);
}

TEST_CASE("an expression without dims converts to its value", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<double> t{{1, 2}, {3, 4}};
  const double total = sum(t(i, j), {i, j}), more = sum(t(i, j), {i, j}) + 1.0;
  CHECK((total == 10 && more == 11));
  const bool positive = all_of(t(i, j) > 0.0, {i, j});
  CHECK(positive);
  const auto of_rows = [&] { return static_cast<double>(sum(t(i, j), j)); };
  CHECK_THROWS_AS(of_rows(), index_error);
  static_assert(!std::convertible_to<const named<double>&, double> && !std::convertible_to<named<double>, int>);
}

TEST_CASE("when_empty gives the value where nothing is left along dims", "[named]") {
  RAVEL_DIMS(i, j);
  const double nan = std::nan("");
  const tensor<double> t{{nan, nan}, {1, nan}};
  const auto skip = nan_policy::skip;
  REQUIRE_EQUAL(order(mean(t(i, j), j, skip, when_empty{-1}), i), (tensor<double>{-1, 1}));
  REQUIRE_EQUAL(order(sum(t(i, j), j, when_empty{-1}, skip), i), (tensor<double>{-1, 1}));
  REQUIRE_EQUAL(order(max(t(i, j), j, skip, when_empty{-1}), i), (tensor<double>{-1, 1}));
  REQUIRE_EQUAL(order(max(t(i, j), j, when_empty{0.5}, skip), i), (tensor<double>{0.5, 1}));
  REQUIRE_EQUAL(order(median(t(i, j), i, skip, when_empty{-1}), j), (tensor<double>{1, -1}));
  REQUIRE_EQUAL(order(quantile(t(i, j), 0.5, j, skip, when_empty{-1}), i), (tensor<double>{-1, 1}));
  REQUIRE_EQUAL(order(reduce_with(t(i, j), reducer::max, j, skip, when_empty{-1}), i), (tensor<double>{-1, 1}));
  CHECK_THROWS_WITH(mean(t(i, j), j, skip), Catch::Matchers::ContainsSubstring("line [0 _]"));
}
