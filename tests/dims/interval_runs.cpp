// SPDX-License-Identifier: BSL-1.0
// Runs of an interval of addresses, and of equally spaced positions, against pull_back and to_local.
#include <dims/model.hpp>

#include <ravel/dims/dims.hpp>

#include <support/catch.hpp>

#include <algorithm>
#include <utility>

namespace {

using namespace model;
using ravel::detail::address_run;
using ravel::detail::each_interval_run;
using ravel::detail::each_stepped_run;

using pairs = std::vector<std::pair<index_t, index_t>>;

pairs pairs_of(const dims& map, index_t first, index_t end) {
  pairs found;
  each_interval_run(map, first, end, [&](const address_run& r) {
    for (index_t i = 0; i < r.count; ++i) found.emplace_back(r.address + i * r.address_step, r.position + i * r.position_step);
  });
  return found;
}

pairs expected(const dims& map, index_t first, index_t end) {
  pairs found;
  for (index_t p = 0; p < map.size(); ++p) {
    const index_t address = map.to_local(p);
    if (first <= address && address < end) found.emplace_back(address, p);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST_CASE("runs of an interval of addresses are its addresses with all their positions") {
  int chains = 0;
  for (int seed = 0; seed < 3000; ++seed) {
    engine random(static_cast<std::uint64_t>(seed));
    pair now = random_start(random, 3, 5);
    for (index_t steps = pick(random, 0, 8); steps > 0; --steps) step(random, static_cast<int>(pick(random, 0, kinds - 1)), now);
    if (now.theirs.size() > 2000 || now.theirs.size() == 0) continue;
    dims map = now.ours;
    if (pick(random, 0, 1) == 1) map = map.reshape({-1}).rotate(0, pick(random, 1, 3));
    chains += map.layers().size() > 1;
    for (int k = 0; k < 4; ++k) {
      const index_t first = pick(random, -30, 120), end = pick(random, first - 2, 160);
      INFO("seed " << seed << ", [" << first << ", " << end << ") of " << map);
      pairs found = pairs_of(map, first, end);
      std::sort(found.begin(), found.end());
      REQUIRE(found == expected(map, first, end));
    }
  }
  CHECK(chains > 100);
}

TEST_CASE("runs of one layer with nested strides come by rising addresses") {
  const dims rotated = dims::row_major({6, 10}).rotate(0, 2).rotate(1, 3).flip(1);
  const pairs found = pairs_of(rotated, 7, 43);
  CHECK(found == expected(rotated, 7, 43));
  int runs = 0;
  each_interval_run(rotated, 0, 60, [&](const address_run&) { ++runs; });
  CHECK(runs <= 12);  // two for each row
}

TEST_CASE("a block of a distributed array is one run for each of its rows") {
  // 6 x 8 on a grid of 2 x 2: rank r owns the addresses from 12 r on.
  const dims blocks = dims::strided({2, 3, 2, 4}, {24, 4, 12, 1}).reshape({6, 8});
  std::vector<address_run> runs;
  each_interval_run(blocks, 12, 24, [&](const address_run& r) { runs.push_back(r); });
  CHECK(runs == std::vector<address_run>{{12, 1, 4, 1, 4}, {16, 1, 12, 1, 4}, {20, 1, 20, 1, 4}});
}

TEST_CASE("runs of equally spaced positions have the addresses of to_local") {
  for (int seed = 0; seed < 2000; ++seed) {
    engine random(static_cast<std::uint64_t>(seed));
    pair now = random_start(random, 3, 5);
    for (index_t steps = pick(random, 0, 4); steps > 0; --steps) step(random, static_cast<int>(pick(random, 0, kinds - 1)), now);
    const index_t size = now.theirs.size();
    if (size == 0 || size > 2000) continue;
    const index_t first = pick(random, 0, size - 1);
    index_t by = pick(random, -3, 3);
    for (index_t k = now.ours.rank(); k-- > pick(random, 0, 3);) by *= now.ours.extent(k);  // along an outer axis
    const index_t most = by > 0 ? (size - 1 - first) / by : by < 0 ? first / -by : 5;
    const index_t count = pick(random, 0, most) + 1;
    INFO("seed " << seed << ", " << count << " from " << first << " by " << by << " of " << now.ours);
    pairs found, wanted;
    each_stepped_run(now.ours, first, by, count, [&](const address_run& r) {
      for (index_t i = 0; i < r.count; ++i) found.emplace_back(r.position + i * r.position_step, r.address + i * r.address_step);
    });
    for (index_t i = 0; i < count; ++i) wanted.emplace_back(first + i * by, now.ours.to_local(first + i * by));
    REQUIRE(found == wanted);
  }
}
