// SPDX-License-Identifier: BSL-1.0
// Distributions by lists: parts of given lengths, and chosen owners, also of several axes. Copies, reductions and views are those of other
// distributions.
#include <mpi/ranks.hpp>

#include <set>

using namespace ranks;

namespace {

ravel::shape with_extent(index_t length, index_t axis) { return axis == 0 ? ravel::shape{length, 3} : ravel::shape{3, length}; }

// Random lists for an axis of some length.
std::vector<mpi::distribution> listed(engine& random, index_t axis, index_t length, int ranks) {
  std::vector<index_t> counts(static_cast<std::size_t>(ranks), 0), owners;
  for (index_t i = 0; i < length; ++i) {
    owners.push_back(pick(random, 0, ranks - 1));
    ++counts[static_cast<std::size_t>(owners.back())];
  }
  std::vector<index_t> one{length};
  std::vector<mpi::distribution> all{mpi::counts(axis, counts), mpi::owners(axis, owners), mpi::counts(axis - 2, one)};
  const index_t across = std::min(ranks, 2), along = std::max(ranks / 2, 1), other = 1 - axis;  // of a grid
  std::vector<index_t> owners_along, counts_along(static_cast<std::size_t>(along), 0), of_three{0, across - 1, 0};
  for (index_t i = 0; i < length; ++i) {
    owners_along.push_back(pick(random, 0, along - 1));
    ++counts_along[static_cast<std::size_t>(owners_along.back())];
  }
  all.push_back(mpi::on_grid({along, across}, {mpi::owners(axis, owners_along), mpi::owners(other, of_three)}));
  all.push_back(mpi::on_grid({across, along}, {mpi::cyclic{other - 2}, mpi::counts(axis - 2, counts_along)}));
  all.push_back(mpi::on_grid({along, across}, {mpi::owners(axis, owners_along), mpi::blocks{other}}));
  return all;
}

}  // namespace

TEST_CASE("lists give each element one place, on the rank that they name") {
  engine random(5);
  for (const int count : numbers) {
    for (const index_t axis : {0, 1}) {
      for (const index_t length : {0, 1, 2, 9, 30}) {
        const ravel::shape extents = with_extent(length, axis);
        for (const mpi::distribution& how : listed(random, axis, length, count)) {
          INFO(extents << ", " << how.description() << ", " << count << " ranks");
          std::set<index_t> addresses, seen;
          for (int rank = 0; rank < count; ++rank) {
            const mpi::placement at = how.place(extents, count, rank);
            REQUIRE(at.own.shape() == at.positions.shape());
            for (index_t i = 0; i < at.own.size(); ++i) {
              const index_t position = at.positions.to_local(i), address = at.map.to_local(position);
              REQUIRE(address == rank * at.span + at.own.to_local(i));
              REQUIRE(at.own.to_local(i) < at.span);
              addresses.insert(address);
              seen.insert(position);
            }
          }
          REQUIRE(static_cast<index_t>(addresses.size()) == extents.elements());
          REQUIRE(static_cast<index_t>(seen.size()) == extents.elements());
        }
      }
    }
  }
  const auto at = mpi::counts(0, {2, 0, 1}).place({3}, 4, 0);
  CHECK(at.map.to_local(1) / at.span == 0);
  CHECK(at.map.to_local(2) / at.span == 2);
}

