// SPDX-License-Identifier: BSL-1.0
// Configurations with known answers, the laws that views obey, and what is refused.
#include <dims/model.hpp>

#include <ravel/base/error.hpp>
#include <ravel/index/index_set.hpp>

#include <support/catch.hpp>

#include <algorithm>
#include <unordered_set>

namespace {

using namespace model;
using ravel::same_map;
using ravel::shape;

list table(const dims& d) {
  list addresses;
  for (index_t g = 0; g < d.size(); ++g) addresses.push_back(d.to_local(g));
  return addresses;
}

list extents(const dims& d) { return {d.shape().begin(), d.shape().end()}; }

dims selected(const dims& d, const list& positions) { return d.gather(0, positions); }

}  // namespace

// ---- known answers

TEST_CASE("known maps and their inverses") {
  struct known {
    const char* what;
    dims map;
    list addresses;
    std::vector<std::pair<index_t, list>> positions;
  };
  const std::vector<known> all{
      {"strides that are not nested", dims::strided({3, 2}, {2, 3}), {0, 3, 2, 5, 4, 7}, {{4, {4}}, {7, {5}}, {1, {}}, {6, {}}}},
      {"strides that overlap",
       dims::strided({3, 3}, {1, 1}),
       {0, 1, 2, 1, 2, 3, 2, 3, 4},
       {{0, {0}}, {1, {1, 3}}, {2, {2, 4, 6}}, {3, {5, 7}}, {4, {8}}, {5, {}}}},
      {"a small overlap", dims::strided({2, 2}, {1, 1}), {0, 1, 1, 2}, {{1, {1, 2}}, {2, {3}}}},
      {"an address the greedy loop misses", dims::strided({2, 3}, {5, 3}), {0, 3, 6, 5, 8, 11}, {{6, {2}}, {5, {3}}}},
      {"a repeated position", selected(dims::row_major(2), {0, 1, 0}), {0, 1, 0}, {{0, {0, 2}}, {1, {1}}}},
      {"positions, then a rotation", selected(dims::row_major(3), {0, 2, 1}).rotate(0, -1), {2, 1, 0}, {{0, {2}}, {1, {1}}, {2, {0}}}},
      {"two positions, then a rotation", selected(dims::row_major(3), {0, 2}).rotate(0, 1), {2, 0}, {{0, {1}}, {1, {}}, {2, {0}}}},
      {"falling positions, then a rotation", selected(dims::row_major(4), {3, 1}).rotate(0, 1), {1, 3}, {{1, {0}}, {2, {}}, {3, {1}}}},
      {"unsorted positions with repeats", selected(dims::row_major(5), {4, 0, 4, 1}), {4, 0, 4, 1}, {{4, {0, 2}}, {1, {3}}, {3, {}}}},
      {"a tile, then a slice", dims::row_major(3).tile(0, 2).slice(0, 1, 4), {1, 2, 0, 1}, {{1, {0, 3}}, {0, {2}}}},
      {"stride 0", dims::strided({2, 3}, {0, 1}), {0, 1, 2, 0, 1, 2}, {{1, {1, 4}}}},
      {"a negative stride", dims::strided({2, 3}, {3, -1}, 2), {2, 1, 0, 5, 4, 3}, {{0, {2}}, {5, {3}}, {6, {}}}},
      {"rank 0", dims::strided(list{}, list{}, 7), {7}, {{7, {0}}, {0, {}}}},
      {"an extent of 0", dims::row_major({2, 0, 3}), {}, {{0, {}}}},
      {"extents of 1", dims::strided({1, 3, 1}, {99, 1, -5}), {0, 1, 2}, {{2, {2}}, {99, {}}}},
      {"four arrays", dims({3}, {1}, {1}, {7}), {1, 2, 0, 1, 2, 0, 1}, {{1, {0, 3, 6}}, {0, {2, 5}}}},
      {"four arrays, a part of a cycle", dims({5}, {10}, {3}, {4}), {30, 40, 0, 10}, {{0, {2}}, {20, {}}}},
      {"an offset beyond the shape", dims({3}, {2}, {-1}, {3}), {4, 0, 2}, {{4, {0}}}},
  };
  for (const known& k : all) {
    INFO(k.what << ": " << k.map);
    CHECK(table(k.map) == k.addresses);
    for (const auto& [address, positions] : k.positions) CHECK(k.map.to_global(address) == positions);
  }
}

