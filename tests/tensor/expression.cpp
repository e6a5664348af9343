// SPDX-License-Identifier: BSL-1.0
// Functions of tensors whose type was forgotten. (tests/walk/node.cpp views them in every way.)
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using ravel::all;
using ravel::buffer;
using ravel::tensor;

TEST_CASE("views of functions see what is written, and may be copied onto what they read", "[tensor]") {
  const tensor<double> a{{1, 2}, {3, 4}};
  const tensor<const double> e = a * 10.0, turned = transpose(e);
  a(0, 1) = 5;
  CHECK(turned(1, 0) == 50);
  copy(turned, a);
  REQUIRE_EQUAL(a, (tensor<double>{{10, 30}, {50, 40}}));
  copy(e, a);  // in step
  REQUIRE_EQUAL(a, (tensor<double>{{100, 300}, {500, 400}}));
  const auto doubled = concat(ravel::along(1), transpose(a), a);
  copy(transpose(doubled)(ravel::slice(1, 2), all), a);
  REQUIRE_EQUAL(a, (tensor<double>{{500, 400}, {100, 500}}));
}

TEST_CASE("a view that shows an element often asks for it as seldom as it can", "[tensor]") {
  static int calls;
  calls = 0;
  const tensor<double> column = ravel::ones<double>({50, 1});
  const tensor<const double> e = map([](double x) { return ++calls, x; }, column);
  CHECK(sum(broadcast(e, {50, 40})) == 2000);
  CHECK(calls < 60);  // not 2000; a block may end within a row
}
