// SPDX-License-Identifier: BSL-1.0
// shuffle and sample: permutations, the same from the same seed, evenly spread, and a sample is the beginning of the shuffle.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/order/shuffle.hpp>
#include <ravel/op/order/sort.hpp>

#include <support/require_equal.hpp>

#include <map>

namespace {

using ravel::index_t;
using ravel::sample;
using ravel::shuffle;

}  // namespace

TEST_CASE("a shuffle is a permutation, the same from the same seed") {
  for (const index_t n : {0, 1, 2, 10, 1000}) {
    REQUIRE_EQUAL(sort(shuffle(n, 5)), ravel::iota<index_t>(n));
    REQUIRE_EQUAL(shuffle(n, 5), shuffle(n, 5));
  }
  CHECK_EQUAL(shuffle(8, 1), {7, 5, 0, 6, 3, 2, 4, 1});
  CHECK_EQUAL(sample(1000000000, 3, 7), {750152222, 85657866, 795284037});
  CHECK(ravel::to_vector(shuffle(100, 1)) != ravel::to_vector(shuffle(100, 2)));
}

TEST_CASE("every order of three is as likely as the others") {
  std::map<std::vector<index_t>, int> seen;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) ++seen[ravel::to_vector(shuffle(3, seed))];
  REQUIRE(seen.size() == 6);
  for (const auto& [order, count] : seen) CHECK((count > 880 && count < 1120));
}

TEST_CASE("a sample is the beginning of the shuffle, however small") {
  for (const index_t k : {0, 1, 3, 100, 125, 126, 500, 1000}) REQUIRE_EQUAL(sample(1000, k, 9), slice(shuffle(1000, 9), 0, k));
  const auto few = sort(sample(ravel::index_limit, 1000, 3));
  for (index_t i = 1; i < 1000; ++i) REQUIRE(few[i - 1] < few[i]);
}

TEST_CASE("samples that cannot be") {
  CHECK_THROWS_WITH(sample(3, 4, 1), "a sample of 4 out of 3 positions: it must be from 0 to 3");
  CHECK_THROWS_AS(sample(3, -1, 1), ravel::value_error);
  CHECK_THROWS_AS(shuffle(-1, 1), ravel::value_error);
}
