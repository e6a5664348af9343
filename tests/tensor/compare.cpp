// SPDX-License-Identifier: BSL-1.0
// equal and close of tensors: shapes, then values.
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>

#include <limits>
#include <string>

using namespace ravel;

TEST_CASE("equal compares shapes first", "[tensor][compare]") {
  const tensor<int> t{{1, 2, 3}, {4, 5, 6}};
  CHECK(equal(t, t));
  CHECK(equal(t, cast<double>(t)));
  CHECK(equal(t + 1, 1 + t));
  CHECK(equal(transpose(transpose(t)), t));
  CHECK(!equal(t, t + 1));
  CHECK(!equal(t, reshape(t, {3, 2})));
  CHECK(!equal(t, flat(t)));
  CHECK(!equal(t, t(newaxis, ellipsis)));
  CHECK(!equal(t, t(slice(0, 1), all)));  // nothing stretches
  CHECK(equal(flat(t), buffer<int>{1, 2, 3, 4, 5, 6}));
  CHECK(equal(buffer<int>{1, 2, 3, 4, 5, 6}, flat(t)));
  CHECK(!equal(t, buffer<int>{1, 2, 3, 4, 5, 6}));
  CHECK(!equal(zeros<int>({2, 0}), zeros<int>({0, 2})));
  CHECK(equal(zeros<int>({2, 0}), zeros<double>({2, 0})));
  CHECK(equal(scalar_tensor(1), scalar_tensor(1)));
  CHECK(equal(tensor<std::string>{{"a"}, {"b"}}, tensor<std::string>{{"a"}, {"b"}}));
  const tensor<double> nan = full({2}, std::numeric_limits<double>::quiet_NaN());
  CHECK(!equal(nan, nan));
}

TEST_CASE("close compares shapes first", "[tensor][compare]") {
  const tensor<double> t{{1, 2}, {3, 4}};
  CHECK(close(t, t * (1 + 1e-7)));
  CHECK(!close(t, t + 0.1));
  CHECK(close(t, t + 0.1, 0, 0.2));
  CHECK(close(t, t * 1.05, 0.1));
  CHECK(!close(t, flat(t)));
  CHECK(close(flat(t), buffer<float>{1, 2, 3, 4}));
  CHECK(!close(transpose(t), t));
}
