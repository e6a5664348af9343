// SPDX-License-Identifier: BSL-1.0
// Expressions of run-time types give what those of tensors with their types give, and refuse what they refuse in the same words.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include "require_same.hpp"

#include <complex>
#include <string>

using namespace ravel;
using named_tests::numbers, named_tests::require_same, named_tests::require_same_error;

namespace {

const dim i("i"), j("j"), k("k"), l("l");

}  // namespace

TEMPLATE_TEST_CASE("operands of every type are aligned by names", "[named][any]", std::int8_t, std::uint16_t, std::int64_t, float,
                   std::complex<float>) {
  const auto a = numbers<TestType>(3, 4), b = numbers<TestType>(4, 3, 5);
  const any_tensor x = a, y = b;
  require_same(order(x(i, j) + y(j, i), i, j), order(a(i, j) + b(j, i), i, j));
  require_same(order(x(i, j) * y(k, l), l, i, k, j), order(a(i, j) * b(k, l), l, i, k, j));
  require_same(order(x(i, j) == y(j, i), j, i), order(a(i, j) == b(j, i), j, i));
  require_same(order(2 * x(i, j) - 1, i, j), order(2 * a(i, j) - 1, i, j));
  require_same(order(x(i, j) / 4, i, j), order(a(i, j) / 4, i, j));
  require_same(order(square(x(i, j)), i, j), order(square(a(i, j)), i, j));
  require_same(order(where(x(i, j) == y(j, i), x(i, j), 0), i, j), order(where(a(i, j) == b(j, i), a(i, j), 0), i, j));
  // A type that is known stands beside it.
  require_same(order(x(i, j) + b(j, i), i, j), order(a(i, j) + b(j, i), i, j));
  require_same(order(b(j, i) + x(i, j), i, j), order(b(j, i) + a(i, j), i, j));
  require_same(order(sum(x(i, k) * y(k, j), k), i, j), order(sum(a(i, k) * b(k, j), k), i, j));
  require_same(order(mean(x(i, k) * y(k, j), k), i, j), order(mean(a(i, k) * b(k, j), k), i, j));
  require_same(order(sum(x(i, k) * b(k, j), k), i, j), order(sum(a(i, k) * b(k, j), k), i, j));
}

TEST_CASE("refusals have the words of the typed expression", "[named][any]") {
  const auto t = numbers<int>(4, 4);
  require_same_error(t, [](const auto& x) { return x(i, j) + x(slice(0, 2), j)(i); });
  require_same_error(t, [](const auto& x) { return order(x(i, j), i, k); });
  require_same_error(t, [](const auto& x) { return order(x(i, j), i, i); });
  require_same_error(t, [](const auto& x) { return order(x(i + 1, j), i, j); });
  require_same_error(t, [](const auto& x) { return clone(order(x(i + 1, j), i(4), j)); });
  require_same_error(t, [](const auto& x) { return x(i, j, k); });
  require_same_error(t, [](const auto& x) { return sum(x(i, j), k); });
  require_same_error(t, [](const auto& x) { return sum(x(i, j), {i, i}); });
  require_same_error(t, [](const auto& x) { return x(i, j(5)); });
}

TEST_CASE("order computes expressions that wait for extents", "[named][any]") {
  const tensor<int> t{0, 2, 2, 1};
  const any_tensor x = t;
  const dim bin("bin");
  require_same(order(sum(where(x(i) == bin, 1, 0), i), bin(4)), order(sum(where(t(i) == bin, 1, 0), i), bin(4)));
  const tensor<std::int16_t> weights{1, 0, 3};
  const any_tensor w = weights;
  require_same(order(sum(x(i + k) * w(k), k), i(2)), order(sum(t(i + k) * weights(k), k), i(2)));
  require_same(order(mean(x(i + k) * w(k), k), i(2)), order(mean(t(i + k) * weights(k), k), i(2)));
  require_same(order(sum(-x(i + k) * w(k) * 2, k), i(2)), order(sum(-t(i + k) * weights(k) * 2, k), i(2)));
  require_same(order(exp(x(i + k) * 0.5), i(2), k(2)), order(exp(t(i + k) * 0.5), i(2), k(2)));
  require_same(order(sum(x(i + k), k(2)), i(3)), order(sum(t(i + k), k(2)), i(3)));
  require_same(order(cumsum(x(i + k), k(2)), i(3), k), order(cumsum(t(i + k), k(2)), i(3), k));
  CHECK_THROWS_AS(x(i + k).dtype(), shape_error);
}