TEST_CASE("rotating has the sign of numpy.roll, and offsets are added") {
  CHECK(table(dims::row_major(3).rotate(0, 1)) == list{2, 0, 1});
  CHECK(table(dims({3}, {1}, {1}, {3})) == list{1, 2, 0});
  CHECK(dims({3}, {1}, {1}, {3}) == dims::row_major(3).rotate(0, -1));
  CHECK(dims({3, 4}, {4, 1}, {0, 0}, {3, 4}) == dims::row_major({3, 4}));
}

TEST_CASE("new axes of windows and diagonals come last") {
  const dims d = dims::row_major({4, 3, 2});
  CHECK(extents(d.windows(0, 2)) == list{3, 3, 2, 2});
  CHECK(d.windows(0, 2).to_local({1, 2, 0, 1}) == d.to_local({2, 2, 0}));
  CHECK(extents(d.diagonal(0, 2)) == list{3, 2});
  CHECK(d.diagonal(0, 2).to_local({1, 1}) == d.to_local({1, 1, 1}));
  CHECK(extents(d.diagonal(0, 1, 1)) == list{2, 2});
  CHECK(extents(d.diagonal(0, 1, 7)) == list{2, 0});
  CHECK(extents(d.diagonal(1, 0, -ravel::index_limit)) == list{2, 0});
}

TEST_CASE("padded layouts and what they need") {
  const dims rows = dims::row_major({3, 5}, ravel::aligned({3, 5}, 8));
  CHECK(rows.strides() == list{8, 1});
  CHECK(rows.span() == 21);
  const dims columns = dims::column_major({3, 5}, ravel::aligned({3, 5}, 4, 0));
  CHECK(columns.strides() == list{1, 4});
  CHECK(ravel::aligned({3, 8}, 8) == shape{3, 8});
  CHECK_THROWS_AS(ravel::aligned(list{}, 8), ravel::index_error);
  CHECK(dims::column_major({2, 3}).strides() == list{1, 2});
  CHECK(dims::strided({2, 2}, {-10, 3}, 10).span() == 14);
  CHECK(dims::row_major({0, 4}).span() == 0);
  CHECK_THROWS_AS(dims::row_major({3, 5}, {3, 4}), ravel::shape_error);
  CHECK_THROWS_AS(dims::row_major({3, 5}, 15), ravel::shape_error);
  CHECK_THROWS_AS(ravel::aligned({3, 5}, 0), ravel::value_error);
  CHECK_THROWS_AS(ravel::aligned({3, 5}, 8, 2), ravel::index_error);
}

TEST_CASE("strides say all about one affine layer, and pack axes of extent 1") {
  CHECK(dims::row_major({2, 1, 3}).strides() == list{3, 3, 1});
  CHECK(dims::row_major({1, 1}).strides() == list{1, 1});
  CHECK(dims::row_major({2, 0, 3}).strides() == list{3, 3, 1});
  CHECK(dims().strides() == list{});
  CHECK(dims::strided({1, 2}, {5, ravel::index_limit}).strides() == list{ravel::index_limit, ravel::index_limit});
  CHECK(dims::row_major({2, 3}).flip(1).strides() == list{3, -1});
  CHECK_FALSE(dims::row_major({2, 3}).rotate(1, 1).strides());
  CHECK_FALSE(dims::row_major({2, 3}).tile(1, 2).is_affine());
  CHECK(dims::row_major({2, 3}).transpose({1, 0}).reshape(6).layers().size() == 1);
  CHECK_FALSE(dims::row_major({2, 3}).transpose({1, 0}).reshape(6).is_affine());
}

TEST_CASE("a map that one layer cannot hold becomes a chain, which joins again when it can") {
  const dims turned = dims::row_major({4, 6}).transpose({1, 0});
  CHECK(turned.reshape({3, 8}).layers().size() == 1);
  const dims chain = turned.reshape({8, 3});
  REQUIRE(chain.layers().size() == 2);
  CHECK(chain.layers()[0].extents == shape{24});
  CHECK(chain.layers()[1].extents == shape{8, 3});
  CHECK_FALSE(chain.strides());
  CHECK(chain.reshape({2, 4, 3}).layers().size() == 2);
  CHECK(chain.reshape({6, 4}) == turned);
  CHECK(chain.select(0, 1).layers().size() == 2);
  CHECK(chain.slice(0, 0, 4, 2).select(0, 0).layers().size() == 1);
  CHECK(turned.reshape(24).rotate(0, 4) == turned.rotate(0, 1).reshape(24));
  CHECK(turned.reshape(24).rotate(0, 5).layers().size() == 2);
}

