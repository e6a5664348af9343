// SPDX-License-Identifier: BSL-1.0
// Decides if two positions may share an address. Nested strides decide at once. Otherwise all addresses of small maps are compared, and
// larger affine maps are searched for a sum of steps that returns to its start. Undecided maps count as not unique.
#include <ravel/dims/dims.hpp>
#include "dims/axis.hpp"

#include <algorithm>

namespace ravel {
namespace detail {
namespace {

constexpr index_t look_through = index_t{1} << 16;  // positions
constexpr int search_steps = 1 << 16;

enum class answer { yes, no, open };

bool all_differ(const dims& d) {
  std::vector<index_t> addresses;
  addresses.reserve(static_cast<std::size_t>(d.size()));
  d.each_run([&](const run& r) {
    for (index_t i = 0; i < r.count; ++i) addresses.push_back(r.address + r.step * (r.gather == nullptr ? i : r.gather[i]));
  });
  std::sort(addresses.begin(), addresses.end());
  return std::adjacent_find(addresses.begin(), addresses.end()) == addresses.end();
}

// Searches for counts from -most to most of every mover, not all 0, whose steps sum to 0. Two positions of one address differ by such
// counts.
class loop_search {
 public:
  explicit loop_search(const inverse_plan& plan) : movers_(plan.movers) {}

  bool found() { return from(0, 0, false); }
  bool gave_up() const { return steps_ > search_steps; }

 private:
  using wide = int128;

  static wide floor_divide(wide a, wide by) { return a >= 0 ? a / by : -((by - 1 - a) / by); }

  bool from(std::size_t k, wide sum, bool moved) {
    if (k == movers_.size()) return moved && sum == 0;
    if (++steps_ > search_steps) return false;
    const mover& m = movers_[k];
    const wide step = m.step.by();
    const wide least = moved ? -m.most : 0;  // the first that moves may as well move up
    const wide low = std::max<wide>(least, -floor_divide(m.rest + sum, step)),
               high = std::min<wide>(m.most, floor_divide(m.rest - sum, step));
    for (wide count = low; count <= high; ++count) {
      if (from(k + 1, sum + count * step, moved || count != 0)) return true;
    }
    return false;
  }

  const small_vector<mover, 6>& movers_;
  int steps_ = 0;
};

answer once_in_layer(const layer& of) {
  if (of.size() <= 1) return answer::yes;
  const inverse_plan& plan = plan_of(of);
  if (plan.outer != 1 || plan.inner != 1) return answer::no;
  bool whole = true;  // every mode has all the ticks between its lowest and its highest
  for (const mode& m : plan.modes) {
    if (m.stride == 0 || m.extent > m.period || (m.chosen && !m.chosen->distinct())) return answer::no;
    whole = whole && !m.chosen && m.extent == m.period;
  }
  if (plan.nested) return answer::yes;
  if (plan.size - 1 > plan.highest - plan.lowest) return answer::no;
  loop_search search(plan);
  const bool found = search.found();
  if (search.gave_up() || (found && !whole)) return answer::open;
  return found ? answer::no : answer::yes;
}

bool once(const dims& d) {
  if (!d.top().below && once_in_layer(d.top()) == answer::no) return false;
  const layer* at = &d.top();
  while (at != nullptr && addresses_once(*at)) at = at->below.get();
  return at == nullptr || (d.size() <= look_through && all_differ(d));
}

}  // namespace

bool addresses_once(const layer& of) { return once_in_layer(of) == answer::yes; }

}  // namespace detail

bool dims::is_unique() const {
  return top_->facts.unique.get([this] { return detail::once(*this); });
}

}  // namespace ravel
