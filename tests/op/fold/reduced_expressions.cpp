// SPDX-License-Identifier: BSL-1.0
// Expressions and readers of the program are reduced along axes as they are computed. The results have the bits of each slice alone.
#include "reduced.hpp"

#include <ravel/tensor/elementwise.hpp>

using namespace ravel;
using namespace reduced_tests;

TEST_CASE("expressions are reduced as they are computed, with the bits of their slices", "[tensor][reduce]") {
  support::random r(12);
  for (int round = 0; round < 40; ++round) {
    const shape of = some_shape(r);
    const tensor<double> t = values<double>(r, of), u = values<double>(r, of);
    const auto e = square(t - u) + 0.25;
    with_views(r, e, [&](const auto& view) { check_all_forms(view, some_axes(r, view.rank())); });
    if (of.rank() > 1) {
      const auto column = slice(u, 0, 0, std::min<index_t>(1, of[0]));
      if (of[0] > 0) check_all_forms(t * (column + 1.0), some_axes(r, of.rank()));
    }
  }
}

TEMPLATE_TEST_CASE("lines of an expression are added up as they are computed", "[tensor][reduce]", double, float, int, bool) {
  support::random r(15);
  for (const index_t length : {1, 31, 127, 128, 129, 1000, 20000}) {
    const tensor<TestType> t = values<TestType>(r, {3, length}), u = values<TestType>(r, {3, length});
    check_all_forms(t != u, {1});
    check_all_forms(where(t > u, t, u), {1});
    check_all_forms(where(t > u, t, u)(slice(1, 2), all), {1});  // from a place that is no multiple of the lanes
  }
}

TEST_CASE("expressions whose last axis is short and whose operands lie otherwise", "[tensor][reduce]") {
  support::random r(18);
  const tensor<float> picture = values<float>(r, {40, 50, 3}), weights = values<float>(r, {3}), mask = values<float>(r, {40, 50, 1}),
                      planes = values<float>(r, {3, 40, 50}), four = values<float>(r, {40, 50, 4});
  for (const std::vector<index_t>& axes : {std::vector<index_t>{0}, {1}, {2}, {0, 1}, {1, 2}, {0, 1, 2}}) {
    check_all_forms(picture * weights, axes);
    check_all_forms(picture * mask + 1.0F, axes);
    check_all_forms(picture - transpose(planes, {1, 2, 0}), axes);
    check_all_forms(four(all, all, slice(0, 3)) * weights, axes);
    check_all_forms(take(picture, 2, {2, 0, 1}), axes);
  }
}

TEST_CASE("operands that lie across each other are turned in slabs", "[tensor][reduce]") {
  support::random r(13);
  const tensor<double> t = values<double>(r, {300, 300}), u = values<double>(r, {3, 70, 700});
  for (const std::vector<index_t>& axes : {std::vector<index_t>{0}, {1}, {0, 1}}) {
    check_all_forms(t + transpose(t), axes);
    check_all_forms(transpose(t), axes);
  }
  for (const std::vector<index_t>& axes : {std::vector<index_t>{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}) {
    check_all_forms(transpose(u, {2, 0, 1}) * 2.0, axes);
    check_all_forms(transpose(u), axes);
  }
}

TEST_CASE("computed tensors and readers of one's own are reduced along axes", "[tensor][reduce]") {
  const auto table = compute<int>({3, 4}, [](index_t i, index_t j) { return static_cast<int>(10 * i + j); });
  REQUIRE_EQUAL(sum(table, 0), (buffer<std::int64_t>{30, 33, 36, 39}));
  REQUIRE_EQUAL(sum(table, -1), (buffer<std::int64_t>{6, 46, 86}));
  REQUIRE_EQUAL(max(transpose(table), {0}), (buffer<int>{3, 13, 23}));
  REQUIRE_EQUAL(sum(broadcast(tensor<double>{1, 2}, {3, 2}), 0), (buffer<double>{3, 6}));
  REQUIRE_EQUAL(sum(tensor<char>{{1, 2}, {3, 4}}, 0), (buffer<std::int64_t>{4, 6}));
  static_assert(std::same_as<decltype(max(tensor<char>{{1}}, 0)), tensor<char>>);
  REQUIRE_EQUAL(max(tensor<char>{{1, 2}, {3, 4}}, 0), (buffer<char>{3, 4}));
}
