// SPDX-License-Identifier: BSL-1.0
// Sorting and running totals of run-time types are those of the tensors with these types, for every type.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;

TEST_CASE("order and running totals of each kind of type", "[any]") {
  support::random r(9);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {3, 4, 5});
    const any_tensor x = t;
    CHECK(equal(cumsum(x, 1), cumsum(t, 1)));
    CHECK(cumsum(x, 1).dtype() == dtype_of<sum_t<T>>());
    CHECK(equal(cumprod(x, 0), cumprod(t, 0)));
    if constexpr (!complex_element<T>) {
      CHECK(equal(cummax(x, -1), cummax(t, -1)));
      CHECK(equal(cummin(x, 0), cummin(t, 0)));
      CHECK(cummin(x, 0).dtype() == dtype_of<T>());
      CHECK(equal(sort(x, 1), sort(t, 1)));
      CHECK(equal(argsort(x, 1, sort_order::descending), argsort(t, 1, sort_order::descending)));
      CHECK(equal(unique(x), as_tensor(unique(t), -1)));
      CHECK(sort(x, 0).dtype() == dtype_of<T>());
      CHECK(nth_element(x, 30) == nth_element(t, 30));
      CHECK(nth_element(x, 0).dtype() == dtype_of<T>());
      CHECK(equal(nth_element(x, 2, {0, 2}, keep), nth_element(t, 2, {0, 2}, keep)));
      CHECK(nth_element(x, 1, 1).dtype() == dtype_of<T>());
    } else {
      CHECK_THROWS_AS(sort(x, 1), type_error);
      CHECK_THROWS_AS(cummin(x, 1), type_error);
      CHECK_THROWS_AS(nth_element(x, 1), type_error);
    }
  });
  CHECK_THROWS_AS(sort(any_tensor(zeros<int>({2, 2}))), shape_error);
  const any_tensor line = tensor<int>{3, 1, 2};
  CHECK(equal(cumsum(line), tensor<int>{3, 4, 6}));
  CHECK(equal(cumprod(line), tensor<int>{3, 3, 6}));
  CHECK(equal(cummin(line), tensor<int>{3, 1, 1}));
  CHECK(equal(cummax(line), tensor<int>{3, 3, 3}));
  CHECK_THROWS_WITH(cumsum(any_tensor(zeros<int>({2, 2}))), Catch::Matchers::StartsWith("cumsum along which axis of shape [2 2]?"));
  const any_tensor words = tensor<std::string>{"c", "a", "b"};
  CHECK(nth_element(words, 1) == "b");
  CHECK(equal(nth_element(words, 2, 0, keep), tensor<std::string>{"c"}));
  CHECK_THROWS_AS(nth_element(words, 3), index_error);
}