TEST_CASE("chosen positions of which none is 0 join the layer below where they belong") {
  const dims chain = dims::row_major({5, 4}).transpose({1, 0}).reshape({5, 4});
  const dims row = chain.gather(1, {3, 1, 2, 1}).select(0, 0);
  REQUIRE(chain.layers().size() == 2);
  REQUIRE(row.layers().size() == 1);
  CHECK(table(row) == list{12, 4, 8, 4});
}

TEST_CASE("a chain may be 256 layers deep") {
  dims deep = dims::row_major({2, 3});
  const auto deeper = [&] { deep = deep.transpose({1, 0}).reshape({2, 3}).rotate(1, 1); };
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 1000; ++i) deeper();
      }(),
      ravel::layout_error);
  CHECK(deep.layers().size() == 256);
  CHECK(table(deep).size() == 6);
}

// ---- laws

TEST_CASE("views that undo each other give the form one began with") {
  engine random(5);
  for (int round = 0; round < 500; ++round) {
    const pair start = random_start(random, 3, 5);
    const dims& d = start.ours;
    INFO(d);
    if (d.rank() == 0) continue;
    const index_t axis = pick(random, 0, d.rank() - 1), extent = d.extent(axis), r = pick(random, -9, 9), s = pick(random, -9, 9);
    list order(at(d.rank())), back(at(d.rank()));
    for (index_t k = 0; k < d.rank(); ++k) order[at(k)] = k;
    std::shuffle(order.begin(), order.end(), random);
    for (index_t k = 0; k < d.rank(); ++k) back[at(order[at(k)])] = k;
    REQUIRE(d.transpose(order).transpose(back) == d);
    REQUIRE(d.flip(axis).flip(axis) == d);
    REQUIRE(same_map(d.rotate(axis, r).rotate(axis, -r), d));
    REQUIRE(same_map(d.rotate(axis, r).rotate(axis, s), d.rotate(axis, r + s)));
    REQUIRE(d.rotate(axis, extent) == d);
    REQUIRE(d.reshape(d.size()).reshape(d.shape()) == d);
    REQUIRE(d.new_axis(axis).select(axis, 0) == d);
    REQUIRE(d.slice(axis, 0, extent) == d);
    REQUIRE(d.gather(axis, ravel::slice(0, extent)) == d);
    REQUIRE(d.tile(axis, 1) == d);
    REQUIRE(d.broadcast(d.shape()) == d);
    REQUIRE(same_map(d.tile(axis, 2).slice(axis, 0, extent), d));
    REQUIRE(same_map(d.tile(axis, 2).tile(axis, 3), d.tile(axis, 6)));
    REQUIRE(d.swap_axes(axis, 0).swap_axes(0, axis) == d);
  }
}

TEST_CASE("a slice of a slice is one slice with the product of the steps") {
  for (const index_t extent : {12, 13}) {
    const dims d = dims::strided(extent, 3, 5);
    std::vector<ravel::index_range> slices;
    for (const index_t step : {-3, -2, -1, 1, 2, 3}) {
      for (const index_t count : {1, 2, 3, 4}) {
        const index_t reach = std::abs(step) * (count - 1);
        for (const index_t low : {index_t{0}, extent - 1 - reach}) {
          slices.push_back(ravel::slice(step > 0 ? low : low + reach, count, step));
        }
      }
    }
    for (const auto& outer : slices) {
      const dims once = d.slice(0, outer);
      for (const auto& inner : slices) {
        if (inner.max() >= outer.size()) continue;
        REQUIRE(once.slice(0, inner) == d.slice(0, outer.select(inner)));
      }
    }
  }
}

