// SPDX-License-Identifier: BSL-1.0
// Lengths are polynomials: they compute as numbers do, whatever the extents turn out to be.
#include <ravel/base/error.hpp>
#include <ravel/plan/extent.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

using Catch::Matchers::ContainsSubstring;
using ravel::extent_values;
using ravel::index_t;
using ravel::planned_extent;
using ravel::planned_length;

TEST_CASE("a length is what it is made of", "[plan]") {
  const planned_extent n("n"), m("m");
  CHECK(planned_length(n) == planned_length(n));
  CHECK_FALSE(planned_length(n) == planned_length(m));
  CHECK_FALSE(planned_length(n) == planned_length(planned_extent("n")));  // another extent of that name
  const planned_extent copied = n;
  CHECK(planned_length(n) == planned_length(copied));
  CHECK(n - 1 + 1 == planned_length(n));
  CHECK(n * m == m * n);
  CHECK((n + 1) * (n - 1) == n * n - 1);
  CHECK(n - n == planned_length(0));
  CHECK((n - n).number() == index_t{0});
  CHECK(planned_length(7).number() == index_t{7});
  CHECK_FALSE((n + 1).number());
  CHECK(planned_length(n).lone_extent() == n);
  CHECK_FALSE((2 * n).lone_extent());
  CHECK_FALSE((n + 1).lone_extent());
}

TEST_CASE("a length is written as one would", "[plan]") {
  const planned_extent n("n"), m("rows");
  CHECK(to_string(planned_length(0)) == "0");
  CHECK(to_string(planned_length(n)) == "n");
  CHECK(to_string(n - 1) == "n - 1");
  CHECK(to_string(1 - n) == "-n + 1");
  CHECK(to_string(2 * n * m + 3 * n - m) == "2 * n * rows + 3 * n - rows");
  CHECK(to_string(ravel::planned_shape{n, 3, m - 1}) == "[n 3 (rows - 1)]");
  CHECK(to_string(ravel::planned_shape()) == "[]");
}

TEST_CASE("lengths compute as numbers do", "[plan]") {
  support::random r(3);
  const std::vector<planned_extent> extents{planned_extent("a"), planned_extent("b"), planned_extent("c")};
  for (int round = 0; round < 500; ++round) {
    extent_values values;
    std::vector<index_t> numbers;
    for (const planned_extent& one : extents) {
      numbers.push_back(r.below(20));
      CHECK_FALSE(values.set(one, numbers.back()));
    }
    planned_length symbolic = 1000;
    index_t number = 1000;
    for (int step = 0; step < 6; ++step) {
      const auto k = static_cast<std::size_t>(r.below(3));
      const index_t by = r.below(4);
      switch (r.below(4)) {
        case 0:
          symbolic = symbolic + extents[k] * by, number += numbers[k] * by;
          break;
        case 1:
          symbolic = symbolic - extents[k], number -= numbers[k];
          break;
        case 2:
          symbolic = symbolic * by, number *= by;
          break;
        default:
          symbolic = symbolic * (extents[k] + 1), number *= numbers[k] + 1;
          break;
      }
    }
    INFO(to_string(symbolic));
    if (number >= 0) {
      CHECK(symbolic.at(values) == number);
    } else {
      CHECK_THROWS_AS(symbolic.at(values), ravel::shape_error);
    }
  }
}

TEST_CASE("lengths that no run can have are refused", "[plan]") {
  const planned_extent n("samples");
  extent_values values;
  CHECK_THROWS_WITH(planned_length(n).at(values), ContainsSubstring("samples has no value"));
  values.set(n, 3);
  CHECK_THROWS_WITH((n - 5).at(values), ContainsSubstring("samples - 5 is -2"));
  CHECK(values.set(n, 3) == std::nullopt);
  CHECK(values.set(n, 4) == index_t{3});
  values.clear();
  values.set(n, ravel::index_limit);
  CHECK_THROWS_AS((n * 2).at(values), ravel::overflow_error);
  const planned_length large = ravel::index_limit;
  CHECK_THROWS_AS(large + large, ravel::overflow_error);
}
