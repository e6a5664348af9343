// SPDX-License-Identifier: BSL-1.0
// Operations on the modes of one axis. All are exact; they allocate only modes and lists of chosen positions.
#include "dims/axis.hpp"

#include <algorithm>

namespace ravel::detail {
namespace {

std::shared_ptr<const selection> share(selection positions) { return std::make_shared<const selection>(std::move(positions)); }

// The values of an axis at the given positions, as chosen ticks of a mode with stride 1.
mode tabulate(std::span<const mode> modes, const selection& positions) {
  return chosen_mode(positions.size(), 1, [&](index_t i) { return value_at(modes, positions[i]); });
}

part single(const mode& m) {
  part one;
  append_mode(one.modes, 0, one.base, m);
  return one;
}

// Takes every `step`-th place of a cycle. The step divides the period, so the result is a smaller cycle.
part slice_cycle(const mode& m, index_t first, index_t count, index_t step) {
  const index_t by = step < 0 ? -step : step, period = m.period / by, begin = first / by;
  if (step > 0) {
    part up = single({count, period, begin, m.stride * by, nullptr});
    up.base += m.stride * (first % by);
    return up;
  }
  part down = single({count, period, period - 1 - begin, -m.stride * by, nullptr});
  down.base += m.stride * (first % by + by * (period - 1));
  return down;
}

// Rotating by whole blocks of the inner modes rotates the outermost moving mode.
std::optional<part> rotate_blocks(part form, index_t offset) {
  const auto core = std::find_if(form.modes.begin(), form.modes.end(), [](const mode& m) { return m.stride != 0; });
  if (core == form.modes.end()) return form;
  const index_t block = extent_of(as_span(form.modes).subspan(static_cast<std::size_t>(core - form.modes.begin()) + 1));
  if (core->extent % core->period != 0) return std::nullopt;
  offset = floor_mod(offset, core->period * block);
  if (offset % block != 0) return std::nullopt;
  core->offset = (core->offset + offset / block) % core->period;
  if (core->chosen) {
    const mode was = *core;
    *core = chosen_mode(was.extent, was.stride, [&](index_t digit) { return (*was.chosen)[(digit + was.offset) % was.period]; });
  }
  part rotated{form.base, {}};
  append(rotated, as_span(form.modes));
  return rotated;
}

}  // namespace

index_t extent_of(std::span<const mode> modes) {
  index_t extent = 1;
  for (const mode& m : modes) extent *= m.extent;
  return extent;
}

index_t value_at(std::span<const mode> modes, index_t position) {
  index_t value = 0;
  for (std::size_t j = modes.size(); j-- > 1;) {
    value += modes[j].at(position % modes[j].extent);
    position /= modes[j].extent;
  }
  return modes.empty() ? value : value + modes[0].at(position);
}

std::optional<part> slice_mode(const mode& m, const index_range& digits) {
  const index_t count = digits.size(), step = digits.step();
  if (m.chosen) return single({count, count, 0, m.stride, share(m.chosen->select(digits))});
  const index_t first = m.tick(digits.start()), last = first + (count - 1) * step;
  if (0 <= last && last < m.period) {
    part piece = single(affine_mode(count, m.stride * step));
    piece.base += m.stride * first;
    return piece;
  }
  if (m.period % step != 0) return std::nullopt;
  return slice_cycle(m, first, count, step);
}

std::optional<part> slice_axis(std::span<const mode> modes, const index_range& positions) {
  if (positions.size() == 0 || modes.empty()) return part{};
  if (positions.start() == 0 && positions.step() == 1 && positions.size() == extent_of(modes)) return part{0, {modes.begin(), modes.end()}};
  if (positions.size() == 1) return part{value_at(modes, positions.start()), {}};
  if (modes.size() == 1 && positions.size() > 2) return slice_mode(modes[0], positions);
  const mode walk = affine_mode(positions.size(), positions.step());
  auto composed = compose({0, {modes.begin(), modes.end()}}, positions.start(), {&walk, 1});
  if (!composed) return std::nullopt;
  return std::move(composed->result);
}

part flip_axis(std::span<const mode> modes) {
  part flipped;
  for (const mode& m : modes) {
    const part backwards = *slice_mode(m, slice(m.extent - 1, m.extent, -1));
    flipped.base += backwards.base;
    append(flipped, as_span(backwards.modes));
  }
  return flipped;
}

std::optional<part> rotate_axis(std::span<const mode> modes, index_t offset) {
  auto rotated = rotate_blocks({0, {modes.begin(), modes.end()}}, offset);
  return rotated ? rotated : rotate_blocks(fuse_cycles(modes), offset);
}

std::optional<part> gather_axis(std::span<const mode> modes, const std::shared_ptr<const selection>& positions) {
  if (const auto range = positions->as_range()) return slice_axis(modes, *range);
  if (modes.empty()) return single(affine_mode(positions->size(), 0));
  if (modes.size() == 1 && modes[0].chosen) {
    return single({positions->size(), positions->size(), 0, modes[0].stride, share(modes[0].chosen->select(*positions))});
  }
  if (modes.size() == 1 && modes[0].affine()) return single({positions->size(), positions->size(), 0, modes[0].stride, positions});
  return single(tabulate(modes, *positions));
}

std::optional<part> add_axes(std::span<const mode> a, std::span<const mode> b) {
  if (a.size() == 1 && b.size() == 1 && a[0].affine() && b[0].affine()) return single(affine_mode(a[0].extent, a[0].stride + b[0].stride));
  mode_list outer_a(a.begin(), a.end()), outer_b(b.begin(), b.end()), from_a, from_b, sums;
  while (!outer_a.empty()) {  // innermost pieces of equal extent
    const index_t inner = std::min(outer_a.back().extent, outer_b.back().extent);
    from_a.clear();
    from_b.clear();
    if (!cut(outer_a, inner, from_a) || !cut(outer_b, inner, from_b)) return std::nullopt;
    mode& x = from_a.front();
    mode& y = from_b.front();
    if (x.affine() && y.affine()) {
      x.stride += y.stride;
    } else if (x.stride == 0) {
      x = y;
    } else if (y.stride != 0) {
      return std::nullopt;
    }
    sums.push_back(x);
  }
  std::reverse(sums.begin(), sums.end());
  return in_canonical_form(as_span(sums));
}

bool cut(mode_list& from, index_t inner, mode_list& off) {
  while (inner > 1) {
    if (from.empty()) return false;
    mode& last = from.back();
    if (inner >= last.extent) {
      const index_t more = inner / last.extent;
      if (more * last.extent != inner) return false;
      off.push_back(std::move(last));
      from.pop_back();
      inner = more;
    } else {
      const index_t outer = last.extent / inner, begin = last.offset == 0 ? 0 : last.offset / inner;
      if (outer * inner != last.extent || begin * inner != last.offset || last.chosen || last.period != last.extent) return false;
      off.push_back(affine_mode(inner, last.stride));
      last.extent = last.period = outer;
      last.offset = begin;
      last.stride *= inner;
      inner = 1;
    }
  }
  return true;
}

}  // namespace ravel::detail
