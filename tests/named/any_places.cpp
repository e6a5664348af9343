// SPDX-License-Identifier: BSL-1.0
// Views, writes and prints by the names of run-time types are those of tensors with their types. Dims that are left stay bound.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include "require_same.hpp"

#include <string>

using namespace ravel;
using named_tests::numbers, named_tests::require_same, named_tests::require_same_error;

namespace {

const dim i("i"), j("j"), k("k"), l("l");

}  // namespace

TEST_CASE("places are those of tensors with a type", "[named][any]") {
  const auto t = numbers<int>(4, 4);
  const any_tensor x = t;
  require_same(order(x(i, i), i), order(t(i, i), i));
  require_same(order(x(i, 0), i), order(t(i, 0), i));
  require_same(order(x(1, i), i), order(t(1, i), i));
  require_same(order(x(i, all), i), order(t(i, all), i));
  require_same(order(x(i), i), order(t(i), i));
  require_same(order(x(slice(1, 3), i), i), order(t(slice(1, 3), i), i));
  require_same(order(x(ellipsis, i), i), order(t(ellipsis, i), i));
  require_same(order(x(i, {2, 0}), i), order(t(i, {2, 0}), i));
  require_same(order(x(i + 1, j), i(3), j), order(t(i + 1, j), i(3), j));
  require_same(order(x(i(3) + 1, j), i, j), order(t(i(3) + 1, j), i, j));
  require_same(order(x(i, j) - x(3 - i, j), i, j), order(t(i, j) - t(3 - i, j), i, j));
  require_same(order(x(i + k, j), i(3), k(2), j), order(t(i + k, j), i(3), k(2), j));
  require_same(order(x(pack(i, j(2)), k), i, j, k), order(t(pack(i, j(2)), k), i, j, k));
  require_same(order(x(i, j), pack(j, i)), order(t(i, j), pack(j, i)));
  require_same(order(x(std::vector<dim>{i, j}), std::vector<dim>{j, i}), order(t(std::vector<dim>{i, j}), std::vector<dim>{j, i}));
  require_same(order(x(i)(j), j, i), order(t(i)(j), j, i));
  require_same(order(where(i > 0, x(i, j) - x(i - 1, j), x(i, j)), i, j), order(where(i > 0, t(i, j) - t(i - 1, j), t(i, j)), i, j));
  // Positions of a type that is known at run time, beside either.
  const auto rows = tensor<int>{3, 0, 3};
  const any_tensor at = rows;
  require_same(order(x(at(k), j), k, j), order(t(rows(k), j), k, j));
  require_same(order(x(rows(k), j), k, j), order(t(rows(k), j), k, j));
  require_same(any_tensor(order(t(at(k), j), k, j)), order(t(rows(k), j), k, j));
  require_same(order(sum(x(at(k), j) * 2, k), j), order(sum(t(rows(k), j) * 2, k), j));
  CHECK_THROWS_AS(x(any_tensor(tensor<double>{1, 2})(k), j), type_error);
}

TEST_CASE("dims that are left stay bound", "[named][any]") {
  const auto t = numbers<float>(3, 4);
  const any_tensor x = t;
  require_same(order(order(x(i, j), j).with_dims(), i), order(order(t(i, j), j).with_dims(), i));
  require_same(order(order(x(i, j), j)(k), k, i), order(order(t(i, j), j)(k), k, i));
  require_same(order(order(x(i, j), j).with_dims() * x(i), i), order(order(t(i, j), j).with_dims() * t(i), i));
  const auto cube = clone(compute<int>({2, 3, 4}, [](index_t a, index_t b, index_t c) { return static_cast<int>(12 * a + 4 * b + c); }));
  require_same(order(order(any_tensor(cube)(k, j), j)(j, {0, 1}), k, j), order(order(cube(k, j), j)(j, {0, 1}), k, j));
  // An order(…) of all dims is an any_tensor as any other.
  const auto turned = order(x(i, j), j, i);
  require_same(turned + 1, transpose(t) + 1);
  require_same(turned(0, all), t(all, 0));
  require_same(sum(turned, 0), sum(transpose(t), 0));
  require_same(order(turned(i, j) + x(j, i), i, j), order(2 * t(j, i), i, j));
  require_same_error(t, [](const auto& y) { return clone(order(y(i, j), j) * 2); });
}

