// SPDX-License-Identifier: BSL-1.0
// Readers whose number is known at run time, as one expression.
#include <ravel/lazy/fold.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <vector>

using ravel::buffer;
using ravel::fold;
using ravel::index_t;
using ravel::reader;

TEST_CASE("a thousand columns are added up from the first to the last", "[lazy]") {
  constexpr index_t n = 3000;
  std::vector<buffer<double>> columns;
  for (int k = 0; k < 1000; ++k) columns.push_back(ravel::clone(sin(ravel::iota<double>(n, k, 0.37))));
  const auto total = fold(columns);
  static_assert(std::same_as<decltype(fold(columns)), reader<double>>);
  std::vector<double> wanted(static_cast<std::size_t>(n));
  for (index_t i = 0; i < n; ++i) {
    double sum = columns[0][i];
    for (std::size_t k = 1; k < columns.size(); ++k) sum = sum + columns[k][i];
    wanted[static_cast<std::size_t>(i)] = sum;
  }
  REQUIRE_EQUAL(total, wanted);
  CHECK(total[1234] == wanted[1234]);
  REQUIRE_EQUAL(slice(total, 2999, 3, -1000), (buffer<double>{wanted[2999], wanted[1999], wanted[999]}));
}

TEST_CASE("fold takes any function, computed parts and one part", "[lazy]") {
  const buffer<int> b{1, 2, 3};
  const std::vector<reader<int>> parts{b, b * 10, ravel::iota<int>(3)};
  REQUIRE_EQUAL(fold(parts, [](int x, int y) { return 100 * x + y; }), (buffer<int>{11000, 22001, 33002}));
  REQUIRE_EQUAL(fold(std::vector<reader<int>>{b}), b);
  const std::vector<buffer<std::uint8_t>> bytes{{200, 1}, {200, 2}};
  static_assert(std::same_as<decltype(fold(bytes)), reader<int>>);
  REQUIRE_EQUAL(fold(bytes), (buffer<int>{400, 3}));
  CHECK_THROWS_AS(fold(std::vector<reader<int>>{}), ravel::value_error);
  CHECK_THROWS_AS(fold(std::vector<reader<int>>{b, slice(b, 0, 2)}), ravel::shape_error);
}

TEST_CASE("fold is assigned to one of its parts", "[lazy]") {
  const buffer<double> a = ravel::clone(ravel::iota<double>(5000)), b = ravel::clone(a);
  a.assign(fold(std::vector<reader<double>>{b, a, a}));
  REQUIRE_EQUAL(a, b * 3);
  a.assign(fold(std::vector<reader<double>>{b, reverse(a)}));
  CHECK(a[0] == 3 * 4999);
  CHECK(a[4999] == 4999);
}

namespace {

ravel::buffer<double> everywhere{5, 6, 7};

}  // namespace

TEST_CASE("a fold by a function that reads a global target goes through a temporary") {
  const std::vector<ravel::reader<double>> parts{everywhere, ravel::buffer<double>{1, 1, 1}};
  copy(ravel::fold(parts, [](double a, double b) { return a + b - everywhere[0]; }), everywhere);
  CHECK_EQUAL(everywhere, {1.0, 2.0, 3.0});
}
