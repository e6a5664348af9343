// SPDX-License-Identifier: BSL-1.0
// Binary searches against std's, at every size and for values between, on and beyond the elements; NaN, mixed types, orders of the user's.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/storage/list.hpp>

#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::search_side;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("every size, every place") {
  support::random r(1);
  for (index_t n = 0; n < 40; ++n) {
    std::vector<int> values;
    for (index_t i = 0; i < n; ++i) values.push_back(static_cast<int>(r.below(n)));
    std::sort(values.begin(), values.end());
    for (const auto& x : support::in_every_way(values)) {
      std::vector<int> wanted;
      for (int v = -1; v <= n; ++v) {
        wanted.push_back(v);
        REQUIRE(lower_bound(x, v) == std::lower_bound(values.begin(), values.end(), v) - values.begin());
        REQUIRE(upper_bound(x, v) == std::upper_bound(values.begin(), values.end(), v) - values.begin());
        REQUIRE(binary_search(x, v) == std::binary_search(values.begin(), values.end(), v));
      }
      const auto left = searchsorted(x, support::in_memory(wanted));
      const auto right = searchsorted(x, support::in_memory(wanted), search_side::right);
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        REQUIRE(left[static_cast<index_t>(i)] == lower_bound(x, wanted[i]));
        REQUIRE(right[static_cast<index_t>(i)] == upper_bound(x, wanted[i]));
      }
    }
  }
}

TEST_CASE("the places that a predecessor of ours got wrong") {
  CHECK(lower_bound(buffer<int>{1, 3}, 2) == 1);
  CHECK(lower_bound(buffer<int>{1}, 2) == 1);
  CHECK(lower_bound(ravel::iota<double>(10), 0.5) == 1);
  CHECK(lower_bound(ravel::make_buffer<int>(0), 5) == 0);
  CHECK(!binary_search(ravel::make_buffer<int>(0), 5));
}

TEST_CASE("NaN is greater than all, values of other types are compared by value") {
  const buffer<double> x{-infinity, 1, 2, infinity, no_number, no_number};
  CHECK((lower_bound(x, no_number) == 4 && upper_bound(x, no_number) == 6 && binary_search(x, no_number)));
  CHECK((lower_bound(x, infinity) == 3 && upper_bound(x, infinity) == 4));
  CHECK(lower_bound(x, 2) == 2);
  CHECK(lower_bound(buffer<unsigned>{1, 2, 3}, -1) == 0);
  CHECK(lower_bound(buffer<std::int64_t>{(std::int64_t{1} << 53) + 1}, 0x1p53) == 0);
  CHECK(upper_bound(buffer<std::int64_t>{std::int64_t{1} << 53}, 0x1p53) == 1);
  CHECK(lower_bound(buffer<int>{1, 2}, no_number) == 2);
  CHECK(lower_bound(buffer<std::string>{"a", "c"}, "b") == 1);
  CHECK_EQUAL(searchsorted(x, buffer<float>{1.5F}), {2});
}

TEST_CASE("an order of the user's, lists, slices, readers of the user's own") {
  const auto falling = [](int a, int b) { return a > b; };
  const auto x = reverse(ravel::iota<int>(5));
  CHECK((lower_bound(x, 3, falling) == 1 && upper_bound(x, 3, falling) == 2 && binary_search(x, 0, falling) &&
         !binary_search(x, 9, falling)));
  CHECK_EQUAL(searchsorted(x, buffer<int>{9, 4, 0, -1}, search_side::right, falling), {0, 1, 5, 5});
  CHECK_EQUAL(searchsorted(x, buffer<int>{9, 4, 0, -1}, falling, search_side::right), {0, 1, 5, 5});  // in any order
  CHECK_EQUAL(searchsorted(x, buffer<int>{9, 4}, falling), searchsorted(x, buffer<int>{9, 4}, search_side::left, falling));
  const auto by_length = [](const auto& a, const auto& b) {  // only between the two types
    if constexpr (std::is_same_v<decltype(a), const int&>)
      return a < static_cast<int>(b.size());
    else
      return static_cast<int>(a.size()) < b;
  };
  CHECK_EQUAL(searchsorted(buffer<std::string>{"", "ab", "abc"}, buffer<int>{1, 2, 9}, by_length), {1, 1, 3});
  CHECK(lower_bound(ravel::list<int>{1, 5}, 3) == 1);
  CHECK(lower_bound(slice(ravel::iota<int>(100), 0, 10, 10) * 2, 41) == 3);
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{4, 5, 6}}, {}};
  CHECK((lower_bound(mine, 5) == 1 && binary_search(mine, 6)));
  CHECK_EQUAL(searchsorted(mine, mine), {0, 1, 2});
  CHECK_THROWS_AS(lower_bound(buffer<int>{1, 2}, 1, [](int, int) -> bool { throw std::runtime_error("no"); }), std::runtime_error);
}

TEST_CASE("a search in unsorted data gives a position inside") {
  support::random r(2);
  for (int trial = 0; trial < 100; ++trial) {
    const auto x = support::in_memory(r.values<double>(r.below(50)));
    const index_t place = lower_bound(x, r.value<double>());
    REQUIRE((place >= 0 && place <= x.size()));
  }
}

TEST_CASE("values in order get the places that each of them gets alone") {
  support::random r(3);
  for (const index_t n : {0, 1, 7, 1000}) {
    std::vector<double> elements, values;
    for (index_t i = 0; i < n; ++i) elements.push_back(i + 2 < n ? static_cast<double>(r.below(n)) : no_number);
    for (const int factor : {1, 3, 40}) {  // near and far places
      for (int i = -5; i < 300; ++i) values.push_back(factor * (i - i % 3) / 2.0);
    }
    values.insert(values.end(), {no_number, no_number, 0, no_number, 5, 4});
    const buffer<double> x = sort(support::in_memory(elements));
    for (const buffer<double>& wanted : {support::in_memory(values), sort(support::in_memory(values))}) {
      const auto left = searchsorted(x, wanted), right = searchsorted(x, wanted, search_side::right);
      for (index_t i = 0; i < wanted.size(); ++i) {
        REQUIRE(left[i] == lower_bound(x, wanted[i]));
        REQUIRE(right[i] == upper_bound(x, wanted[i]));
      }
    }
  }
}

TEST_CASE("values in order take few comparisons") {
  index_t comparisons = 0;
  const auto counting = [&](int a, int b) {
    ++comparisons;
    return a < b;
  };
  const auto x = clone(ravel::iota<int>(1 << 16));
  REQUIRE(ravel::equal(searchsorted(x, x, counting), x));
  CHECK(comparisons < 6 * x.size());
}