TEST_CASE("copies, views and reductions of listed distributions are those of one machine") {
  for (const int count : numbers) {
    engine random(7);
    for (const index_t axis : {0, 1}) {
      for (const index_t length : {1, 9, 300}) {
        const auto whole = numbered(with_extent(length, axis));
        const auto lists = listed(random, axis, length, count);
        run(count, [&](const mpi::world& w) {
          for (const mpi::distribution& how : lists) {
            const std::string what = ravel::to_string(whole.shape()) + ", " + how.description();
            const auto x = mpi::from_local(w, whole, how);
            expect_same(x, whole, what);
            expect_same(mpi::clone(rotate(x, {1, 1}) * 2), ravel::clone(rotate(whole, {1, 1}) * 2), what + ", rotated");
            expect_same(mpi::clone(transpose(x), mpi::blocks{0}), ravel::clone(transpose(whole)), what + ", transposed");
            expect_same(mpi::clone(mpi::from_local(w, whole, mpi::cyclic{1}), how), whole, what + ", from cyclic");
            expect_same(sum(x), ravel::sum(whole), what + ", sum");
            expect_same(sum(x, 0), ravel::sum(whole, 0), what + ", sum along 0");
            expect_same(argmax(x, 1), ravel::argmax(whole, 1), what + ", argmax along 1");
            ravel::fill(x.local(), 2);
            w.barrier();
            expect_same(x, ravel::full<double>(whole.shape(), 2), what + ", written locally");
          }
        });
      }
    }
  }
}

TEST_CASE("a list that does not fit is one error") {
  CHECK_THROWS_WITH(mpi::counts(0, {2, 3}).place({4}, 3, 0), "counts of 5 positions do not fit axis 0 of [4]");
  CHECK_THROWS_WITH(mpi::counts(0, {2, 2}).place({4}, 1, 0), "counts for 2 ranks, of which there are 1");
  CHECK_THROWS_WITH(mpi::counts(0, {5, -1}).place({4}, 3, 0), "a count of positions on one of 3 ranks is not -1");
  CHECK_THROWS_WITH(mpi::owners(1, {0, 1}).place({4, 3}, 2, 0), "owners of 2 positions do not fit axis 1 of [4 3]");
  CHECK_THROWS_WITH(mpi::owners(0, {0, 2}).place({2}, 2, 0), "an owner is one of 2 ranks, not rank 2");
  CHECK_THROWS_AS(mpi::owners(2, {0}).place({1, 1}, 2, 0), ravel::index_error);
  const mpi::owners rows(0, {0, 1, 1});
  CHECK_THROWS_WITH(mpi::on_grid({2, 2}, {rows, mpi::blocks{1}}).place({3, 4}, 3, 0), "a grid of [2 2] needs 4 ranks, not 3");
  CHECK_THROWS_WITH(mpi::on_grid({1, 2}, {rows, mpi::blocks{1}}).place({3, 4}, 4, 0), "an owner is one of 1 ranks, not rank 1");
  CHECK_THROWS_WITH(mpi::on_grid({2, 2}, {rows, mpi::owners(0, {0, 0, 0})}).place({3, 4}, 4, 0), "a distribution names axis 0 twice");
  CHECK_THROWS_WITH(mpi::on_grid({2}, {rows, mpi::blocks{1}}), "a grid needs one extent for each axis that is cut: 2 axes and 1 extents");
  CHECK_THROWS_WITH(mpi::on_grid({2, 0}, {rows, mpi::blocks{1}}), "a grid has at least one rank on each axis, not 0");
  CHECK_THROWS_WITH(mpi::on_grid({2, 2}, {rows, mpi::blocks(1, 2)}),
                    "blocks along [1] on a grid of [2] has a grid, and cannot lie on another one");
  CHECK(mpi::on_grid({2, 2}, {rows, mpi::blocks{1}}) == mpi::on_grid({2, 2}, {rows, mpi::blocks{1}}));
  CHECK(mpi::on_grid({2, 2}, {rows, mpi::blocks{1}}) != mpi::on_grid({2, 2}, {rows, mpi::cyclic{1}}));
  CHECK(mpi::on_grid({2, 2}, {mpi::blocks{0}, mpi::blocks{1}}) == mpi::blocks({0, 1}, {2, 2}));
  CHECK(mpi::on_grid({2, 2}, {rows, mpi::cyclic{1}}).description() ==
        "owners [0 1 1] along [0] and blocks of [1] along [1] on a grid of [2 2]");
  CHECK(mpi::counts(0, {1, 2}) == mpi::counts(0, {1, 2}));
  CHECK(mpi::counts(0, {1, 2}) != mpi::counts(0, {2, 1}));
  CHECK(mpi::owners(0, {0, 1}).description() == "owners [0 1] along [0]");
  CHECK(mpi::owners(0, std::vector<index_t>(20, 0)).description() == "owners [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0] and 4 more along [0]");
}

