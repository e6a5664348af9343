// SPDX-License-Identifier: BSL-1.0
// Searches, counts and joins that threads share: what one thread finds, and nothing seen that it would not reach.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/same_for_all.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using namespace ravel;
using support::same_for_all;
using support::throws_the_same;

namespace {

buffer<double> some(index_t n) { return clone(reader<double>(random_uniform<double>({n}, -1, 1, 3))); }

template <class T>
tensor<T> one(const T& value) {
  return tensor<T>{value};
}

}  // namespace

TEST_CASE("searches give what one thread finds first", "[exec]") {
  const auto x = iota<int>(4000);
  for (const int wanted : {-1, 0, 1, 1500, 3999}) {
    same_for_all([&] { return one<index_t>(index_of(x % 2000, wanted).value_or(-1)); });
    same_for_all([&] { return one(any_of(x, [=](int v) { return v == wanted; })); });
    same_for_all([&] { return one(all_of(x, [=](int v) { return v != wanted; })); });
    same_for_all([&] { return one(none_of(x, [=](int v) { return v == wanted; })); });
    same_for_all([&] { return one(any_of(x == wanted)); });
    same_for_all([&] { return one(all_of(x != wanted)); });
    same_for_all([&] { return one(equal(x, clone(where(x == wanted, 7, x)))); });
    same_for_all([&] { return one(close(cast<double>(x), clone(cast<double>(where(x == wanted, 7, x))))); });
  }
}

TEST_CASE("a shared search shows nothing behind its find", "[exec]") {
  const auto x = iota<int>(20'000);  // several blocks: of that in which it ends, one thread sees all
  const auto searched = [&](int hit, int fails) {
    return map(
        [=](int v) -> int {
          if (v == fails) throw std::runtime_error("at " + std::to_string(v));
          return v == hit ? -1 : v;
        },
        x);
  };
  same_for_all([&] { return one<index_t>(index_of(searched(100, 15'000), -1).value_or(-1)); });
  same_for_all([&] { return one(any_of(searched(5000, 15'000) < 0)); });
  same_for_all([&] { return one(all_of(searched(5000, 19'999), [](int v) { return v >= 0; })); });
  same_for_all([&] { return one(equal(searched(7000, 13'000), x)); });
  throws_the_same([&] { return index_of(searched(15'000, 5000), -1); });
  throws_the_same([&] { return any_of(searched(19'000, 1000) < 0); });
  throws_the_same([&] { return equal(searched(13'000, 7000), x); });
}

TEST_CASE("counts and places of many values are shared", "[exec]") {
  const auto x = some(5000);
  const auto edges = clone(linspace(-0.9, 0.9, 19));
  const auto numbers = clone(cast<int>(x * 20.0 + 20.0));
  const auto counts = [](const histogram_counts& found) { return concat(cast<double>(found.counts), found.edges); };
  same_for_all([&] { return clone(counts(histogram(x, bins{30}))); });
  same_for_all([&] { return clone(counts(histogram(x * x, bins{7}, between{0.1, 0.5}))); });
  same_for_all([&] { return clone(counts(histogram(x, edges))); });
  same_for_all([&] { return clone(counts(histogram(where(x > 0.9, sqrt(-x), x), bins{5}, nan_policy::skip))); });
  same_for_all([&] { return clone(counts(histogram(x, bins{4000}))); });  // more bins than threads count apart
  throws_the_same([&] { return histogram(where(x > 0.9, sqrt(-x), x), bins{5}, nan_policy::refuse); });
  same_for_all([&] { return bincount(numbers); });
  same_for_all([&] { return bincount(numbers + 1000, at_least{2000}); });
  same_for_all([&] { return bincount(where(x > 0.999, 100'000, numbers)); });
  throws_the_same([&] { return bincount(where(x > 0.9, -1, numbers)); });
  same_for_all([&] { return digitize(x, edges); });
  same_for_all([&] { return digitize(x * 2.0, reverse(edges), closed_edge::upper); });
  same_for_all([&] { return searchsorted(edges, x, search_side::right); });
  same_for_all([&] { return searchsorted(edges * 2.0, x); });
  same_for_all([&] { return searchsorted(reverse(edges), x, [](double a, double b) { return a > b; }); });
  same_for_all([&] { return membership(numbers, {3, 17, 20}); });
  same_for_all([&] { return membership(numbers, index_set{1, 5, 30}); });
}

TEST_CASE("joins are shared", "[exec]") {
  const auto left = clone(cast<int>(some(3000) * 500.0)), right = clone(cast<int>(reverse(some(4000)) * 400.0));
  const auto pairs = [](const join_positions& found) { return concat(found.left, found.right); };
  for (const join_kind kind : {join_kind::inner, join_kind::left, join_kind::outer, join_kind::semi, join_kind::anti}) {
    same_for_all([&] { return clone(pairs(arg_join(left, right, kind))); });
    same_for_all([&] { return clone(pairs(arg_join(std::tuple(left, left % 7), std::tuple(right, right % 7), kind))); });
    same_for_all([&] { return clone(pairs(arg_join(left, iota<int>(100), kind))); });
  }
  const auto found = arg_join(left, right, join_kind::left);
  const auto words = clone(map([](int v) { return std::to_string(v); }, right));
  same_for_all([&] { return select_or(words, found.right, std::string("none")); });
  same_for_all([&] { return select_or(cast<double>(right), found.right, -1.0); });
  throws_the_same([&] { return select_or(right, where(iota<index_t>(3000) > 1000, iota<index_t>(3000) + 3000, 0), 1); });
}

TEST_CASE("the greatest elements are found apart", "[exec]") {
  const auto x = some(50'000);
  for (const index_t k : {0, 1, 3, 12, 500}) {
    same_for_all([&] { return arg_top_k(x, k); });
    same_for_all([&] { return arg_top_k(cast<int>(x * 3.0), k); });  // equal ones as they come
    same_for_all([&] { return arg_top_k(where(x > 0.5, sqrt(-x), x), k); });
    same_for_all([&] { return arg_top_k(x, k, [](double a, double b) { return a < b; }); });
  }
}
