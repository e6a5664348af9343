// SPDX-License-Identifier: BSL-1.0
// Orders of users that are no orders: whatever they answer, all elements are there once. Elements that are aligned to more than new gives.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/op/order/top_k.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>

namespace {

using ravel::buffer;
using ravel::index_t;

buffer<int> numbers(index_t n) {
  support::random r(5);
  const auto made = ravel::make_buffer<int>(n);
  for (int& x : made.span()) x = static_cast<int>(r.below(50));
  return made;
}

template <class Order>
void check_order(const buffer<int>& x, Order order) {
  const index_t n = x.size();
  REQUIRE_EQUAL(sort(sort(x, order)), sort(x));
  REQUIRE_EQUAL(sort(argsort(x, order)), ravel::detail::places_in_order(n));
  REQUIRE_EQUAL(sort(argsort_by(ordered_by(x, order), x)), ravel::detail::places_in_order(n));
  auto top = sort(arg_top_k(x, n / 2, order));
  REQUIRE(top.size() == n / 2);
  for (index_t i = 1; i < top.size(); ++i) REQUIRE(top[i - 1] < top[i]);
  for (const index_t k : {index_t{0}, n / 2, n - 1}) {
    const int found = nth_element(x, k, order);
    REQUIRE(std::ranges::count(x.span(), found) > 0);
  }
  REQUIRE(lower_bound(x, 3, order) <= n);
  REQUIRE(upper_bound(x, 3, order) <= n);
  for (const index_t at : searchsorted(x, x, order)) REQUIRE((at >= 0 && at <= n));
  REQUIRE(argmax(x, order) < n);
}

// Its own alignment is looked at wherever two are compared.
struct alignas(64) aligned {
  int key = 0;
  int place = 0;
  bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(this) % alignof(aligned) == 0; }
  friend bool operator<(const aligned& a, const aligned& b) {
    if (!a.is_aligned() || !b.is_aligned()) throw std::logic_error("an element that is not aligned");
    return a.key < b.key;
  }
};

}  // namespace

TEST_CASE("an order that answers anything leads nowhere") {
  for (const index_t n : {1, 2, 5, 16, 17, 33, 100, 1000}) {
    const buffer<int> x = numbers(n);
    support::random answers(7);
    check_order(x, [&](int, int) { return answers.below(2) == 0; });
    check_order(x, [](int, int) { return true; });
    check_order(x, [](int, int) { return false; });
    check_order(x, [](int a, int b) { return a % 3 < b % 3 || a < b; });
    check_order(x, std::less_equal<int>());
    const auto sorted = sort(x);
    for (index_t k = 0; k < n; ++k) {
      REQUIRE(nth_element(x, k, std::less_equal<int>()) == sorted[k]);
      REQUIRE(nth_element(x, k, std::less<int>()) == sorted[k]);
    }
    REQUIRE_EQUAL(sort(x, std::less_equal<int>()), sorted);
    REQUIRE_EQUAL(argsort(x, std::less<int>()), argsort(x));
  }
}

TEST_CASE("elements of a great alignment are sorted where they are aligned") {
  for (const index_t n : {1, 15, 40, 1000}) {
    const auto x = ravel::make_buffer<aligned>(n);
    for (index_t i = 0; i < n; ++i) x[i] = aligned{static_cast<int>(i * 7919 % 101), static_cast<int>(i)};
    const auto sorted = sort(x);
    for (index_t i = 1; i < n; ++i) {
      const aligned a = sorted[i - 1], b = sorted[i];
      REQUIRE((a.key < b.key || (a.key == b.key && a.place < b.place)));
      REQUIRE(nth_element(x, i).key == b.key);
    }
  }
}

TEST_CASE("select_place of many equal elements, and of elements in order") {
  for (const int kinds : {1, 2, 5000}) {
    std::vector<int> values;
    for (int i = 0; i < 5000; ++i) values.push_back(i % kinds);
    index_t asked = 0;
    for (const std::size_t k : {0u, 1u, 2500u, 4999u}) {
      auto copy = values, sorted = values;
      std::ranges::sort(sorted);
      ravel::detail::select_place(std::span(copy), k, [&](int a, int b) { return ++asked, a < b; });
      REQUIRE(copy[k] == sorted[k]);
    }
    CHECK(asked < 4 * 5000 * 20);
  }
}

TEST_CASE("put_in_front keeps both orders") {
  std::vector<int> values{1, 2, 3, 4, 5, 6, 7};
  CHECK(ravel::detail::put_in_front(std::span(values), [](int v) { return v % 3 != 0; }) == 5);
  CHECK(values == std::vector<int>{1, 2, 4, 5, 7, 3, 6});
}
