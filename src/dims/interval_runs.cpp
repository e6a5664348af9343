// SPDX-License-Identifier: BSL-1.0
// Walks the movers of a layer by falling stride: an interval of addresses leaves each an interval of counts, and the innermost one gives a
// run, or two where its digits wrap. A chain passes each run on to the layer above as an interval of addresses.
#include <ravel/dims/dims.hpp>
#include "dims/axis.hpp"

#include <algorithm>
#include <numeric>

namespace ravel::detail {
namespace {

// Joins runs that continue each other.
class joined_runs {
 public:
  explicit joined_runs(address_run_sink take) : take_(take) {}

  void add(const address_run& next) {
    if (next.count == 0) return;
    if (held_.count > 0 && continues(next)) {
      if (held_.count == 1) held_ = {held_.address, next.address - held_.address, held_.position, next.position - held_.position, 1};
      held_.count += next.count;
      return;
    }
    finish();
    held_ = next;
  }
  void finish() {
    if (held_.count > 0) take_(held_);
    held_.count = 0;
  }

 private:
  bool continues(const address_run& next) const {
    const index_t by = next.address - held_.address - (held_.count - 1) * held_.address_step;
    const index_t on = next.position - held_.position - (held_.count - 1) * held_.position_step;
    const bool as_held = held_.count == 1 || (by == held_.address_step && on == held_.position_step);
    const bool as_next = next.count == 1 || (by == next.address_step && on == next.position_step);
    return as_held && as_next;
  }

  address_run_sink take_;
  address_run held_{0, 0, 0, 0, 0};
};

// The runs of one layer with at most one position for each address, but for repetitions.
class layer_interval {
 public:
  layer_interval(const inverse_plan& plan, address_run_sink take) : plan_(plan), take_(take) {}

  void walk(index_t first, index_t last) {
    const index_t low = std::max(first, plan_.lowest), high = std::min(last, plan_.highest);
    if (low <= high) walk(0, low - plan_.lowest, high - plan_.lowest, plan_.lowest, 0);
  }

 private:
  // Offsets from low to high are left for the movers from k on.
  void walk(std::size_t k, index_t low, index_t high, index_t address, index_t position) {
    if (k == plan_.movers.size()) return repeat({address, 0, position, 0, 1});
    const mover& m = plan_.movers[k];
    const index_t step = m.step.by();
    const index_t from = low <= m.rest ? 0 : (low - m.rest + step - 1) / step, to = std::min(m.most, high / step);
    if (k + 1 == plan_.movers.size()) return innermost(m, from, to, address, position);
    for (index_t count = from; count <= to; ++count) {
      index_t inner = position;
      if (!plan_.add_digit(m, count, inner)) continue;
      walk(k + 1, std::max<index_t>(0, low - count * step), std::min(m.rest, high - count * step), address + count * step, inner);
    }
  }

  // The digits of ticks from the offset on, and those of the ticks before it, which wrap.
  void innermost(const mover& m, index_t from, index_t to, index_t address, index_t position) {
    const mode& of = plan_.modes[m.mode];
    const address_run whole{address, m.step.by(), position, m.sense * plan_.weights[m.mode], 0};
    const index_t beyond = of.offset + of.extent - of.period;  // a cycle passes its end
    const auto ticks = [&](index_t begin, index_t end, index_t shift) {
      if (begin >= end) return;
      const index_t first = m.sense > 0 ? begin - m.from : m.from - (end - 1), last = first + (end - begin) - 1;
      const index_t a = std::max(first, from), b = std::min(last, to);
      if (a > b) return;
      const index_t digit = m.from + m.sense * a - of.offset + shift;
      repeat({whole.address + a * whole.address_step, whole.address_step, whole.position + digit * plan_.weights[m.mode],
              whole.position_step, b - a + 1});
    };
    const auto from_offset = [&] { ticks(of.offset, of.period, 0); };
    const auto wrapped = [&] { ticks(0, beyond, of.period); };
    m.sense > 0 ? (wrapped(), from_offset()) : (from_offset(), wrapped());
  }

  void repeat(const address_run& core) {
    for (index_t outer = 0; outer < plan_.outer; ++outer) {
      if (core.count == 1) {
        take_({core.address, 0, (outer * plan_.size + core.position) * plan_.inner, 1, plan_.inner});
        continue;
      }
      for (index_t inner = 0; inner < plan_.inner; ++inner) {
        take_({core.address, core.address_step, (outer * plan_.size + core.position) * plan_.inner + inner,
               core.position_step * plan_.inner, core.count});
      }
    }
  }