TEST_CASE("a gather of a gather chooses among the chosen") {
  engine random(17);
  for (int round = 0; round < 300; ++round) {
    list first(at(pick(random, 1, 6))), second(at(pick(random, 1, 6))), both;
    for (index_t& p : first) p = pick(random, 0, 7);
    for (index_t& p : second) p = pick(random, 0, size_of(first) - 1);
    for (const index_t p : second) both.push_back(first[at(p)]);
    const dims d = dims::strided({8, 2}, {-3, 1}, 30);
    REQUIRE(same_map(d.gather(0, first).gather(0, second), d.gather(0, both)));
  }
}

TEST_CASE("chosen positions are kept, not copied with every view") {
  list positions{5, 0, 3, 3};
  const dims d = dims::row_major({6, 2}).gather(0, positions);
  positions.assign(4, 1);
  CHECK(table(d) == list{10, 11, 0, 1, 6, 7, 6, 7});
  const dims turned = d.transpose({1, 0}).tile(0, 3);
  CHECK(d.top().axis(0)[0].chosen == turned.top().axis(1)[0].chosen);
}

TEST_CASE("equal forms have equal hashes and count as one in a set") {
  const dims d = dims::row_major({3, 4});
  std::unordered_set<dims> seen{
      d, d.transpose({1, 0}), d.transpose({1, 0}).transpose({1, 0}), d.rotate(0, 1), d.rotate(0, 4), d.reshape({4, 3})};
  CHECK(seen.size() == 4);
  CHECK(seen.contains(dims::strided({3, 4}, {4, 1})));
  CHECK(d != d.flip(0));
  CHECK_FALSE(same_map(d, d.reshape({4, 3})));
  CHECK(same_map(dims({3}, {1}, {1}, {4}), dims::row_major(3).gather(0, {1, 2, 0, 1})));
  CHECK(dims({3}, {1}, {1}, {5}) != dims::row_major(3).gather(0, {1, 2, 0, 1, 2}));
}

TEST_CASE("dims that choose different positions have different hashes") {
  const dims d = dims::row_major({1000, 2});
  std::unordered_set<std::size_t> hashes;
  for (ravel::index_t k = 1; k < 999; ++k) hashes.insert(std::hash<dims>()(d.gather(0, {0, k, 999})));
  CHECK(hashes.size() == 998);
  hashes.clear();
  list positions(1000);
  for (std::size_t k = 0; k < positions.size(); ++k) positions[k] = static_cast<ravel::index_t>(k * 387 % 1000);
  for (ravel::index_t k = 0; k < 1000; ++k) {
    std::rotate(positions.begin(), positions.begin() + 1, positions.end());
    hashes.insert(std::hash<dims>()(d.gather(0, positions)));
  }
  CHECK(hashes.size() == 1000);

  list far(300);
  for (std::size_t k = 0; k < far.size(); ++k) far[k] = static_cast<ravel::index_t>(k * k % 1000);
  std::ranges::sort(far);
  far.erase(std::ranges::unique(far).begin(), far.end());
  const dims listed = d.gather(0, far), as_set = d.gather(0, ravel::index_set(far));
  CHECK(listed == as_set);
  CHECK(std::hash<dims>()(listed) == std::hash<dims>()(as_set));
}

TEST_CASE("uniqueness is exact on affine maps of any size") {
  CHECK(dims::strided({1000, 1000, 1000}, {7, 7001, 7001001}).is_unique());
  CHECK_FALSE(dims::strided({1000, 1000}, {3, 7}).is_unique());
  CHECK(dims::strided({7, 300000}, {3, 7}).is_unique());
  CHECK_FALSE(dims::strided({8, 300000}, {3, 7}).is_unique());
  CHECK(dims::strided({100000, 3}, {6, 4}).is_unique());
  CHECK_FALSE(dims::strided({100000, 4}, {6, 4}).is_unique());
  CHECK(dims::strided({2, 100000}, {3, 2}).is_unique());
  CHECK_FALSE(dims::strided({3, 5, 100000}, {2, 5, 11}).is_unique());
  CHECK(dims::row_major({1000, 1000}).rotate(0, 3).is_unique());
  CHECK_FALSE(dims::row_major({1000, 1000}).broadcast({2, 1000, 1000}).is_unique());
  CHECK(dims::row_major({1, 1000, 1}).broadcast({1, 1000, 1}).is_unique());
  CHECK(dims::row_major({1000, 700}).transpose({1, 0}).reshape({70, 10000}).flip(0).is_unique());
  CHECK_FALSE(dims::row_major(1000).windows(0, 3).is_unique());
}

