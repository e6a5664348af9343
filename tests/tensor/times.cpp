// SPDX-License-Identifier: BSL-1.0
// Times along the axes of tensors: what the same operations make of their ticks.
#include <ravel/lazy/ticks.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <chrono>
#include <limits>

using namespace ravel;

namespace {

namespace chrono = std::chrono;
using span = chrono::milliseconds;
using point = chrono::sys_time<span>;

const tensor<std::int64_t> counted = clone(cast<std::int64_t>(random_integers<int>({3, 4, 5}, -20, 21, 5)));

}  // namespace

TEST_CASE("durations along axes are what they count", "[tensor][time]") {
  const tensor<span> d = clone(from_ticks<span>(counted));
  for (index_t axis = 0; axis < 3; ++axis) {
    REQUIRE_EQUAL(ticks(sum(d, axis, keep)), sum(counted, axis, keep));
    REQUIRE_EQUAL(ticks(mean(d, axis, keep)), mean(counted, axis, keep));
    REQUIRE_EQUAL(ticks(median(d, axis)), median(counted, axis));
    REQUIRE_EQUAL(ticks(quantile(d, 0.3, axis, quantile_rule::hazen)), quantile(counted, 0.3, axis, quantile_rule::hazen));
    REQUIRE_EQUAL(ticks(quantile(d, {0.1, 0.9}, axis)), quantile(counted, {0.1, 0.9}, axis));
    REQUIRE_EQUAL(ticks(cumsum(d, axis)), cumsum(counted, axis));
    REQUIRE_EQUAL(ticks(diff(d, axis, order{2})), diff(counted, axis, order{2}));
  }
  REQUIRE_EQUAL(ticks(mean(d, {0, 2})), mean(counted, {0, 2}));
  static_assert(std::is_same_v<decltype(mean(d, 0)), tensor<chrono::duration<double, std::milli>>>);
  static_assert(std::is_same_v<decltype(diff(d, 0)), tensor<span>> && std::is_same_v<decltype(cumsum(d, 0)), tensor<span>>);
  REQUIRE_EQUAL(cumsum(d(0, 0, all)), cumsum(clone(d(0, 0, all))));
  CHECK_THROWS_AS(cumsum(d), shape_error);
  CHECK_THROWS_AS(median(d(slice(0, 0), all, all), 0), value_error);
}

TEST_CASE("points of time along axes differ by durations and have their order", "[tensor][time]") {
  const tensor<point> p = clone(from_ticks<point>(counted));
  for (index_t axis = 0; axis < 3; ++axis) {
    REQUIRE_EQUAL(ticks(diff(p, axis)), diff(counted, axis));
    REQUIRE_EQUAL(ticks(max(p, axis)), max(counted, axis));
    REQUIRE_EQUAL(ticks(sort(p, axis)), sort(counted, axis));
    REQUIRE_EQUAL(argsort(p, axis), argsort(counted, axis));
    REQUIRE_EQUAL(argmin(p, axis), argmin(counted, axis));
  }
  static_assert(std::is_same_v<decltype(diff(p, 0)), tensor<span>>);
  const point least{span(std::numeric_limits<std::int64_t>::min())};
  CHECK_THROWS_AS(diff(tensor<point>{{least}, {point(span(1))}}, 0), overflow_error);
}
