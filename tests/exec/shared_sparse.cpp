// SPDX-License-Identifier: BSL-1.0
// Sparse operations that threads share: the entries of one thread, in its order, wherever they stand and whoever finds them.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/fails_cleanly.hpp>
#include <support/same_for_all.hpp>
#include <support/stopped.hpp>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ravel;
using support::fails_cleanly;
using support::same_for_all;
using support::throws_the_same;

namespace {

// A sparse tensor of `count` entries, of which some are written twice.
tensor<const double> some(const shape& extents, index_t count, std::uint64_t seed, double fill = 0) {
  const auto positions = flat(random_integers<index_t>({count}, 0, extents.elements(), seed));
  const auto values = flat(random_uniform<double>({count}, -1, 1, seed + 1));
  return tensor<double>(dims::row_major(extents), sparse_from(positions, values, extents.elements(), fill, on_duplicates::last));
}
// The same entries, adopted from three arrays.
tensor<const double> adopted(const tensor<const double>& t) {
  const auto rows = to_csr(t);
  return from_csr(t.shape(), rows.starts, rows.columns, rows.values);
}
auto words_of(const tensor<const double>& t) {
  const auto as_word = [](double v) { return v == 0 ? std::string() : "a long word, for the heap: " + std::to_string(v); };
  return to_sparse(map(as_word, t));
}

template <class Make>
void same_entries(const Make& make) {
  same_for_all([&] { return stored_positions(make()); });
  same_for_all([&] { return stored_values(make()); });
}

}  // namespace

TEST_CASE("entries of functions are shared", "[exec]") {
  for (const index_t count : {0, 1, 40, 3000}) {
    const shape extents{50, 120};
    const auto a = some(extents, count, 1), b = some(extents, count / 2, 3), c = some(extents, 700, 5);
    const auto dense = random_uniform<double>(extents, -1, 1, 7);
    same_entries([&] { return to_sparse(a + b); });
    same_entries([&] { return to_sparse(a * b); });
    same_entries([&] { return to_sparse(a * dense); });
    same_entries([&] { return to_sparse(a + b + c); });
    same_entries([&] { return to_sparse((a + b) * c); });
    same_entries([&] { return to_sparse(a - a); });
    same_entries([&] { return to_sparse(exp(a)); });
    same_entries([&] { return to_sparse(where(a > 0.0, b, c)); });
    same_entries([&] { return to_sparse(cast<float>(a) + 1.0f); });
    same_entries([&] { return to_sparse(some(extents, count, 9, 2.5) - c); });
    same_entries([&] { return to_sparse(adopted(a) + b); });
    same_entries([&] { return to_sparse(adopted(a) * 2.0); });
    same_entries([&] { return to_sparse(fold(std::vector{a, b, c})); });
    same_entries([&] { return words_of(a + c); });
    same_entries([&] { return to_sparse(map([](const std::string& w) { return w + "!"; }, words_of(a))); });
  }
}

