// SPDX-License-Identifier: BSL-1.0
// Tensors of several run-time types put together.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;

TEST_CASE("tensors put together", "[any]") {
  const any_tensor a = tensor<int>{{1, 2}, {3, 4}}, b = tensor<double>{{1, 0.5}, {0, 1}};
  CHECK(equal(concat(along(0), a, b), tensor<double>{{1, 2}, {3, 4}, {1, 0.5}, {0, 1}}));
  CHECK(concat(along(1), a, a).dtype() == dtype::int32);
  const any_tensor narrow = tensor<std::int8_t>{1};
  CHECK(concat(along(0), narrow, narrow).dtype() == dtype::int8);
  CHECK(stack(along(0), a, b).shape() == shape{2, 2, 2});
  const std::vector<any_tensor> parts{a, b, a};
  CHECK(stack(along(-1), parts)(1, 1, 2) == 4.0);
  const tensor<int> typed{{5, 6}};
  CHECK(equal(concat(along(0), a, typed), tensor<int>{{1, 2}, {3, 4}, {5, 6}}));
  CHECK(equal(concat(along(0), typed * 2, a, typed), tensor<int>{{10, 12}, {1, 2}, {3, 4}, {5, 6}}));
  CHECK(stack(along(0), typed, a(slice(0, 1), all)).shape() == shape{2, 1, 2});
  CHECK_THROWS_AS(concat(along(0), std::vector<any_tensor>()), value_error);
  CHECK_THROWS_AS(concat(along(0), a, any_tensor(tensor<std::uint64_t>{{1, 2}})), type_error);
  CHECK_THROWS_AS(concat(along(0), a, any_tensor(tensor<int>{1})), shape_error);
}
