// SPDX-License-Identifier: BSL-1.0
#include <ravel/op.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/csr.hpp>
#include <ravel/sparse/matmul.hpp>
#include <ravel/sparse/matrix.hpp>
#include <ravel/tensor.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include "model.hpp"

#include <functional>
#include <set>

using ravel::index_t;
using ravel::sparse_matmul;
using ravel::sparse_tensor;
using ravel::tensor;
using ravel::to_sparse;
using ravel::where_not_stored;
using ravel::where_stored;
using sparse_model::entries;
using sparse_model::listed;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

template <class T>
tensor<T> random_sparse(support::random& r, index_t rows, index_t columns, index_t count, T fill = T()) {
  const auto made = sparse_tensor<T>({rows, columns}, fill);
  for (index_t k = 0; k < count; ++k) made.write({r.below(rows), r.below(columns)}, r.small<T>());
  return made;
}

// Every product as it is defined, whatever is stored.
template <class R, class A, class B, class Plus, class Times>
tensor<R> by_definition(const tensor<const A>& a, const tensor<const B>& b, R zero, Plus plus, Times times) {
  const auto made = ravel::full<R>({a.extent(0), b.extent(1)}, zero);
  for (index_t i = 0; i < a.extent(0); ++i) {
    for (index_t j = 0; j < b.extent(1); ++j) {
      for (index_t k = 0; k < a.extent(1); ++k) made(i, j) = plus(made(i, j), times(a(i, k), b(k, j)));
    }
  }
  return made;
}