TEST_CASE("bools and words have names", "[named][any]") {
  const any_tensor words = as_tensor(buffer<std::string>{"a", "b", "c", "a", "d", "b"}, {2, 3});
  const auto typed = as<std::string>(words);
  require_same(order(words(i, j) == "a", j, i), order(typed(i, j) == "a", j, i));
  require_same(order(words(i, j) == words(k, j), i, j, k), order(typed(i, j) == typed(k, j), i, j, k));
  CHECK(as<std::string>(order(words(i, j), j, i))(2, 1) == "b");
  CHECK(as<std::string>(order(words(1 - i, j), i(2), j))(0, 0) == "a");
  CHECK(as<std::string>(order(where(words(i, j) == "a", "z", words(i, j)), i, j))(1, 0) == "z");
  CHECK_THROWS_AS(words(i, j) + words(i, j), type_error);
  CHECK_THROWS_AS(sum(words(i, j), i), type_error);
  CHECK_THROWS_AS(sqrt(words(i, j)), type_error);
  const any_tensor prices = tensor<double>{1, 2, 4};
  const auto price = tensor<double>{1, 2, 4};
  require_same(order(sum(where(words(i, j) == words(0, k), prices(j), 0.0), {i, j}), k),
               order(sum(where(typed(i, j) == typed(0, k), price(j), 0.0), {i, j}), k));
  const auto mask = numbers<int>(3, 3) > 4;
  const any_tensor m = mask;
  require_same(order(m(i, j) && m(j, i), i, j), order(mask(i, j) && mask(j, i), i, j));
  require_same(order(sum(m(i, j), j), i), order(sum(mask(i, j), j), i));
  require_same(order(sum(m(i, k) * m(k, j), k), i, j), order(sum(mask(i, k) * mask(k, j), k), i, j));
  CHECK_THROWS_AS(m(i, j) - m(i, j), type_error);
  CHECK_THROWS_AS(where(any_tensor(price)(i), 1, 2), type_error);
}

TEST_CASE("empty and rank 0", "[named][any]") {
  const auto none = zeros<float>({0, 3});
  const any_tensor x = none;
  require_same(order(x(i, j) * x(i, j), j, i), order(none(i, j) * none(i, j), j, i));
  require_same(order(sum(x(i, j), i), j), order(sum(none(i, j), i), j));
  require_same(order(sum(x(i, j) * x(i, k), i), j, k), order(sum(none(i, j) * none(i, k), i), j, k));
  require_same_error(none, [](const auto& y) { return max(y(i, j), i); });
  const auto one = scalar_tensor(7);
  require_same(order(any_named(any_tensor(one)) * x(i, j), i, j), order(named<int>(one) * none(i, j), i, j));
  const any_scalar total = sum(any_tensor(tensor<int>{1, 2, 3})(i), i);
  CHECK(total == 6);
  CHECK(sum(any_tensor(tensor<int>{1, 2, 3})(i), i).dtype() == dtype::int64);
  const any_tensor nothing;
  CHECK(order(nothing(i), i).size() == 0);
}

