// SPDX-License-Identifier: BSL-1.0
// matmul, dot and outer: shapes as NumPy has them, element types as sums have them, views and lazy operands, stacks that stretch, user
// types, and what does not fit.
#include <ravel/lazy/iota.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/elementwise.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

namespace {

// Each element as a sum over the coordinates, of stacks that have been stretched already.
template <class A, class B>
tensor<std::int64_t> slow(const A& a, const B& b) {
  const tensor<const std::int64_t> x = a, y = b;
  std::vector<index_t> batch;
  for (index_t k = 0; k + 2 < x.rank(); ++k) batch.push_back(x.extent(k));
  const index_t m = x.extent(-2), k = x.extent(-1), n = y.extent(-1), stacks = x.size() / (m * k);
  std::vector<index_t> extents = batch;
  extents.push_back(m);
  extents.push_back(n);
  const auto p = reshape(x, {stacks, m, k}), q = reshape(y, {stacks, k, n});
  const auto made = zeros<std::int64_t>({stacks, m, n});
  for (index_t s = 0; s < stacks; ++s) {
    for (index_t i = 0; i < m; ++i) {
      for (index_t j = 0; j < n; ++j) {
        for (index_t l = 0; l < k; ++l) made(s, i, j) += p(s, i, l) * q(s, l, j);
      }
    }
  }
  return reshape(made, ints(extents));
}

struct tropical {  // the least sum
  double value = 0;
  friend tropical operator*(tropical a, tropical b) { return {a.value + b.value}; }
  friend tropical operator+(tropical a, tropical b) { return {std::min(a.value, b.value)}; }
  friend bool operator==(tropical, tropical) = default;
};

}  // namespace

TEST_CASE("a program can ask what multiplies", "[tensor]") { CHECK((blas_name()[0] != '\0') == detail::blas_takes({1, 1, 1})); }

TEST_CASE("matrices and vectors", "[tensor]") {
  const tensor<double> a{{1, 2, 3}, {4, 5, 6}}, b{{1, 0}, {0, 1}, {2, 2}};
  const auto c = matmul(a, b);
  static_assert(std::same_as<decltype(c), const tensor<double>>);
  CHECK(c.shape() == shape{2, 2});
  REQUIRE_EQUAL(c, (buffer<double>{7, 8, 16, 17}));
  REQUIRE_EQUAL(matmul(transpose(b), transpose(a)), (buffer<double>{7, 16, 8, 17}));
  REQUIRE_EQUAL(matmul(a, tensor<double>{1, 1, 1}), (buffer<double>{6, 15}));
  REQUIRE_EQUAL(matmul(tensor<double>{1, -1}, a), (buffer<double>{-3, -3, -3}));
  REQUIRE_EQUAL(matmul(iota<double>(2), a), (buffer<double>{4, 5, 6}));
  CHECK(matmul(tensor<double>{1, 2}, tensor<double>{3, 4})() == 11);
  CHECK(matmul(zeros<double>({2, 0}), zeros<double>({0, 3})).shape() == shape{2, 3});
  CHECK(equal(matmul(zeros<double>({2, 0}), zeros<double>({0, 3})), zeros<double>({2, 3})));
  CHECK(matmul(zeros<double>({0, 2}), zeros<double>({2, 3})).shape() == shape{0, 3});
}

TEST_CASE("operands of every layout", "[tensor]") {
  support::random r(21);
  const auto data = compute<double>({6, 8}, [](index_t i, index_t j) { return static_cast<double>((3 * i + 5 * j) % 7 - 3); });
  const tensor<double> dense = clone(data), wide = zeros<double>({6, 16});
  wide(all, slice(0, 8, 2)) = 0.0;
  const auto spaced = slice(wide, 1, 1, 8, 2);
  spaced.assign(data);
  const tensor<const double> kinds[] = {dense,
                                        data,
                                        spaced,
                                        flip(flip(dense, {0, 1}), {0, 1}),
                                        rotate(rotate(dense, {1, 3}), {5, 5}),
                                        transpose(clone(transpose(dense))),
                                        dense * 1.0,
                                        flip(clone(flip(dense, {0, 1})), {0, 1}),
                                        reshape(transpose(clone(transpose(dense))), {6, 8})};
  const auto expected = matmul(dense, clone(transpose(dense)));
  CHECK(expected(2, 3) == [&] {
    double sum = 0;
    for (index_t l = 0; l < 8; ++l) sum += dense(2, l) * dense(3, l);
    return sum;
  }());
  for (const auto& a : kinds) {
    for (const auto& b : kinds) REQUIRE(equal(matmul(a, transpose(b)), expected));
  }
  const auto row = broadcast(tensor<double>{1, 2, 3}, {4, 3});  // stride 0
  REQUIRE_EQUAL(matmul(row, transpose(row))(0, all), (buffer<double>{14, 14, 14, 14}));
}

TEST_CASE("element types as sums have them", "[tensor]") {
  static_assert(std::same_as<decltype(matmul(tensor<int>(), tensor<int>())), tensor<std::int64_t>>);
  static_assert(std::same_as<decltype(matmul(tensor<std::uint32_t>(), tensor<std::uint64_t>())), tensor<std::uint64_t>>);
  static_assert(std::same_as<decltype(matmul(tensor<bool>(), tensor<bool>())), tensor<std::int64_t>>);
  static_assert(std::same_as<decltype(matmul(tensor<std::int8_t>(), tensor<float>())), tensor<float>>);
  static_assert(std::same_as<decltype(matmul(tensor<float>(), tensor<std::complex<double>>())), tensor<std::complex<double>>>);
  const tensor<int> big = full<int>({2, 2}, INT32_MAX);
  CHECK(matmul(big, big)(0, 0) == 2 * std::int64_t{INT32_MAX} * INT32_MAX);
  const tensor<std::int64_t> huge = full<std::int64_t>({2, 2}, INT64_MAX);
  CHECK_THROWS_AS(matmul(huge, huge), overflow_error);
  CHECK(matmul(huge, tensor<std::int64_t>{{1, 0}, {-1, 1}})(0, 0) == 0);
  const tensor<bool> edges{{false, true}, {true, true}};
  REQUIRE_EQUAL(matmul(edges, edges), (buffer<std::int64_t>{1, 1, 1, 2}));
  const std::complex<float> i(0, 1);
  REQUIRE_EQUAL(matmul(full<std::complex<float>>({1, 1}, i), tensor<int>{{2}}), (buffer<std::complex<double>>{{0, 2}}));
}

