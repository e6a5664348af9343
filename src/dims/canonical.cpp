// SPDX-License-Identifier: BSL-1.0
// The canonical form of a list of modes. It is affine if the map can be written so. For affine modes and full rotations it is unique, so
// that equal maps have equal forms.
#include "dims/axis.hpp"

#include <numeric>

namespace ravel::detail {
namespace {

using wide = int128;

// Merges the affine inner mode into the outer one if a step of the outer equals all steps of the inner. A rotation of blocks of the inner
// mode becomes a rotation by whole blocks.
bool merge(mode& outer, const mode& inner) {
  if (outer.chosen || outer.period != outer.extent || !inner.affine()) return false;
  if (outer.stride != wide{inner.extent} * inner.stride) return false;
  const index_t extent = outer.extent * inner.extent;
  outer = {extent, extent, outer.offset * inner.extent, inner.stride, nullptr};
  return true;
}

void push(mode_list& modes, std::size_t first, const mode& m) {
  if (modes.size() == first || !merge(modes.back(), m)) {
    modes.push_back(m);
    return;
  }
  while (modes.size() > first + 1 && merge(modes[modes.size() - 2], modes.back())) modes.pop_back();
}

// Appends a cycle that starts at `offset` and passes its end.
void push_cycle(mode_list& modes, std::size_t first, index_t& base, const mode& m) {
  const index_t head = m.period - m.offset;
  if (m.extent == 2 * head) {  // equally long before and after the end: two affine pieces
    base += m.stride * m.offset;
    push(modes, first, affine_mode(2, -m.stride * m.offset));
    if (head > 1) push(modes, first, affine_mode(head, m.stride));
  } else if (m.extent % m.period == 0 && m.extent > m.period) {  // whole periods: a tile
    push(modes, first, affine_mode(m.extent / m.period, 0));
    append_mode(modes, first, base, {m.period, m.period, m.offset, m.stride, nullptr});
  } else if (m.period == 2 && m.offset == 1) {  // 1 0 1 and so on
    base += m.stride;
    push(modes, first, {m.extent, 2, 0, -m.stride, nullptr});
  } else {
    push(modes, first, m);
  }
}

}  // namespace

void append_mode(mode_list& modes, std::size_t first, index_t& base, const mode& m) {
  if (m.extent == 0) return;  // a layer without elements has no modes
  if (m.extent == 1) {
    base += m.at(0);
  } else if (m.stride == 0 || m.lowest() == m.highest()) {
    base += m.at(0);
    push(modes, first, affine_mode(m.extent, 0));
  } else if (m.chosen && m.chosen->is_range()) {
    const index_range range = *m.chosen->as_range();
    base += m.stride * range.start();
    push(modes, first, affine_mode(m.extent, m.stride * range.step()));
  } else if (m.chosen || m.affine()) {
    push(modes, first, m);
  } else if (m.offset + m.extent <= m.period) {  // the end of the cycle is not reached
    base += m.stride * m.offset;
    push(modes, first, affine_mode(m.extent, m.stride));
  } else {
    push_cycle(modes, first, base, m);
  }
}

void append(part& to, std::span<const mode> modes) {
  for (const mode& m : modes) append_mode(to.modes, 0, to.base, m);
}

part in_canonical_form(std::span<const mode> modes) {
  part form;
  append(form, modes);
  return form;
}

part flatten(const layer& of) {
  part form{of.base, {}};
  append(form, as_span(of.modes));
  return form;
}

const part& flat_of(const layer& of) {
  return of.facts.flat.get([&] { return flatten(of); });
}

namespace {

// Turns two modes that walk one cycle into that cycle. `base` gets the constant that the two add beyond it.
bool walk_one_cycle(mode& outer, const mode& inner, index_t& base) {
  if (!outer.affine() || inner.chosen || inner.period != inner.extent || inner.stride == 0) return false;
  if (outer.stride == 0) {  // a tile
    outer = {outer.extent * inner.extent, inner.period, inner.offset, inner.stride, nullptr};
    return true;
  }
  const index_t offset = -outer.stride / inner.stride;  // two pieces, the second from the start of the cycle
  if (outer.extent != 2 || inner.offset != 0 || offset <= 0 || outer.stride != -offset * inner.stride) return false;
  base -= offset * inner.stride;
  outer = {2 * inner.extent, inner.extent + offset, offset, inner.stride, nullptr};
  return true;
}

}  // namespace

part fuse_cycles(std::span<const mode> modes) {
  part fused{0, {modes.begin(), modes.end()}};
  for (std::size_t i = fused.modes.size(); i-- > 1;) {
    if (walk_one_cycle(fused.modes[i - 1], fused.modes[i], fused.base))
      fused.modes.erase(fused.modes.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return fused;
}

mode_list split_cycles(std::span<const mode> modes) {
  mode_list split;
  for (const mode& m : modes) {
    const index_t block = m.cyclic() && m.period == m.extent ? std::gcd(m.period, m.offset) : 1;
    split.push_back(block == 1 ? m : mode{m.extent / block, m.period / block, m.offset / block, m.stride * block, nullptr});
    if (block > 1) split.push_back(affine_mode(block, m.stride));
  }
  return split;
}

}  // namespace ravel::detail
