// SPDX-License-Identifier: BSL-1.0
// Contractions of every kind against loops and products of matrices. Sums of integers must be exact.
#include <ravel/named.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

namespace {

named<double> mm(const named<double>& a, const named<double>& b) {
  RAVEL_DIMS(i, j, k);
  return order(sum(a(i, k) * b(k, j), k), i, j);
}

}  // namespace

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