// ---- what is refused

TEST_CASE("every refusal names the shape, the axis and the value") {
  const dims d = dims::row_major({3, 4});
  CHECK_THROWS_WITH(d.broadcast({6, 5}), "cannot broadcast [3 4] to [6 5]: axis 1 has extent 4, and 5 is not a multiple of it");
  CHECK_THROWS_WITH(d.broadcast(12), "cannot broadcast [3 4] to [12]: it has more axes");
  CHECK_THROWS_WITH(d.slice(0, 0, 0).broadcast({1, 4}),
                    "cannot broadcast [0 4] to [1 4]: axis 0 has extent 0, and 1 is not a multiple of it");
  CHECK_THROWS_WITH(d.select(2, 0), "axis 2 is outside shape [3 4] of rank 2");
  CHECK_THROWS_WITH(d.extent(-3), "axis -3 is outside shape [3 4] of rank 2");
  CHECK_THROWS_WITH(d.select(1, 4), "cannot select from axis 1 of [3 4]: position 4 is outside [0, 4)");
  CHECK_THROWS_WITH(d.select(1, -1), "cannot select from axis 1 of [3 4]: position -1 is outside [0, 4): write last for the end");
  CHECK_THROWS_WITH(d.slice(1, 2, 3), "cannot slice axis 1 of [3 4]: slice(2, 3, 1) reaches position 4, which is outside [0, 4)");
  CHECK_THROWS_WITH(d.slice(-1, 1, 3, -1), "cannot slice axis 1 of [3 4]: slice(1, 3, -1) reaches position -1, which is outside [0, 4)");
  CHECK_THROWS_WITH(d.slice(1, 0, 2, 0), "cannot slice axis 1 of [3 4]: the step is 0");
  CHECK_THROWS_WITH(d.slice(1, 0, -2), "cannot slice axis 1 of [3 4]: count -2 is negative");
  CHECK_THROWS_WITH(d.gather(0, {2, 0, 3, 9}),
                    "cannot gather from axis 0 of [3 4]: position 3 at place 2 of the selection is outside [0, 3)");
  CHECK_THROWS_WITH(d.gather(0, ravel::slice(1, 3)),
                    "cannot gather from axis 0 of [3 4]: position 3 at place 2 of the selection is outside [0, 3)");
  CHECK_THROWS_WITH(d.transpose({0, 0}), "cannot transpose [3 4] by [0 0]: not a permutation of its axes");
  CHECK_THROWS_WITH(d.transpose(0), "cannot transpose [3 4] by [0]: not a permutation of its axes");
  CHECK_THROWS_WITH(d.reshape({5, 2}), "cannot reshape [3 4] to [5 2]: 12 elements are not 10");
  CHECK_THROWS_WITH(d.reshape({-1, 5}), "cannot reshape [3 4] to [-1 5]: 12 elements are not a multiple of 5");
  CHECK_THROWS_WITH(dims::row_major(shape{1}).reshape({2}), "cannot reshape [1] to [2]: 1 element is not 2");
  CHECK_THROWS_WITH(d.reshape({-1, 2, -1}), "cannot reshape [3 4] to [-1 2 -1]: only one extent may be -1");
  CHECK_THROWS_WITH(d.tile(0, -1), "cannot tile axis 0 of [3 4]: -1 times");
  CHECK_THROWS_WITH(d.windows(1, 5), "cannot make windows along axis 1 of [3 4]: width 5 is larger");
  CHECK_THROWS_WITH(d.windows(1, 0), "cannot make windows along axis 1 of [3 4]: width 0 is not positive");
  CHECK_THROWS_WITH(d.windows(1, 2, 0), "cannot make windows along axis 1 of [3 4]: step 0 is not positive");
  CHECK_THROWS_WITH(d.diagonal(0, -2), "cannot take a diagonal along axis 0 of [3 4]: it needs another axis");
  CHECK_THROWS_WITH(d.new_axis(3), "a new axis of [3 4] cannot be axis 3 of rank 3");
  CHECK_THROWS_WITH(d.to_local({1, 4}), "position 4 is outside [0, 4) on axis 1 of shape [3 4]");
  CHECK_THROWS_WITH(d.to_local({1, 1, 1}), "3 coordinates [1 1 1] for shape [3 4] of rank 2");
  CHECK_THROWS_WITH(d.to_local({1}), "1 coordinate [1] for shape [3 4] of rank 2: write all for the others, t(0, all) is a view");
  CHECK_THROWS_WITH(d.to_local(12), "position 12 is outside [0, 12)");
  CHECK_THROWS_WITH(d.each_run(3, 13, [](const ravel::run&) {}), "positions [3, 13) do not lie inside [0, 12) of shape [3 4]");
  CHECK_THROWS_WITH(d.pull_back(list{1, 3, 3}), "addresses to pull back must rise, but 3 at place 2 follows 3");
}