TEST_CASE("stacks of matrices stretch", "[tensor]") {
  support::random r(22);
  const auto random_tensor = [&](const shape& of) {
    const auto t = zeros<std::int64_t>(of);
    for (index_t i = 0; i < t.size(); ++i) flat(t).write({i}, r.between(-9, 9));
    return t;
  };
  const auto a = random_tensor({3, 1, 2, 4}), b = random_tensor({5, 4, 3});
  const auto c = matmul(a, b);
  CHECK(c.shape() == shape{3, 5, 2, 3});
  CHECK(equal(c, slow(broadcast(a, {3, 5, 2, 4}), broadcast(b, {3, 5, 4, 3}))));
  const tensor<const double> x = cast<double>(a), y = cast<double>(b);
  CHECK(equal(matmul(x, y), c));
  CHECK(equal(matmul(swap_axes(clone(swap_axes(x, 2, 3)), 2, 3), flip(y, {2})), flip(c, {3})));
  CHECK(matmul(a, random_tensor({4})).shape() == shape{3, 1, 2});
  CHECK(matmul(random_tensor({4}), b).shape() == shape{5, 3});
  CHECK(matmul(random_tensor({0, 2, 4}), random_tensor({4, 3})).shape() == shape{0, 2, 3});
}

TEST_CASE("dot of vectors is a number, of matrices a product", "[tensor]") {
  const tensor<double> u{1, 2, 3}, v{4, 5, 6};
  const double number = dot(u, v);
  CHECK(number == 32);
  CHECK(dot(u, v)() == 32);
  CHECK(dot(buffer<int>{1, 2}, buffer<int>{3, 4}) == 11);
  CHECK(dot(u, iota<int>(3))() == 8);
  const tensor<int> m{{1, 2}, {3, 4}};
  REQUIRE_EQUAL(dot(m, m), (buffer<std::int64_t>{7, 10, 15, 22}));
  REQUIRE_EQUAL(dot(m, tensor<int>{1, 1}), (buffer<std::int64_t>{3, 7}));
  CHECK(sum(dot(m, m) * 2) == 108);
  CHECK_THROWS_AS(dot(m, zeros<int>({1, 2, 2})), shape_error);
  CHECK_THROWS_AS(dot(u, tensor<double>{1, 2}), shape_error);
}

template <class A, class B>
concept has_outer = requires(const A& a, const B& b) { outer(a, b); };

TEST_CASE("outer is elementwise and lazy", "[tensor]") {
  const tensor<int> u{1, 2}, v{3, 4, 5};
  const auto table = outer(u, v);
  CHECK(table.shape() == shape{2, 3});
  REQUIRE_EQUAL(table, (buffer<int>{3, 4, 5, 6, 8, 10}));
  u(0) = 10;
  CHECK(table(0, 0) == 30);
  CHECK(outer(zeros<int>({2, 3}), zeros<double>({4})).shape() == shape{2, 3, 4});
  REQUIRE_EQUAL(outer(iota<int>(2), iota<int>(3)), (buffer<int>{0, 0, 0, 0, 1, 2}));
  CHECK(outer(scalar_tensor(2), scalar_tensor(3))() == 6);
  static_assert(has_outer<tensor<int>, tensor<double>> && has_outer<tensor<std::uint64_t>, tensor<std::uint64_t>>);
  static_assert(!has_outer<tensor<std::int64_t>, tensor<std::uint64_t>>);
}

TEST_CASE("any type with a product and a sum", "[tensor]") {
  const double far = 100;
  const tensor<tropical> steps{
      {tropical{0}, tropical{1}, tropical{far}}, {tropical{far}, tropical{0}, tropical{2}}, {tropical{5}, tropical{far}, tropical{0}}};
  const auto two = matmul(steps, steps);
  CHECK(two(0, 2) == tropical{3});
  CHECK(two(1, 0) == tropical{7});
  CHECK(matmul(steps, steps(0, all)).shape() == shape{3});
  CHECK(matmul(zeros<tropical>({2, 0}), zeros<tropical>({0, 1}))(1, 0) == tropical{});
}

TEST_CASE("shapes that cannot be multiplied", "[tensor]") {
  const tensor<double> a{{1, 2, 3}, {4, 5, 6}};
  CHECK_THROWS_AS(matmul(a, a), shape_error);
  CHECK_THROWS_AS(matmul(a, tensor<double>{1, 2}), shape_error);
  CHECK_THROWS_AS(matmul(a, scalar_tensor(2.0)), shape_error);
  CHECK_THROWS_AS(matmul(zeros<double>({2, 2, 2}), zeros<double>({3, 2, 2})), shape_error);
  CHECK_THROWS_AS(matmul(tensor<double>(), a), shape_error);
  try {
    static_cast<void>(matmul(a, a));
  } catch (const shape_error& e) {
    CHECK(std::string(e.what()) == "cannot multiply shapes [2 3] and [2 3]: axis 1 of the first has extent 3, axis 0 of the second 2");
  }
}
