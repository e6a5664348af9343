// SPDX-License-Identifier: BSL-1.0
// Which axes become outer ones, and which the strip that memory has side by side.
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
  axis_list outer, strip;
  for (index_t axis = 0; axis < of.rank(); ++axis) {
    if (std::binary_search(worked.begin(), worked.end(), axis)) continue;
    const bool beside =
        std::all_of(worked.begin(), worked.end(), [&](index_t other) { return of[other] == 1 || memory.closer(axis, other); });
    (beside ? strip : outer).push_back(axis);
  }
  put_in_order(strip, [&](index_t axis, index_t before) { return memory.closer(before, axis); });
  index_t width = 1;  // of the axes that need not be cut
  auto first = strip.end();
  while (first != strip.begin()) {
    --first;
    if (width > widest / std::max<index_t>(1, of[*first])) break;
    width *= of[*first];
  }
  outer.insert(outer.end(), strip.begin(), first);
  strip.erase(strip.begin(), first);
  std::sort(outer.begin(), outer.end());

  axis_plan plan;
  axis_list kept = outer;
  kept.insert(kept.end(), strip.begin(), strip.end());
  plan.outer_axes = static_cast<index_t>(outer.size());
  plan.worked_axes = static_cast<index_t>(worked.size());
  plan.outer = extents_of(of, outer).elements();
  plan.inner = extents_of(of, worked).elements();
  plan.strip = extents_of(of, strip).elements();
  plan.results = extents_of(of, kept);
  plan.order = outer;
  plan.order.insert(plan.order.end(), worked.begin(), worked.end());
  plan.order.insert(plan.order.end(), strip.begin(), strip.end());
  axis_list sorted = kept;
  std::sort(sorted.begin(), sorted.end());
  for (const index_t axis : sorted) plan.back.push_back(std::find(kept.begin(), kept.end(), axis) - kept.begin());
  return plan;
}

void plan_rounds(axis_plan& plan, const shape& of, const axis_list& worked, const memory_order& memory) {
  constexpr index_t most = 4096, shortest_row = 16;
  if (plan.strip != 1 || plan.inner == 0 || plan.outer <= 1 || plan.outer > most) return;
  const axis_list before = plan.order;
  const auto outer_end = before.begin() + plan.outer_axes, worked_end = outer_end + plan.worked_axes;
  const auto farther = [&](index_t axis) {
    return std::all_of(before.begin(), outer_end, [&](index_t outer) { return of[outer] == 1 || memory.closer(outer, axis); });
  };
  auto near = worked.begin();  // what is farther away comes first, as it does in a line
  index_t rounds = 1;
  for (; near != worked.end() && farther(*near); ++near) rounds *= of[*near];
  if (rounds == 1 || plan.inner / rounds < shortest_row) return;
  plan.rounds = rounds;
  plan.order.assign(worked.begin(), near);
  plan.order.insert(plan.order.end(), before.begin(), outer_end);
  plan.order.insert(plan.order.end(), near, worked.end());
  plan.order.insert(plan.order.end(), worked_end, before.end());
}

dims with_axes_kept(const dims& map, const axis_list& worked) {
  dims kept = map;
  for (const index_t axis : worked) kept = kept.new_axis(axis);
  return kept;
}

}  // namespace ravel::detail