template <class T>
bool rises_without_fill(const tensor<T>& t) {
  const auto all = entries<T>(t);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((i > 0 && all[i - 1].first >= all[i].first) || ravel::detail::is_fill(all[i].second, *t.fill())) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("products of sparse matrices are those of dense ones", "[sparse]") {
  support::type_list<double, float, int, std::complex<double>>::each([]<class T>() {
    support::random r(7);
    for (int k = 0; k < 20; ++k) {
      const index_t m = r.below(30), n = r.below(200), l = r.below(40);
      const auto a = random_sparse<T>(r, m, l, m == 0 || l == 0 ? 0 : r.below(m * l)),
                 b = random_sparse<T>(r, l, n, l == 0 || n == 0 ? 0 : r.below(100));
      const auto product = sparse_matmul(a, b);
      REQUIRE(rises_without_fill(product));
      REQUIRE(equal(product, matmul(clone(a), clone(b))));
    }
  });
}

TEST_CASE("views and expressions are multiplied as they are", "[sparse]") {
  support::random r(2);
  const auto a = random_sparse<double>(r, 20, 30, 80), b = random_sparse<double>(r, 20, 40, 90);
  CHECK(equal(sparse_matmul(transpose(a), b), matmul(transpose(clone(a)), clone(b))));
  CHECK(equal(sparse_matmul(transpose(a) * 2.0, flip(b, 0)), matmul(transpose(clone(a)) * 2.0, flip(clone(b), 0))));
  const auto rows = ravel::to_csr(b);
  CHECK(equal(sparse_matmul(transpose(a), ravel::from_csr(rows.shape, rows.starts, rows.columns, rows.values)),
              matmul(transpose(clone(a)), clone(b))));
  CHECK(equal(sparse_matmul(a(ravel::slice(3, 5), ravel::all), transpose(a)),
              matmul(clone(a(ravel::slice(3, 5), ravel::all)), transpose(clone(a)))));
}

TEST_CASE("each semiring adds and multiplies in its own way", "[sparse]") {
  support::random r(5);
  const auto a = random_sparse<double>(r, 9, 12, 40, infinite), b = random_sparse<double>(r, 12, 11, 40, infinite);
  const auto sum = [](double x, double y) { return x + y; };
  const auto less = [](double x, double y) { return std::min(x, y); };
  const auto more = [](double x, double y) { return std::max(x, y); };
  const auto shortest = sparse_matmul(a, b, ravel::min_plus);
  CHECK(shortest.fill() == infinite);
  CHECK(rises_without_fill(shortest));
  CHECK(equal(shortest, by_definition<double, double, double>(a, b, infinite, less, sum)));
  const auto c = to_sparse(where(a < infinite, a, -infinite), -infinite), d = to_sparse(where(b < infinite, b, -infinite), -infinite);
  CHECK(equal(sparse_matmul(c, d, ravel::max_plus), by_definition<double, double, double>(c, d, -infinite, more, sum)));
  CHECK(equal(sparse_matmul(c, d, ravel::max_min), by_definition<double, double, double>(c, d, -infinite, more, less)));

  const auto e = random_sparse<int>(r, 9, 12, 40), f = random_sparse<int>(r, 12, 11, 40);
  const auto both = [](int x, int y) { return x != 0 && y != 0; };
  const auto paths = sparse_matmul(e, f, ravel::or_and);
  static_assert(std::same_as<decltype(paths), const tensor<bool>>);
  CHECK(equal(paths, by_definition<bool, int, int>(e, f, false, std::logical_or<>(), both)));
  const auto add = [](index_t x, index_t y) { return x + y; };
  CHECK(equal(sparse_matmul(e, f, ravel::plus_pair), by_definition<index_t, int, int>(e, f, 0, add, both)));
  const auto left = [](int x, int y) { return y != 0 ? x : 0; };
  CHECK(equal(sparse_matmul(e, f, ravel::plus_first), by_definition<index_t, int, int>(e, f, 0, add, left)));
  const auto most = std::numeric_limits<int>::max();
  const auto g = ravel::from_coo({1, 2}, std::vector<std::vector<int>>{{0, 0}, {0, 1}}, std::vector<int>{3, 5}, most);
  const auto h = ravel::from_coo({2, 1}, std::vector<std::vector<int>>{{0, 1}, {0, 0}}, std::vector<int>{4, 1}, most);
  CHECK(sparse_matmul(g, h, ravel::min_plus).at({0, 0}) == 6);
}

TEST_CASE("a user's semiring is zero, plus and times", "[sparse]") {
  const auto words = sparse_tensor({2, 2}, std::string());
  words.write({0, 0}, "a");
  words.write({0, 1}, "b");
  words.write({1, 1}, "c");
  const auto joined = ravel::semiring{std::string(), [](const std::string& x, const std::string& y) { return std::max(x, y); },
                                      [](const std::string& x, const std::string& y) { return x.empty() || y.empty() ? "" : x + y; }};
  CHECK(entries<std::string>(sparse_matmul(words, words, joined)) == listed<std::string>{{0, "aa"}, {1, "bc"}, {3, "cc"}});
  const auto counting = ravel::semiring{0, [](int x, int y) { return x + y; }, [](int x, int y) { return x + y; }};
  const auto numbers = to_sparse(tensor<int>{{1, 0}, {0, 1}});
  CHECK_THROWS_WITH(sparse_matmul(numbers, numbers, counting),
                    "sparse_matmul: times(zero, x) of this semiring is 1, not zero, so that what is not stored would count, where x is 1, "
                    "entry 0 of the right matrix, in row 0, column 0");
  const auto left = ravel::semiring{0, [](int x, int y) { return x + y; }, [](int x, int y) { return x == 0 ? 0 : x + y; }};
  const auto later = ravel::from_coo({2, 3}, std::vector<std::vector<int>>{{1}, {2}}, std::vector{7});
  CHECK_THROWS_WITH(sparse_matmul(later, transpose(later), left),
                    "sparse_matmul: times(x, zero) of this semiring is 7, not zero, so that what is not stored would count, where x is 7, "
                    "entry 0 of the left matrix, in row 1, column 2");
  const auto greatest = ravel::semiring{0, [](int x, int y) { return std::max(x, y); }, std::multiplies<>()};
  CHECK_THROWS_WITH(sparse_matmul(numbers * -1, numbers, greatest),
                    "sparse_matmul: plus(zero, x) of this semiring is 0, not x, so that a sum could not begin, where x is -1, the product "
                    "of the first entries of both");
}

namespace {

// The entries of the whole product that the mask has, or has not.
template <class T, class M>
listed<T> masked(const tensor<T>& whole, const tensor<M>& mask, bool stored) {
  std::set<index_t> there;
  for (const auto& [at, value] : entries<M>(mask)) there.insert(at);
  listed<T> kept;
  for (const auto& one : entries<T>(whole)) {
    if (there.contains(one.first) == stored) kept.push_back(one);
  }
  return kept;
}

// Against the whole product, whose bits are the same: the terms are added in the same order.
template <class T, class M, class... Ring>
void check_masks(const tensor<T>& a, const tensor<T>& b, const tensor<M>& mask, const Ring&... ring) {
  const auto whole = sparse_matmul(a, b, ring...);
  using R = ravel::value_t<decltype(whole)>;
  const auto where = sparse_matmul(a, b, ring..., where_stored{mask}), rest = sparse_matmul(a, b, ring..., where_not_stored{mask});
  REQUIRE(where.fill() == whole.fill());
  REQUIRE(where.shape() == whole.shape());
  REQUIRE(entries<R>(where) == masked<R>(whole, mask, true));
  REQUIRE(entries<R>(rest) == masked<R>(whole, mask, false));
}

}  // namespace

TEST_CASE("a mask asks for some elements of a product, or for all others", "[sparse]") {
  support::type_list<double, int, std::complex<double>>::each([]<class T>() {
    support::random r(9);
    for (int k = 0; k < 30; ++k) {
      const index_t m = r.between(1, 30), n = r.between(1, 200), l = r.between(1, 40);
      const auto a = random_sparse<T>(r, m, l, r.below(m * l)), b = random_sparse<T>(r, l, n, r.below(l * n));
      check_masks(a, b, random_sparse<double>(r, m, n, r.below(m * n)));
      check_masks(a, b, random_sparse<int>(r, m, n, 2, 1));  // nearly nothing, and another fill
    }
  });
}

TEST_CASE("masks go with any semiring, and with matrices of any width", "[sparse]") {
  support::random r(3);
  const auto a = random_sparse<double>(r, 9, 12, 40, infinite), b = random_sparse<double>(r, 12, 11, 40, infinite);
  check_masks(a, b, random_sparse<float>(r, 9, 11, 30), ravel::min_plus);
  const auto e = random_sparse<int>(r, 9, 12, 40), f = random_sparse<int>(r, 12, 11, 40);
  check_masks(e, f, random_sparse<float>(r, 9, 11, 30), ravel::or_and);
  check_masks(e, f, random_sparse<float>(r, 9, 11, 30), ravel::plus_pair);
  check_masks(e, f, random_sparse<float>(r, 9, 11, 30), ravel::semiring{0, std::plus<>(), std::multiplies<>()});
  for (const index_t wide : {index_t{1} << 17, index_t{1} << 20, index_t{1} << 40}) {
    const auto left = random_sparse<double>(r, 20, 50, 300), right = random_sparse<double>(r, 50, wide, 3000);
    const auto whole = sparse_matmul(left, right);
    check_masks(left, right, random_sparse<double>(r, 20, wide, 300));
    check_masks(left, right, to_sparse(whole * 2.0));
    check_masks(left, right, to_sparse(flip(whole, 0) + whole));
  }
}

TEST_CASE("a mask may be a view or an expression, and its values do not matter", "[sparse]") {
  support::random r(12);
  const auto a = random_sparse<double>(r, 20, 30, 80), b = random_sparse<double>(r, 30, 40, 90);
  const auto mask = random_sparse<int>(r, 40, 20, 200);
  const auto wanted = entries<double>(sparse_matmul(a, b, where_stored{to_sparse(transpose(mask))}));
  CHECK_FALSE(wanted.empty());
  CHECK(entries<double>(sparse_matmul(a, b, where_stored{transpose(mask)})) == wanted);
  CHECK(entries<double>(sparse_matmul(a, b, where_stored{transpose(mask * mask + 1)})) == wanted);
  CHECK(entries<double>(sparse_matmul(a, b, where_stored{transpose(mask) != 0})) == wanted);
}

TEST_CASE("a product computes nothing outside its mask", "[sparse]") {
  const auto big = sparse_tensor<std::int64_t>({2, 2}), mask = sparse_tensor<std::int64_t>({2, 2});
  big.write({0, 0}, index_t{1} << 33);
  big.write({0, 1}, 2);
  big.write({1, 1}, 3);
  mask.write({0, 0}, 1);
  CHECK_THROWS_AS(sparse_matmul(big, big, where_stored{mask}), ravel::overflow_error);
  mask.write({0, 0}, 0);
  mask.write({1, 1}, 1);
  CHECK(entries<index_t>(sparse_matmul(big, big, where_stored{mask})) == listed<index_t>{{3, 9}});
  mask.write({0, 0}, 1);
  CHECK(entries<index_t>(sparse_matmul(big, big, where_not_stored{mask})) == listed<index_t>{{1, (index_t{1} << 34) + 6}});
}

TEST_CASE("few elements of a product with long rows cost few steps", "[sparse]") {
  const index_t wide = 300000, tall = 300;
  const tensor<double> a = sparse_tensor<double>({tall, tall}), b = sparse_tensor<double>({tall, wide}),
                       mask = sparse_tensor<double>({tall, wide});
  a(ravel::all, 0) = 2.0;  // every row meets the long one
  b(0, ravel::all) = 3.0;
  for (index_t i = 0; i < tall; ++i) mask.write({i, i * 7}, 1.0);
  const auto product = sparse_matmul(a, b, where_stored{mask});
  CHECK(stored_count(product) == tall);
  CHECK(product.at({5, 35}) == 6.0);
}

TEST_CASE("a mask that does not fit, or has no entries to go by, is one error", "[sparse]") {
  const auto a = sparse_tensor<double>({3, 4}), b = sparse_tensor<double>({4, 5});
  CHECK_THROWS_WITH(sparse_matmul(a, b, where_stored{a}), "sparse_matmul: the mask has the shape [3 4], and the product [3 5]");
  CHECK_THROWS_AS(sparse_matmul(a, b, ravel::plus_pair, where_not_stored{sparse_tensor<double>({15})}), ravel::shape_error);
  CHECK_THROWS_WITH(sparse_matmul(a, b, where_stored{ravel::ones<bool>({3, 5})}), Catch::ContainsSubstring("the mask is dense"));
}

TEST_CASE("operands that cannot be multiplied give one error", "[sparse]") {
  const auto a = sparse_tensor<double>({3, 4});
  CHECK_THROWS_WITH(sparse_matmul(a, a),
                    "cannot multiply [3 4] by [3 4] as sparse matrices: both have two axes, and the last of the left is as long as the "
                    "first of the right");
  CHECK_THROWS_AS(sparse_matmul(a, sparse_tensor<double>({4})), ravel::shape_error);
  CHECK_THROWS_AS(sparse_matmul(a, transpose(sparse_tensor<double>({3, 4}, 1))), ravel::value_error);
  CHECK_THROWS_WITH(sparse_matmul(a, transpose(a), ravel::min_plus),
                    "sparse_matmul: the fill of the left matrix is 0, not the zero of the semiring, inf: to_sparse(x, zero) stores what "
                    "differs from that");
  CHECK_THROWS_WITH(sparse_matmul(a, ravel::zeros<double>({4, 2})), Catch::ContainsSubstring("the right matrix is dense: to_sparse(x)"));
  const auto big = sparse_tensor<std::int64_t>({1, 1});
  big.write({0, 0}, index_t{1} << 33);
  CHECK_THROWS_WITH(sparse_matmul(big, big), "8589934592 * 8589934592 does not fit int64");
  const auto many = ravel::to_sparse(ravel::tensor<int>{{70000}});
  CHECK_THROWS_WITH(kron(many, many), "70000 * 70000 does not fit int32");
}

TEST_CASE("a product costs its entries, however wide the matrices are", "[sparse]") {
  const index_t side = index_t{1} << 31;
  support::random r(4);
  const auto a = sparse_tensor<double>({side, side}), b = sparse_tensor<double>({side, side});
  std::map<std::pair<index_t, index_t>, double> expected;
  for (int k = 0; k < 3000; ++k) {
    const index_t inner = r.below(300) * (side / 300);
    a.write({r.below(side), inner}, static_cast<double>(r.between(1, 9)));
    b.write({inner, r.below(side)}, static_cast<double>(r.between(1, 9)));
  }
  const auto x = ravel::to_coo(a), y = ravel::to_coo(b);
  for (index_t i = 0; i < x.values.size(); ++i) {
    for (index_t j = 0; j < y.values.size(); ++j) {
      if (x.coordinates(i, 1) == y.coordinates(j, 0)) expected[{x.coordinates(i, 0), y.coordinates(j, 1)}] += x.values[i] * y.values[j];
    }
  }
  const auto product = ravel::to_coo(sparse_matmul(a, b));
  REQUIRE(product.values.size() == static_cast<index_t>(expected.size()));
  index_t i = 0;
  for (const auto& [at, value] : expected) {
    REQUIRE((product.coordinates(i, 0) == at.first && product.coordinates(i, 1) == at.second && product.values[i] == value));
    ++i;
  }
  CHECK(entries<double>(sparse_matmul(a, sparse_tensor<double>({side, side}))).empty());
}

TEST_CASE("rows of many terms in a wide product are added up", "[sparse]") {
  const index_t wide = 1 << 18;
  support::random r(6);
  const auto a = random_sparse<int>(r, 5, 50, 120), b = random_sparse<int>(r, 50, wide, 20000);
  const auto narrow = b(ravel::all, ravel::slice(0, 60000));
  const auto whole = sparse_matmul(a, b), part = sparse_matmul(a, narrow);
  CHECK(rises_without_fill(whole));
  CHECK(entries<std::int64_t>(part).size() > 1000);
  CHECK(entries<std::int64_t>(whole(ravel::all, ravel::slice(0, 60000))) == entries<std::int64_t>(part));
  CHECK(equal(part, matmul(clone(a), clone(narrow))));
}

TEST_CASE("failures while matrices are multiplied pass and leak nothing", "[sparse]") {
  support::random r(8);
  const auto a = random_sparse<double>(r, 10, 10, 30);
  const auto wide = random_sparse<double>(r, 10, 1 << 17, 30);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(sparse_matmul(a, a)); }) > 8);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(sparse_matmul(a, wide)); }) > 8);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(sparse_matmul(a, wide, where_stored{wide})); }) > 8);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(sparse_matmul(a, wide, where_not_stored{wide})); }) > 8);
}
