// SPDX-License-Identifier: BSL-1.0
// Results in memory that is given: of every layout, with what is read in it, and of another shape.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::all;
using ravel::empty;
using ravel::index_t;
using ravel::into;
using ravel::shape;
using ravel::tensor;

}  // namespace

TEST_CASE("a result is written into a tensor of any layout", "[tensor]") {
  const tensor<double> x = ravel::as_tensor(clone(ravel::iota<double>(600)), {20, 30});
  const tensor<double> wanted = gaussian_filter(x, 1), medians = median_filter(x, {3, 3});
  const auto lined = empty<double>({20, 30}), turned = empty<double>({30, 20}), wide = empty<double>({20, 60});
  for (const tensor<double>& target : {lined, transpose(turned), flip(lined, 1), tensor<double>(wide(all, ravel::slice(0, 30, 2)))}) {
    fill(target, -1);
    gaussian_filter(x, 1, into{target});
    REQUIRE_EQUAL(target, wanted);
    gaussian_filter(x, 1, 0, into{target}, ravel::edge_mode::wrap);
    REQUIRE_EQUAL(target, gaussian_filter(x, 1, 0, ravel::edge_mode::wrap));
    median_filter(x, {3, 3}, into{target}, ravel::edge_mode::reflect);
    REQUIRE_EQUAL(target, medians);
  }
}

TEST_CASE("a result goes where its source was", "[tensor]") {
  const tensor<double> x = ravel::as_tensor(clone(ravel::iota<double>(600)), {20, 30});
  const tensor<double> wanted = gaussian_filter(x, 1), turned = clone(transpose(gaussian_filter(transpose(x), 2))), itself = clone(x);
  gaussian_filter(itself, 1, into{itself});
  REQUIRE_EQUAL(itself, wanted);
  copy(x, itself);
  gaussian_filter(transpose(itself), 2, into{transpose(itself)});
  REQUIRE_EQUAL(itself, turned);
  copy(x, itself);
  gaussian_filter(itself * 1.0, 1, into{itself});
  REQUIRE_EQUAL(itself, wanted);
}

TEST_CASE("targets that do not fit are refused", "[tensor]") {
  const auto x = ravel::zeros<double>({20, 30}), small = ravel::zeros<double>({20, 29});
  CHECK_THROWS_WITH(gaussian_filter(x, 1, into{small}), "into{t}: the result has shape [20 30], and t has shape [20 29]");
  CHECK_THROWS_AS(median_filter(x, 3, into{transpose(x)}), ravel::shape_error);
}
