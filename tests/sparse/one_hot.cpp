// SPDX-License-Identifier: BSL-1.0
// one_hot against a comparison of all codes with all levels.
#include <ravel/loop/compare.hpp>
#include <ravel/loop/stored.hpp>
#include <ravel/op.hpp>
#include <ravel/sparse/one_hot.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

namespace {

using ravel::buffer, ravel::index_t, ravel::one_hot, ravel::shape;

}  // namespace

TEST_CASE("one 1 in each row") {
  const buffer<int> codes{2, 0, -1, 3, 0};
  const ravel::tensor<const double> hot = one_hot(codes, 4);
  CHECK(hot.shape() == shape{5, 4});
  CHECK(stored_count(hot) == 4);
  for (index_t i = 0; i < 5; ++i) {
    for (index_t k = 0; k < 4; ++k) CHECK(hot(i, k) == (codes[i] == k ? 1 : 0));
  }
  CHECK(equal(sum(hot, 0), ravel::tensor<double>{2, 0, 1, 1}));
  CHECK(sum(one_hot<bool>(codes, 4)) == 4);
  CHECK(stored_positions(one_hot<int>(buffer<std::uint8_t>{255, 3}, 256))[1] == 256 + 3);
  CHECK(one_hot(buffer<int>(), 3).shape() == shape{0, 3});
  CHECK(one_hot(buffer<int>{-1, -1}, 0).shape() == shape{2, 0});
  CHECK(stored_count(one_hot(buffer<index_t>{(index_t{1} << 40) - 1}, index_t{1} << 40)) == 1);
  CHECK_THROWS_WITH(one_hot(codes, 3), "one_hot: code 3 at 3 is outside [0, 3)");
  CHECK_THROWS_AS(one_hot(buffer<int>{-2}, 3), ravel::index_error);
  CHECK_THROWS_AS(one_hot(buffer<std::uint64_t>{~std::uint64_t{0}}, 3), ravel::type_error);
  CHECK_THROWS_AS(one_hot(codes, -1), ravel::error);
  CHECK_THROWS_AS(one_hot(codes, index_t{1} << 61), ravel::overflow_error);
}
