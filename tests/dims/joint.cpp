// SPDX-License-Identifier: BSL-1.0
// Several dims walked together, in row-major order and in the order of memory.
#include <dims/model.hpp>

#include <ravel/base/error.hpp>

#include <support/catch.hpp>

#include <set>
#include <tuple>

namespace {

using namespace model;
using ravel::address_rows;
using ravel::joint_rows;
using ravel::run;

// Dims of one shape: the first with views, the others brought to its shape by other ways.
std::vector<pair> operands(engine& random) {
  std::vector<pair> all;
  pair first = random_start(random, 3, 4);
  for (int i = 0; i < 3; ++i) step(random, static_cast<int>(pick(random, 0, kinds - 1)), first);
  const list shape = first.theirs.shape;
  all.push_back(first);
  for (index_t count = pick(random, 0, 3); count > 0; --count) {
    list strides(shape.size());
    for (index_t& s : strides) s = pick(random, -9, 9);
    dims d = dims::strided(shape, strides, 7);
    switch (pick(random, 0, 3)) {
      case 0:
        d = dims::row_major(shape);
        break;
      case 1:
        d = dims::column_major(shape);
        break;
      case 2:
        if (!shape.empty()) d = d.rotate(0, 1);
        break;
      default:
        break;
    }
    dense table{shape, {}};
    each_position(shape, [&](const list& x) { table.flat.push_back(d.to_local(x)); });
    all.push_back({d, table});
  }
  return all;
}

std::vector<const dims*> pointers(const std::vector<pair>& of) {
  std::vector<const dims*> all;
  for (const pair& p : of) all.push_back(&p.ours);
  return all;
}

index_t element(const address_rows& of, index_t row, index_t i) {
  return of.address + row * of.row_step + of.step * (of.gather == nullptr ? i : of.gather[i]);
}

std::vector<joint_rows> rows_of(std::initializer_list<const dims*> operands) {
  std::vector<joint_rows> all;
  std::ignore = ravel::each_rows(std::vector<const dims*>(operands), [&](const joint_rows& b) { all.push_back(b); });
  return all;
}

}  // namespace

TEST_CASE("common runs give every operand its own addresses, in order") {
  engine random(3);
  for (int round = 0; round < 1500; ++round) {
    const auto all = operands(random);
    const index_t size = all[0].ours.size(), first = pick(random, 0, size), last = pick(random, first, size);
    index_t position = first;
    std::ignore = ravel::each_run(pointers(all), first, last, [&](std::span<const run> runs) {
      for (index_t i = 0; i < runs[0].count; ++i) {
        for (std::size_t k = 0; k < all.size(); ++k) {
          const run& r = runs[k];
          if (r.position != position || r.count != runs[0].count) FAIL(all[k].ours);
          const index_t address = r.address + r.step * (r.gather == nullptr ? i : r.gather[i]);
          if (address != all[k].theirs.flat[at(position + i)]) FAIL(all[k].ours);
        }
      }
      position += runs[0].count;
    });
    REQUIRE(position == last);
  }
}

TEST_CASE("blocks cover every position once, with the addresses of all operands") {
  engine random(5);
  for (int round = 0; round < 1500; ++round) {
    auto all = operands(random);
    const list shape = all[0].theirs.shape;
    dense count{shape, {}};
    for (index_t g = 0; g < all[0].theirs.size(); ++g) count.flat.push_back(g);
    all.push_back({dims::row_major(shape), count});  // tells which position it is
    std::set<index_t> seen;
    std::ignore = ravel::each_rows(pointers(all), [&](const joint_rows& b) {
      for (index_t row = 0; row < b.rows; ++row) {
        for (index_t i = 0; i < b.count; ++i) {
          const index_t g = element(b.operands.back(), row, i);
          if (!seen.insert(g).second) FAIL("twice");
          for (std::size_t k = 0; k < all.size(); ++k) {
            if (element(b.operands[k], row, i) != all[k].theirs.flat[at(g)]) FAIL(all[k].ours);
          }
        }
      }
    });
    REQUIRE(size_of(count.flat) == static_cast<index_t>(seen.size()));
  }
}

TEST_CASE("positions gathered from a set outlive the walk") {
  const dims gathered = dims::row_major(1000).gather(0, make_set({1, 4, 5, 20, 21, 300})), line = dims::row_major(6);
  const dims* both[] = {&line, &gathered};
  std::ignore = ravel::each_rows(both, [&](const joint_rows& b) {
    for (index_t i = 0; i < b.count; ++i) CHECK(element(b.operands[1], 0, i) == gathered.to_local(element(b.operands[0], 0, i)));
  });
}

