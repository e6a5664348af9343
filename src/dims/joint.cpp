// SPDX-License-Identifier: BSL-1.0
// The order in which memory likes several operands to be walked: their modes are cut alike, the loops sorted by stride, joined where every
// operand allows it, and the two innermost handed out as blocks.
#include <ravel/base/error.hpp>
#include <ravel/dims/axis.hpp>
#include <ravel/dims/joint.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace ravel::detail {
namespace {

using strides = small_vector<index_t, 4>;

struct loop {
  index_t extent;
  strides step;  // of each operand
};

index_t size_of(index_t stride) { return stride < 0 ? -stride : stride; }

// Several affine maps as one nest of loops, outermost first.
struct nest {
  strides base;
  small_vector<loop, 4> loops;
  bool crossed = false;

  void order();

 private:
  bool outside(const loop& a, const loop& b) const;
  void sort();
  void turn_upwards();
  void join();
  void choose_rows();
};

// Whether a belongs outside b: by the first operand that both move by different amounts.
bool nest::outside(const loop& a, const loop& b) const {
  for (std::size_t k = 0; k < base.size(); ++k) {
    const index_t x = size_of(a.step[k]), y = size_of(b.step[k]);
    if (x != 0 && y != 0 && x != y) return x > y;
  }
  return false;
}

// By insertion, which does not mind that the order is not total.
void nest::sort() {
  for (std::size_t i = 1; i < loops.size(); ++i) {
    for (std::size_t j = i; j > 0 && outside(loops[j], loops[j - 1]); --j) std::swap(loops[j], loops[j - 1]);
  }
}

void nest::turn_upwards() {
  for (loop& l : loops) {
    if (std::any_of(l.step.begin(), l.step.end(), [](index_t step) { return step > 0; })) continue;
    for (std::size_t k = 0; k < base.size(); ++k) {
      base[k] += (l.extent - 1) * l.step[k];
      l.step[k] = -l.step[k];
    }
  }
}

void nest::join() {
  small_vector<loop, 4> joined;
  for (loop& inner : loops) {
    const auto continued = [&](const loop& outer) {
      for (std::size_t k = 0; k < base.size(); ++k) {
        if (outer.step[k] != __int128{inner.extent} * inner.step[k]) return false;
      }
      return true;
    };
    if (!joined.empty() && continued(joined.back())) {
      inner.extent *= joined.back().extent;
      joined.pop_back();
    }
    joined.push_back(std::move(inner));
  }
  loops = std::move(joined);
}

// If an operand has its shortest step in another loop than the innermost, that loop makes the rows.
void nest::choose_rows() {
  if (loops.size() < 2) return;
  for (std::size_t k = 0; k < base.size(); ++k) {
    std::size_t shortest = loops.size() - 1;
    for (std::size_t j = loops.size(); j-- > 0;) {
      if (loops[j].step[k] != 0 && size_of(loops[j].step[k]) < size_of(loops[shortest].step[k])) shortest = j;
    }
    if (shortest + 1 == loops.size()) continue;
    crossed = true;
    std::rotate(loops.begin() + static_cast<std::ptrdiff_t>(shortest), loops.begin() + static_cast<std::ptrdiff_t>(shortest) + 1,
                loops.end() - 1);
    return;
  }
}

void nest::order() {
  sort();
  turn_upwards();
  join();
  choose_rows();
}

// One loop over modes of equal extent. A rotation that all share only renames the positions.
std::optional<loop> common_loop(index_t extent, std::span<const mode> modes) {
  loop made{extent, {}};
  for (const mode& m : modes) {
    if (m.chosen || m.period != extent || m.offset != modes.front().offset) return std::nullopt;
    made.step.push_back(m.stride);
  }
  return made;
}

// Cuts the modes of one axis alike, innermost first, and adds the loops; false if that cannot be.
bool add_axis(small_vector<mode_list, 4>& operands, small_vector<loop, 4>& loops) {
  const std::size_t first = loops.size();
  while (!operands[0].empty()) {
    index_t inner = operands[0].back().extent;
    for (const mode_list& modes : operands) inner = std::min(inner, modes.back().extent);
    mode_list alike;
    for (mode_list& modes : operands) {
      if (!cut(modes, inner, alike)) return false;
    }
    auto made = common_loop(inner, as_span(alike));
    if (!made) return false;
    loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(first), std::move(*made));
  }
  return true;
}

