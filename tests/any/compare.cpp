// SPDX-License-Identifier: BSL-1.0
// equal and close of run-time types compare by value, whatever the types.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;

TEST_CASE("equal and close across types", "[any]") {
  const any_tensor a = tensor<int>{1, 2}, b = tensor<float>{1, 2};
  CHECK(equal(a, b));
  CHECK(equal(a, tensor<std::uint8_t>{1, 2}));
  CHECK_FALSE(equal(a, any_tensor(tensor<int>{{1, 2}})));
  CHECK_FALSE(equal(a, any_tensor(tensor<int>{1, 3})));
  CHECK_FALSE(equal(any_tensor(tensor<std::int64_t>{-1}), any_tensor(tensor<std::uint64_t>{~std::uint64_t{0}})));
  CHECK(close(a, any_tensor(tensor<double>{1 + 1e-9, 2})));
  CHECK_FALSE(close(a, any_tensor(tensor<double>{1.1, 2})));
  CHECK(close(a, any_tensor(tensor<std::complex<double>>{1, 2})));
  CHECK_FALSE(same(a, b));
}
