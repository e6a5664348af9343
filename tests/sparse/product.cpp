// SPDX-License-Identifier: BSL-1.0
// Products of matrices where either operand, or both, are sparse, against those of dense memory: views, vectors, stacks, integers that do
// not fit on the way, and what is not finite.
#include <ravel/op.hpp>
#include <ravel/sparse/csr.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/same_for_all.hpp>
#include <support/stopped.hpp>

#include <complex>
#include <limits>
#include <string>

using ravel::all;
using ravel::index_t;

namespace {

template <class T>
ravel::tensor<T> random_matrix(const ravel::shape& of, std::uint64_t seed) {
  support::random r(seed);
  const ravel::tensor<T> t = ravel::sparse_tensor<T>(of);
  for (index_t k = of.elements() / 8; k > 0; --k) {
    std::vector<index_t> at;
    for (const index_t extent : of) at.push_back(r.between(0, extent - 1));
    t.write(at, r.small<T>());
  }
  return t;
}

template <class T>
void check_products() {
  const auto a = random_matrix<T>({9, 14}, 1), b = random_matrix<T>({14, 11}, 2), stack = random_matrix<T>({3, 9, 14}, 3);
  const auto da = clone(a), db = clone(b), dstack = clone(stack);
  const auto wanted = matmul(da, db);
  REQUIRE_EQUAL(matmul(a, b), wanted);
  REQUIRE_EQUAL(matmul(a, db), wanted);
  REQUIRE_EQUAL(matmul(da, b), wanted);
  REQUIRE_EQUAL(matmul(transpose(b), transpose(da)), transpose(wanted));
  REQUIRE_EQUAL(matmul(flip(a, 1), flip(db, 0)), wanted);
  REQUIRE_EQUAL(matmul(stack, db), matmul(dstack, db));
  REQUIRE_EQUAL(matmul(dstack, b), matmul(dstack, db));
  REQUIRE_EQUAL(matmul(stack, b), matmul(dstack, db));
  REQUIRE_EQUAL(matmul(a, db(all, 3)), matmul(da, db(all, 3)));
  REQUIRE_EQUAL(matmul(da(2, all), b), matmul(da(2, all), db));
  REQUIRE_EQUAL(matmul(a(2, all), b), matmul(da(2, all), db));
}

}  // namespace

TEST_CASE("rows that two sparse matrices share are found, among few and among many", "[sparse]") {
  for (const index_t rows : {20, 3000, 5000000}) {
    const ravel::tensor<double> a = ravel::sparse_tensor<double>({2, 3, rows}), b = ravel::sparse_tensor<double>({2, rows, 4});
    const index_t last = rows - 1;
    for (const index_t k : {index_t{0}, index_t{7}, last}) {
      a.write({0, 1, k}, 2.0 + static_cast<double>(k));
      a.write({1, 2, k}, 3.0);
      b.write({0, k, 3}, 5.0);
      b.write({1, k, 0}, static_cast<double>(k));
    }
    b.write({1, 7, 2}, 11.0);
    ravel::tensor<double> wanted = ravel::zeros<double>({2, 3, 4});
    wanted(0, 1, 3) = 5.0 * static_cast<double>(6 + 7 + last);
    wanted(1, 2, 0) = 3.0 * static_cast<double>(7 + last);
    wanted(1, 2, 2) = 33;
    REQUIRE_EQUAL(matmul(a, b), wanted);
  }
}

TEST_CASE("products go by what is stored, and are those of dense matrices", "[sparse]") {
  check_products<double>();
  check_products<float>();
  check_products<int>();
  check_products<std::complex<double>>();
}

