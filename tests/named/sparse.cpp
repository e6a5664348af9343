// SPDX-License-Identifier: BSL-1.0
// Names for axes of sparse data: what is bound, computed, reduced, put in order and contracted stays sparse where tensors do, equals the
// same of dense data, and costs what is stored; and writing through names to sparse data.
#include <ravel/named.hpp>

#include <support/require_equal.hpp>
#include <support/sparse_contract.hpp>
#include <support/sparse_samples.hpp>

using namespace ravel;

namespace {

template <class T>
tensor<const T> sparse_values(const shape& s, T fill, index_t one_in, std::uint64_t seed) {
  return as_tensor(support::listed_at_random<T>(s.elements(), fill, one_in, seed), s);
}
template <class T>
tensor<T> sparse_target(const shape& s, T fill = T(), support::stored_elements<T> stored = {}) {
  return as_tensor(support::written<T>(s.elements(), fill, std::move(stored)), s);
}

// f of sparse and of dense operands gives the same; what f gives of sparse ones alone is sparse.
template <class F>
void check_sparse_too(F f) {
  for (const double fill : {0.0, 1.0, -0.0, std::numeric_limits<double>::quiet_NaN()}) {
    for (const index_t one_in : {1, 3, 1000}) {
      INFO("fill " << fill << ", one in " << one_in);
      const auto a = sparse_values<double>({4, 5}, fill, one_in, 1), b = sparse_values<double>({5, 3}, fill, one_in, 2);
      const tensor<const double> made = f(a, b);
      const tensor<const double> da = clone(a), db = clone(b);
      REQUIRE(made.fill());
      support::check_sparse(made);
      const tensor<const double> wanted = f(da, db);
      REQUIRE(made.shape() == wanted.shape());
      REQUIRE_EQUAL(made, wanted);
      REQUIRE_EQUAL((f(a, db)), wanted);
      REQUIRE_EQUAL((f(da, b)), wanted);
    }
  }
}

}  // namespace

TEST_CASE("bound axes of sparse data are views of it", "[named][sparse]") {
  RAVEL_DIMS(i, j, k, p);
  using X = const tensor<const double>&;
  check_sparse_too([&](X a, X) { return order(a(i, j), j, i); });
  check_sparse_too([&](X a, X) { return order(a(all, slice(1, 4))(i, i), i); });
  check_sparse_too([&](X a, X) { return order(a(i, 2), i); });
  check_sparse_too([&](X a, X) { return order(a(i(3) + 1, 4 - j(5)), j, i); });
  check_sparse_too([&](X a, X) { return order(a(i, j(3) + k(3)), i, j, k); });
  check_sparse_too([&](X a, X) { return order(flat(a)(pack(i, j(2))), j, i); });
  check_sparse_too([&](X a, X) { return order(a(i, j), pack(j, i)); });
  check_sparse_too([&](X a, X) { return order(a(tensor<int>{3, 0, 0}(p), j), j, p); });
  check_sparse_too([&](X a, X) { return order(rename(a(i, j), i, k), j, k); });
  check_sparse_too([&](X a, X) { return order(expand(a(i, j), k(2)), k, j, i); });
}

TEST_CASE("work over the dims of sparse data is sparse", "[named][sparse]") {
  RAVEL_DIMS(i, j, k);
  using X = const tensor<const double>&;
  check_sparse_too([&](X a, X b) { return order(a(i, j) + b(j, k), k, i, j); });
  check_sparse_too([&](X a, X b) { return order(a(i, j) * b(j, k) - 2.0, i, j, k); });
  check_sparse_too([&](X a, X b) { return order(where(a(i, j) < b(j, k), a(i, j), 3.0 * b(j, k)), i, j, k); });
  check_sparse_too([&](X a, X b) { return order(map([](double x, double y) { return x > y ? x : -y; }, a(i, j), b(j, k)), j, k, i); });
  check_sparse_too([&](X a, X) { return order(exp(abs(a(i, j))), j, i); });
}