TEST_CASE("operands that lie alike are one block of one row") {
  const dims d = dims::row_major({10, 20, 30}), turned = d.transpose({2, 0, 1}), flipped = d.flip(0).flip(1).flip(2);
  for (const auto& all : {rows_of({&d, &d}), rows_of({&turned, &turned}), rows_of({&flipped})}) {
    REQUIRE(all.size() == 1);
    CHECK(all[0].rows == 1);
    CHECK(all[0].count == 6000);
    CHECK_FALSE(all[0].crossed);
  }
  const dims rotated = d.rotate(1, 3);
  CHECK(rows_of({&rotated, &rotated})[0].count * rows_of({&rotated, &rotated})[0].rows == 6000);
}

TEST_CASE("a loop is turned when every operand falls, and stays when one rises") {
  const dims d = dims::row_major(20), falling = d.flip(0);
  const dims *together[] = {&falling, &falling}, *against[] = {&falling, &d};
  std::ignore = ravel::each_rows(together, [](const joint_rows& b) {
    CHECK(b.operands[0].address == 0);
    CHECK(b.operands[0].step == 1);
    CHECK(b.operands[1].step == 1);
  });
  std::ignore = ravel::each_rows(against, [](const joint_rows& b) {
    CHECK(b.operands[0].address == 19);
    CHECK(b.operands[0].step == -1);
    CHECK(b.operands[1].step == 1);
  });
}

TEST_CASE("rows are the axis where another operand is dense") {
  const dims d = dims::row_major({10, 20, 30}), turned = dims::row_major({30, 20, 10}).transpose({2, 1, 0});
  int blocks = 0;
  const dims* both[] = {&d, &turned};
  std::ignore = ravel::each_rows(both, [&](const joint_rows& b) {
    ++blocks;
    CHECK(b.crossed);
    CHECK(b.count == 30);
    CHECK(b.rows == 10);
    CHECK(b.operands[0].step == 1);
    CHECK(b.operands[1].row_step == 1);
  });
  CHECK(blocks == 20);
}

TEST_CASE("a broadcast operand does not cross the others") {
  const dims d = dims::row_major({10, 30}), row = dims::row_major(30).broadcast({10, 30}),
             column = dims::row_major({10, 1}).broadcast({10, 30});
  const dims* all[] = {&d, &row, &column};
  std::ignore = ravel::each_rows(all, [&](const joint_rows& b) {
    CHECK_FALSE(b.crossed);
    CHECK(b.count == 30);
    CHECK(b.operands[1].row_step == 0);
    CHECK(b.operands[2].step == 0);
  });
}

TEST_CASE("chosen positions of the last axis are the rows of one group") {
  const dims picture = dims::row_major({50, 40, 3});
  const dims swapped = picture.gather(2, {0, 2, 1}), upside_down = picture.flip(0).gather(2, {0, 2, 1});
  for (const dims* of : {&swapped, &upside_down}) {
    const auto groups = rows_of({&picture, of});
    index_t elements = 0;
    for (const joint_rows& group : groups) elements += group.rows * group.count;
    CHECK(elements == picture.size());
    CHECK(groups.size() <= 50);
    CHECK(groups[0].count == 3);
  }
  CHECK(rows_of({&picture, &swapped}).size() == 1);
  CHECK(rows_of({&swapped, &picture}).size() == 1);
  const dims both = picture.gather(1, {3, 1, 2}).gather(2, {0, 2, 1}), first = picture.gather(1, {3, 1, 2});
  CHECK(rows_of({&both}).size() == 150);
  CHECK(rows_of({&first}).size() == 150);
}

TEST_CASE("nothing to walk") {
  const dims empty = dims::row_major({3, 0});
  CHECK(rows_of({&empty}).empty());
  CHECK(rows_of({}).empty());
  CHECK(ravel::each_run(std::vector<const dims*>{}, 0, 5, [](std::span<const run>) { return false; }));
  const dims one;
  CHECK(rows_of({&one}).size() == 1);
}

TEST_CASE("a joint walk stops when it is told to") {
  const dims d = dims::row_major({10, 30}, {10, 32});
  const dims* all[] = {&d};
  int seen = 0;
  CHECK_FALSE(ravel::each_run(all, 0, 300, [&](std::span<const run>) { return ++seen < 4; }));
  CHECK(seen == 4);
  CHECK_FALSE(ravel::each_rows(all, [](const joint_rows&) { return false; }));
}

TEST_CASE("operands of a joint walk have one shape") {
  const dims a = dims::row_major({2, 3}), b = dims::row_major({3, 2});
  const dims* both[] = {&a, &b};
  CHECK_THROWS_AS(ravel::each_run(both, 0, 6, [](std::span<const run>) {}), ravel::shape_error);
  CHECK_THROWS_WITH(ravel::each_rows(both, [](const joint_rows&) {}), "cannot walk shapes [2 3] and [3 2] together");
  CHECK_THROWS_AS(ravel::each_run(std::vector<const dims*>{&a}, 0, 7, [](std::span<const run>) {}), ravel::index_error);
}
