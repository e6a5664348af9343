// SPDX-License-Identifier: BSL-1.0
// How dims look.
#include <dims/model.hpp>

#include <support/catch.hpp>

#include <sstream>

using ravel::dims;

TEST_CASE("dims print as a person would write them") {
  const dims d = dims::row_major({2, 3});
  CHECK(to_string(d) == "[2 3] = 0 + [2:3] [3:1]");
  CHECK(to_string(d.flip(1)) == "[2 3] = 2 + [2:3] [3:-1]");
  CHECK(to_string(d.rotate(1, 1)) == "[2 3] = 0 + [2:3] [3:1 from 2 of 3]");
  CHECK(to_string(d.tile(1, 2)) == "[2 6] = 0 + [2:3] [2:0, 3:1]");
  CHECK(to_string(d.tile(1, 2).slice(1, 1, 5)) == "[2 5] = 0 + [2:3] [5:1 from 1 of 3]");
  CHECK(to_string(d.gather(1, {2, 0, 2, 1})) == "[2 4] = 0 + [2:3] [4:1 at {2 0 2 1}]");
  CHECK(to_string(dims::row_major(9).gather(0, {8, 0, 2, 1, 3, 5, 4})) == "[7] = 0 + [7:1 at {8 0 2 1 3 5 ...}]");
  CHECK(to_string(dims::row_major({2, 1})) == "[2 1] = 0 + [2:1] []");
  CHECK(to_string(dims()) == "[] = 0");
  CHECK(to_string(dims::row_major({2, 0})) == "[2 0] = none");
  CHECK(to_string(dims::row_major({4, 6}).transpose({1, 0}).reshape({8, 3})) == "[8 3] = 0 + [8:3] [3:1] of [24] = 0 + [6:1, 4:6]");
  std::ostringstream out;
  out << d;
  CHECK(out.str() == to_string(d));
}
