// SPDX-License-Identifier: BSL-1.0
#include <ravel/exec/serial.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/catch.hpp>

#include <utility>
#include <vector>

using ravel::index_t;

TEST_CASE("serial covers an interval in one piece, on this thread", "[exec]") {
  for (const index_t n : {0, 1, 2, 1000, 1'000'000}) {
    std::vector<std::pair<index_t, index_t>> parts;
    ravel::serial.over(n, 64, [&](index_t begin, index_t end) { parts.emplace_back(begin, end); });
    if (n == 0) {
      CHECK(parts.empty());
    } else {
      CHECK(parts == std::vector<std::pair<index_t, index_t>>{{0, n}});
    }
  }
}

TEST_CASE("an exception of a part passes unchanged", "[exec]") {
  CHECK_THROWS_AS(ravel::serial.over(3, 1, [](index_t, index_t) { throw 7; }), int);
}

TEST_CASE("serial before the data is what happens without it", "[exec]") {
  const auto r = ravel::iota<int>(3000);
  const auto a = ravel::make_buffer<int>(3000), b = ravel::make_buffer<int>(3000);
  copy(r, a);
  copy(ravel::serial, r, b);
  CHECK(std::equal(a.begin(), a.end(), b.begin()));
  fill(ravel::serial, b, 3);
  CHECK(sum(ravel::serial, b) == 9000);
  CHECK(sum(ravel::serial, r) == sum(r));
}
