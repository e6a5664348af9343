// SPDX-License-Identifier: BSL-1.0
// Planned values know their type and their lengths, and stand for nothing else.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

#include <string>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a placeholder has the type and the lengths that it is given", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<float>("x", {n, 3}), words = placeholder<std::string>("words", {n}),
                one = placeholder(dtype::int8, "one", {});
  CHECK(x.dtype() == dtype::float32);
  CHECK(x.rank() == 2);
  CHECK(x.shape() == planned_shape{n, 3});
  CHECK(x.shape()[-1] == planned_length(3));
  CHECK_THROWS_AS(x.shape()[2], index_error);
  CHECK(words.dtype() == dtype::string);
  CHECK(one.rank() == 0);
  CHECK(one.shape().elements() == planned_length(1));
}

TEST_CASE("a variable looks at a tensor of the program", "[plan]") {
  const tensor<double> t{1, 2};
  const variable w("w", t);
  CHECK(w.dtype() == dtype::float64);
  CHECK(w.shape() == planned_shape{2});
  t(0) = 5;
  CHECK(w.value()(0) == 5.0);
  CHECK_THROWS_AS(variable("", t), value_error);
  CHECK_THROWS_WITH(variable("w", any_tensor(t * 2.0)), ContainsSubstring("variable w"));
}

TEST_CASE("a variable that shows an element twice is refused", "[plan]") {
  const tensor<double> t{1, 2};
  CHECK_THROWS_AS(variable("w", broadcast(any_tensor(t), {3, 2})), layout_error);
}

TEST_CASE("a name changes nothing but the name", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const planned y = called("y", x * 2.0);
  CHECK(y.dtype() == dtype::float64);
  CHECK(y.shape() == x.shape());
  CHECK_THROWS_AS(called("", x), value_error);
  CHECK_THAT(describe(plan({x}, {{"sum", sum(y)}})), ContainsSubstring("y float64[n] = x * 2"));
}

TEST_CASE("the tensors and handles of a plan own what they look at", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const auto made = [&] {
    const tensor<double> scale{2, 3};
    const variable w("w", tensor<double>{1, 1});
    return plan({}, {{"y", w * scale + tensor<double>{4, 5}}});
  }();
  workspace room(made);
  CHECK(equal(made.run(room)["y"], tensor<double>{6, 8}));
  workspace moved = std::move(room);
  CHECK(equal(made.run(moved)["y"], tensor<double>{6, 8}));
  CHECK_THROWS_AS(made.run(room), value_error);
  CHECK_THROWS_AS(room.bind(x, tensor<double>{1}), value_error);
}
