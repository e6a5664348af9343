// SPDX-License-Identifier: BSL-1.0
// group_reduce with reducers of ends, of pairs and of many numbers, with sketches and with draws. Each gives every group what it gives
// alone.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/keys/group_transform.hpp>
#include <ravel/op/sketch/sketches.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace {

using ravel::index_t;
namespace reducer = ravel::reducer;

bool near(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-10 * (1 + std::abs(b)); }

}  // namespace

TEST_CASE("reducers of ends, of pairs and of many numbers give each group what it gives alone") {
  support::random r(11);
  std::vector<int> keys;
  std::vector<double> a, b;
  for (int i = 0; i < 4000; ++i) keys.push_back(static_cast<int>(r.below(40))), a.push_back(r.unit()), b.push_back(a.back() + r.unit());
  const auto groups = ravel::arggroup(keys);
  const auto of_group = [&](const std::vector<double>& column, index_t g) { return select(ravel::borrow(column), groups.positions(g)); };
  // as(result) is what is compared.
  const auto check = [&](const auto& one, auto as) {
    const auto found = group_reduce(keys, a, one).values;
    const auto spread = group_transform(keys, a, one);
    for (index_t g = 0; g < groups.size(); ++g) {
      const double expected = as(reduce_with(of_group(a, g), one));
      REQUIRE(near(as(found[g]), expected));
      REQUIRE(near(as(spread[groups.positions(g)[0]]), expected));
    }
  };
  const auto itself = [](auto v) { return static_cast<double>(v); };
  check(reducer::first, itself);
  check(reducer::last, itself);
  check(reducer::moments, [](const ravel::moments& m) { return m.second + m.third + m.fourth + m.sum; });
  check(reducer::distinct_count, itself);
  check(reducer::distinct_sketch, [](const ravel::distinct_sketch& s) { return s.count(); });
  check(reducer::quantile_sketch(0.01), [](const ravel::quantile_sketch& s) { return s.quantile(0.3); });  // exact of so few
  const auto check_pairs = [&](const auto& one, auto as) {
    const auto found = group_reduce(keys, std::tie(a, b), one).values;
    const auto spread = group_transform(keys, std::tie(a, b), one);
    for (index_t g = 0; g < groups.size(); ++g) {
      const double expected = as(reduce_with(of_group(a, g), of_group(b, g), one));
      REQUIRE(near(as(found[g]), expected));
      REQUIRE(near(as(spread[groups.positions(g)[0]]), expected));
    }
  };
  check_pairs(reducer::covariance, itself);
  check_pairs(reducer::pearson, itself);
  check_pairs(reducer::regression, [](const ravel::straight_line& line) { return line.slope + 3 * line.intercept; });
  check_pairs(reducer::comoments, [](const ravel::comoments& m) { return m.product + m.second_a + m.second_b + m.sum_a + m.sum_b; });
}

TEST_CASE("every group draws from a stream of its own") {
  const index_t groups = 30, size = 200;
  const auto keys = clone(ravel::iota<int>(groups * size) % static_cast<int>(groups));
  const auto places = clone(ravel::iota<int>(groups * size) / static_cast<int>(groups));  // within the group
  const auto told = [](const auto& drawn) { return to_vector(drawn); };
  const auto alone = group_reduce(keys, places, reducer::reservoir(5, 7)).values;
  const auto composed = std::get<1>(group_reduce(keys, places, reducer::mean, reducer::reservoir(5, 7)).values);
  index_t alike = 0;
  for (index_t g = 0; g < groups; ++g) {
    REQUIRE(alone[g].size() == 5);
    REQUIRE(told(alone[g]) == told(composed[g]));
    REQUIRE(std::ranges::all_of(told(alone[g]), [=](int place) { return place >= 0 && place < size; }));
    if (g > 0) alike += told(alone[g]) == told(alone[0]);
  }
  CHECK(alike == 0);
  CHECK(told(group_reduce(keys, places, reducer::reservoir(5, 7)).values[3]) == told(alone[3]));
  CHECK(told(group_transform(keys, places, reducer::reservoir(5, 7))[3]) == told(alone[3]));
  CHECK(told(group_reduce(keys, places, reducer::reservoir(5, 8)).values[3]) != told(alone[3]));

  // Equal values make errors of their own in each, which do not add up.
  const index_t many = 20, each = 20000;
  const auto key = clone(ravel::iota<int>(many * each) % static_cast<int>(many));
  const auto value = clone(ravel::iota<int>(many * each) / static_cast<int>(many));
  const auto sketches = group_reduce(key, value, reducer::quantile_sketch(0.01)).values;
  std::vector<double> found;
  for (index_t g = 0; g < many; ++g) found.push_back(sketches[g].quantile(0.37));
  CHECK(std::ranges::count(found, found[0]) < many / 2);
}

TEST_CASE("composed reducers draw at every block as they do alone") {
  const auto x = ravel::iota<int>(20000);
  const auto alone = reduce_with(x, reducer::reservoir(9, 3));
  const auto [drawn, mean] = reduce_with(x, compose(reducer::reservoir(9, 3), reducer::mean));
  CHECK_EQUAL(drawn, alone);
  CHECK(mean == 9999.5);
}
