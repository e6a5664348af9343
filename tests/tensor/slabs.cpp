// SPDX-License-Identifier: BSL-1.0
// Parts that are no larger than asked for and show everything once.
#include <ravel/op/compare.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using ravel::index_t;
using ravel::tensor;

TEST_CASE("slabs cover a tensor once", "[tensor]") {
  const tensor<int> from = reshape(ravel::arange<int>(7 * 5 * 6), {7, 5, 6}), to = ravel::zeros<int>({7, 5, 6});
  for (const index_t most : {1, 4, 6, 29, 30, 61, 209, 210, 1000}) {
    fill(to, 0);
    ravel::detail::each_slab(
        most,
        [&](const tensor<const int>& a, const tensor<int>& b) {
          CHECK(a.size() <= most);
          CHECK(a.shape() == b.shape());
          b += a;
        },
        tensor<const int>(from), to);
    REQUIRE_EQUAL(to, from);
  }
}
