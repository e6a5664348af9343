// SPDX-License-Identifier: BSL-1.0
// Finding the box of a position: against a table, in whatever way space is cut; how long the runs are, and how it grows.
#include <ravel/base/error.hpp>
#include <ravel/walk/paths.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <algorithm>

using namespace ravel;
using detail::box;
using detail::box_index;

namespace {

// Cuts a region at random and keeps some of the parts as boxes.
void cut(support::random& r, std::vector<index_t> from, std::vector<index_t> to, std::vector<box>& boxes) {
  const auto axis = static_cast<std::size_t>(r.below(static_cast<std::int64_t>(from.size())));
  if (to[axis] - from[axis] > 1 && !r.chance(4)) {
    const index_t at = r.between(from[axis] + 1, to[axis] - 1);
    std::vector<index_t> end = to, start = from;
    end[axis] = start[axis] = at;
    cut(r, from, end, boxes);
    cut(r, start, to, boxes);
  } else if (!r.chance(3)) {
    std::vector<index_t> extents;
    for (std::size_t k = 0; k < from.size(); ++k) extents.push_back(to[k] - from[k]);
    boxes.push_back({{from.begin(), from.end()}, ints(extents)});
  }
}

struct expected {
  index_t box = -1;
  index_t position = 0;
};

std::vector<expected> table(const shape& whole, const std::vector<box>& boxes) {
  std::vector<expected> all(static_cast<std::size_t>(whole.elements()));
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    for (index_t i = 0; i < boxes[b].extents.elements(); ++i) {
      index_t rest = i, position = 0, step = 1;
      for (index_t k = whole.rank(); k-- > 0;) {
        position += step * (boxes[b].at[static_cast<std::size_t>(k)] + rest % boxes[b].extents[k]);
        rest /= boxes[b].extents[k];
        step *= whole[k];
      }
      all[static_cast<std::size_t>(position)] = {static_cast<index_t>(b), i};
    }
  }
  return all;
}

}  // namespace

TEST_CASE("every position is found in its box, at its place", "[tensor]") {
  support::random r(5);
  for (int round = 0; round < 300; ++round) {
    std::vector<index_t> extents;
    for (index_t k = r.between(1, 4); k > 0; --k) extents.push_back(r.between(1, 6));
    const shape whole = ints(extents);
    std::vector<box> boxes;
    cut(r, std::vector<index_t>(extents.size(), 0), extents, boxes);
    boxes.push_back({{extents.begin(), extents.end()}, ints(std::vector<index_t>(extents.size(), 0))});  // nothing, at the very end
    const box_index index(whole, boxes);
    const auto all = table(whole, boxes);
    bool everywhere = true;
    for (index_t i = 0; i < whole.elements(); ++i) {
      const auto found = index.find(i);
      REQUIRE(found.count >= 1);
      for (index_t j = 0; j < found.count; ++j) {
        REQUIRE(i + j < whole.elements());
        const expected& is = all[static_cast<std::size_t>(i + j)];
        REQUIRE(found.box == is.box);
        if (is.box >= 0) REQUIRE(found.position + j == is.position);
      }
      everywhere = everywhere && found.box >= 0;
    }
    REQUIRE(index.covers() == everywhere);
    const auto gaps = table(whole, index.gaps());
    index_t free = 0;
    for (std::size_t i = 0; i < all.size(); ++i) REQUIRE((gaps[i].box >= 0) == (all[i].box < 0));
    for (const box& gap : index.gaps()) free += gap.extents.elements();
    REQUIRE(free == std::ranges::count_if(all, [](const expected& at) { return at.box < 0; }));  // they are disjoint
  }
}

TEST_CASE("whole rows that nobody cuts are one run", "[tensor]") {
  const std::vector<box> boxes{{{0, 0, 0}, {2, 3, 4}}, {{2, 0, 0}, {5, 3, 4}}};
  const box_index index({7, 3, 4}, boxes);
  CHECK(index.find(0).count == 2 * 12);
  CHECK(index.find(2 * 12 + 5).count == 5 * 12 - 5);
  CHECK(index.find(2 * 12 + 5).position == 5);
}

TEST_CASE("a hundred thousand boxes are found by halving", "[tensor]") {
  std::vector<box> boxes;
  for (index_t i = 0; i < 100000; ++i) boxes.push_back({{3 * i}, {3}});
  const box_index index({300000}, boxes);
  index_t wrong = 0;
  for (index_t i = 0; i < 300000; ++i) wrong += index.find(i).box != i / 3;
  CHECK(wrong == 0);
}

TEST_CASE("boxes that overlap or stand out are refused", "[tensor]") {
  const auto made = [](const shape& whole, const std::vector<box>& boxes) { box_index(whole, boxes); };
  CHECK_THROWS_AS(made({4, 4}, {{{0, 0}, {2, 2}}, {{1, 1}, {2, 2}}}), shape_error);
  CHECK_THROWS_AS(made({4, 4}, {{{0, 0}, {4, 4}}, {{1, 1}, {1, 1}}}), shape_error);
  CHECK_THROWS_AS(made({4, 4}, {{{0, 0}, {4, 4}}, {{0, 0}, {4, 4}}}), shape_error);
  CHECK_THROWS_AS(made({}, {{{}, {}}, {{}, {}}}), shape_error);
  CHECK_THROWS_AS(made({4, 4}, {{{0, 3}, {4, 2}}}), shape_error);
  CHECK_THROWS_AS(made({4, 4}, {{{-1, 0}, {1, 1}}}), shape_error);
  CHECK_THROWS_AS(made({4, 4}, {{{0}, {4}}}), shape_error);
  CHECK_THROWS_AS(made({4, 4}, {{{5, 0}, {0, 0}}}), shape_error);
  CHECK_NOTHROW(made({4, 4}, {{{1, 1}, {0, 2}}, {{1, 1}, {2, 2}}}));
}