// reduction(a(i, j), dims) of sparse and dense data
#define CHECK_REDUCED(x, ...)                                                                      \
  {                                                                                                \
    const auto reduced = [&](const auto& t) { return __VA_ARGS__; };                               \
    INFO(#__VA_ARGS__);                                                                            \
    const auto found = reduced(x), wanted = reduced(tensor<const value_t<decltype(x)>>(clone(x))); \
    REQUIRE(found.shape() == wanted.shape());                                                      \
    REQUIRE_EQUAL(found, wanted);                                                                  \
  }

TEST_CASE("reductions over dims of sparse data are those of dense data", "[named][sparse]") {
  RAVEL_DIMS(i, j, k);
  for (const double fill : {0.0, 1.0, -0.0, std::numeric_limits<double>::quiet_NaN()}) {
    for (const index_t one_in : {1, 3, 1000}) {
      INFO("fill " << fill << ", one in " << one_in);
      const auto x = sparse_values<double>({3, 4, 5}, fill, one_in, 3);
      CHECK_REDUCED(x, order(sum(t(i, j, k), j), k, i))
      CHECK_REDUCED(x, order(sum(t(i, j, k), {i, k}), j))
      CHECK_REDUCED(x, order(sum(t(i, all, k), {i, k})))
      CHECK_REDUCED(x, order(sum(t(i, j, k), {i, j, k})))
      CHECK_REDUCED(x, order(sum(t(i, j, k), i, nan_policy::skip), j, k))
      CHECK_REDUCED(x, order(sum(t(i, j, k) * 2.0 + t(i, j, k), i), j, k))
      CHECK_REDUCED(x, order(product(t(i, j, k), j), k, i))
      CHECK_REDUCED(x, order(mean(t(i, j, k), {i, j}), k))
      CHECK_REDUCED(x, order(min(t(i, j, k), j), i, k))
      CHECK_REDUCED(x, order(max(t(i, j, k), j), i, k))
      CHECK_REDUCED(x, order(count(t(i, j, k) > 1.0, j), i, k))
      CHECK_REDUCED(x, order(all_of(t(i, j, k) <= 1.0, j), i, k))
      CHECK_REDUCED(x, order(any_of(t(i, j, k) > 1.0, j), i, k))
      CHECK_REDUCED(x, order(none_of(t(i, j, k) > 1.0, j), i, k))
      CHECK_REDUCED(x, order(var(t(i, j, k), j), i, k))
      CHECK_REDUCED(x, order(ravel::std(t(i, j, k), j), i, k))
      CHECK_REDUCED(x, order(norm(t(i, j, k), j), i, k))
      CHECK_REDUCED(x, order(median(t(i, j, k), j), i, k))
      CHECK_REDUCED(x, order(argmin(t(i, j, k), j), i, k))
      CHECK_REDUCED(x, order(argmax(t(i, j, k), j), i, k))
      CHECK_REDUCED(x, order(cumsum(t(i, j, k), j), j, i, k))
      CHECK_REDUCED(x, order(cummax(t(i, j, k), j), j, i, k))
      CHECK_REDUCED(x, order(sort(t(i, j, k), k), j, i, k))
      CHECK_REDUCED(x, order(argsort(t(i, j, k), k), j, i, k))
      CHECK_REDUCED(x, order(softmax(t(i, j, k), k), j, i, k))
      CHECK_REDUCED(x, order(logsumexp(t(i, j, k), k), j, i))
      CHECK_REDUCED(x, order(reduce(
                                 t(i, j, k), 1.0, [](double a, double b) { return a / 2 + b; }, j),
                             i, k))
    }
  }
}

TEST_CASE("contractions of sparse data are those of dense data", "[named][sparse]") {
  RAVEL_DIMS(b, i, j, k);
  for (const double fill : {0.0, 1.0}) {
    for (const index_t one_in : {1, 3, 1000}) {
      INFO("fill " << fill << ", one in " << one_in);
      const auto x = sparse_values<double>({3, 4, 5}, fill, one_in, 3);
      const auto w = sparse_values<double>({5, 4, 3}, fill, one_in, 4);
      const tensor<const double> dense = clone(w);
      for (const auto& y : {w, dense}) {
        CHECK_REDUCED(x, order(sum(t(b, i, k) * y(k, j, b), k), j, b, i))
        CHECK_REDUCED(x, order(sum(t(b, i, k) * y(k, j, b), {b, k}), j, i))
        CHECK_REDUCED(x, order(sum(y(k, j, b) * t(b, i, k), b), k, j, i))
        CHECK_REDUCED(x, order(sum(t(b, i, k) * y(k, i, b), {b, i, k})))
        CHECK_REDUCED(x, order(sum(t(b, i, k) * y(k, i, b), k), i, b))
        CHECK_REDUCED(x, order(sum(t(b, i, k) * y(k, j, 1), k), b, j, i))
        CHECK_REDUCED(x, order(sum(t(0, i, k) * y(k, 2, b), k), b, i))
        CHECK_REDUCED(x, order(sum(t(0, 1, k) * y(k, j, b), k), b, j))
        CHECK_REDUCED(x, order(sum(t(b, i, k) * y(k, j, b) * t(b, 1, k), {b, k}), j, i))
        CHECK_REDUCED(x, order(sum(t(b, i, 4 - k) * y(k, j, 2 - b), {b(3), k}), i, j))
        CHECK_REDUCED(x, einsum("bik,kjb->ij", t, y))
      }
    }
  }
  const auto n = sparse_values<int>({3, 4}, 0, 2, 5), m = sparse_values<int>({4, 6}, 0, 2, 6);
  CHECK_REDUCED(n, order(sum(t(i, k) * m(k, j), k), i, j))
}

TEST_CASE("contractions cost what is stored", "[named][sparse]") {
  RAVEL_DIMS(b, i, j, k);
  constexpr index_t side = 1'000'000;
  const tensor<const double> a =
      as_tensor(support::listed<double>(2 * side * side, 0, {{3, 2.0}, {side + 7, 4.0}, {2 * side * side - 1, 5.0}}), {2, side, side});
  const tensor<const double> few = as_tensor(support::listed<double>(3 * side, 0, {{3, 1.0}, {side + 7, 10.0}}), {3, side});
  const tensor<const double> ones_of_all = ones<double>({side});
  // Matrices with a vector, from either side.
  const auto sums = order(sum(a(0, i, k) * ones_of_all(k), k), i);
  CHECK(sums(0) == 2);
  CHECK(sums(1) == 4);
  CHECK(order(sum(a(1, i, k) * ones_of_all(i), i), k)(side - 1) == 5);
  // A stack of them, turned, merged and cut.
  CHECK(order(sum(a(b, i, k) * few(j, k), {i, k}), b, j)(0, 1) == 40);
  CHECK(order(sum(a(b, k, i) * few(j, k), {i, k}), b, j)(0, 0) == 0);
  CHECK(order(sum(a(b, i, k) * few(j, k), {b, k}), j, i)(1, 1) == 40);
  CHECK(order(sum(a(b, i, k) * few(0, k) * few(1, i), {b, i, k}))() == 0);
  CHECK(order(sum(a(b, i, k) * a(b, i, k), {b, i, k}))() == 45);
  CHECK(order(sum(a(b, i, k) * a(b, k, i), {b, i, k}))() == 25);
  CHECK(order(sum(a(b, k, i) * few(j, k), k), b, i, j)(0, 7, 0) == 0);
  CHECK(order(sum(a(b, i, side - 1 - k(side)) * few(j, side - 1 - k(side)), k), b, i, j)(0, 1, 1) == 40);
  CHECK(sum(order(sum(a(b, i, k), i), b, k)) == 11);
}

namespace {

// The same writes to sparse and to dense elements, of sparse and dense values.
template <class Write>
void check_writes(Write write) {
  for (const double fill : {0.0, 1.0, -0.0, std::numeric_limits<double>::quiet_NaN()}) {
    for (const index_t one_in : {1, 3, 1000}) {
      INFO("fill " << fill << ", one in " << one_in);
      const auto values = sparse_values<double>({4, 5}, one_in == 3 ? 0.0 : fill, one_in, 7);
      const tensor<const double> dense = clone(values);
      for (const tensor<const double>& source : {values, dense}) {
        const auto to = sparse_target<double>({5, 4}, fill, support::scattered<double>(20, fill, 3, 8));
        const tensor<double> wanted = clone(to);
        write(to, source);
        write(wanted, dense);
        REQUIRE_EQUAL(to, wanted);
        support::check_sparse(to);
      }
    }
  }
}

}  // namespace

TEST_CASE("named places of sparse data are written", "[named][sparse]") {
  RAVEL_DIMS(i, j, p);
  const tensor<int> rows{3, 0, 2}, again{1, 0, 1, 1};
  check_writes([&](const auto& x, const auto& v) { x(j, i) = v(i, j); });
  check_writes([&](const auto& x, const auto& v) { x(j, i) = v(i, j) * 2.0 + x(j, i); });
  check_writes([&](const auto& x, const auto&) { x(i, j) = 7; });
  check_writes([&](const auto& x, const auto&) { slice(x, 0, 0, 4)(i, i) = 3; });
  check_writes([&](const auto& x, const auto& v) { x(4 - j, all) = v(all, j); });
  check_writes([&](const auto& x, const auto& v) { x(rows(p), i) = v(slice(0, 3), slice(0, 4))(p, i); });
  check_writes([&](const auto& x, const auto&) { x(j, i) = x(4 - j, 3 - i); });
  check_writes([&](const auto& x, const auto&) { x(j, i) = j; });
  check_writes([&](const auto& x, const auto& v) { flat(x)(pack(i(4), j)) = v(i, j); });
  check_writes([&](const auto& x, const auto& v) { x(j, i) += v(i, j); });
  check_writes([&](const auto& x, const auto& v) { x(j, i) *= v(i, j); });
  check_writes([&](const auto& x, const auto& v) { x(again(i), j) += v(all, slice(0, 4))(i, j); });
  check_writes([&](const auto& x, const auto& v) { x(j, again(i)) -= v(i, j); });
  check_writes([&](const auto& x, const auto& v) { transpose(x)(again(i), j) *= v(i, j); });
  check_writes([&](const auto& x, const auto&) { x(j, again(i)) += 1; });
}

TEST_CASE("writing through names costs what is stored", "[named][sparse]") {
  RAVEL_DIMS(i, j, k, p);
  constexpr index_t side = 1'000'000;
  const auto to = sparse_target<double>({side, side}, 0.0, {{5, 1.0}});
  const tensor<const double> few = as_tensor(support::listed<double>(side * side, 0, {{3, 2.0}, {side + 7, 4.0}}), {side, side});
  to(i, j) = few(j, i);
  CHECK(stored_count(to) == 2);
  to(i, j) += few(side - 1 - i, j);
  CHECK(stored_count(to) == 4);
  const tensor<int> again{2, 2, 5};
  to(again(p), 9) += tensor<double>{1, 2, 3}(p);
  CHECK(tensor<const double>(to)(2, 9) == 3);
  CHECK(sum(to) == 18);
  to(i, j) *= 2;
  CHECK(sum(to) == 36);
  to(i, j) = 0;
  CHECK(stored_count(to) == 0);
}

TEST_CASE("products of sparse integers stay sparse, and do not wrap", "[named]") {
  RAVEL_DIMS(i, j, k);
  const auto a = sparse_values<std::int64_t>({40, 50}, 0, 20, 1), b = sparse_values<std::int64_t>({40, 50}, 0, 20, 2);
  const tensor<const std::int64_t> made = order(sum(a(i, k) * b(i, k) * 2, std::vector<dim>{}), i, k);
  REQUIRE(made.fill());
  CHECK(stored_count(made) <= stored_count(a));
  REQUIRE_EQUAL(made, a * b * 2);
  REQUIRE_EQUAL(order(sum(a(i, k) * b(i, k), k), i), sum(a * b, 1));
  const auto huge = sparse_target<std::int64_t>({1000}, 0, {{3, INT64_MAX}});
  CHECK_THROWS_AS(sum(huge(k) * huge(k), k), overflow_error);
  CHECK_THROWS_AS(to_vector(order(sum(huge(k) * 3, std::vector<dim>{}), k)), overflow_error);
}
