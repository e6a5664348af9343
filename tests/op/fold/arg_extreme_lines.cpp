// SPDX-License-Identifier: BSL-1.0
// argmin and argmax of tensors and along axes.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <limits>

using namespace ravel;

namespace {

template <class X>
void check_lines(const X& x, index_t axis) {
  const auto least = argmin(x, axis), greatest = argmax(x, axis);
  const auto moved = transpose(x, axis == 0 ? ints({1, 0}) : ints({0, 1}));
  for (index_t line = 0; line < least.size(); ++line) {
    index_t low = 0, high = 0;
    for (index_t i = 1; i < moved.extent(1); ++i) {
      if (moved(line, i) < moved(line, low)) low = i;
      if (moved(line, high) < moved(line, i)) high = i;
    }
    REQUIRE(least[line] == low);
    REQUIRE(greatest[line] == high);
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the first of the least and of the greatest", "[tensor][arg]", support::ordered_types) {
  support::random r(3);
  const tensor<TestType> t = empty<TestType>({30, 50});
  for (index_t i = 0; i < 30; ++i)
    for (index_t j = 0; j < 50; ++j) t(i, j) = r.small<TestType>();
  for (const index_t axis : {0, 1}) {
    check_lines(t, axis);
    check_lines(transpose(t), axis);
    check_lines(flip(t, 0), axis);
    check_lines(rotate(t, {3, 5}), axis);
  }
  CHECK(t[argmin(t)] == min(t));
  CHECK(argmin(t) == argmin(flat(t)));
  CHECK(t[argmax(t)] == max(t));
  const auto at = coordinates(t.shape(), argmax(t));
  CHECK(t(at[0], at[1]) == max(t));
}

TEST_CASE("integers of another name are those of their width", "[tensor][arg]") {
  const tensor<long long> t{{3, -1, 2}, {0, 5, -1}};
  CHECK(argmin(t) == 1);
  CHECK(argmax(t) == 4);
  check_lines(t, 0);
  check_lines(t, 1);
  check_lines(t * 2LL, 1);
}

TEST_CASE("arg extremes of NaN and of expressions", "[tensor][arg]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const tensor<double> t{{3, nan, 1}, {0, 2, nan}};
  CHECK(argmin(t) == 1);
  CHECK(argmax(t) == 1);
  REQUIRE_EQUAL(argmin(t, 1), (buffer<index_t>{1, 2}));
  REQUIRE_EQUAL(argmax(t, 0), (buffer<index_t>{0, 0, 1}));
  CHECK(argmax(where(isnan(t), 0.0, t)) == 0);
  REQUIRE_EQUAL(argmax(where(isnan(t), 0.0, t), 1, keep), (buffer<index_t>{0, 1}));
  CHECK(argmax(t, 1, keep).shape() == shape{2, 1});
  CHECK(argmax(scalar_tensor(2)) == 0);
}

TEST_CASE("no line of nothing has a least element", "[tensor][arg]") {
  CHECK_THROWS_AS(argmin(zeros<int>({0, 2})), value_error);
  CHECK_THROWS_AS(argmax(zeros<int>({2, 0}), 1), value_error);
  CHECK_THROWS_WITH(argmin(zeros<int>({0, 2})), Catch::ContainsSubstring("[0 2]"));
  CHECK_THROWS_WITH(argmax(zeros<int>({2, 0}), 1), Catch::ContainsSubstring("[2 0]"));
  CHECK(argmax(zeros<int>({2, 0}), 0).size() == 0);
  CHECK_THROWS_AS(argmax(zeros<int>({2, 2}), 2), index_error);
}
