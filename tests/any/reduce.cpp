// SPDX-License-Identifier: BSL-1.0
// Reductions of run-time types are those of the tensors with these types, for every type.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_type;
using any_tests::random_tensor;

TEST_CASE("reductions of every type, whole and along axes", "[any]") {
  support::random r(9);
  for_each_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {3, 4, 5});
    const any_tensor x = t;
    CHECK(sum(x) == sum(t));
    CHECK(sum(x).dtype() == dtype_of<sum_t<T>>());
    CHECK(mean(x) == mean(t));
    CHECK(equal(sum(x, {0, -1}), sum(t, {0, -1})));
    CHECK(sum(x, 1, keep).shape() == shape{3, 1, 5});
    CHECK(sum(x, {0, 2}, keep).shape() == shape{1, 4, 1});
    CHECK(equal(product(x, 0), product(t, 0)));
    CHECK(variance(x) == variance(t));
    CHECK(equal(standard_deviation(x, 1, ddof{1}), standard_deviation(t, 1, ddof{1})));
    CHECK(variance(x, {0}, keep).shape() == shape{1, 4, 5});
    if constexpr (!complex_element<T>) {
      CHECK(min(x) == min(t));
      CHECK(max(x).dtype() == dtype_of<T>());
      CHECK(equal(max(x, {0, 1}), max(t, {0, 1})));
      CHECK(argmin(x) == argmin(t));
      CHECK(equal(argmax(x, 2), argmax(t, 2)));
    } else {
      CHECK_THROWS_AS(min(x), type_error);
      CHECK_THROWS_AS(argmax(x, 1), type_error);
    }
  });
  const any_tensor mask = tensor<bool>{{true, false}, {true, true}};
  CHECK_FALSE(all_of(mask));
  CHECK(any_of(mask));
  CHECK(count(mask) == 3);
  CHECK(equal(all_of(mask, 1), tensor<bool>{false, true}));
  CHECK(count(mask, 0, keep).shape() == shape{1, 2});
  CHECK_THROWS_AS(all_of(any_tensor(tensor<int>{1})), type_error);
  const any_tensor nan = tensor<double>{1, NAN, 2};
  CHECK(sum(nan, nan_policy::skip) == 3.0);
  const any_tensor square = tensor<int>{{1, 2}, {3, 4}};  // braces are axes: none at all
  CHECK(equal(sum(square, {}), square));
  CHECK(equal(product(square, {}), square));
  CHECK(equal(mean(square, {}), square));
  CHECK(equal(min(square, {}), square));
  CHECK(equal(max(square, {}, keep), square));
  CHECK(equal(variance(square, {}), square * 0));
  CHECK_THROWS_AS(sum(nan, nan_policy::refuse), value_error);
  CHECK(min(nan, 0, nan_policy::skip)() == 1.0);
  CHECK_THROWS_AS(min(any_tensor(zeros<int>({0}))), value_error);
  CHECK_THROWS_AS(sum(nan, 1), index_error);
  CHECK_THROWS_AS(sum(any_tensor(full<std::int64_t>({3}, INT64_MAX))), overflow_error);
}
