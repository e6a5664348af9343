// SPDX-License-Identifier: BSL-1.0
// Which axes become outer ones, and which the strip that memory has side by side.
#include <ravel/base/error.hpp>
#include <ravel/tensor/stretches.hpp>

#include <algorithm>

namespace ravel::detail {
namespace {

shape extents_of(const shape& of, const axis_list& axes) {
  axis_list extents;
  for (const index_t axis : axes) extents.push_back(of[axis]);
  return ints(as_span(extents));
}

index_t magnitude(index_t step) { return step < 0 ? -step : step; }

// Whether neighbours on axis a lie closer together than those on axis b, by the first operand that tells them apart.
bool closer(index_t a, index_t b, std::span<const axis_list> operands) {
  const auto x = static_cast<std::size_t>(a), y = static_cast<std::size_t>(b);
  for (const axis_list& steps : operands) {
    if (steps[x] != 0 && steps[y] != 0 && steps[x] != steps[y]) return steps[x] < steps[y];
  }
  return a > b;
}

}  // namespace

axis_list worked_axes(const ints& axes, index_t rank) {
  axis_list worked;
  for (const index_t axis : axes) worked.push_back(check_axis(axis, rank));
  std::sort(worked.begin(), worked.end());
  if (const auto twice = std::adjacent_find(worked.begin(), worked.end()); twice != worked.end())
    throw value_error(text() << "axis " << *twice << " is named twice in " << list_text(axes));
  return worked;
}

axis_list apart(const dims& map, index_t step) {
  axis_list steps(static_cast<std::size_t>(map.rank()), 0);
  if (map.top().below) return steps;
  for (index_t axis = 0; axis < map.rank(); ++axis) {
    const auto modes = map.top().axis(axis);
    if (!modes.empty()) steps[static_cast<std::size_t>(axis)] = magnitude(modes.back().stride * step);
  }
  return steps;
}

stretches plan_stretches(const shape& of, const axis_list& worked, std::span<const axis_list> operands, index_t widest) {
  axis_list outer, strip;
  for (index_t axis = 0; axis < of.rank(); ++axis) {
    if (std::binary_search(worked.begin(), worked.end(), axis)) continue;
    const bool beside =
        std::all_of(worked.begin(), worked.end(), [&](index_t other) { return of[other] == 1 || closer(axis, other, operands); });
    (beside ? strip : outer).push_back(axis);
  }
  for (std::size_t i = 1; i < strip.size(); ++i) {  // by insertion, which does not mind that the order is not total
    for (std::size_t j = i; j > 0 && closer(strip[j - 1], strip[j], operands); --j) std::swap(strip[j], strip[j - 1]);
  }
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

  stretches plan;
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

bool jumps(const shape& of, std::span<const axis_list> operands) {
  index_t last = of.rank() - 1;
  while (last >= 0 && of[last] == 1) --last;
  if (last < 0 || of.elements() < 4096) return false;
  return std::any_of(operands.begin(), operands.end(), [&](const axis_list& steps) {
    const index_t step = steps[static_cast<std::size_t>(last)];
    return std::any_of(steps.begin(), steps.end(), [&](index_t other) { return other != 0 && other < step; });
  });
}

dims with_axes_kept(const dims& map, const axis_list& worked) {
  dims kept = map;
  for (const index_t axis : worked) kept = kept.new_axis(axis);
  return kept;
}

}  // namespace ravel::detail