std::optional<nest> common_nest(std::span<const layer* const> operands) {
  nest made;
  for (const layer* of : operands) {
    if (of->below) return std::nullopt;
    made.base.push_back(of->base);
  }
  small_vector<mode_list, 4> modes(operands.size());
  for (index_t axis = 0; axis < operands[0]->rank(); ++axis) {
    for (std::size_t k = 0; k < modes.size(); ++k) {
      const auto of = operands[k]->axis(axis);
      modes[k].assign(of.begin(), of.end());
    }
    if (!add_axis(modes, made.loops)) return std::nullopt;
  }
  made.order();
  return made;
}

// A layer that only puts all positions of the one below in another order does not matter to one who walks alone.
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

struct block_walk::state {
  std::optional<nest> loops;
  small_vector<index_t, 6> digits;  // of the loops outside the blocks
  std::vector<run_source> sources;  // if there is no nest
  small_vector<lane, 4> lanes;
  index_t left = 0;  // positions
  bool started = false;

  void next_in_nest(joint_block& b);
  void next_run(joint_block& b);
};

block_walk::block_walk(dims_list operands) : state_(std::make_unique<state>()) {
  check_same_shape(operands);
  if (operands.empty() || operands[0]->size() == 0) return;
  state_->left = operands[0]->size();
  state_->lanes.resize(operands.size());
  small_vector<const layer*, 4> layers;
  for (const dims* d : operands) layers.push_back(operands.size() == 1 ? below_permutations(&d->top()) : &d->top());
  state_->loops = common_nest(as_span(layers));
  if (!state_->loops) {
    state_->sources.reserve(layers.size());
    for (const layer* of : layers) state_->sources.emplace_back(run_walk(*of, 0, of->size()));
    return;
  }
  const auto& loops = state_->loops->loops;
  state_->digits.resize(loops.size() < 2 ? 0 : loops.size() - 2);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    lane& of = state_->lanes[k];
    of.address = state_->loops->base[k];
    if (!loops.empty()) of.step = loops.back().step[k];
    if (loops.size() > 1) of.row_step = loops[loops.size() - 2].step[k];
  }
}

block_walk::block_walk(block_walk&&) noexcept = default;
block_walk::~block_walk() = default;

bool block_walk::next(joint_block& b) {
  if (state_->left == 0) return false;
  state_->loops ? state_->next_in_nest(b) : state_->next_run(b);
  state_->left -= b.rows * b.count;
  b.lanes = as_span(state_->lanes);
  return true;
}

void block_walk::state::next_in_nest(joint_block& b) {
  const auto& all = loops->loops;
  b.count = all.empty() ? 1 : all.back().extent;
  b.rows = all.size() < 2 ? 1 : all[all.size() - 2].extent;
  b.crossed = loops->crossed;
  if (!std::exchange(started, true)) return;
  for (std::size_t j = digits.size(); j-- > 0;) {  // one step of the odometer
    const bool wraps = ++digits[j] == all[j].extent;
    const index_t by = wraps ? 1 - all[j].extent : 1;
    for (std::size_t k = 0; k < lanes.size(); ++k) lanes[k].address += by * all[j].step[k];
    if (!wraps) return;
    digits[j] = 0;
  }
}

void block_walk::state::next_run(joint_block& b) {
  b = {1, left, false, {}};
  for (run_source& source : sources) b.count = std::min(b.count, source.left());
  for (std::size_t k = 0; k < sources.size(); ++k) {
    const run taken = sources[k].take(b.count);
    lanes[k] = {taken.address, 0, taken.step, taken.gather};
  }
}

}  // namespace ravel::detail
