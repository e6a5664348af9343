// SPDX-License-Identifier: BSL-1.0
// categorize against unique_all and a search among the levels seen.
#include <ravel/lazy/iota.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/keys/crosstab.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/search/index_of.hpp>

#include <support/catch.hpp>

#include <cmath>
#include <complex>

namespace {

using ravel::buffer, ravel::index_t;
using ravel::group_order;

}  // namespace

TEST_CASE("codes are the places of values among the levels") {
  for (const index_t n : {0, 1, 2, 5000}) {
    const auto r = ravel::generate(n, [](index_t i) { return (i * i + 3 * i) % 101 - 50; });
    const auto seen = categorize(r), sorted = categorize(r, group_order::sorted);
    const auto expected = unique_all(r);
    CHECK(equal(sorted.levels, expected.values));
    CHECK(equal(sorted.codes, expected.inverse));
    CHECK(equal(select(seen.levels, seen.codes), r));
    CHECK(equal(index_of(seen.levels, r), seen.codes));
    CHECK(equal(sort(seen.levels), sorted.levels));
    CHECK(equal(categorize(r, group_order::first_seen).codes, seen.codes));
    index_t most = -1;
    for (const index_t code : seen.codes) {
      CHECK(code <= most + 1);  // as they are first seen
      most = std::max(most, code);
    }
  }
  const auto named = categorize(buffer<std::string>{"b", "a", "b"}, group_order::sorted);
  CHECK(equal(named.codes, buffer<index_t>{1, 0, 1}));
  CHECK(equal(named.levels, buffer<std::string>{"a", "b"}));
  const double none = std::nan("");
  const auto real = categorize(buffer<double>{none, -0.0, 0, none, -1}, group_order::sorted);
  CHECK(equal(real.codes, buffer<index_t>{2, 1, 1, 2, 0}));
  CHECK(std::isnan(real.levels[2]));
  using complex = std::complex<double>;
  CHECK(equal(categorize(buffer<complex>{{1, 2}, {0, 0}, {1, 2}}).codes, buffer<index_t>{0, 1, 0}));
}
