// SPDX-License-Identifier: BSL-1.0
// Tensors made by a tag.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;

TEST_CASE("made by a tag", "[any]") {
  for (int k = 0; k < static_cast<int>(dtype::other); ++k) {
    const auto type = static_cast<dtype>(k);
    CAPTURE(type);
    CHECK(zeros(type, {2, 3}).dtype() == type);
    CHECK(equal(zeros(type, {2}), tensor<int>{0, 0}));
    CHECK(equal(ones(type, {2}), tensor<int>{1, 1}));
    CHECK(equal(full(type, {2}, 1), ones(type, {2})));
    CHECK(empty(type, {2, 0}).shape() == shape{2, 0});
    CHECK(equal(eye(type, 2), tensor<int>{{1, 0}, {0, 1}}));
    CHECK(zeros(type, {}).rank() == 0);
  }
  CHECK_THROWS_AS(zeros(dtype::other, {2}), type_error);
  CHECK_THROWS_AS(full(dtype::uint8, {2}, 300), type_error);
  CHECK_THROWS_AS(full(dtype::int32, {2}, 0.5), type_error);
  CHECK(equal(arange(dtype::int16, 1, 10, 3), tensor<int>{1, 4, 7}));
  CHECK(equal(arange(dtype::float32, 0, 1, 0.25), tensor<double>{0, 0.25, 0.5, 0.75}));
  CHECK(arange(dtype::uint8, 250, 256).size() == 6);
  CHECK_THROWS_AS(arange(dtype::complex64, 0, 3), type_error);
  CHECK_THROWS_WITH(arange(dtype::int32, 0, 2.5), "2.5 does not fit int32");
  CHECK_THROWS_WITH(arange(dtype::uint8, 0, 3, 0.5), "0.5 does not fit uint8");
}