namespace {

// The same matrix as arrays of rows and of columns, with places of either width.
template <class T, class Place>
std::pair<ravel::tensor<const T>, ravel::tensor<const T>> adopted_both_ways(const ravel::tensor<T>& of) {
  const auto rows = to_csr(of);
  const auto columns = to_csc(of);
  return {ravel::from_csr(of.shape(), rows.starts, clone(ravel::cast<Place>(rows.columns)), rows.values),
          ravel::from_csc(of.shape(), columns.starts, clone(ravel::cast<Place>(columns.rows)), columns.values)};
}

template <class T, class Place>
void check_adopted() {
  const auto a = random_matrix<T>({90, 70}, 7);
  const auto da = clone(a), right = clone(random_matrix<T>({70, 5}, 8)), left = clone(random_matrix<T>({6, 90}, 9));
  const auto [rows, columns] = adopted_both_ways<T, Place>(a);
  for (const ravel::tensor<const T>& m : {rows, columns}) {
    REQUIRE_EQUAL(matmul(m, right), matmul(da, right));
    REQUIRE_EQUAL(matmul(m, right(all, 0)), matmul(da, right(all, 0)));
    REQUIRE_EQUAL(matmul(m, clone(transpose(right)).operator()(0, all)), matmul(da, right(all, 0)));
    REQUIRE_EQUAL(matmul(m, transpose(clone(transpose(right)))), matmul(da, right));
    REQUIRE_EQUAL(matmul(left, m), matmul(left, da));
    REQUIRE_EQUAL(matmul(left(0, all), m), matmul(left(0, all), da));
    REQUIRE_EQUAL(matmul(m(ravel::slice(20, 30), all), right), matmul(da(ravel::slice(20, 30), all), right));
    REQUIRE_EQUAL(matmul(m(all, ravel::slice(20, 30)), right(ravel::slice(0, 30), all)),
                  matmul(da(all, ravel::slice(20, 30)), right(ravel::slice(0, 30), all)));
    REQUIRE_EQUAL(matmul(transpose(m), transpose(left)), matmul(transpose(da), transpose(left)));
    REQUIRE_EQUAL(matmul(reshape(m, {10, 9, 70}), right), matmul(reshape(da, {10, 9, 70}), right));
    REQUIRE_EQUAL(matmul(swap_axes(reshape(m, {10, 9, 70}), 1, 2), left(all, ravel::slice(0, 9)).operator()(0, all)),
                  matmul(swap_axes(reshape(da, {10, 9, 70}), 1, 2), left(all, ravel::slice(0, 9)).operator()(0, all)));
  }
}

// Functions of such matrices, which are computed while they are multiplied.
template <class T>
void check_computed() {
  const auto a = random_matrix<T>({90, 70}, 7);
  const auto da = clone(a), right = clone(random_matrix<T>({70, 5}, 8)), left = clone(random_matrix<T>({6, 90}, 9));
  const auto [rows, columns] = adopted_both_ways<T, std::int32_t>(a);
  const auto factors = clone(ravel::cast<T>(ravel::iota<int>(70)));
  const auto check = [&](const auto& m, const auto& dense) {
    REQUIRE_EQUAL(matmul(m, right), matmul(dense, right));
    REQUIRE_EQUAL(matmul(m, right(all, 0)), matmul(dense, right(all, 0)));
    REQUIRE_EQUAL(matmul(left, m), matmul(left, dense));
    REQUIRE_EQUAL(matmul(transpose(m), transpose(left)), matmul(transpose(dense), transpose(left)));
    REQUIRE_EQUAL(matmul(transpose(right), transpose(m)), matmul(transpose(right), transpose(dense)));
    REQUIRE_EQUAL(matmul(m(ravel::slice(20, 30), all), right), matmul(dense(ravel::slice(20, 30), all), right));
    REQUIRE_EQUAL(matmul(m, transpose(m)), matmul(dense, transpose(dense)));
    const auto stack = reshape(m, {10, 9, 70});
    const auto dense_stack = reshape(dense, {10, 9, 70});
    REQUIRE_EQUAL(matmul(stack, right), matmul(dense_stack, right));
    REQUIRE_EQUAL(matmul(transpose(right), swap_axes(stack, 1, 2)), matmul(transpose(right), swap_axes(dense_stack, 1, 2)));
  };
  const ravel::tensor<T> twice = clone(da * T{2}), scaled = clone(da * factors);
  for (const ravel::tensor<const T>& m : {rows, columns}) {
    check(m * T{2}, twice);
    check(T{2} * (m * T{1}), twice);
    check(m * factors, scaled);
  }
  check(rows + columns, twice);
  check(columns + rows, twice);
  check(transpose(transpose(rows) + transpose(columns)), twice);
}

}  // namespace

TEST_CASE("matrices that lie by rows or by columns are multiplied as they lie", "[sparse]") {
  check_adopted<double, std::int32_t>();
  check_adopted<double, std::int64_t>();
  check_adopted<float, std::int32_t>();
  check_adopted<int, std::int32_t>();
  check_adopted<std::complex<double>, std::int64_t>();
}

