// SPDX-License-Identifier: BSL-1.0
// Sums of products beyond 64 and beyond 128 bits, and back.
#include "op/fold/product_sum.hpp"

#include <ravel/base/error.hpp>

#include <support/catch.hpp>

using ravel::detail::product_sum;

TEST_CASE("a sum of products must fit when it is whole, and not on the way", "[tensor]") {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  product_sum<std::int64_t> sum;
  for (int k = 0; k < 9; ++k) sum.add_product(least, least);  // 9 times 2^126
  CHECK_THROWS_WITH(sum.at(2, 3),
                    "element 2, 3 of the product of integer matrices does not fit 64 bits (it is about 7.656353255721115e+38)");
  for (int k = 0; k < 9; ++k) sum.add_product(least, most);
  for (int k = 0; k < 9; ++k) sum.add_product(least, 1);
  CHECK(sum.at(0, 0) == 0);
  sum.add_product(least, 1);
  CHECK(sum.at(0, 0) == least);
  sum.add_product(-1, 1);
  CHECK_THROWS_AS(sum.at(0, 0), ravel::overflow_error);
}

TEST_CASE("unsigned sums go around 128 bits and are told", "[tensor]") {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  product_sum<std::uint64_t> sum;
  sum.add_product(most, 1);
  CHECK(sum.at(0, 0) == most);
  sum.add_product(most, most);
  sum.add_product(most, 1);  // 2^128 - 1
  CHECK_THROWS_AS(sum.at(0, 0), ravel::overflow_error);
  sum.add_product(1, 1);  // 0, gone around once
  CHECK_THROWS_WITH(sum.at(1, 0),
                    "element 1, 0 of the product of integer matrices does not fit 64 bits (it is about 3.402823669209385e+38)");
}
