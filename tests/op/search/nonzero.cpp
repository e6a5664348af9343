// SPDX-License-Identifier: BSL-1.0
// The places of a mask.
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("one row of coordinates for each true element", "[tensor][nonzero]") {
  const tensor<int> t{{0, 5, 0}, {7, 0, 8}};
  const auto places = nonzero(t != 0);
  CHECK(places.shape() == shape{3, 2});
  REQUIRE_EQUAL(places, (buffer<index_t>{0, 1, 1, 0, 1, 2}));
  REQUIRE_EQUAL(nonzero(transpose(t) > 6), (buffer<index_t>{0, 1, 2, 1}));
  CHECK(nonzero(t > 100).shape() == shape{0, 2});
  CHECK(nonzero(tensor<bool>{true, false, true}).shape() == shape{2, 1});
  CHECK(nonzero(scalar_tensor(true)).shape() == shape{1, 0});
  CHECK(nonzero(zeros<bool>({3, 0})).shape() == shape{0, 2});
}

TEST_CASE("the places of a mask of many blocks", "[tensor][nonzero]") {
  const auto mask = compute<bool>({100, 300}, [](index_t i, index_t j) { return (i * 7 + j * 3) % 11 == 0; });
  const auto places = nonzero(mask);
  REQUIRE(places.extent(0) == count(mask));
  for (index_t k = 0; k < places.extent(0); ++k) REQUIRE(mask(places(k, 0), places(k, 1)));
  const auto positions = places(all, 0) * index_t{300} + places(all, 1);
  for (index_t k = 1; k < positions.size(); ++k) REQUIRE(positions[k - 1] < positions[k]);
}