TEST_CASE("an expression reads its operands when it is ordered", "[named][any]") {
  const auto a = ones<double>({2, 3}), b = zeros<double>({3}), c = zeros<double>({2});
  const any_tensor x = a, y = b, z = c;
  const any_named e = x(i, j) + exp(y(j)), scaled = e * (z(i) + 1) + (b(j) + 1);
  const any_named row = x(0, j) + exp(y(j)), with_type = x(i, j) + exp(b(j));
  CHECK(e.dtype() == dtype::float64);
  y(j) = 1;
  x(0, j) = 5;
  z(i) = i;
  require_same(order(e, i, j), order(a(i, j) + exp(b(j)), i, j));
  require_same(order(scaled, i, j), order((a(i, j) + exp(b(j))) * (c(i) + 1) + (b(j) + 1), i, j));
  require_same(order(row, j), order(a(0, j) + exp(b(j)), j));
  require_same(order(with_type, i, j), order(a(i, j) + exp(b(j)), i, j));
  require_same(order(sum(e * z(i), i), j), order(sum((a(i, j) + exp(b(j))) * c(i), i), j));
  require_same(order(cast<float>(e), i, j), order(cast<float>(a(i, j) + exp(b(j))), i, j));
}

TEST_CASE("names are written through", "[named][any]") {
  const auto a = zeros<double>({3, 3}), b = zeros<double>({3, 3});
  const any_tensor x = a;
  x(i, j) = i * 10 + j;
  b(i, j) = i * 10 + j;
  REQUIRE_EQUAL(a, b);
  x(i, i) = -1;
  b(i, i) = -1;
  x(j, i) = x(i, j) + 1;
  b(j, i) = b(i, j) + 1;
  REQUIRE_EQUAL(a, b);
  x(i, j) += any_tensor(tensor<int>{1, 2, 3})(j);
  b(i, j) += tensor<int>{1, 2, 3}(j);
  x(0, i) *= 2;
  b(0, i) *= 2;
  x(i, 0) = b(0, i);
  b(i, 0) = b(0, i);
  REQUIRE_EQUAL(a, b);
  const any_tensor small = zeros(dtype::int8, {2});
  CHECK_THROWS_AS(small(i) = 300, type_error);
  CHECK_THROWS_AS(small(i) = any_tensor(tensor<int>{1, 300})(i), type_error);
  CHECK_THROWS_AS(small(i) += 0.5, type_error);
  CHECK_THROWS_AS(small(tensor<int>{0, 0}(i)) += 1, layout_error);
  CHECK_THROWS_AS(small(tensor<int>{0, 0}(i)) = 1, layout_error);
  CHECK_THROWS_AS(any_tensor(tensor<const int>(tensor<int>{1}))(i) = 1, layout_error);
  require_same_error(b, [](const auto& y) {
    y(i, j) = y(i, j) * y(j, k);
    return 0;
  });
  // A name is bound anew.
  auto view = x(i, j);
  view = x(j, i);
  require_same(order(view, i, j), order(a(j, i), i, j));
  CHECK(!order(x(i, j), i, j).writable());
  const any_tensor words = as_tensor(buffer<std::string>{"a", "b"}, {2});
  words(i) = "c";
  CHECK(as<std::string>(words)(1) == "c");
}

TEST_CASE("expressions of run-time types are printed as those with types", "[named][any]") {
  const auto t = numbers<int>(2, 3);
  const any_tensor x = t;
  CHECK(to_string(x(i, j) * 10) == to_string(t(i, j) * 10));
  CHECK(to_string(x(j)) == to_string(t(j)));
  CHECK(to_string(where(x(0, j) > i, 1, 0)) == "#ravel.named(j=3, i)");
}

TEST_CASE("an expression becomes one of a type", "[named][any]") {
  const auto t = numbers<int>(2, 3);
  const any_tensor x = t;
  const named<double> e = cast<double>(x(i, j));
  REQUIRE_EQUAL(order(e, j, i), order(cast<double>(t(i, j)), j, i));
  REQUIRE_EQUAL(order(cast<double>(x(i + 1, j)), i(1), j), order(cast<double>(t(i + 1, j)), i(1), j));
  const any_named back = e;
  require_same(order(back, j, i), order(e, j, i));
  CHECK_THROWS_AS(clone(order(cast<std::uint8_t>(x(i, j) - 20), i, j)), type_error);
}
