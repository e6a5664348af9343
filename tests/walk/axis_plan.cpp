// SPDX-License-Identifier: BSL-1.0
// Plans of work along axes against brute force: in the order of a plan the elements of every line come by in the order of the tensor, and
// what is a band lies closer together in memory than the worked axes do.
#include <ravel/walk/axis_plan.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <algorithm>

using namespace ravel;
using namespace ravel::detail;

namespace {

// The positions of each result's line, by the result's position among the kept axes.
using line_lists = std::vector<std::vector<index_t>>;

line_lists lines_of(const shape& of, const axis_list& worked) {
  index_t results = 1;
  for (index_t k = 0; k < of.rank(); ++k) results *= std::count(worked.begin(), worked.end(), k) ? 1 : of[k];
  line_lists lines(static_cast<std::size_t>(results));
  for (index_t p = 0; p < of.elements(); ++p) {
    index_t result = 0, behind = of.elements(), left = p;
    for (index_t k = 0; k < of.rank(); ++k) {
      behind /= of[k];
      if (!std::count(worked.begin(), worked.end(), k)) result = result * of[k] + left / behind;
      left %= behind;
    }
    lines[static_cast<std::size_t>(result)].push_back(p);
  }
  return lines;
}

struct numbers {
  const index_t* data;
  index_t step;
};

// The same by a plan: elements in its order, cut into pieces of random length.
line_lists lines_by(const axis_plan& plan, const shape& of, support::random& r) {
  const dims view = dims::row_major(of).transpose(as_span(plan.order));
  std::vector<index_t> positions(static_cast<std::size_t>(view.size()));
  for (index_t i = 0; i < view.size(); ++i) positions[static_cast<std::size_t>(i)] = view.to_local(i);
  const dims kept = dims::row_major(plan.results).transpose(as_span(plan.back));
  std::vector<index_t> result_of(static_cast<std::size_t>(kept.size()));  // by the position in the order of the plan
  for (index_t i = 0; i < kept.size(); ++i) result_of[static_cast<std::size_t>(kept.to_local(i))] = i;

  line_lists lines(result_of.size());
  const auto add = [&](index_t result, index_t position) {
    lines[static_cast<std::size_t>(result_of[static_cast<std::size_t>(result)])].push_back(position);
  };
  const index_t n = view.size(), part = plan.inner / plan.passes;
  if (plan.passes > 1) {
    for (index_t i = 0; i < n; ++i) add(i / part % plan.outer, positions[static_cast<std::size_t>(i)]);
    return lines;
  }
  row_cut cut(plan);
  for (index_t done = 0; done < n;) {
    const index_t piece = std::min(n - done, 1 + r.below(40));
    index_t at = done;
    cut.take(numbers{positions.data() + done, 1}, piece, [&](numbers b, index_t row, index_t column, index_t count) {
      const index_t outer = at / (plan.inner * plan.band), inside = at % (plan.inner * plan.band);
      CHECK(row * plan.band + column == inside);
      CHECK(b.data == positions.data() + at);
      for (index_t i = 0; i < count; ++i) add(plan.band == 1 ? outer : outer * plan.band + column + i, b.data[i * b.step]);
      at += count;
    });
    done += piece;
    CHECK(at == done);
  }
  return lines;
}

index_t width(const shape& of, std::span<const index_t> axes) {
  index_t width = 1;
  for (const index_t axis : axes) width *= of[axis];
  return width;
}

// Memory of which the axes stand in a random order.
struct drawn {
  explicit drawn(support::random& r) {
    const index_t rank = 1 + r.below(4), longest = r.chance(4) ? 24 : 5;
    std::vector<index_t> extents, order;
    for (index_t k = 0; k < rank; ++k) {
      extents.push_back(1 + r.below(k < 3 ? longest : 4));
      order.insert(order.begin() + r.below(k + 1), k);
      if (r.chance(2)) worked.push_back(k);
    }
    map = dims::row_major(shape(extents)).transpose(order);
  }
  dims map;
  axis_list worked;
};

}  // namespace

TEST_CASE("plans bring the elements of each line by in the order of the tensor") {
  support::random r(17);
  index_t bands = 0, in_passes = 0;
  for (int program = 0; program < 3000; ++program) {
    const drawn d(r);
    const shape of = d.map.shape();
    const laid_map laid[] = {{&d.map, 1}};
    const memory_order memory(laid);
    const index_t widest = std::array<index_t, 4>{1, 3, 12, 1000}[static_cast<std::size_t>(r.below(4))];
    axis_plan plan = plan_axes(of, d.worked, memory, widest);
    INFO(to_string(of) << " along " << list_text(as_span(d.worked)) << " in the order " << list_text(as_span(plan.order)));
    REQUIRE(plan.outer * plan.inner * plan.band == of.elements());
    const line_lists expected = lines_of(of, d.worked);
    REQUIRE(lines_by(plan, of, r) == expected);

    // All of the band lies closer than what is worked on, and no more of it is taken than fits, and one axis.
    const auto order = as_span(plan.order);
    const auto outer = order.first(static_cast<std::size_t>(plan.outer_axes)),
               band = order.subspan(static_cast<std::size_t>(plan.outer_axes + plan.worked_axes));
    const auto strides = *d.map.strides();
    const auto beside = [&](index_t axis) {
      return std::all_of(d.worked.begin(), d.worked.end(), [&](index_t other) {
        return of[other] == 1 || strides[static_cast<std::size_t>(axis)] < strides[static_cast<std::size_t>(other)];
      });
    };
    for (const index_t axis : band) REQUIRE((of[axis] == 1 || beside(axis)));
    if (!band.empty()) REQUIRE(width(of, band.subspan(1)) <= widest);
    if (std::any_of(outer.begin(), outer.end(), [&](index_t axis) { return of[axis] > 1 && beside(axis); }))
      REQUIRE(width(of, band) > widest);
    bands += plan.band > 1;

    plan_passes(plan, of, d.worked, memory);
    REQUIRE(lines_by(plan, of, r) == expected);
    in_passes += plan.passes > 1;
  }
  CHECK(bands > 300);
  CHECK(in_passes > 5);
}

TEST_CASE("axes are named once, and from either end") {
  CHECK(worked_axes({2, 0}, 3) == axis_list{0, 2});
  CHECK(worked_axes({-1}, 3) == axis_list{2});
  REQUIRE_THROWS_WITH(worked_axes({1, -2}, 3), Catch::Matchers::ContainsSubstring("axis 1 is named twice"));
}