TEST_CASE("every refusal is of the right kind") {
  const dims d = dims::row_major({3, 4});
  CHECK_THROWS_AS(d.broadcast({6, 5}), ravel::shape_error);
  CHECK_THROWS_AS(d.broadcast({3, -4}), ravel::shape_error);
  CHECK_THROWS_AS(d.select(2, 0), ravel::index_error);
  CHECK_THROWS_AS(d.select(1, 4), ravel::index_error);
  CHECK_THROWS_AS(d.slice(1, 5, 0), ravel::index_error);
  CHECK_THROWS_AS(d.slice(1, 0, 2, 0), ravel::value_error);
  CHECK_THROWS_AS(d.slice(1, 0, -1), ravel::value_error);
  CHECK_THROWS_AS(d.gather(1, {0, 4, 1}), ravel::index_error);
  CHECK_THROWS_AS(d.transpose({0, 2}), ravel::index_error);
  CHECK_THROWS_AS(d.transpose({1, 1}), ravel::value_error);
  CHECK_THROWS_AS(d.swap_axes(0, 2), ravel::index_error);
  CHECK_THROWS_AS(d.reshape({5, 2}), ravel::shape_error);
  CHECK_THROWS_AS(d.reshape({-1, -1}), ravel::shape_error);
  CHECK_THROWS_AS(d.reshape({-2, 6}), ravel::shape_error);
  CHECK_THROWS_AS(d.slice(0, 0, 0).reshape({-1, 0}), ravel::shape_error);
  CHECK_THROWS_AS(d.windows(1, 5), ravel::shape_error);
  CHECK_THROWS_AS(d.windows(1, 0), ravel::value_error);
  CHECK_THROWS_AS(d.diagonal(1, 1), ravel::value_error);
  CHECK_THROWS_AS(d.flip(-3), ravel::index_error);
  CHECK_THROWS_AS(d.to_local(-1), ravel::index_error);
  CHECK_THROWS_AS(d.to_local({0, 9}), ravel::index_error);
  CHECK_THROWS_AS(dims::row_major({2, 0}).to_local({0, 0}), ravel::index_error);
  CHECK_THROWS_AS(d.to_local(list{0, 1, 2}), ravel::index_error);
  CHECK_THROWS_AS(d.pull_back(list{5, 4}), ravel::value_error);
  CHECK_THROWS_AS(dims::row_major({2, -1}), ravel::shape_error);
  CHECK_THROWS_AS(dims::strided({2, 3}, 1), ravel::shape_error);
  CHECK_THROWS_AS(dims({2, 3}, {3, 1}, 0, {2, 3}), ravel::shape_error);
  CHECK_THROWS_AS(dims({2, 3}, {3, 1}, {0, 0}, 2), ravel::shape_error);
  CHECK_THROWS_AS(dims({2, 3}, 3, {0, 0}, {2, 3}), ravel::shape_error);
  CHECK_THROWS_AS(dims({2, 0}, {3, 1}, {0, 0}, {2, 3}), ravel::shape_error);
  CHECK_THROWS_AS(dims({2, -3}, {3, 1}, {0, 0}, {2, 3}), ravel::shape_error);
  CHECK_NOTHROW(dims({2, 0}, {3, 1}, {0, 0}, {2, 0}));
  list out(3);
  CHECK_THROWS_AS(d.to_local(list{0, 1}, out), ravel::shape_error);
  CHECK_THROWS_AS(d.to_local(list{0, 1, 12}, out), ravel::index_error);
  CHECK_THROWS_AS(d.to_local_by_coordinates(list{0, 1, 2}, out), ravel::shape_error);
  CHECK_THROWS_AS(d.to_local_by_coordinates(list{0, 1, 2, 0, 2, 4}, out), ravel::index_error);
  CHECK_THROWS_AS(d.rotate(0, 1).to_local_by_coordinates(list{0, 1, 2, 0, 3, 0}, out), ravel::index_error);
}

