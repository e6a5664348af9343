// SPDX-License-Identifier: BSL-1.0
// What rearranges readers, of tensors of one axis, of expressions of them and of others beside them; any other rank is asked which axis.
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("a tensor of one axis is rearranged as a reader is", "[tensor][one_axis]") {
  const tensor<double> t{3, 1, 2};
  const auto expression = t * 2.0;
  REQUIRE_EQUAL(slice(t, 1, 2), (buffer<double>{1, 2}));
  REQUIRE_EQUAL(select(t, {2, 0, 2}), (buffer<double>{2, 3, 2}));
  REQUIRE_EQUAL(select(expression, argsort(t)), (buffer<double>{2, 4, 6}));
  REQUIRE_EQUAL(slice(t, slice_from(1)), t(slice_from(1)));
  REQUIRE_EQUAL(slice(expression, slice_before(last)), expression(slice_before(last)));
  REQUIRE_EQUAL(slice(t, ravel::slice(2, 2, -2)), t(ravel::slice(2, 2, -2)));
  REQUIRE_EQUAL(select(t, slice_from(1)), t(slice_from(1)));
  REQUIRE_EQUAL(select(t, t > 1.0), t(t > 1.0));
  REQUIRE_EQUAL(select(expression, buffer<bool>{true, false, true}), expression({0, 2}));
  CHECK(select(t, t > 1e9).shape() == shape{0});
  REQUIRE_EQUAL(reverse(t), (buffer<double>{2, 1, 3}));
  REQUIRE_EQUAL(repeat(t, 2), (buffer<double>{3, 1, 2, 3, 1, 2}));
  REQUIRE_EQUAL(shift(expression, 1), (buffer<double>{6, 6, 2}));
  REQUIRE_EQUAL(concat(t, buffer<int>{7}, expression), (buffer<double>{3, 1, 2, 7, 6, 2, 4}));
  REQUIRE_EQUAL(interleave(t, expression), (buffer<double>{3, 6, 1, 2, 2, 4}));
  CHECK(interleave(t, t).shape() == shape{6});
  copy(tensor<double>{8, 9}, slice(t, 0, 2));
  REQUIRE_EQUAL(t, (buffer<double>{8, 9, 2}));
}

TEST_CASE("a tensor of several axes is asked which one is meant", "[tensor][one_axis]") {
  const tensor<double> t{{3, 1}, {2, 4}};
  CHECK_THROWS_WITH(reverse(t), "reverse along which axis of shape [2 2]? Write flip(t, axis), or reverse of flat(t)");
  CHECK_THROWS_WITH(reverse(scalar_tensor(3)), "reverse of a single element without axes: write reverse of flat(t)");
  CHECK_THROWS_WITH(cumsum(scalar_tensor(3)), "cumsum of a single element without axes: write cumsum(flat(t))");
  CHECK_THROWS_AS(slice(t, 0, 1), shape_error);
  CHECK_THROWS_AS(select(t, {0}), shape_error);
  CHECK_THROWS_AS(slice(t, slice_from(0)), shape_error);
  CHECK_THROWS_AS(slice(t, ravel::slice(0, 1)), shape_error);
  CHECK_THROWS_AS(select(t, slice_from(0)), shape_error);
  CHECK_THROWS_AS(select(t, t > 1.0), shape_error);
  CHECK_THROWS_AS(shift(t, 1), shape_error);
  CHECK_THROWS_AS(repeat(t, 1), shape_error);
  CHECK_THROWS_AS(concat(tensor<double>{1}, t), shape_error);
  CHECK_THROWS_AS(interleave(t, t), shape_error);
}
