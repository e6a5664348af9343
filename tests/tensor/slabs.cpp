// SPDX-License-Identifier: BSL-1.0
// In which order a base has the axes of a view, and parts that are no larger than asked for and show everything once.
#include <ravel/op/compare.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using ravel::dims;
using ravel::index_t;
using ravel::tensor;

namespace {

std::vector<index_t> order_of(const dims& view) {
  const auto order = ravel::detail::base_order(view);
  return {order.begin(), order.end()};
}

}  // namespace

TEST_CASE("axes far apart in the base come first", "[tensor]") {
  const dims whole = dims::row_major({30, 20, 40});
  CHECK(order_of(whole).empty());
  CHECK(order_of(whole.transpose({2, 0, 1})) == std::vector<index_t>{1, 2, 0});
  CHECK(order_of(whole.flip(0).transpose({1, 0, 2})) == std::vector<index_t>{1, 0, 2});
  CHECK(order_of(whole.slice(0, 0, 1).transpose({1, 0, 2})).empty());  // small
  CHECK(order_of(whole.rotate(2, 1).transpose({2, 1, 0})).empty());    // no strides say where it stands
}

TEST_CASE("parts cover a tensor once", "[tensor]") {
  const tensor<int> from = reshape(ravel::arange<int>(7 * 5 * 6), {7, 5, 6}), to = ravel::zeros<int>({7, 5, 6});
  for (const index_t most : {1, 4, 6, 29, 30, 61, 209, 210, 1000}) {
    fill(to, 0);
    ravel::detail::each_part<int>(from, to, most, [&](const tensor<const int>& a, const tensor<int>& b) {
      CHECK(a.size() <= most);
      CHECK(a.shape() == b.shape());
      b += a;
    });
    REQUIRE_EQUAL(to, from);
  }
}
