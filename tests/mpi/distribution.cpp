// SPDX-License-Identifier: BSL-1.0
// Distributions against a table: which rank has which element, and where.
#include <mpi/ranks.hpp>

#include <malloc.h>

#include <set>

using namespace ranks;

TEST_CASE("a distribution gives each element one place, and each rank the elements of its box") {
  for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{1}, ravel::shape{7}, ravel::shape{5, 6}, ravel::shape{2, 3, 4},
                                      ravel::shape{0, 3}, ravel::shape{3, 0}, ravel::shape{1, 9}}) {
    for (const int count : numbers) {
      for (const mpi::distribution& how : distributions(extents, count)) {
        INFO(extents << ", " << how.description() << ", " << count << " ranks");
        std::set<index_t> addresses, seen;
        index_t total = 0;
        for (int rank = 0; rank < count; ++rank) {
          const mpi::placement at = how.place(extents, count, rank);
          REQUIRE(at.map.shape() == extents);
          REQUIRE(at.own.shape() == at.positions.shape());
          total += at.own.size();
          for (index_t i = 0; i < at.own.size(); ++i) {
            const index_t position = at.positions.to_local(i), address = at.map.to_local(position);
            REQUIRE(address == rank * at.span + at.own.to_local(i));
            REQUIRE(at.own.to_local(i) < at.span);
            addresses.insert(address);
            seen.insert(position);
          }
        }
        REQUIRE(total == extents.elements());
        REQUIRE(static_cast<index_t>(addresses.size()) == total);
        REQUIRE(static_cast<index_t>(seen.size()) == total);
      }
    }
  }
}

TEST_CASE("blocks are dealt out as their names say") {
  const auto owners = [](const mpi::distribution& how, const ravel::shape& extents, int count) {
    std::vector<index_t> all;
    const mpi::placement at = how.place(extents, count, 0);
    for (index_t i = 0; i < extents.elements(); ++i) all.push_back(at.map.to_local(i) / at.span);
    return all;
  };
  CHECK(owners(mpi::blocks{0}, 7, 3) == std::vector<index_t>{0, 0, 0, 1, 1, 1, 2});
  CHECK(owners(mpi::cyclic{0}, 7, 3) == std::vector<index_t>{0, 1, 2, 0, 1, 2, 0});
  CHECK(owners(mpi::block_cyclic(0, 2), 9, 2) == std::vector<index_t>{0, 0, 1, 1, 0, 0, 1, 1, 0});
  CHECK(owners(mpi::blocks{0, 1}, {2, 4}, 4) == std::vector<index_t>{0, 0, 1, 1, 2, 2, 3, 3});
  CHECK(owners(mpi::blocks({0, 1}, {1, 2}), {2, 4}, 4) == std::vector<index_t>{0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(owners(mpi::blocks{}, {2, 2}, 4) == std::vector<index_t>{0, 0, 0, 0});
}

TEST_CASE("evenly divided blocks are one layer of dims") {
  CHECK(to_string(mpi::blocks{0, 1}.place({4096, 4096}, 4, 0).map) == "[4096 4096] = 0 + [2:8388608, 2048:2048] [2:4194304, 2048:1]");
  CHECK(mpi::block_cyclic({0, 1}, {64, 64}).place({4096, 4096}, 4, 0).map.layers().size() == 1);
  CHECK(mpi::blocks{0, 1}.place({2045, 2043}, 6, 0).map.layers().size() <= 2);
}

TEST_CASE("a distribution that cannot be is one error") {
  const auto place = [](const mpi::distribution& how) { return how.place({4, 4}, 4, 0); };
  CHECK_THROWS_AS(mpi::block_cyclic(0, 0), ravel::value_error);
  CHECK_THROWS_AS(mpi::block_cyclic({0, 1}, {2}), ravel::value_error);
  CHECK_THROWS_AS(mpi::blocks({0, 1}, {2}), ravel::value_error);
  CHECK_THROWS_AS(mpi::blocks({0}, {0}), ravel::value_error);
  CHECK_THROWS_WITH(place(mpi::blocks({0, 1}, {3, 2})), "a grid of [3 2] needs 6 ranks, not 4");
  CHECK_THROWS_WITH(place(mpi::blocks{0, 0}), "a distribution names axis 0 twice");
  CHECK_THROWS_WITH(place(mpi::blocks{1, -1}), "a distribution names axis 1 twice");
  CHECK_THROWS_AS(place(mpi::blocks{2}), ravel::index_error);
}

TEST_CASE("a distribution of no elements is checked as any other") {
  const auto place = [](const mpi::distribution& how) { return how.place({0, 4}, 4, 0); };
  CHECK_THROWS_AS(place(mpi::blocks{2}), ravel::index_error);
  CHECK_THROWS_WITH(place(mpi::blocks{0, -2}), "a distribution names axis 0 twice");
  CHECK_THROWS_WITH(place(mpi::blocks({0, 1}, {3, 2})), "a grid of [3 2] needs 6 ranks, not 4");
  CHECK_THROWS_WITH(mpi::blocks({0, 0}).place({4, 4}, 1, 0), "a distribution names axis 0 twice");
}

TEST_CASE("an axis counted from the back is the same distribution as its twin counted from the front") {
  run(2, [](const mpi::world& w) {
    const auto back = mpi::zeros<double>(w, {3, 4}, mpi::cyclic{-1}), front = mpi::zeros<double>(w, {3, 4}, mpi::cyclic{1});
    expect(back.how() == front.how() && back.how() == mpi::cyclic{1}, back.how().description());
    expect(back.how().description() == "blocks of [1] along [1]", back.how().description());
    expect(back.how() != mpi::cyclic{0} && back.how() != mpi::blocks{1} && back.how() != mpi::cyclic({1}, {2}), "equal to another one");
  });
}

TEST_CASE("a distribution takes the same memory on each rank, however many there are") {
  const auto bytes_of = [](const mpi::distribution& how, int ranks) {
    const std::size_t before = mallinfo2().uordblks;
    const mpi::placement at = how.place({1 << 13, 1 << 13}, ranks, ranks / 2);
    REQUIRE(at.map.size() == 1 << 26);
    return mallinfo2().uordblks - before;
  };
  for (const mpi::distribution& how : distributions(2)) {
    INFO(how.description());
    const std::size_t few = bytes_of(how, 2);
    CHECK(few <= 4096);
    CHECK(bytes_of(how, 64) <= few + 256);
    CHECK(bytes_of(how, 4096) <= few + 256);
  }
}
