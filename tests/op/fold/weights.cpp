// SPDX-License-Identifier: BSL-1.0
// What may be a weight, and what is said of others.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/weights.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>

#include <limits>

TEST_CASE("weights are checked where they are made") {
  using ravel::weights;
  constexpr double infinity = std::numeric_limits<double>::infinity(), large = std::numeric_limits<double>::max();
  const weights w{1, 0, 2.5};
  CHECK(w.size() == 3);
  CHECK(w.total() == 3.5);
  CHECK(weights{std::vector<int>{1, 2}}.total() == 3);
  CHECK(weights{ravel::make_buffer<float>(0)}.size() == 0);
  CHECK_THROWS_WITH((weights{1, -0.5}), "weights are finite and not negative, and element 1 is -0.5");
  CHECK_THROWS_WITH((weights{std::numeric_limits<double>::quiet_NaN()}), "weights are finite and not negative, and element 0 is nan");
  CHECK_THROWS_WITH((weights{1, infinity}), "weights are finite and not negative, and element 1 is inf");
  CHECK_THROWS_WITH((weights{large, large}), "the sum of the weights is infinite");
  CHECK_THROWS_WITH((weights{0, 0}), "all 2 weights are 0");
}

TEST_CASE("weights in braces are numbers or one tensor") {
  using ravel::weights;
  const ravel::tensor<double> t = ravel::as_tensor(ravel::buffer<double>{1, 2, 3}, {3});
  CHECK(weights{t}.total() == 6);
  CHECK(weights{clone(t)}.total() == 6);
  CHECK(weights{t * 2.0}.total() == 12);
  CHECK(weights{ravel::buffer<double>{1, 2} * 2.0}.total() == 6);
  const int count = 4;
  CHECK(weights{count, 0.5, 2u}.total() == 6.5);
}

TEST_CASE("weights keep a copy") {
  const ravel::buffer<double> of{1, 2};
  const ravel::weights w(of);
  of.write(0, -1);
  CHECK(w.span()[0] == 1);
}
