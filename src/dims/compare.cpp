// SPDX-License-Identifier: BSL-1.0
// Equality of maps, and a hash of the form.
#include <ravel/dims/dims.hpp>
#include "dims/axis.hpp"

#include <algorithm>

namespace ravel {
namespace detail {
namespace {

bool all_affine(const part& flat) { return std::ranges::all_of(as_span(flat.modes), &mode::affine); }

index_t address(const run& r, index_t i) { return r.address + r.step * (r.gather == nullptr ? i : r.gather[i]); }

bool same_run(const run& a, const run& b) {
  if (a.gather == nullptr && b.gather == nullptr) return a.address == b.address && (a.count == 1 || a.step == b.step);
  for (index_t i = 0; i < a.count; ++i) {
    if (address(a, i) != address(b, i)) return false;
  }
  return true;
}

void mix(std::size_t& hash, index_t value) {
  hash ^= static_cast<std::size_t>(value);
  hash *= 0x9e3779b97f4a7c15u;
  hash ^= hash >> 32;
}

// At most 31 of the chosen positions, evenly spread, beside the extremes.
void mix_chosen(std::size_t& hash, const selection& chosen) {
  const index_t n = chosen.size(), step = std::max<index_t>(n / 16, 1);
  mix(hash, chosen.min() + 3 * chosen.max());
  for (index_t i = 0; i < n; i += step) mix(hash, chosen.unchecked(i));
}

}  // namespace

std::size_t hash(const dims& d) {
  std::size_t mixed = 0;
  for (const layer* at = &d.top(); at != nullptr; at = at->below.get()) {
    mix(mixed, at->base);
    for (const index_t extent : at->extents) mix(mixed, extent);
    for (const mode& m : at->modes) {
      mix(mixed, m.extent);
      mix(mixed, m.offset);
      mix(mixed, m.stride);
      if (m.chosen) mix_chosen(mixed, *m.chosen);
    }
  }
  return mixed;
}

}  // namespace detail

bool same_map(const dims& a, const dims& b) {
  if (!(a.shape() == b.shape())) return false;
  if (a.size() == 0 || a == b) return true;
  if (!a.top().below && !b.top().below) {
    const auto &flat_a = detail::flat_of(a.top()), &flat_b = detail::flat_of(b.top());
    const bool same = flat_a.base == flat_b.base && std::ranges::equal(detail::as_span(flat_a.modes), detail::as_span(flat_b.modes));
    if (same || (detail::all_affine(flat_a) && detail::all_affine(flat_b))) return same;
  }
  const dims* both[] = {&a, &b};
  return each_run(both, 0, a.size(), [](std::span<const run> runs) { return detail::same_run(runs[0], runs[1]); });
}

}  // namespace ravel
