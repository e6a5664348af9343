// SPDX-License-Identifier: BSL-1.0
// Products of run-time types are those of the tensors with these types.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;

TEST_CASE("products of each kind of type", "[any]") {
  support::random r(9);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {4, 3});
    if constexpr (!boolean_element<T>) {
      const auto square_of = random_tensor<T>(r, {4, 4});
      CHECK(equal(matmul(any_tensor(square_of), any_tensor(t)), matmul(square_of, t)));
    }
  });
  const any_tensor a = tensor<int>{{1, 2}, {3, 4}}, b = tensor<double>{{1, 0.5}, {0, 1}};
  CHECK(equal(matmul(a, b), tensor<double>{{1, 2.5}, {3, 5.5}}));
  CHECK(dot(a(0, all), b(all, 1))() == 2.5);
  CHECK(equal(outer(a(0, all), b(0, all)), tensor<double>{{1, 0.5}, {2, 1}}));
  const tensor<double> typed{{1, 0.5}, {0, 1}};  // may stand beside one without a type
  CHECK(equal(matmul(a, typed), matmul(a, b)));
  CHECK(equal(matmul(typed, a), matmul(b, a)));
  CHECK(dot(typed(all, 1), a(0, all))() == 2.5);
  CHECK(equal(outer(a(0, all), typed(0, all) * 1.0), outer(a(0, all), b(0, all))));
  CHECK_THROWS_AS(matmul(any_tensor(tensor<std::uint64_t>{1}), any_tensor(tensor<int>{1})), type_error);
  CHECK_THROWS_AS(matmul(a, any_tensor(tensor<int>{1, 2, 3})), shape_error);
}