TEST_CASE("sizes and addresses beyond 2^62 are refused, never wrapped") {
  constexpr index_t k32 = index_t{1} << 32, limit = ravel::index_limit;
  CHECK(dims::row_major({k32, k32 / 4}).size() == limit);
  CHECK(dims::row_major({k32, k32 / 4}).to_local(limit - 1) == limit - 1);
  CHECK(dims::row_major({k32, k32 / 4}).transpose({1, 0}).first_global(limit - 1) == limit - 1);
  CHECK_THROWS_AS(dims::row_major({k32, k32 / 2}), ravel::overflow_error);
  CHECK_THROWS_AS(dims::row_major({k32, k32}), ravel::overflow_error);
  CHECK_THROWS_AS(dims::row_major({2, 13, 419, 691, 823, 2977518503}), ravel::overflow_error);  // 2^64 + 10
  CHECK_THROWS_AS(dims::row_major({k32, 0, k32}), ravel::overflow_error);
  CHECK(dims::row_major({k32, 0, k32 / 4}).size() == 0);
  CHECK(dims::strided({2, 0}, {limit, limit}).size() == 0);
  CHECK(dims::strided(2, limit).to_local(1) == limit);
  CHECK(dims::strided(2, limit, -limit).to_global(0) == list{1});
  CHECK(dims::strided(1, limit, 5).to_local(0) == 5);
  CHECK_THROWS_AS(dims::strided(2, limit, 1), ravel::overflow_error);
  CHECK_THROWS_AS(dims::strided(3, limit, -limit), ravel::overflow_error);
  CHECK_THROWS_AS(dims::strided({2, 2}, {limit, limit}), ravel::overflow_error);
  CHECK_THROWS_AS(dims::strided({2, 2}, {limit, -limit}), ravel::overflow_error);
  CHECK_THROWS_AS(dims::strided(list{}, list{}, limit + 1), ravel::overflow_error);
  CHECK_THROWS_AS(dims::strided(3, std::numeric_limits<index_t>::max()), ravel::overflow_error);
  CHECK_THROWS_AS(dims({k32, k32}, {k32 * 8, 1}, {0, 0}, {1, 1}), ravel::overflow_error);
  CHECK_THROWS_AS(dims({4, 4}, {limit, limit}, {3, 3}, {1, 1}), ravel::overflow_error);
  const dims huge = dims::row_major({k32, k32 / 4});
  CHECK_THROWS_AS(huge.tile(0, 2), ravel::overflow_error);
  CHECK_THROWS_AS(huge.broadcast({2, k32, k32 / 4}), ravel::overflow_error);
  CHECK_THROWS_AS(huge.windows(0, 2), ravel::overflow_error);
  CHECK_THROWS_AS(huge.reshape({-1, k32, k32}), ravel::overflow_error);
  CHECK(huge.slice(0, k32 - 1, 2, 1 - k32).strides() == list{(1 - k32) * (k32 / 4), 1});
  CHECK(huge.reshape(limit).flip(0).rotate(0, 1).to_local(0) == 0);
  CHECK_THROWS_AS(huge.slice(0, 0, 2, limit), ravel::index_error);
}

TEST_CASE("a map that was moved from stays what it was") {
  dims from = dims::row_major({2, 3}).tile(0, 2), taken = std::move(from), assigned;
  assigned = std::move(taken);
  for (const dims* each : {&from, &taken, &assigned}) {
    CHECK(*each == dims::row_major({2, 3}).tile(0, 2));
    CHECK(each->shape() == ravel::shape{4, 3});
    CHECK(each->to_local(7) == 1);
  }
  const ravel::shape of = dims::row_major({2, 3}).flip(0).shape();  // of a temporary: a value
  CHECK(of == ravel::shape{2, 3});
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<dims> && std::is_nothrow_move_assignable_v<dims>);
}
