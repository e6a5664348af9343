// SPDX-License-Identifier: BSL-1.0
// merge_sorted against sort of everything: any number of readers, ties, NaN, strings, and readers out of order.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/tensor/tensor.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <array>
#include <cmath>
#include <ranges>
#include <string>

using ravel::buffer;
using ravel::index_t;

namespace {

struct tagged {
  int key = 0;
  int tag = 0;
  friend bool operator<(const tagged& a, const tagged& b) { return a.key < b.key; }
};

}  // namespace

TEST_CASE("sorted readers become one", "[op]") {
  const double nan = std::nan("");
  CHECK_EQUAL(ravel::merge_sorted(std::vector<int>{1, 4, 4}, buffer<int>{2, 3, 5} * 2, std::vector<int>{0}), {0, 1, 4, 4, 4, 6, 10});
  CHECK_EQUAL(ravel::merge_sorted(std::vector<double>{1, nan}, std::vector<double>{-0.0, 2, nan}), {-0.0, 1.0, 2.0, nan, nan});
  CHECK_EQUAL(ravel::merge_sorted(std::vector<std::string>{"a", "z"}, std::vector<std::string>{"m"}),
              {std::string("a"), std::string("m"), std::string("z")});
  CHECK(ravel::merge_sorted(ravel::make_buffer<int>(0)).size() == 0);
  CHECK(ravel::merge_sorted(std::span<const ravel::reader<int>>()).size() == 0);
}

TEST_CASE("any number of readers, known when the program runs", "[op]") {
  support::random r(8);
  for (int count = 1; count < 12; ++count) {
    std::vector<ravel::reader<std::int64_t>> readers;
    std::vector<std::int64_t> expected;
    for (int k = 0; k < count; ++k) {
      auto part = r.values<std::int64_t>(r.below(300));
      expected.insert(expected.end(), part.begin(), part.end());
      readers.push_back(ravel::sort(part));
    }
    std::sort(expected.begin(), expected.end());
    REQUIRE_EQUAL(ravel::merge_sorted(std::span<const ravel::reader<std::int64_t>>(readers)), expected);
    REQUIRE_EQUAL(ravel::merge_sorted(readers), expected);
  }
}

TEST_CASE("sorted buffers and tensors in an array", "[op]") {
  const std::array<buffer<int>, 3> buffers{buffer<int>{2, 4}, buffer<int>{}, buffer<int>{1, 4, 9}};
  CHECK_EQUAL(ravel::merge_sorted(buffers), {1, 2, 4, 4, 9});
  const ravel::tensor<double> tensors[] = {ravel::tensor<double>{0.5, 2}, ravel::tensor<double>{1}};
  CHECK_EQUAL(ravel::merge_sorted(std::span(tensors)), {0.5, 1.0, 2.0});
}

TEST_CASE("readers that a range makes as it goes", "[op]") {
  const std::vector<std::vector<int>> unsorted{{4, 2}, {}, {9, 1, 4}};
  const auto sorted = unsorted | std::views::transform([](const std::vector<int>& part) { return ravel::sort(part); });
  CHECK_EQUAL(ravel::merge_sorted(sorted), {1, 2, 4, 4, 9});
  const auto x = buffer<int>{1, 3};
  CHECK_EQUAL(ravel::merge_sorted(std::vector{x * 2, x * 3}), {2, 3, 6, 9});
}

TEST_CASE("equal elements of the earlier reader come first", "[op]") {
  const std::vector<tagged> a{{1, 0}, {2, 0}}, b{{1, 1}, {2, 1}}, c{{1, 2}};
  std::vector<int> tags;
  const auto merged = ravel::merge_sorted(a, b, c);
  for (const tagged& t : merged.span()) tags.push_back(t.tag);
  CHECK(tags == std::vector<int>{0, 1, 2, 0, 1});
}

TEST_CASE("elements out of order are named", "[op]") {
  CHECK_THROWS_WITH(ravel::merge_sorted(std::vector<int>{1, 2}, std::vector<int>{3, 1}),
                    "merge_sorted: reader 1 is not in ascending order: element 1, 1, follows 3");
  CHECK_THROWS_WITH(ravel::merge_sorted(std::vector<std::string>{"b", "a"}),
                    "merge_sorted: reader 0 is not in ascending order: element 1, a, follows b");
  CHECK_THROWS_WITH(ravel::merge_sorted(std::vector<tagged>{{2, 0}, {1, 0}}),
                    "merge_sorted: reader 0 is not in ascending order: element 1 comes before element 0");
  CHECK_THROWS_AS(ravel::merge_sorted(std::vector<double>{std::nan(""), 1}), ravel::value_error);
}
