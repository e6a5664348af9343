// SPDX-License-Identifier: BSL-1.0
// Open slices against a loop over the positions, for every start, end and step of small sizes.
#include <ravel/base/error.hpp>
#include <ravel/index/open_slice.hpp>

#include <support/catch.hpp>

#include <limits>
#include <vector>

namespace {

using ravel::index_range;
using ravel::index_t;
using ravel::last;
using ravel::slice;
using ravel::slice_before;
using ravel::slice_every;
using ravel::slice_from;
using list = std::vector<index_t>;

list listed(const index_range& r) {
  list all;
  for (index_t i = 0; i < r.size(); ++i) all.push_back(r[i]);
  return all;
}

list model(index_t first, index_t end, index_t step) {
  list all;
  for (index_t at = first; step > 0 && at < end; at += step) all.push_back(at);
  for (index_t at = end - 1; step < 0 && at >= first; at += step) all.push_back(at);
  return all;
}

}  // namespace

TEST_CASE("open slices are what a loop would visit", "[index]") {
  for (index_t size = 0; size < 6; ++size) {
    for (index_t first = 0; first <= size; ++first) {
      CHECK(listed(slice_from(first).within(size)) == model(first, size, 1));
      CHECK(listed(slice_before(first).within(size)) == model(0, first, 1));
      CHECK(listed(slice_from(last - (size - 1 - first)).within(size)) == model(first, size, 1));
      CHECK(listed(slice_before(last - (size - 1 - first)).within(size)) == model(0, first, 1));
      for (index_t end = first; end <= size; ++end) {
        for (const index_t step : {1, 2, 3, 7, -1, -2, -3, -7}) {
          CHECK(listed(slice_from(first).before(end).every(step).within(size)) == model(first, end, step));
          CHECK(listed(slice_every(step).before(end).within(size)) == model(0, end, step));
        }
      }
    }
  }
  CHECK(listed(slice_before(last).within(4)) == list{0, 1, 2});
  CHECK(listed(slice_from(last - 1).within(4)) == list{2, 3});
  CHECK(listed(slice_every(-1).within(3)) == list{2, 1, 0});
}

TEST_CASE("open slices that reach outside are refused, and nothing wraps", "[index]") {
  constexpr index_t lowest = std::numeric_limits<index_t>::min(), highest = std::numeric_limits<index_t>::max(), limit = ravel::index_limit;
  CHECK_THROWS_WITH(slice_from(-2).within(5), "the slice from position -2 to before 5 does not lie inside [0, 5): for -2 write last - 1");
  CHECK_THROWS_WITH(slice_from(1).before(-1).within(5),
                    "the slice from position 1 to before -1 does not lie inside [0, 5): for -1 write last");
  CHECK_THROWS_WITH(slice_from(4).within(3), "the slice from position 4 to before 3 does not lie inside [0, 3)");
  CHECK_THROWS_WITH(slice_from(7).before(2).every(-2).within(10),
                    "the slice from position 7 to before 2 does not lie inside [0, 10): bounds rise for a negative step, too: "
                    "slice_from(3).before(8).every(-2)");
  CHECK(listed(slice_from(3).before(8).every(-2).within(10)) == list{7, 5, 3});
  CHECK_THROWS_WITH(slice_from(7).before(2).within(10), "the slice from position 7 to before 2 does not lie inside [0, 10)");
  CHECK_THROWS_AS(slice_before(4).within(3), ravel::index_error);
  CHECK_THROWS_AS(slice_from(2).before(1).within(3), ravel::index_error);
  CHECK_THROWS_AS(slice_from(-1).within(3), ravel::index_error);
  CHECK_THROWS_AS(slice_before(last).within(0), ravel::index_error);
  CHECK_THROWS_AS(slice_from(lowest).within(3), ravel::index_error);
  CHECK_THROWS_AS(slice_before(highest).within(3), ravel::index_error);
  CHECK_THROWS_AS(slice_from(last - limit).within(3), ravel::index_error);
  CHECK_THROWS_AS(slice_before(last - -limit).within(limit), ravel::index_error);
  CHECK_THROWS_AS(slice_every(0).within(3), ravel::value_error);
  CHECK_THROWS_AS(last - lowest, ravel::overflow_error);
  CHECK_THROWS_AS(last - limit - limit, ravel::overflow_error);
  CHECK(slice_every(lowest).within(3) == slice(2, 1));
  CHECK(slice_every(highest).within(3) == slice(0, 1));
  CHECK(slice_every(-1).within(limit) == slice(limit - 1, limit, -1));
}
