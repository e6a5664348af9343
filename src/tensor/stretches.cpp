// SPDX-License-Identifier: BSL-1.0
// Which axes become outer ones, and which the strip that memory has side by side.
#include <ravel/base/error.hpp>
#include <ravel/element/for_each.hpp>
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

template <class T>
class turn_taking final : public element_sink<T> {
 public:
  turn_taking(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row) : takers_(std::move(takers)), row_(row) {}

  void take(block<const T> b, index_t n) override {
    while (n > 0) {
      const index_t count = std::min(n, row_ - done_);
      takers_[now_]->take(b, count);
      b.data += count * b.step;
      n -= count;
      done_ += count;
      if (done_ < row_) continue;
      done_ = 0;
      if (++now_ == takers_.size()) now_ = 0;
    }
  }

 private:
  std::vector<std::unique_ptr<element_sink<T>>> takers_;
  std::size_t now_ = 0;
  index_t row_, done_ = 0;
};

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

std::vector<axis_list> apart(std::span<const laid_map> maps) {
  std::vector<axis_list> all;
  for (const laid_map& of : maps) all.push_back(apart(*of.map, of.step));
  return all;
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

void take_turns(stretches& plan, const shape& of, const axis_list& worked, std::span<const axis_list> operands) {
  constexpr index_t most = 4096, shortest_row = 16;
  if (plan.strip != 1 || plan.inner == 0 || plan.outer <= 1 || plan.outer > most) return;
  const axis_list before = plan.order;
  const auto outer_end = before.begin() + plan.outer_axes, worked_end = outer_end + plan.worked_axes;
  const auto farther = [&](index_t axis) {
    return std::all_of(before.begin(), outer_end, [&](index_t outer) { return of[outer] == 1 || closer(outer, axis, operands); });
  };
  auto near = worked.begin();  // what is farther away comes first, as it does in a stretch
  index_t turns = 1;
  for (; near != worked.end() && farther(*near); ++near) turns *= of[*near];
  if (turns == 1 || plan.inner / turns < shortest_row) return;
  plan.turns = turns;
  plan.order.assign(worked.begin(), near);
  plan.order.insert(plan.order.end(), before.begin(), outer_end);
  plan.order.insert(plan.order.end(), near, worked.end());
  plan.order.insert(plan.order.end(), worked_end, before.end());
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

template <class T>
std::unique_ptr<element_sink<T>> in_turns(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row) {
  return std::make_unique<turn_taking<T>>(std::move(takers), row);
}
#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API std::unique_ptr<element_sink<T>> in_turns(std::vector<std::unique_ptr<element_sink<T>>>, index_t);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)

dims with_axes_kept(const dims& map, const axis_list& worked) {
  dims kept = map;
  for (const index_t axis : worked) kept = kept.new_axis(axis);
  return kept;
}

}  // namespace ravel::detail
