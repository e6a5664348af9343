// SPDX-License-Identifier: BSL-1.0
// The memory order of several operands: their modes are cut alike, the loops sorted by stride and joined if every operand allows it, and
// the two innermost loops become rows.
#include <ravel/base/error.hpp>
#include <ravel/dims/dims.hpp>
#include "dims/axis.hpp"

#include <algorithm>
#include <utility>

namespace ravel::detail {
namespace {

struct loop {
  index_t extent;
  std::size_t steps;  // the place of its steps, one per operand, in those of the nest
};

// Several affine maps as one loop nest, outermost first.
struct nest {
  small_vector<index_t, 4> base;  // of each operand
  small_vector<index_t, 24> steps;
  small_vector<loop, 6> loops;
  small_vector<const index_t*, 4> gathers;  // positions that the innermost loop chooses, or null; empty if it chooses none
  bool crossed = false;

  bool chooses() const { return !gathers.empty(); }
  std::size_t operands() const { return base.size(); }
  std::span<index_t> step(const loop& of) { return {steps.data() + of.steps, operands()}; }
  void order();

 private:
  bool outside(const loop& a, const loop& b);
  bool continued(const loop& outer, const loop& inner);
  void point_upwards();
  void join();
  void choose_rows();
};

// True if a belongs outside b. The first operand that both move by different amounts decides.
bool nest::outside(const loop& a, const loop& b) {
  for (std::size_t k = 0; k < operands(); ++k) {
    if (const int told = farther(step(a)[k], step(b)[k])) return told > 0;
  }
  return false;
}

void nest::point_upwards() {
  for (const loop& l : loops) {
    const auto moved = step(l);
    if (std::any_of(moved.begin(), moved.end(), [](index_t one) { return one > 0; })) continue;
    for (std::size_t k = 0; k < operands(); ++k) {
      base[k] += (l.extent - 1) * moved[k];
      moved[k] = -moved[k];
    }
  }
}

bool nest::continued(const loop& outer, const loop& inner) {
  for (std::size_t k = 0; k < operands(); ++k) {
    if (step(outer)[k] != int128{inner.extent} * step(inner)[k]) return false;
  }
  return true;
}

void nest::join() {
  std::size_t joined = 0;
  for (loop inner : loops) {
    if (joined > 0 && continued(loops[joined - 1], inner)) inner.extent *= loops[--joined].extent;
    loops[joined++] = inner;
  }
  loops.resize(joined);
}

// If an operand has its shortest step in another loop than the innermost, that loop becomes the row.
void nest::choose_rows() {
  if (loops.size() < 2) return;
  for (std::size_t k = 0; k < operands(); ++k) {
    std::size_t shortest = loops.size() - 1;
    for (std::size_t j = loops.size(); j-- > 0;) {
      const index_t moved = magnitude(step(loops[j])[k]);
      if (moved != 0 && moved < magnitude(step(loops[shortest])[k])) shortest = j;
    }
    if (shortest + 1 == loops.size()) continue;
    crossed = true;
    std::rotate(loops.begin() + static_cast<std::ptrdiff_t>(shortest), loops.begin() + static_cast<std::ptrdiff_t>(shortest) + 1,
                loops.end() - 1);
    return;
  }
}

void nest::order() {
  const loop innermost = loops.empty() ? loop() : loops.back();
  if (chooses()) loops.pop_back();
  put_in_order(loops, [this](const loop& a, const loop& b) { return outside(a, b); });
  point_upwards();
  join();
  if (chooses())
    loops.push_back(innermost);
  else
    choose_rows();
}

// Adds a loop over modes of equal extent, one of each operand, after the first `behind` loops. False if their steps are not constant. A
// rotation that all operands share only renames the positions, so it is ignored.
bool add_loop(std::span<const mode* const> modes, std::size_t behind, nest& to) {
  const mode& first = *modes.front();
  const loop made{first.extent, to.steps.size()};
  if (to.chooses()) return false;
  for (const mode* m : modes) {
    if (m->chosen || m->period != m->extent || m->offset != first.offset) return false;
    to.steps.push_back(m->stride);
  }
  to.loops.insert(to.loops.begin() + static_cast<std::ptrdiff_t>(behind), made);
  return true;
}

// Adds a loop in which operands list chosen positions, such as swapped channels. It must stay innermost: no loop can be added after it.
bool add_chosen_loop(std::span<const mode* const> modes, nest& to) {
  if (to.chooses()) return false;
  const loop made{modes.front()->extent, to.operands() * to.loops.size()};
  to.steps.resize(made.steps);
  for (const mode* m : modes) {
    if (m->cyclic() || (m->chosen && m->chosen->positions().empty())) return false;
    to.steps.push_back(m->stride);
    to.gathers.push_back(m->chosen ? m->chosen->positions().data() : nullptr);
  }
  to.loops.push_back(made);
  return true;
}

// Cuts the modes of one axis alike, innermost first, and adds the loops. False if that is impossible.
bool add_cut(std::span<const layer* const> operands, index_t axis, nest& to) {
  small_vector<mode_list, 4> uncut;
  for (const layer* of : operands) uncut.emplace_back(of->axis(axis).begin(), of->axis(axis).end());
  const std::size_t behind = to.loops.size();
  while (!uncut[0].empty()) {
    index_t inner = uncut[0].back().extent;
    for (const mode_list& modes : uncut) inner = std::min(inner, modes.back().extent);
    mode_list alike;
    for (mode_list& modes : uncut) {
      if (!cut(modes, inner, alike)) return false;
    }
    small_vector<const mode*, 8> together;
    for (const mode& m : alike) together.push_back(&m);
    if (!add_loop(as_span(together), behind, to)) return false;
  }
  return true;
}

// Usually each operand has one mode, and nothing is cut.
bool add_axis(std::span<const layer* const> operands, index_t axis, nest& to) {
  small_vector<const mode*, 8> together;
  for (const layer* of : operands) {
    const auto modes = of->axis(axis);
    if (modes.size() != 1) return add_cut(operands, axis, to);
    together.push_back(modes.data());
  }
  return add_loop(as_span(together), to.loops.size(), to) || add_chosen_loop(as_span(together), to);
}

bool make_nest(std::span<const layer* const> operands, nest& made) {
  for (const layer* of : operands) {
    if (of->below) return false;
    made.base.push_back(of->base);
  }
  for (index_t axis = 0; axis < operands[0]->rank(); ++axis) {
    if (!add_axis(operands, axis, made)) return false;
  }
  made.order();
  return true;
}

// Skips layers that only permute the positions of the one below. Their order is irrelevant to a single operand.
const layer* below_permutations(const layer* of) {
  while (of->below && of->size() == of->below->size() && addresses_once(*of)) of = of->below.get();
  return of;
}

}  // namespace

void check_same_shape(dims_list operands) {
  for (const dims* d : operands) {
    if (d->shape() == operands[0]->shape()) continue;
    throw shape_error(text() << "cannot walk shapes " << to_string(operands[0]->shape()) << " and " << to_string(d->shape())
                             << " together");
  }
}

bool each_joint_run(dims_list operands, index_t first, index_t end, function_ref<bool(std::span<const run>)> take) {
  check_same_shape(operands);
  std::vector<run_source> sources;
  sources.reserve(operands.size());
  for (const dims* d : operands) sources.emplace_back(d->walk(first, end));
  std::vector<run> runs(operands.size());
  for (index_t left = operands.empty() ? 0 : end - first; left > 0;) {
    index_t count = left;
    for (auto& source : sources) count = std::min(count, source.left());
    for (std::size_t k = 0; k < runs.size(); ++k) runs[k] = sources[k].take(count);
    if (!take(runs)) return false;
    left -= count;
  }
  return true;
}

struct RAVEL_LOCAL memory_walk::state {
  nest loops;
  small_vector<index_t, 6> digits;  // of the loops outside the rows
  std::vector<run_source> sources;  // if there is no nest
  small_vector<address_rows, 4> rows;
  index_t left = 0;  // positions
  bool nested = false;
  bool started = false;

