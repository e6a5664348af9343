// SPDX-License-Identifier: BSL-1.0
// The iterators of readers in the algorithms and ranges of the standard library.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/buffer.hpp>

#include <support/reader_contract.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <ranges>
#include <vector>

using ravel::index_t;

namespace {

using iterator = ravel::reader<double>::iterator;
static_assert(std::random_access_iterator<iterator> && !std::contiguous_iterator<iterator>);
static_assert(std::sized_sentinel_for<iterator, iterator> && std::same_as<std::iter_difference_t<iterator>, index_t>);
static_assert(std::same_as<std::iter_reference_t<iterator>, double>);
static_assert(sizeof(iterator) == 16);  // light: a pointer and a position

using expression = decltype(ravel::reader<double>() + 1);
static_assert(std::ranges::view<expression> && std::ranges::random_access_range<const expression>);
static_assert(std::ranges::view<ravel::writer<int>> && std::ranges::view<ravel::buffer<int>>);
static_assert(std::ranges::contiguous_range<ravel::buffer<int>&>);

}  // namespace

TEST_CASE("standard algorithms take readers", "[reader]") {
  const auto r = ravel::iota<int>(1000, 0, 3);
  CHECK(std::ranges::lower_bound(r, 301) - r.begin() == 101);
  CHECK(std::ranges::find(r, 33) - r.begin() == 11);
  CHECK(std::accumulate(r.begin(), r.end(), 0) == 3 * 999 * 500);
  CHECK(std::ranges::equal(r | std::views::reverse | std::views::take(2), std::vector<int>{2997, 2994}));
  CHECK(std::ranges::distance(r + 1) == 1000);
  std::vector<int> copied;
  std::ranges::copy(r - 1, std::back_inserter(copied));
  CHECK(copied[999] == 2996);
}

TEST_CASE("a temporary lives through a range-for", "[reader]") {
  int sum = 0;
  for (const int x : ravel::buffer<int>{1, 2, 3} + ravel::iota<int>(3)) sum += x;
  CHECK(sum == 9);
  for (const int x : ravel::reader<int>(ravel::iota<int>(3))) sum += x;
  CHECK(sum == 12);
}

TEST_CASE("iterators of a reader outlive the handle while another one lives", "[reader]") {
  const auto kept = ravel::reader<int>(ravel::buffer<int>{1, 2, 3});
  ravel::reader<int>::iterator it;
  {
    const auto copied = kept;
    it = copied.begin() + 1;
  }
  CHECK(*it == 2);
  CHECK(ravel::reader<int>::iterator() == ravel::reader<int>::iterator());
}

TEST_CASE("memory is walked by pointer, and sorted in place", "[reader]") {
  const ravel::buffer<int> b{3, 1, 2};
  std::ranges::sort(b);
  CHECK((b[0] == 1 && b[1] == 2 && b[2] == 3));
  for (int& x : b) x *= 2;
  CHECK(b[2] == 6);
}

TEST_CASE("iterators outside read nothing, however far they went", "[reader]") {
  const ravel::buffer<double> b{1, 2, 3};
  const auto sum = b + 1.0;
  support::detail::expect_checked_iterators(sum);
  support::detail::expect_checked_iterators(ravel::reader<double>(b));
  support::detail::expect_checked_iterators(ravel::reader<double>());
  auto it = sum.begin();
  it += std::numeric_limits<index_t>::max();
  it -= std::numeric_limits<index_t>::max() - 2;
  CHECK(*it == 4);
}