TEST_CASE("functions of matrices are multiplied in the order in which these lie", "[sparse]") {
  check_computed<double>();
  check_computed<int>();
  check_computed<std::complex<double>>();
}

TEST_CASE("a column that is written after the array was adopted is an error of the product", "[sparse]") {
  const ravel::buffer<int> columns{0, 3, 1};
  const auto m = ravel::from_csr({3, 4}, std::vector{0, 2, 2, 3}, columns, std::vector{1.0, 2.0, 3.0});
  const auto x = ravel::ones<double>({4});
  REQUIRE_EQUAL(matmul(m, x), (ravel::tensor<double>{3, 0, 3}));
  columns.write(1, 4);
  REQUIRE_THROWS_WITH(matmul(m, x), "column 4 in row 0 was written after the array was adopted");
}

TEST_CASE("products of many entries are stopped between rows, adopted ones or not", "[sparse]") {
  constexpr index_t side = 700;
  const auto places = [](auto f) { return clone(map(f, ravel::iota<index_t>(side * side))); };
  const ravel::buffer<double> values = ravel::make_buffer<double>(side * side, 1.0);
  const auto adopted =
      ravel::from_csr({side, side}, ravel::iota<index_t>(side + 1, 0, side), places([](index_t i) { return i % side; }), values);
  const auto x = ravel::zeros<double>({side});
  for (const ravel::tensor<const double>& whole : {adopted, ravel::tensor<const double>(to_sparse(adopted))}) {
    index_t stopped = 0;
    const index_t looks = support::for_each_stop([&] { static_cast<void>(matmul(whole, x)); }, [&] { ++stopped; });
    REQUIRE(stopped == looks);
    REQUIRE(looks > side * side / 100000);
  }
}

TEST_CASE("sums go past the blocks in which entries come", "[sparse]") {
  const auto a = random_matrix<double>({3, 40000}, 4);
  const auto x = ravel::random_uniform<double>({40000}, -1.0, 1.0, 5), y = ravel::random_uniform<double>({3}, -1.0, 1.0, 6);
  const auto doubled = matmul(a * 2.0, x), back = matmul(y, a * 2.0);
  const auto d = clone(a * 2.0);
  for (index_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (index_t k = 0; k < 40000; ++k) sum += d(i, k) * x(k);
    CHECK(doubled(i) == sum);  // bit for bit: the terms are added in their order
  }
  for (index_t k = 0; k < 40000; k += 997) CHECK(back(k) == y(0) * d(0, k) + y(1) * d(1, k) + y(2) * d(2, k));
}

TEST_CASE("an outer product of sparse vectors is sparse", "[sparse]") {
  const auto a = random_matrix<double>({40}, 2), b = random_matrix<double>({30}, 3);
  const auto product = outer(a, b);
  CHECK(product.fill() == 0.0);
  CHECK(stored_count(product) == stored_count(a) * stored_count(b));
  REQUIRE_EQUAL(product, outer(clone(a), clone(b)));
  REQUIRE_EQUAL(to_sparse(outer(a, a(ravel::slice(3, 20)))), outer(clone(a), clone(a)(ravel::slice(3, 20))));
  const index_t side = 1000000;
  const ravel::tensor<double> wide = ravel::sparse_tensor<double>({side});
  wide.write({7}, 2.0);
  wide.write({side - 1}, 3.0);
  const auto square = outer(wide, wide);  // of 1e12 positions
  CHECK(stored_count(square) == 4);
  CHECK(sum(square) == 25);
}

