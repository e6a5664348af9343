// SPDX-License-Identifier: BSL-1.0
// Elementwise products of sparse data pass over positions where a factor has no entry: they take as long as their entries, and are those of
// dense memory.
#include <ravel/op.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <array>
#include <chrono>
#include <limits>

using ravel::all;
using ravel::index_t;

TEST_CASE("a product of stretched sparse vectors takes as long as its entries", "[sparse]") {
  const index_t n = 1000000000;  // what goes over one row of that takes seconds
  const auto check = [&](auto one) {
    using T = decltype(one);
    const ravel::tensor<T> x = ravel::sparse_tensor<T>({n}), y = ravel::sparse_tensor<T>({n});
    for (const index_t i : {index_t{5}, n - 2}) x.write({i}, T(2));
    for (const index_t j : {index_t{7}, n / 2, n - 1}) y.write({j}, T(3));
    const auto product = outer(x, y);
    CHECK(stored_count(product) == 6);
    CHECK(sum(product) == T(36));
    CHECK(stored_count(to_sparse(product)) == 6);
    CHECK(index_of(product, T(6)) == 5 * n + 7);
    CHECK(index_of(product, T(7)) == std::nullopt);
    CHECK(count(product != T(0)) == 6);
    const auto places = nonzero(product != T(0));
    CHECK((places(1, 0) == 5 && places(1, 1) == n / 2));
    CHECK(stored_count(transpose(product)) == 6);
    CHECK(stored_count(product(ravel::slice(0, n / 2), all)) == 3);
    CHECK(stored_count(reshape(x, {n, 1}) * reshape(y, {1, n})) == 6);
    CHECK(stored_count(reshape(x, {1, n}) * reshape(y, {n, 1})) == 6);
    CHECK(stored_count(outer(x, y) * T(2)) == 6);
  };
  const auto begin = std::chrono::steady_clock::now();
  check(1.0);
  check(1);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

namespace {

// Entries in clusters, with gaps between them that are long or short.
template <class T>
ravel::tensor<T> clustered(const ravel::shape& of, index_t longest_gap, support::random& r) {
  const ravel::tensor<T> t = ravel::sparse_tensor<T>(of);
  const auto flat = ravel::reshape(t, {of.elements()});
  for (index_t i = r.between(0, longest_gap); i < of.elements(); i += r.between(1, longest_gap)) {
    for (index_t end = std::min(of.elements(), i + r.between(1, 70)); i < end; ++i) flat.write({i}, T(r.between(1, 5)));
  }
  return t;
}

template <class X>
void check_same_as_dense(const X& sparse, const X& dense, support::random& r) {
  REQUIRE(sparse.fill());
  REQUIRE_EQUAL(to_sparse(sparse), dense);
  const index_t from = r.between(0, sparse.size() - 1);
  const auto rest = [&](const X& x) { return reshape(x, {x.size()})(ravel::slice(from, x.size() - from)); };
  REQUIRE_EQUAL(to_sparse(rest(sparse)), rest(dense));
  const auto once = clone(dense);
  CHECK(stored_count(to_sparse(sparse)) == count(once != *sparse.fill()));
}

// Products in products and in sums, where either factor may be stretched.
template <class T>
void check_gaps(const std::array<ravel::tensor<const T>, 4>& sparse, const std::array<ravel::tensor<const T>, 4>& dense,
                support::random& r) {
  const auto check = [&](const auto& f) {
    check_same_as_dense<ravel::tensor<const decltype(f(sparse[0], sparse[0], sparse[0], sparse[0])(0, 0))>>(
        f(sparse[0], sparse[1], sparse[2], sparse[3]), f(dense[0], dense[1], dense[2], dense[3]), r);
  };
  check([](const auto& a, const auto& b, const auto&, const auto&) { return a * b; });
  check([](const auto& a, const auto& b, const auto& c, const auto&) { return a * b * c; });
  check([](const auto& a, const auto& b, const auto& c, const auto&) { return a * (b * c); });
  check([](const auto& a, const auto& b, const auto& c, const auto& d) { return (a * b) * (c * d); });
  check([](const auto& a, const auto& b, const auto& c, const auto&) { return (a + b) * c; });
  check([](const auto& a, const auto& b, const auto& c, const auto& d) { return (a + b) * (c + d); });
  check([](const auto& a, const auto& b, const auto& c, const auto&) { return a + b * c; });
  check([](const auto& a, const auto& b, const auto& c, const auto&) { return a * b + c; });
  check([](const auto& a, const auto& b, const auto& c, const auto& d) { return a * b + c * d; });
  check([](const auto& a, const auto& b, const auto& c, const auto& d) { return (a * b + c) * d; });
  check([](const auto& a, const auto& b, const auto&, const auto&) { return T(5) + a * b; });
  check([](const auto& a, const auto& b, const auto& c, const auto&) { return (T(5) + a * b) * c; });
  check([](const auto& a, const auto&, const auto&, const auto&) { return a * a; });
}

}  // namespace

TEST_CASE("gaps of one factor are passed over in the other's entries", "[sparse]") {
  support::random r(11);
  const auto check = [&](auto one) {
    using T = decltype(one);
    for (const index_t longest_gap : {3, 40, 300, 3000}) {
      std::array<ravel::tensor<const T>, 4> sparse, dense;
      for (std::size_t k = 0; k < 4; ++k) {
        const bool row = r.between(0, 3) == 0, column = r.between(0, 3) == 0;
        const auto t = clustered<T>({row ? 1 : 60, column ? 1 : 90}, row || column ? 9 : longest_gap, r);
        if (std::is_floating_point_v<T> && r.between(0, 4) == 0) t.write({0, 0}, std::numeric_limits<T>::infinity());
        sparse[k] = broadcast(t, {60, 90});
        dense[k] = broadcast(clone(t), {60, 90});
      }
      check_gaps<T>(sparse, dense, r);
    }
  };
  for (int times = 0; times < 4; ++times) {
    check(std::int64_t{1});
    check(1.0);
  }
}
