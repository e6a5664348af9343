// SPDX-License-Identifier: BSL-1.0
// Ranges of the standard library and of range-v3 as readers, readers as ranges of both, and pipelines that are made of all of them.
#include <ravel/base/error.hpp>
#include <ravel/interop/ranges.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <deque>
#include <map>
#include <ranges>

#if __has_include(<range/v3/view/chunk.hpp>)
#include <range/v3/algorithm/equal.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/chunk.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/stride.hpp>
#include <range/v3/view/transform.hpp>
#endif

using namespace ravel;

namespace {

template <class X>
concept taken_as_range = requires(X&& x) { from_range(std::forward<X>(x)); };

}  // namespace

TEST_CASE("ranges of the standard library are readers", "[interop]") {
  const auto squares = from_range(std::views::iota(0, 10) | std::views::transform([](int i) { return i * i; }));
  static_assert(std::same_as<decltype(squares), const reader<int>>);
  support::check_reader(squares, std::vector<int>{0, 1, 4, 9, 16, 25, 36, 49, 64, 81});
  CHECK(sum(squares + 1) == 295);
  std::deque<std::string> words{"a", "bc", "def"};
  const auto owned = from_range(std::move(words));
  REQUIRE_EQUAL(owned, std::vector<std::string>{"a", "bc", "def"});
  REQUIRE_EQUAL(from_range(std::vector<bool>{true, false, true}), {true, false, true});
  std::vector<bool> bits{true, false, false};
  static_assert(std::same_as<decltype(from_range(bits | std::views::reverse)), reader<bool>>);
  REQUIRE_EQUAL(from_range(bits | std::views::reverse), {false, false, true});
  std::vector<int> mine{3, 1, 2};
  REQUIRE_EQUAL(from_range(mine | std::views::drop(1) | std::views::reverse), {2, 1});
  CHECK(from_range(std::views::empty<int>).size() == 0);
  const auto table = as_tensor(from_range(std::views::iota(0, 6)), {2, 3});
  CHECK(table(1, 2) == 5);
  static_assert(!taken_as_range<std::vector<int>&>);  // nobody owns these elements
  static_assert(!taken_as_range<std::map<int, int>>);
  static_assert(!taken_as_range<decltype(std::views::iota(0))>);
}

TEST_CASE("readers are ranges of the standard library", "[interop]") {
  const auto r = reader<int>(iota<int>(10)) * 3;
  static_assert(std::ranges::random_access_range<decltype(r)> && std::ranges::sized_range<decltype(r)>);
  static_assert(std::ranges::view<reader<int>>);
  const reader<int> erased = r;
  std::vector<int> found;
  for (const int x : erased | std::views::transform([](int i) { return i + 1; }) | std::views::drop(7)) found.push_back(x);
  CHECK(found == std::vector<int>{22, 25, 28});
  const auto back = from_range(erased | std::views::reverse | std::views::take(2));
  REQUIRE_EQUAL(back + 0, {27, 24});
}

TEST_CASE("a reader and its views own the elements of a range", "[interop]") {
  const auto squares = [] {
    std::vector<double> made{1, 4, 9, 16};
    const reader<double> r = from_range(std::move(made));
    return r | std::views::transform([](double x) { return std::sqrt(x); });
  }();
  CHECK(std::vector<double>(squares.begin(), squares.end()) == std::vector<double>{1, 2, 3, 4});
  const tensor<double> t{{3, 1}, {2, 4}};
  std::vector<double> sorted;
  std::ranges::copy(sort(flat(t)) | std::views::reverse, std::back_inserter(sorted));
  CHECK(sorted == std::vector<double>{4, 3, 2, 1});
}

#if __has_include(<range/v3/view/chunk.hpp>)
TEST_CASE("ranges of range-v3, in both directions", "[interop]") {
  const auto numbers = from_range(ranges::views::ints(0, 8) | ranges::views::transform([](int i) { return 2 * i; }));
  REQUIRE_EQUAL(numbers, {0, 2, 4, 6, 8, 10, 12, 14});
  const reader<int> r = numbers + 1;
  CHECK(ranges::equal(r | ranges::views::stride(3), std::vector<int>{1, 7, 13}));
  int total = 0;
  for (auto&& part : r | ranges::views::chunk(3)) {
    for (const int x : part) total += x;
  }
  CHECK(total == sum(r));
}

TEST_CASE("pipelines of readers, of the standard library's views and of range-v3's", "[interop]") {
  const reader<int> r = iota<int>(10) * 3;
  const auto chunks =
      r | ranges::views::transform([](int x) { return x + 1; }) | ranges::views::chunk(4) | ranges::to<std::vector<std::vector<int>>>();
  CHECK(chunks == std::vector<std::vector<int>>{{1, 4, 7, 10}, {13, 16, 19, 22}, {25, 28}});
  // The standard library's, then a reader's, then range-v3's.
  const reader<int> halves = from_range(std::views::iota(0, 8) | std::views::transform([](int i) { return 10 * i; })) / 5;
  const auto every_other = halves | ranges::views::stride(2) | ranges::to<std::vector>();
  CHECK(every_other == std::vector<int>{0, 4, 8, 12});
  // range-v3's, then a reader's, then the standard library's.
  const reader<int> taken = from_range(ranges::views::ints(1, 7) | ranges::views::transform([](int i) { return i * i; }));
  auto found = (taken - 1) | std::views::filter([](int x) { return x % 2 == 0; });
  CHECK(std::vector<int>(found.begin(), found.end()) == std::vector<int>{0, 8, 24});
  CHECK(sum(from_range(halves | ranges::views::transform([](int x) { return 0.5 * x; }))) == 28.0);
}
#else
TEST_CASE("ranges of range-v3", "[interop]") { WARN("there is no range-v3: skipped"); }
#endif