namespace {

// Which numbers, which infinities and which NaN: signs of zeros are not kept where nothing is stored.
template <class T>
bool same_value(const T& x, const T& y) {
  if constexpr (ravel::complex_element<T>) {
    return same_value(x.real(), y.real()) && same_value(x.imag(), y.imag());
  } else {
    return x == y || (x != x && y != y);
  }
}
template <class X, class Y>
bool same_values(const X& x, const Y& y) {
  bool same = x.shape() == y.shape();
  for (index_t i = 0; same && i < x.size(); ++i) same = same_value(x[i], y[i]);
  return same;
}

// Sparse or dense, with some elements that are not finite or a zero with a sign, `odd` of them.
template <class T>
ravel::tensor<T> odd_matrix(const ravel::shape& of, std::uint64_t seed, index_t odd) {
  using real = ravel::real_of_t<T>;
  const ravel::tensor<T> t = random_matrix<T>(of, seed);
  support::random r(seed + 1);
  constexpr real infinity = std::numeric_limits<real>::infinity();
  const real values[] = {infinity, -infinity, std::numeric_limits<real>::quiet_NaN(), real(-0.0)};
  for (index_t k = 0; k < odd; ++k) {
    std::vector<index_t> at;
    for (const index_t extent : of) at.push_back(r.between(0, extent - 1));
    const real value = values[r.between(0, 3)];
    if constexpr (ravel::complex_element<T>)
      t.write(at, r.between(0, 1) == 0 ? T(value, 1) : T(0, value));
    else
      t.write(at, value);
  }
  return t;
}

template <class T>
T on_paper(const T& x, const T& y) {
  if constexpr (ravel::complex_element<T>) {
    return T(x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real());
  } else {
    return x * y;
  }
}
// Every term, also where a BLAS makes NaN of an infinite complex element, as it multiplies the sum by 1.
template <class T>
ravel::tensor<const T> every_term(const ravel::tensor<const T>& a, const ravel::tensor<const T>& b) {
  const auto made = ravel::zeros<T>({a.extent(0), a.extent(1), b.extent(1)});
  for (index_t s = 0; s < a.extent(0); ++s) {
    for (index_t i = 0; i < a.extent(1); ++i) {
      for (index_t j = 0; j < b.extent(1); ++j) {
        for (index_t l = 0; l < b.extent(0); ++l) made(s, i, j) += on_paper<T>(a(s, i, l), b(l, j));
      }
    }
  }
  return made;
}

// The sparse way against the dense loop, for either side and both, as stacks, views, rows and columns.
template <class T>
void check_odd_products() {
  index_t seen = 0, known = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const index_t odd_left = static_cast<index_t>(seed % 4), odd_right = static_cast<index_t>(seed / 4 % 4);
    const auto a = odd_matrix<T>({2, 5, 7}, 3 * seed, odd_left), b = odd_matrix<T>({7, 6}, 5 * seed, odd_right);
    const ravel::tensor<const T> da = clone(a), db = clone(b);
    const auto wanted = every_term<T>(da, db);
    if constexpr (ravel::real_element<T>) REQUIRE(same_values(matmul(da, db), wanted));
    seen += count(isnan(wanted));
    known += count(!isnan(wanted));
    REQUIRE(same_values(matmul(a, b), wanted));
    REQUIRE(same_values(matmul(a, db), wanted));
    REQUIRE(same_values(matmul(da, b), wanted));
    REQUIRE(same_values(matmul(transpose(b), swap_axes(a, 1, 2)), clone(swap_axes(wanted, 1, 2))));
    REQUIRE(same_values(matmul(transpose(db), swap_axes(a, 1, 2)), clone(swap_axes(wanted, 1, 2))));
    REQUIRE(same_values(matmul(transpose(b), swap_axes(da, 1, 2)), clone(swap_axes(wanted, 1, 2))));
    REQUIRE(same_values(matmul(rotate(a, {1, 2, 0}), db + T(0)), clone(rotate(wanted, {1, 2, 0}))));
    REQUIRE(same_values(matmul(a, db(all, 2)), clone(wanted(all, all, 2))));
    REQUIRE(same_values(matmul(a, b(all, 2)), clone(wanted(all, all, 2))));
    REQUIRE(same_values(matmul(da(1, 3, all), b), clone(wanted(1, 3, all))));
    REQUIRE(same_values(matmul(a(1, 3, all), db), clone(wanted(1, 3, all))));
    REQUIRE(same_values(dot(a(1, all, all), db), clone(wanted(1, all, all))));
    const auto rows = to_csr(b);
    const auto adopted = ravel::from_csr(b.shape(), rows.starts, rows.columns, rows.values);
    REQUIRE(same_values(matmul(da, adopted), wanted));
    REQUIRE(same_values(matmul(transpose(adopted), swap_axes(da, 1, 2)), clone(swap_axes(wanted, 1, 2))));
  }
  CHECK(seen > 300);
  CHECK(known > 300);
}

}  // namespace

TEST_CASE("zeros that are not stored meet what is not finite", "[sparse]") {
  check_odd_products<double>();
  check_odd_products<float>();
  check_odd_products<std::complex<double>>();
  check_odd_products<std::complex<float>>();
}