  const inverse_plan& plan_;
  address_run_sink take_;
};

bool all_plain(const layer& top) {
  for (const layer* l = &top; l != nullptr; l = l->below.get()) {
    if (l->size() > 0 && !plan_of(*l).plain()) return false;
  }
  return true;
}

// The positions of the layer below are addresses of this one.
void walk_chain(const layer& top, index_t first, index_t last, address_run_sink take) {
  if (top.size() == 0) return;
  if (!top.below) return layer_interval(plan_of(top), take).walk(first, last);
  const auto pass_on = [&](const address_run& low) {
    const bool rising = low.position_step == 1 || low.count == 1, falling = low.position_step == -1;
    const index_t length = rising || falling ? low.count : 1;
    for (index_t i = 0; i < low.count; i += length) {
      const index_t begin = falling ? low.position - low.count + 1 : low.position + i * low.position_step;
      const index_t sense = falling ? -1 : 1, at = low.address + (falling ? low.count - 1 : i) * low.address_step;
      const auto above = [&](const address_run& up) {
        take({at + sense * low.address_step * (up.address - begin), sense * low.address_step * up.address_step, up.position,
              up.position_step, up.count});
      };
      layer_interval(plan_of(top), above).walk(begin, begin + length - 1);
    }
  };
  walk_chain(*top.below, first, last, pass_on);
}

void pull_each(const dims& map, index_t first, index_t end, address_run_sink take) {
  constexpr index_t most = 65536;
  std::vector<index_t> addresses;
  for (index_t begin = first; begin < end; begin += most) {
    addresses.resize(static_cast<std::size_t>(std::min(most, end - begin)));
    std::iota(addresses.begin(), addresses.end(), begin);
    for (const pulled& p : map.pull_back(addresses)) take({begin + p.place, 0, p.position, 0, 1});
  }
}

// Calls f(index of the first position, address, step, count) for equally spaced positions of one layer. The outermost mode whose weight
// divides the step moves alone until it ends or wraps.
template <class F>
void walk_far(const layer& of, index_t position, index_t step, index_t count, const F& f) {
  const part& flat = flat_of(of);
  index_t weight = 1, inner = flat.base;
  std::size_t j = flat.modes.size() - 1;
  for (; j > 0 && step % (weight * flat.modes[j].extent) == 0; --j) {
    const mode& m = flat.modes[j];
    inner += m.at(position / weight % m.extent);
    weight *= m.extent;
  }
  const mode& m = flat.modes[j];
  const index_t by = step / weight;
  for (index_t i = 0; i < count;) {
    index_t left = (position + i * step) / weight;
    const index_t digit = left % m.extent;
    left /= m.extent;
    index_t address = inner + m.at(digit), further = 0;
    for (std::size_t k = j; k-- > 0; left /= flat.modes[k].extent) address += flat.modes[k].at(left % flat.modes[k].extent);
    if (!m.chosen) {
      const index_t tick = m.tick(digit);
      further = by > 0 ? std::min(m.extent - 1 - digit, m.period - 1 - tick) / by : std::min(digit, tick) / -by;
    }
    const index_t now = std::min(count - i, further + 1);
    f(i, address, m.stride * by, now);
    i += now;
  }
}

template <class F>
void walk_near(const layer& of, index_t position, index_t step, index_t count, const F& f) {
  layer_walk walk(of);
  walk.start(position, step, count);
  const auto pass_on = [&](const run& r) {
    if (r.gather == nullptr) return f(r.position, r.address, r.step, r.count);
    for (index_t i = 0; i < r.count; ++i) f(r.position + i, r.row().at(i), index_t{0}, index_t{1});
  };
  for (run_box box; walk.next(box);) deliver_box(box, pass_on);
}

// `first` and `apart` are the positions in the topmost layer.
void walk_stepped(const layer& top, index_t position, index_t step, index_t count, index_t first, index_t apart, address_run_sink take) {
  const auto pass_on = [&](index_t i, index_t address, index_t by, index_t n) {
    if (top.below) return walk_stepped(*top.below, address, by, n, first + i * apart, apart, take);
    take({address, by, first + i * apart, apart, n});
  };
  const bool is_near = step == 0 || step == 1 || count == 1;
  is_near ? walk_near(top, position, step, count, pass_on) : walk_far(top, position, step, count, pass_on);
}

}  // namespace

void each_interval_run(const dims& map, index_t first, index_t end, address_run_sink take) {
  if (map.size() == 0 || first >= end) return;
  const address_bounds bounds = outer_bounds(map.top());
  const index_t begin = std::max(first, bounds.lowest), stop = std::min(end, bounds.highest + 1);
  if (begin >= stop) return;
  joined_runs joined(take);
  const auto add = [&](const address_run& r) { joined.add(r); };
  all_plain(map.top()) ? walk_chain(map.top(), begin, stop - 1, add) : pull_each(map, begin, stop, add);
  joined.finish();
}

void each_stepped_run(const dims& map, index_t position, index_t step, index_t count, address_run_sink take) {
  if (count <= 0) return;
  joined_runs joined(take);
  walk_stepped(map.top(), position, step, count, position, step, [&](const address_run& r) { joined.add(r); });
  joined.finish();
}

}  // namespace ravel::detail