  void start_nest();
  void next_in_nest(joint_rows& r);
  void next_run(joint_rows& r);
};

memory_walk::memory_walk(dims_list operands) : state_(std::make_unique<state>()) {
  check_same_shape(operands);
  if (operands.empty() || operands[0]->size() == 0) return;
  state_->left = operands[0]->size();
  state_->rows.resize(operands.size());
  small_vector<const layer*, 8> layers;
  for (const dims* d : operands) layers.push_back(operands.size() == 1 ? below_permutations(&d->top()) : &d->top());
  state_->nested = make_nest(as_span(layers), state_->loops);
  if (state_->nested) {
    state_->start_nest();
  } else {
    state_->sources.reserve(layers.size());
    for (const layer* of : layers) state_->sources.emplace_back(run_walk(*of, 0, of->size()));
  }
}

memory_walk::memory_walk(memory_walk&&) noexcept = default;
memory_walk::~memory_walk() = default;

bool memory_walk::next(joint_rows& r) {
  if (state_->left == 0) return false;
  state_->nested ? state_->next_in_nest(r) : state_->next_run(r);
  state_->left -= r.rows * r.count;
  r.operands = as_span(state_->rows);
  return true;
}

void memory_walk::state::start_nest() {
  const auto& all = loops.loops;
  digits.resize(all.size() < 2 ? 0 : all.size() - 2);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].address = loops.base[k];
    if (!all.empty()) rows[k].step = loops.step(all.back())[k];
    if (loops.chooses()) rows[k].gather = loops.gathers[k];
    if (all.size() > 1) rows[k].row_step = loops.step(all[all.size() - 2])[k];
  }
}

void memory_walk::state::next_in_nest(joint_rows& r) {
  const auto& all = loops.loops;
  r.count = all.empty() ? 1 : all.back().extent;
  r.rows = all.size() < 2 ? 1 : all[all.size() - 2].extent;
  r.crossed = loops.crossed;
  if (!std::exchange(started, true)) return;
  for (std::size_t j = digits.size(); j-- > 0;) {  // one step of the odometer
    const bool wraps = ++digits[j] == all[j].extent;
    const index_t by = wraps ? 1 - all[j].extent : 1;
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k].address += by * loops.step(all[j])[k];
    if (!wraps) return;
    digits[j] = 0;
  }
}

void memory_walk::state::next_run(joint_rows& r) {
  r = {1, left, false, {}};
  for (run_source& source : sources) r.count = std::min(r.count, source.left());
  for (std::size_t k = 0; k < sources.size(); ++k) {
    const run taken = sources[k].take(r.count);
    rows[k].address = taken.address;
    // Assigns only if the value differs. Otherwise the compiler copies address and step at once, which stalls on the address just written.
    if (rows[k].step != taken.step) rows[k].step = taken.step;
    rows[k].gather = taken.gather;
  }
}

}  // namespace ravel::detail