TEST_CASE("owners of single elements give each to the rank that they name") {
  const ravel::tensor<int> of_elements{{1, 0, 1}, {1, 1, 0}};
  const mpi::owners how(of_elements);
  CHECK(how.description() == "owners [1 0 1 1 1 0] along [0 1]");
  CHECK(how == mpi::owners(ravel::tensor<index_t>{{1, 0, 1}, {1, 1, 0}}));
  CHECK(how != mpi::owners(ravel::tensor<int>{{1, 0}, {1, 1}, {1, 0}}));
  CHECK(mpi::owners(ravel::tensor<int>{1, 0}) == mpi::owners(0, {1, 0}));
  CHECK(how.fits({2, 3, 5}));
  CHECK_FALSE(how.fits({3, 2}));
  CHECK_FALSE(how.fits({2}));
  CHECK_THROWS_WITH(how.place({3, 2}, 2, 0), "owners of elements of [2 3] do not fit [3 2]");
  CHECK_THROWS_WITH(how.place({2, 3}, 1, 0), "an owner is one of 1 ranks, not rank 1");
  CHECK_THROWS_WITH(mpi::owners(ravel::zeros<int>(ravel::shape{})), "owners of elements need axes, and a tensor without axes has none");
  CHECK_THROWS_WITH(mpi::on_grid({2}, {how}), "owners [1 0 1 1 1 0] along [0 1] names ranks, and cannot lie on a grid");
  run(3, [&](const mpi::world& w) {
    const auto whole = numbered({2, 3, 2});
    const auto x = mpi::from_local(w, whole, how);
    expect(x.local().shape() == ravel::shape{1, w.rank() == 0 ? 2 : w.rank() == 1 ? 4 : 0, 2}, "the own part");
    if (w.rank() == 0) expect_same(ravel::clone(select(x.local(), 0, 0)), ravel::clone(take(reshape(whole, {6, 2}), 0, {1, 5})), "rank 0");
    expect_same(sum(x, 2), ravel::sum(whole, 2), "rows that are whole");
    expect(sum(x, 2).how() == how, "the result lies elsewhere");
    expect_same(sort(x, 1), ravel::sort(whole, 1), "rows that are cut");
    expect(sort(x, 1).how() == how, "the result lies elsewhere");
    const double nothing_moved = mpi::with_no_communication([&] { return x += 1, 1.0; });
    expect(nothing_moved == 1, "something moved");
  });
}

TEST_CASE("lists that differ between ranks are found") {
  run(3, [](const mpi::world& w) {
    const auto x = mpi::from_local(w, numbered({9}), mpi::blocks{0});
    const auto text = [](const std::function<void()>& f) {
      try {
        f();
      } catch (const ravel::layout_error& e) {
        return std::string(e.what());
      }
      return std::string();
    };
    const index_t third = w.rank() == 2 ? 4 : 3;
    expect(text([&] {
             (void)mpi::clone(take(x, 0, {0, third, 8}));
           }).find("ranks differ in clone float64[3] in blocks along [0]: rank 0 has ") == 0,
           "lists of positions");
    const std::vector<index_t> owners{0, 1, 2, third == 4 ? 1 : 2, 1, 2, 0, 1, 2};
    expect(text([&] {
             (void)mpi::zeros<double>(w, {9}, mpi::owners(0, owners));
           }).find("ranks stand at different operations: rank 0 at ") == 0,
           "lists of owners");
    expect_same(sum(x), ravel::sum(numbered({9})), "going on");
  });
}