TEST_CASE("infinity and NaN make NaN of the zeros they meet, and of nothing else", "[sparse]") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const ravel::tensor<double> a = ravel::sparse_tensor<double>({3, 3});
  a.write({0, 1}, 2.0);
  a.write({1, 0}, 1.0);
  const ravel::tensor<double> b{{1, 1}, {infinity, 1}, {1, 1}};
  REQUIRE(same_values(matmul(a, b), ravel::tensor<double>{{infinity, 2}, {nan, 1}, {nan, 0}}));
  a.write({2, 2}, nan);
  REQUIRE(same_values(matmul(a, to_sparse(b)), ravel::tensor<double>{{infinity, 2}, {nan, 1}, {nan, nan}}));
}

TEST_CASE("a fill that is not zero is part of the product", "[sparse]") {
  const ravel::tensor<int> ones = ravel::sparse_tensor<int>({3, 3}, 1);
  ones.write({0, 0}, 5);
  REQUIRE_EQUAL(matmul(ones, ravel::eye<int>(3)), matmul(clone(ones), ravel::eye<int>(3)));
}

namespace {

// Mostly ones, in more elements than are brought to memory at a time.
template <class T>
ravel::tensor<T> mostly_ones(const ravel::shape& of) {
  const ravel::tensor<T> t = ravel::sparse_tensor<T>(of, T(1));
  for (index_t k = 0; k < 3000; ++k) {
    std::vector<index_t> at;
    for (index_t axis = 0; axis < of.rank(); ++axis) at.push_back(k * (7919 + 31 * axis) % of[axis]);
    t.write(at, static_cast<T>(static_cast<std::int8_t>(k % 7)));
  }
  return t;
}

template <class T>
void check_bands() {
  const auto a = mostly_ones<T>({110, 10000}), b = mostly_ones<T>({10000, 110}), stack = mostly_ones<T>({3, 10000, 40});
  const auto da = clone(a), db = clone(b), dstack = clone(stack);
  const auto wanted = matmul(da, db);
  REQUIRE_EQUAL(matmul(a, b), wanted);
  REQUIRE_EQUAL(matmul(a, db), wanted);
  REQUIRE_EQUAL(matmul(da, b), wanted);
  REQUIRE_EQUAL(matmul(transpose(b), transpose(a)), transpose(wanted));
  REQUIRE_EQUAL(matmul(a, b + T(0)), wanted);
  REQUIRE_EQUAL(matmul(a, db(all, 3)), wanted(all, 3));
  REQUIRE_EQUAL(matmul(da(2, all), b), wanted(2, all));
  REQUIRE_EQUAL(matmul(a(ravel::slice(0, 3), all), b(all, ravel::slice(5, 2))), wanted(ravel::slice(0, 3), ravel::slice(5, 2)));
  REQUIRE_EQUAL(matmul(da(ravel::slice(0, 5), all), stack), matmul(da(ravel::slice(0, 5), all), dstack));
  REQUIRE_EQUAL(matmul(swap_axes(stack, 1, 2), b(all, ravel::slice(0, 4))), matmul(swap_axes(dstack, 1, 2), db(all, ravel::slice(0, 4))));
  CHECK(matmul(a, db(all, ravel::slice(0, 0))).shape() == ravel::shape{110, 0});
}

}  // namespace

TEST_CASE("a nearly dense operand is in memory a band at a time", "[sparse]") {
  check_bands<double>();
  check_bands<int>();
}

TEST_CASE("an element that does not fit is named where it stands, whatever band it is of", "[sparse]") {
  const auto most = std::numeric_limits<std::int64_t>::max();
  const auto a = mostly_ones<std::int64_t>({40000, 30}), b = mostly_ones<std::int64_t>({30, 40000});
  a.write({39001, 5}, most);
  b.write({5, 39002}, most);
  const auto twos = ravel::full<std::int64_t>({30, 30}, 2);
  CHECK_THROWS_WITH(matmul(a, twos), Catch::ContainsSubstring("element 39001, 0 of the product"));
  CHECK_THROWS_WITH(matmul(twos, b), Catch::ContainsSubstring("element 0, 39002 of the product"));
}

