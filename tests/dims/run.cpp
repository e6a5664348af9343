// SPDX-License-Identifier: BSL-1.0
// Runs: how long they are, what they gather, and where a walk may start and stop.
#include <dims/model.hpp>

#include <support/catch.hpp>

namespace {

using namespace model;
using ravel::run;

std::vector<run> runs_of(const dims& d, index_t first, index_t last) {
  std::vector<run> runs;
  d.each_run(first, last, [&](const run& r) { runs.push_back(r); });
  return runs;
}
std::vector<run> runs_of(const dims& d) { return runs_of(d, 0, d.size()); }

index_t address(const run& r, index_t i) { return r.address + r.step * (r.gather == nullptr ? i : r.gather[i]); }

}  // namespace

TEST_CASE("a run is as long as its innermost mode allows") {
  CHECK(runs_of(dims::row_major({20, 30})).size() == 1);
  CHECK(runs_of(dims::row_major({20, 30}).flip(0).flip(1)).size() == 1);
  CHECK(runs_of(dims::row_major({20, 30}, {20, 32})).size() == 20);
  CHECK(runs_of(dims::row_major({20, 30}).transpose({1, 0})).size() == 30);
  CHECK(runs_of(dims::row_major({20, 30}).rotate(1, 7)).size() == 40);
  CHECK(runs_of(dims::row_major({20, 30}).rotate(0, 7)).size() == 2);
  CHECK(runs_of(dims::row_major({20, 30}).tile(1, 3)).size() == 60);
  CHECK(runs_of(dims::row_major({20, 1}).broadcast({20, 30})).size() == 20);
  CHECK(runs_of(dims::row_major({2, 3}).broadcast({5, 2, 3})).size() == 5);
  CHECK(runs_of(dims::row_major({20, 30}).windows(1, 4)).size() == 20 * 27);
  CHECK(runs_of(dims::row_major({20, 30}).gather(0, {3, 1, 7, 7})).size() == 4);
  CHECK(runs_of(dims::row_major({20, 30}).gather(1, {3, 1, 7, 7})).size() == 20);
  CHECK(runs_of(dims::row_major({5, 1, 1})).size() == 1);
  CHECK(runs_of(dims()).size() == 1);
  CHECK(runs_of(dims::row_major({5, 0})).empty());
}

TEST_CASE("a walk through a chain splits at the runs of both layers") {
  const dims chain = dims::row_major({4, 6}).transpose({1, 0}).reshape({8, 3});
  REQUIRE(chain.layers().size() == 2);
  CHECK(runs_of(chain).size() == 6);
  CHECK(runs_of(chain.transpose({1, 0})).size() > 6);
  const auto part = runs_of(chain, 5, 11);
  CHECK(part.size() == 2);
  CHECK(part[0].position == 5);
  CHECK(part[0].count == 3);
}

TEST_CASE("a gather along the innermost axis is one run over the list itself") {
  const list chosen{5, 2, 2, 9};
  const dims d = dims::row_major({3, 10}).gather(1, chosen);
  for (const run& r : runs_of(d)) {
    REQUIRE(r.count == 4);
    REQUIRE(list(r.gather, r.gather + 4) == chosen);
    REQUIRE(address(r, 1) == d.to_local(r.position + 1));
  }
  const auto part = runs_of(d, 2, 7);
  REQUIRE(part.size() == 2);
  CHECK(part[0].count == 2);
  CHECK(part[0].gather[0] == 2);
}

TEST_CASE("a gathered set is read piece by piece") {
  list members;
  for (index_t i = 0; i < 2000; ++i) members.push_back(i * i);
  const dims d = dims::row_major(4000000).gather(0, make_set(members));
  index_t position = 0, runs = 0;
  d.each_run([&](const run& r) {
    ++runs;
    for (index_t i = 0; i < r.count; ++i, ++position) {
      if (address(r, i) != position * position) FAIL("at " << position);
    }
  });
  CHECK(position == 2000);
  CHECK(runs < 20);
  CHECK(d.first_global(1999 * 1999) == 1999);
  CHECK(d.count_global(2) == 0);
  CHECK(d.is_unique());
}

TEST_CASE("a walk stops when it is told to, and says so") {
  const dims d = dims::row_major({20, 30}, {20, 32});
  int seen = 0;
  CHECK_FALSE(d.each_run([&](const run&) { return ++seen < 3; }));
  CHECK(seen == 3);
  CHECK(d.each_run([&](const run&) { ++seen; }));
  CHECK(seen == 23);
  CHECK(d.each_run(7, 7, [](const run&) { return false; }));
}

TEST_CASE("every part of a walk is that part of the whole") {
  engine random(41);
  for (int round = 0; round < 60; ++round) {
    pair now = random_start(random, 3, 4);
    for (int i = 0; i < 3; ++i) step(random, static_cast<int>(pick(random, 0, kinds - 1)), now);
    const index_t size = std::min<index_t>(now.ours.size(), 40);
    for (index_t first = 0; first <= size; ++first) {
      for (index_t last = first; last <= size; ++last) {
        index_t position = first;
        now.ours.each_run(first, last, [&](const run& r) {
          if (r.position != position) FAIL(now.ours);
          for (index_t i = 0; i < r.count; ++i, ++position) {
            if (address(r, i) != now.theirs.flat[at(position)]) FAIL(now.ours << " from " << first << " to " << last);
          }
        });
        if (position != last) FAIL(now.ours << " from " << first << " to " << last);
      }
    }
  }
  SUCCEED();
}

TEST_CASE("runs are handed out in parts and go on where they were cut") {
  engine random(43);
  for (int round = 0; round < 300; ++round) {
    pair now = random_start(random, 3, 4);
    for (int i = 0; i < 3; ++i) step(random, static_cast<int>(pick(random, 0, kinds - 1)), now);
    ravel::detail::run_source source(now.ours.walk(0, now.ours.size()));
    index_t position = 0;
    while (source.left() > 0) {
      const run r = source.take(pick(random, 1, source.left()));
      REQUIRE(r.position == position);
      for (index_t i = 0; i < r.count; ++i, ++position) REQUIRE(address(r, i) == now.theirs.flat[at(position)]);
    }
    REQUIRE(position == now.ours.size());
  }
}
