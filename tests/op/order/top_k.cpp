// SPDX-License-Identifier: BSL-1.0
// arg_top_k and nth_element against a whole sort.
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/top_k.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::arg_top_k;
using ravel::buffer;
using ravel::index_t;

}  // namespace

TEST_CASE("the top k are the beginning of a sort in descending order") {
  support::ordered_kinds::each([]<class T>() {
    support::random r(3);
    for (const index_t n : {0, 1, 2, 10, 500}) {
      const auto values = r.values<T>(n);
      for (const auto& x : support::in_every_way(values)) {
        const auto falling = argsort_by(ravel::descending(x));
        const auto rising = argsort(x);
        for (const index_t k : {index_t{0}, n / 3, n - 1, n}) {
          if (k < 0) continue;
          REQUIRE_EQUAL(arg_top_k(x, k), slice(falling, 0, k));
          REQUIRE_EQUAL(arg_top_k(x, k, [](T a, T b) { return a < b; }), slice(rising, 0, k));
        }
      }
    }
  });
}

TEST_CASE("the n-th element is the one of a sort") {
  support::ordered_types::each([]<class T>() {
    support::random r(4);
    for (const index_t n : {1, 2, 10, 300}) {
      const auto values = r.values<T>(n);
      for (const auto& x : support::in_every_way(values)) {
        const auto sorted = sort(x);
        for (const index_t k : {index_t{0}, n / 3, n - 1}) {
          const T found = nth_element(x, k);
          REQUIRE((found == sorted[k] || (found != found && sorted[k] != sorted[k])));
        }
      }
    }
  });
  CHECK(!std::signbit(nth_element(buffer<double>{-0.0, -0.0}, 1)));
}

TEST_CASE("strings, lists, user orders") {
  const buffer<std::string> words{"pear", "fig", "kiwi", "apple"};
  CHECK_EQUAL(arg_top_k(words, 2), {0, 2});
  const auto longer = [](const std::string& a, const std::string& b) { return a.size() > b.size(); };
  CHECK_EQUAL(arg_top_k(words, 3, longer), {3, 0, 2});
  CHECK(nth_element(words, 0) == "apple");
  CHECK(nth_element(words, 3, longer) == "fig");
  CHECK(nth_element(ravel::list<long long>{3, 1, 2}, 1) == 2);
  CHECK(nth_element(buffer<int>{3, 1, 2} * 2, 2) == 6);
}

TEST_CASE("k outside") {
  const buffer<int> x{1, 2};
  CHECK_THROWS_WITH(arg_top_k(x, 3), "the top 3 of 2 elements: k must be from 0 to 2");
  CHECK_THROWS_AS(arg_top_k(x, -1), ravel::value_error);
  CHECK_THROWS_AS(nth_element(x, 2), ravel::index_error);
  CHECK_THROWS_AS(nth_element(x, -1), ravel::index_error);
  CHECK_THROWS_AS(nth_element(ravel::make_buffer<std::string>(0), 0), ravel::index_error);
}