TEST_CASE("integers are exact where they do not fit on the way, and an error where they do not fit", "[sparse]") {
  const auto most = std::numeric_limits<std::int64_t>::max();
  const ravel::tensor<std::int64_t> a = ravel::sparse_tensor<std::int64_t>({1, 9});
  a(0, all) = ravel::tensor<std::int64_t>{most, most, -most, 0, 0, 0, 0, 0, 0};
  CHECK(matmul(a, ravel::ones<std::int64_t>({9, 1}))(0, 0) == most);
  REQUIRE_THROWS_AS(matmul(a, ravel::full<std::int64_t>({9, 1}, 3)), ravel::overflow_error);
}

namespace {

template <class T>
void check_exact() {
  support::random r(11);
  index_t thrown = 0, given = 0;
  for (int round = 0; round < 400; ++round) {
    const ravel::tensor<T> a = ravel::sparse_tensor<T>({3, 6}), b = ravel::sparse_tensor<T>({6, 2});
    for (const auto& t : {a, b}) {
      for (int k = 0; k < 5; ++k) {
        const T large = static_cast<T>(std::numeric_limits<T>::max() - static_cast<T>(r.between(0, 1)));
        const T values[] = {r.small<T>(), large, static_cast<T>(T{0} - large)};
        t.write({r.between(0, t.extent(0) - 1), r.between(0, t.extent(1) - 1)}, values[r.between(0, 2)]);
      }
    }
    const ravel::tensor<const T> da = clone(a), db = clone(b);
    std::string fault;
    ravel::tensor<const T> wanted;
    try {
      wanted = matmul(da, db);
    } catch (const ravel::overflow_error& e) {
      fault = e.what();
    }
    const auto check = [&](const auto& x, const auto& y) {
      if (fault.empty())
        REQUIRE_EQUAL(matmul(x, y), wanted);
      else
        REQUIRE_THROWS_WITH(matmul(x, y), fault);
    };
    check(a, b);
    check(a, db);
    check(da, b);
    check(transpose(to_sparse(transpose(a))), db);
    check(da, transpose(to_sparse(transpose(b))));
    (fault.empty() ? given : thrown) += 1;
  }
  CHECK(thrown > 20);
  CHECK(given > 20);
}

}  // namespace

TEST_CASE("sums of integers go by entries also where they do not fit on the way", "[sparse]") {
  check_exact<std::int64_t>();
  check_exact<std::uint64_t>();
}

TEST_CASE("a sparse product of large matrices costs no dense operand", "[sparse]") {
  const index_t side = 10000000;
  const ravel::tensor<double> a = ravel::sparse_tensor<double>({2, side}), b = ravel::sparse_tensor<double>({side, 3});
  a.write({1, side - 1}, 2.0);
  b.write({side - 1, 2}, 4.0);
  REQUIRE_EQUAL(matmul(a, b), (ravel::tensor<double>{{0, 0, 0}, {0, 0, 8}}));
}

TEST_CASE("products by rows as they lie are shared between threads", "[sparse]") {
  const auto check_all = []<class T>(T) {
    const auto in = ravel::to_csr(clone(random_matrix<T>({300, 40}, 5)));
    const auto a = ravel::from_csr(in.shape, in.starts, in.columns, in.values + T(100));  // none is 0, so that rows are lent
    const auto b = clone(random_matrix<T>({40, 3}, 6));
    support::same_for_all([&] { return matmul(a, b); });
    support::same_for_all([&] { return matmul(a, b(all, 1)); });
    support::same_for_all([&] { return matmul(a(ravel::slice(7, 200), all), b); });
    support::same_for_all([&] { return matmul(b(all, 1), transpose(a)); });
    REQUIRE_EQUAL(matmul(a, b), matmul(clone(a), b));
  };
  check_all(double{});
  check_all(std::int64_t{});
  check_all(std::complex<double>{});

  const auto large = ravel::from_csr({3, 2}, std::vector<int>{0, 2, 4, 6}, std::vector<int>{0, 1, 0, 1, 0, 1},
                                     std::vector<std::int64_t>{1, 1, 2, -1, -1, 2});
  support::same_for_all([&] { return matmul(large, ravel::buffer<std::int64_t>{index_t{1} << 62, index_t{1} << 61}); });
  support::throws_the_same([&] { return matmul(large, ravel::buffer<std::int64_t>{index_t{1} << 62, -(index_t{1} << 61)}); });
}
