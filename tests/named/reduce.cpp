// SPDX-License-Identifier: BSL-1.0
// Reductions and work along dims against the same along axes, contractions against loops, integers that must be exact.
#include <ravel/named.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/fft.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/gradient.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>
#include <ravel/tensor/compare.hpp>
#include <ravel/tensor/random.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <limits>

using namespace ravel;

namespace {

named<double> mm(const named<double>& a, const named<double>& b) {
  RAVEL_DIMS(i, j, k);
  return order(sum(a(i, k) * b(k, j), k), i, j);
}

}  // namespace

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

TEST_CASE("Gram matrices are symmetric to the bit", "[named]") {
  RAVEL_DIMS(b, i, j, k, l);
  const auto x = random_normal<double>({2, 40, 3, 7}, 0, 1, 5);
  const auto symmetric = [](const tensor<const double>& c) { return equal(c, swap_axes(c, -2, -1)); };
  const auto whole = order(sum(x(b, i, k, l) * x(b, j, k, l), {k, l}), b, i, j);
  CHECK(symmetric(whole));
  CHECK(close(whole, order(sum(x(b, i, k, l) * clone(x)(b, j, k, l), {k, l}), b, i, j)));
  // No strides; computed; and what only looks alike.
  const auto windows_of = order(sum(x(b, i + k(2), 0, 0) * x(b, j + k(2), 0, 0), {b, k}), i(39), j(39));
  CHECK(symmetric(windows_of));
  const auto stacked = order(sum(x(b, i, k, l) * x(b, j, k, l), {b, l}), k, i, j);
  CHECK(symmetric(stacked));
  const auto y = x * 2.0;
  CHECK(symmetric(order(sum(y(0, i, 0, l) * y(0, j, 0, l), l), i, j)));
  const auto turned = order(sum(x(0, i, 0, l) * x(0, 39 - j(40), 0, l), l), i, j);
  CHECK(close(flip(turned, 1), order(sum(x(0, i, 0, l) * x(0, j, 0, l), l), i, j)));
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

TEST_CASE("functions batch over dims that they never heard of", "[named]") {
  RAVEL_DIMS(b, i);
  const auto x = random_normal<double>({6, 3, 5}, 0, 1, 1), y = random_normal<double>({6, 5, 2}, 0, 1, 2);
  REQUIRE_EQUAL(order(mm(x(0, all, all), y(0, all, all))), matmul(x(0, all, all), y(0, all, all)));
  CHECK(close(order(mm(x(b), y(b)), b), matmul(x, y)));
  // Other dims make other loops, of one name or not.
  CHECK(close(order(mm(x(b), y(i)), b, i), matmul(new_axis(x, 1), y)));
  // A name inside is not the same name outside.
  CHECK(close(order(mm(x(i), y(i)), i), matmul(x, y)));
}

TEST_CASE("contractions of every kind of dims", "[named]") {
  RAVEL_DIMS(b, i, j, k, l);
  const auto x = random_normal<double>({4, 3, 5}, 0, 1, 1), y = random_normal<double>({5, 4, 6}, 0, 1, 2);
  const auto direct = compute<double>({3, 6}, [&](index_t p, index_t q) {
    double total = 0;
    for (index_t r = 0; r < 4; ++r) {
      for (index_t s = 0; s < 5; ++s) total += x(r, p, s) * y(s, r, q);
    }
    return total;
  });
  CHECK(close(order(sum(x(k, i, l) * y(l, k, j), {k, l}), i, j), direct, 1e-12));
  CHECK(close(order(sum(y(l, k, j) * x(k, i, l), {l, k}), j, i), transpose(direct), 1e-12));
  // A dim of one operand alone; a batch; scalars; a repeated operand.
  CHECK(close(order(sum(x(b, i, k) * y(k, b, j), {k, i}), b, j), sum(matmul(x, transpose(y, {1, 0, 2})), 1), 1e-12));
  CHECK(close(order(sum(2.0 * x(b, i, k) * x(b, j, k), k), b, i, j), 2.0 * matmul(x, transpose(x, {0, 2, 1})), 1e-12));
  CHECK(close(order(sum(x(b, i, k) * x(b, i, k), {i, k}), b), sum(square(x), {1, 2}), 1e-12));
  CHECK(close(order(sum(x(b, i, k) * y(k, b, 0), k), b, i), sum(x * new_axis(transpose(y(all, all, 0)), 1), 2), 1e-12));
  // Positional axes are loops of both, aligned at the end.
  CHECK(close(order(sum(x(all, i, k) * y(k, all, j), k), i, j), order(sum(x(b, i, k) * y(k, b, j), k), i, j, b), 1e-12));
  CHECK(close(order(sum(x(all, i, k) * y(k, all, j), {k, 0}), i, j), direct, 1e-12));
  // An empty loop adds up to nothing.
  REQUIRE_EQUAL(order(sum(zeros<double>({2, 0})(i, k) * zeros<double>({0, 3})(k, j), k), i, j), zeros<double>({2, 3}));
}

TEST_CASE("products of several factors are what the loops give", "[named]") {
  RAVEL_DIMS(i, j, k, l);
  const auto a = random_normal<double>({3, 4}, 0, 1, 1), b = random_normal<double>({4, 5}, 0, 1, 2),
             c = random_normal<double>({5, 6}, 0, 1, 3);
  CHECK(close(order(sum(a(i, j) * b(j, k) * c(k, l), {j, k}), i, l), matmul(matmul(a, b), c), 1e-12));
  const named<double> erased = a(i, j) * b(j, k);
  CHECK(close(order(sum(erased * c(k, l), {j, k}), i, l), matmul(matmul(a, b), c), 1e-12));
  CHECK(close(order(sum(a(i, j) * a(i, j) * a(i, j), {i, j})), scalar_tensor(sum(a * a * a)), 1e-12));
}

TEST_CASE("integers are exact in 64 bits, or an error", "[named]") {
  RAVEL_DIMS(i, j, k);
  const tensor<int> big{{2'000'000'000, 3}, {1, 2}};
  const auto square = order(sum(big(i, k) * big(k, j), k), i, j);
  static_assert(std::same_as<decltype(square), const order<std::int64_t>>);
  CHECK(square(0, 0) == 4'000'000'000'000'000'003);
  const tensor<std::int64_t> huge{{INT64_MAX, 1}, {1, 1}};
  CHECK_THROWS_AS(order(sum(huge(i, k) * huge(k, j), k), i, j), overflow_error);
  const tensor<std::uint8_t> small{{200, 200}};
  CHECK(order(sum(small(i, k) * small(j, k), k), i, j)(0, 0) == 80000);
}

TEST_CASE("means of products are contractions, and so are products that are negated or divided", "[named]") {
  RAVEL_DIMS(i, j, k);
  const auto a = random_normal<double>({3, 4}, 0, 1, 1), b = random_normal<double>({4, 5}, 0, 1, 2);
  CHECK(close(order(mean(a(i, k) * b(k, j), k), i, j), matmul(a, b) / 4.0, 1e-12));
  CHECK(close(order(mean(a(i, k) * b(k, j), {k, j}), i), mean(matmul(a, b), 1) / 4.0, 1e-12));
  CHECK(close(order(mean(-(a(i, k) * b(k, j)) / 2.0, k), i, j), matmul(a, b) / -8.0, 1e-12));
  CHECK(close(order(mean(a(all, k) * b(k, 0), {k, 0})), mean(a * transpose(b(all, 0)), {0, 1}), 1e-12));
  const auto c = cast<std::complex<double>>(a) * std::complex<double>(1, 2);
  const auto d = cast<std::complex<double>>(b);
  CHECK(close(order(mean(c(i, k) * d(k, j) / std::complex<double>(0, 1), k), i, j), matmul(c, d) * std::complex<double>(0, -0.25), 1e-12));
  static_assert(std::same_as<decltype(mean(ones<float>(3)(i) * ones<float>(3)(i), i))::value_type, float>);
  // They are contractions, which the plan tells.
  CHECK(describe_sum(-(a(i, k) * b(k, j)), k) == describe_sum(a(i, k) * b(k, j) * -1.0, k));
  CHECK(describe_sum(a(i, k) * b(k, j) / 2.0, k) == describe_sum(a(i, k) * b(k, j) * 0.5, k));
  CHECK(describe_sum(a(i, k) * b(k, j) / 2.0, k).find(" by 4 x 5") != std::string::npos);
  // Numbers without an inverse are divided by.
  CHECK(describe_sum(a(i, k) * b(k, j) / 0.0, k).find(" by 4 x 5") == std::string::npos);
  CHECK(close(order(sum(a(i, k) * b(k, j) * 1e-300 / 1e-310, k), i, j), order(sum(a(i, k) * b(k, j), k), i, j) * 1e10, 1e-12));
  // Integers: exact in 64 bits, and then divided; an unsigned -x wraps.
  const tensor<int> big{2'000'000'000, 2'000'000'000};
  CHECK(order(mean(big(i) * big(i), i))() == 4e18);
  CHECK(order(sum(-(big(i) * 2), i))() == -8'000'000'000);
  CHECK(order(sum(-tensor<std::uint8_t>{1, 2}(i), i))() == sum(-tensor<std::uint8_t>{1, 2}));
  CHECK(order(sum(-tensor<int>{INT32_MIN}(i), i))() == 2'147'483'648);
  CHECK(order(sum(big(i) * big(i) / big(i), i))() == sum(big * big / big));
  // Of nothing there is no mean; what waits, waits.
  CHECK_THROWS_AS(mean(empty<double>({0, 2})(i, j) * empty<double>({0, 2})(i, j), i), value_error);
  CHECK(to_vector(order(mean(big(i) * (j + 1), i), j(2))) == std::vector<double>{2e9, 4e9});
  CHECK(order(mean(a(i, k) * 2.0, {i, k}, nan_policy::skip))() == mean(a * 2.0));
}

TEST_CASE("what has no dims is its value where one is wanted", "[named]") {
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

TEST_CASE("what is told stands where nothing is left along dims", "[named]") {
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

TEST_CASE("products of integers that are summed never wrap", "[named]") {
  RAVEL_DIMS(b, i, j, k);
  const tensor<std::int64_t> h{INT64_MAX, 1}, two{2, 1};
  const tensor<std::int64_t> square{{INT64_MAX, 1}, {1, 1}};
  // Summed as it is computed; a row beside a stack; nothing gone in a pair; scalars; several operands; the positions of a dim.
  CHECK_THROWS_AS(sum(h(k) * h(k), k), overflow_error);
  CHECK_THROWS_AS(sum(square(b, k) * h(k) * two(b), k), overflow_error);
  CHECK_THROWS_AS(sum(square(b, k) * square(b, k), k), overflow_error);
  CHECK_THROWS_AS(sum(square(b, i) * square(b, k), b), overflow_error);
  CHECK_THROWS_AS(sum(square(i, k) * two(k) * 3, k), overflow_error);
  CHECK_THROWS_AS(sum(h(i) * two(j) * two(k), std::vector<dim>{}), overflow_error);
  CHECK_THROWS_AS(sum(h(i) * two(j) * two(k), i), overflow_error);
  CHECK_THROWS_AS(sum(h(k) * 2, k), overflow_error);
  CHECK_THROWS_AS(sum(h(k) * (k + 1) * two(1 - k(2)), k), overflow_error);
  CHECK_THROWS_AS(order(sum(h(k + i) * tensor<std::int64_t>{2}(k), k), i(2)), overflow_error);  // waits for i
  CHECK_THROWS_WITH(sum(h(k) * h(k), k),
                    Catch::ContainsSubstring("9223372036854775807 * 9223372036854775807") && Catch::ContainsSubstring("int64"));
  const tensor<std::uint64_t> unsigned_ones{UINT64_MAX, 1};
  CHECK_THROWS_AS(sum(unsigned_ones(k) * unsigned_ones(k), k), overflow_error);
  CHECK(order(sum(unsigned_ones(k) * tensor<std::uint64_t>{1, 0}(k), k))() == UINT64_MAX);
  // What wraps in the type of the elements, and fits the sum.
  const tensor<std::int32_t> big{2'000'000'000, -2'000'000'000};
  CHECK(order(sum(big(i) * big(i), i))() == 8'000'000'000'000'000'000);
  CHECK(to_vector(order(sum(big(i) * big(j) * 2, i), j)) == std::vector<std::int64_t>{0, 0});
  CHECK(to_vector(order(sum(big(i) * tensor<std::int32_t>{2, 1}(j)*tensor<std::int32_t>{1, -1}(i), i), j)) ==
        std::vector<std::int64_t>{8'000'000'000, 4'000'000'000});
  // One factor and numbers are a product too.
  CHECK(order(sum(big(slice(0, 1))(i) * 2, i))() == 4'000'000'000);
  CHECK(order(sum(3 * (big(i) * i), i))() == -6'000'000'000);
  CHECK(order(sum(tensor<std::uint8_t>{200, 100}(i)*200, i))() == 60000);
  // A number that the sum does not hold.
  const tensor<std::uint32_t> natural{1, 2};
  CHECK_THROWS_WITH(sum(natural(k) * natural(k) * -1, k), Catch::ContainsSubstring("-1 does not fit uint64"));
  // What is not taken apart is refused.
  named<int> many = big(i);
  for (int n = 0; n < 6; ++n) many = many * many;
  CHECK_THROWS_AS(sum(many, i), layout_error);
}

TEST_CASE("attention, several heads", "[named]") {
  RAVEL_DIMS(batch, head, channel, key, query);
  const auto k = random_normal<double>({2, 3, 4, 5}, 0, 1, 1), q = random_normal<double>({2, 3, 4, 6}, 0, 1, 2),
             v = random_normal<double>({2, 3, 4, 5}, 0, 1, 3);
  const auto scores = sum(k(batch, head, channel, key) * q(batch, head, channel, query), channel) * 0.5;
  const auto weights = softmax(scores, key);
  const auto out = order(sum(v(batch, head, channel, key) * weights, key), batch, head, query, channel);
  const auto s = matmul(transpose(q, {0, 1, 3, 2}), k) * 0.5;
  const auto w = exp(s - max(s, -1, keep));
  CHECK(close(out, matmul(w / sum(w, -1, keep), transpose(v, {0, 1, 3, 2})), 1e-12));
}
