// SPDX-License-Identifier: BSL-1.0
// Chooses the outer axes, and the band that memory has side by side.
#include <ravel/base/error.hpp>
#include <ravel/walk/axis_plan.hpp>

#include <algorithm>

namespace ravel::detail {
namespace {

shape extents_of(const shape& of, const axis_list& axes) {
  axis_list extents;
  for (const index_t axis : axes) extents.push_back(of[axis]);
  return ints(as_span(extents));
}
index_t positions_of(const shape& of, const axis_list& axes) { return extents_of(of, axes).elements(); }

axis_list in_one_list(std::initializer_list<axis_list> lists) {
  axis_list all;
  for (const axis_list& one : lists) all.insert(all.end(), one.begin(), one.end());
  return all;
}

// The kept axes: those closer together in memory than any worked axis, the farthest apart first; and the others.
struct kept_axes {
  axis_list outer, band;
};
kept_axes axes_beside(const shape& of, const axis_list& worked, const memory_order& memory) {
  kept_axes kept;
  for (index_t axis = 0; axis < of.rank(); ++axis) {
    if (std::binary_search(worked.begin(), worked.end(), axis)) continue;
    const auto closer_than = [&](index_t other) { return of[other] == 1 || memory.closer(axis, other); };
    (std::all_of(worked.begin(), worked.end(), closer_than) ? kept.band : kept.outer).push_back(axis);
  }
  put_in_order(kept.band, [&](index_t axis, index_t before) { return memory.closer(before, axis); });
  return kept;
}

// Leaves the closest axes in the band while it stays within `widest`, and then one more, which is cut. The others become outer axes.
void narrow(kept_axes& kept, const shape& of, index_t widest) {
  index_t width = 1;
  auto first = kept.band.end();
  while (first != kept.band.begin()) {
    --first;
    if (width > widest / std::max<index_t>(1, of[*first])) break;
    width *= of[*first];
  }
  kept.outer.insert(kept.outer.end(), kept.band.begin(), first);
  kept.band.erase(kept.band.begin(), first);
  std::sort(kept.outer.begin(), kept.outer.end());
}

// The place of each axis in the list, by ascending axes.
axis_list order_back(const axis_list& axes) {
  axis_list sorted = axes, back;
  std::sort(sorted.begin(), sorted.end());
  for (const index_t axis : sorted) back.push_back(std::find(axes.begin(), axes.end(), axis) - axes.begin());
  return back;
}

}  // namespace

bool axis_plan::keeps_order() const { return std::is_sorted(order.begin(), order.end()); }

axis_list worked_axes(const ints& axes, index_t rank) {
  axis_list worked;
  for (const index_t axis : axes) worked.push_back(check_axis(axis, rank));
  std::sort(worked.begin(), worked.end());
  if (const auto twice = std::adjacent_find(worked.begin(), worked.end()); twice != worked.end())
    throw value_error(text() << "axis " << *twice << " is named twice in " << list_text(axes));
  return worked;
}

axis_plan plan_axes(const shape& of, const axis_list& worked, const memory_order& memory, index_t widest) {
  kept_axes kept = axes_beside(of, worked, memory);
  narrow(kept, of, widest);
  const axis_list in_results = in_one_list({kept.outer, kept.band});
  axis_plan plan;
  plan.order = in_one_list({kept.outer, worked, kept.band});
  plan.outer_axes = static_cast<index_t>(kept.outer.size());
  plan.worked_axes = static_cast<index_t>(worked.size());
  plan.outer = positions_of(of, kept.outer);
  plan.inner = positions_of(of, worked);
  plan.band = positions_of(of, kept.band);
  plan.results = extents_of(of, in_results);
  plan.back = order_back(in_results);
  return plan;
}

void plan_passes(axis_plan& plan, const shape& of, const axis_list& worked, const memory_order& memory) {
  constexpr index_t most = 4096, shortest_row = 16;
  if (plan.band != 1 || plan.inner == 0 || plan.outer <= 1 || plan.outer > most) return;
  const axis_list before = plan.order;
  const auto outer_end = before.begin() + plan.outer_axes, worked_end = outer_end + plan.worked_axes;
  const auto farther = [&](index_t axis) {
    return std::all_of(before.begin(), outer_end, [&](index_t outer) { return of[outer] == 1 || memory.closer(outer, axis); });
  };
  auto near = worked.begin();  // axes farther apart come first, as in a line
  index_t passes = 1;
  for (; near != worked.end() && farther(*near); ++near) passes *= of[*near];
  if (passes == 1 || plan.inner / passes < shortest_row) return;
  plan.passes = passes;
  plan.order = in_one_list({{worked.begin(), near}, {before.begin(), outer_end}, {near, worked.end()}, {worked_end, before.end()}});
}

dims with_axes_kept(const dims& map, const axis_list& worked) {
  dims kept = map;
  for (const index_t axis : worked) kept = kept.new_axis(axis);
  return kept;
}

}  // namespace ravel::detail