TEST_CASE("entries of views are shared", "[exec]") {
  const auto a = some({60, 110}, 2500, 1), b = some({110, 60}, 2000, 3);
  same_entries([&] { return to_sparse(slice(a, 0, 7, 40)); });
  same_entries([&] { return to_sparse(slice(a, 0, 7, 40) + slice(a, 0, 20, 40)); });
  same_entries([&] { return to_sparse(slice(a, 1, 7, 50)); });
  same_entries([&] { return to_sparse(transpose(a)); });
  same_entries([&] { return to_sparse(transpose(a) + b); });
  same_entries([&] { return to_sparse(flip(a, 0) + flip(a, 1)); });
  same_entries([&] { return to_sparse(rotate(transpose(a), {3, 5})); });
  same_entries([&] { return to_sparse(transpose(words_of(a))); });
  same_entries([&] { return to_sparse(transpose(to_sparse(cast<float>(a)))); });
  same_entries([&] { return to_sparse(reverse(flat(a))); });
  same_entries([&] { return to_sparse(concat(flat(a), flat(b))); });
  const auto cube = some({20, 30, 40}, 5000, 5), wide = some({3, 90'000}, 9000, 7);
  same_entries([&] { return to_sparse(transpose(cube)); });
  same_entries([&] { return to_sparse(transpose(cube, {1, 0, 2})); });
  same_entries([&] { return to_sparse(transpose(cube, {0, 2, 1})); });
  same_entries([&] { return to_sparse(flip(transpose(cube, {2, 0, 1}), 1)); });
  same_entries([&] { return to_sparse(transpose(wide)); });
  same_entries([&] { return to_sparse(select(flat(wide), argsort(flat(random_uniform<double>({270'000}, 0, 1, 9))))); });
}

TEST_CASE("entries that lie unevenly are shared", "[exec]") {
  const index_t size = 1'000'000'000;
  const auto values = flat(random_uniform<double>({3000}, -1, 1, 1));
  const auto low = sparse_from(iota<index_t>(3000), values, size), high = sparse_from(iota<index_t>(3000) + (size - 3000), values, size);
  const auto both = to_sparse(low + high);
  same_entries([&] { return to_sparse(low + high); });
  same_entries([&] { return to_sparse(both * low); });
  same_entries([&] { return to_sparse(slice(both, 1000, size - 2000) * 2.0); });
}

TEST_CASE("conversions of dense data are shared", "[exec]") {
  for (const index_t n : {0, 1, 1000, 5000}) {
    const auto x = flat(random_uniform<double>({n}, -1, 1, 1));
    const auto few = clone(map([](double v) { return v > 0.8 ? v : 0.0; }, x));
    same_entries([&] { return to_sparse(few); });
    same_entries([&] { return to_sparse(few, 0.5); });
    same_entries([&] { return to_sparse(slice(few, 0, 0, n / 2, 2)); });
    same_entries([&] { return to_sparse(few * few + reverse(few)); });
    same_entries([&] { return to_sparse(map([](double v) { return v > 0.5 ? std::to_string(v) : std::string(); }, x)); });
    same_entries([&] { return to_sparse(to_sparse(few), 1.0); });
  }
}

TEST_CASE("matrices by rows, columns and coordinates are shared", "[exec]") {
  const auto a = some({70, 90}, 3000, 1);
  const auto words = words_of(a);
  const auto tall = some({2000, 3}, 60, 9);  // with rows without entries
  same_for_all([&] { return to_csr(tall).starts; });
  same_for_all([&] { return to_csr(tall).columns; });
  same_for_all([&] { return to_csr(a + a).columns; });
  same_for_all([&] { return to_csr(a).values; });
  same_for_all([&] { return to_csr(a).starts; });
  same_for_all([&] { return to_csc(a).rows; });
  same_for_all([&] { return to_csc(a).values; });
  same_for_all([&] { return to_csc(a).starts; });
  same_for_all([&] { return to_csc(words).values; });
  same_for_all([&] { return to_coo(a * 2.0).coordinates; });
  const auto rows = flat(random_integers<index_t>({3000}, 0, 70, 5)), columns = flat(random_integers<index_t>({3000}, 0, 90, 6));
  const auto values = flat(random_uniform<double>({3000}, -1, 1, 7));
  for (const auto how : {on_duplicates::first, on_duplicates::last, on_duplicates::sum})
    same_entries([&] { return from_coo({70, 90}, {rows, columns}, values, how); });
  same_entries([&] { return from_coo({70, 90}, {rows * 0, columns * 0}, values, on_duplicates::sum); });
  same_entries([&] { return sparse_from(rows + columns * 1'000'000'000'000, values, 1'000'000'000'000'000, on_duplicates::first); });
  throws_the_same([&] { return from_coo({70, 90}, {rows, columns}, values); });
  const auto bytes = clone(map([](double v) { return static_cast<std::int8_t>(v * 127); }, values));
  throws_the_same([&] { return from_coo({70, 90}, {rows * 0, columns / 45}, bytes, on_duplicates::sum); });
}

TEST_CASE("products of sparse matrices are shared", "[exec]") {
  const auto a = some({80, 60}, 1500, 1), b = some({60, 90}, 1500, 3), mask = some({80, 90}, 2000, 5), few = some({80, 90}, 3, 7);
  const auto products = [](const auto& left, const auto& right, const auto& where) {
    same_entries([&] { return sparse_matmul(left, right); });
    same_entries([&] { return sparse_matmul(left, right, where_stored{where}); });
    same_entries([&] { return sparse_matmul(left, right, where_not_stored{where}); });
  };
  products(a, b, mask);
  products(a, b, few);
  products(adopted(a), to_sparse(transpose(transpose(b))), mask);
  products(some({80, 60}, 0, 1), b, mask);
  // Sums in a table, and a mask whose columns are looked up in one.
  const auto tall = some({500, 60}, 1200, 1), wide = some({60, 300'000}, 2000, 3);
  products(tall, wide, some({500, 300'000}, 3000, 5));
  const auto left = to_sparse(cast<int>(a * 10.0)), right = to_sparse(cast<int>(b * 10.0));
  products(left, right, mask);
  same_entries([&] { return sparse_matmul(left, right, plus_pair); });
  same_entries([&] { return sparse_matmul(left, right, plus_first, where_stored{mask}); });
  const double infinite = std::numeric_limits<double>::infinity();
  same_entries([&] { return sparse_matmul(some({80, 60}, 1500, 1, infinite), some({60, 90}, 1500, 3, infinite), min_plus); });
}

TEST_CASE("triangles of sparse matrices are shared", "[exec]") {
  const auto a = some({70, 90}, 3000, 1), filled = some({90, 70}, 3000, 3, 2.5), long_rows = some({2, 40'000}, 5000, 5);
  const auto narrow = to_sparse(cast<float>(a));
  for (const index_t d : {0, 1, -3, 40, -69, 90, -200}) {
    same_entries([&] { return upper(a, d); });
    same_entries([&] { return lower(a, d); });
    same_entries([&] { return upper(adopted(a) * 2.0, d); });
    same_entries([&] { return lower(filled, d); });
    same_entries([&] { return upper(transpose(a), d); });
    same_entries([&] { return lower(narrow, d); });
    same_entries([&] { return upper(long_rows, d); });
  }
  same_entries([&] { return upper(sparse_tensor<double>({0, 7})); });
  same_entries([&] { return upper(random_uniform<double>({60, 50}, -1, 1, 7)); });
  same_entries([&] { return lower(slice(a, 0, 7, 40) + slice(a, 0, 20, 40), 5); });
}

TEST_CASE("Kronecker products are shared", "[exec]") {
  const auto a = some({30, 20}, 80, 1), b = some({20, 30}, 60, 3);
  same_entries([&] { return kron(a, b); });
  same_entries([&] { return kron(b * 1e-200, a * 1e-200); });  // some products are zero
  same_entries([&] { return kron(adopted(a), transpose(b)); });
  same_entries([&] { return kron(some({1, 300}, 200, 5), some({1, 40}, 30, 7)); });
  same_entries([&] { return kron(some({1, 4}, 3, 5), some({1, 4000}, 3000, 7)); });
  same_entries([&] { return kron(some({500, 1}, 200, 5), some({40, 1}, 30, 7)); });
  same_entries([&] { return kron(some({500, 3}, 900, 5), some({1, 1}, 1, 7)); });
  same_entries([&] { return kron(some({30, 20}, 0, 1), b); });
  same_entries([&] { return kron(a, some({30, 20}, 0, 1)); });
  same_entries([&] { return kron(to_sparse(cast<int>(a * 9.0)), b); });
}

TEST_CASE("codes become entries by several threads", "[exec]") {
  const auto codes = flat(random_integers<int>({6000}, -1, 50, 3));
  same_entries([&] { return one_hot(codes, 50); });
  same_entries([&] { return one_hot<float>(codes % 7, 8); });
  same_entries([&] { return one_hot(make_buffer<int>(0), 8); });
  throws_the_same([&] { return one_hot(codes, 49); });
}

TEST_CASE("what a sparse operation throws is what one thread throws", "[exec]") {
  const auto a = some({60, 100}, 2500, 1), b = some({100, 60}, 2500, 3);
  const auto picky = [](double v) {
    if (v > 0.95) throw std::runtime_error("too large: " + std::to_string(v));
    return v;
  };
  throws_the_same([&] { return to_sparse(map(picky, a)); });
  throws_the_same([&] { return to_sparse(map(picky, clone(a))); });
  throws_the_same([&] { return to_sparse(map(picky, transpose(a))); });
  const auto large = to_sparse(cast<std::int64_t>(a * 1e12)), larger = to_sparse(cast<std::int64_t>(b * 1e12));
  throws_the_same([&] { return sparse_matmul(large, larger); });
  throws_the_same([&] { return kron(large, larger); });
  throws_the_same([&] { return upper(map(picky, a)); });
  throws_the_same([&] { return lower(map(picky, clone(a)), -1); });
}

TEST_CASE("a sparse operation that is stopped leaves its operands as they were", "[exec]") {
  const auto a = some({60, 100}, 2500, 1), b = some({100, 60}, 2500, 3);
  const auto stops = [](const auto& make) {
    const support::rules_of_tasks now(support::share_all);
    const auto wanted = stored_values(make());
    const auto work = [&] { with_threads(3, [&] { static_cast<void>(make()); }); };
    CHECK(support::for_each_stop(work, [] {}) > 1);
    REQUIRE_EQUAL(with_threads(3, [&] { return stored_values(make()); }), wanted);
  };
  stops([&] { return to_sparse(a + a * 2.0); });
  stops([&] { return sparse_matmul(a, b); });
  stops([&] { return to_sparse(clone(a)); });
  stops([&] { return upper(a); });
  stops([&] { return lower(exp(a)); });
  stops([&] { return kron(a, slice(b, 0, 0, 20)); });
  stops([&] { return one_hot(cast<int>(abs(flat(clone(a))) * 9.0), 10); });
}

TEST_CASE("an allocation that fails in a task of a sparse operation loses nothing", "[exec]") {
  const auto a = some({20, 30}, 300, 1), b = some({30, 20}, 300, 3);
  const auto words = words_of(a);
  const auto dense = clone(a);
  fails_cleanly([&] { return stored_values(to_sparse(a + a * 2.0)); });
  fails_cleanly([&] { return stored_values(to_sparse(map([](const std::string& w) { return w + "!"; }, words))); });
  fails_cleanly([&] { return stored_values(to_sparse(transpose(a))); });
  fails_cleanly([&] { return stored_values(to_sparse(dense)); });
  fails_cleanly([&] { return stored_values(sparse_matmul(a, b)); });
  fails_cleanly([&] { return to_csc(words).values; });
  fails_cleanly([&] { return stored_values(upper(a)); });
  fails_cleanly([&] { return stored_values(kron(a, slice(b, 0, 0, 5))); });
  fails_cleanly([&] { return stored_values(one_hot(iota<int>(40), 40)); });
}
