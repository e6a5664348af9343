// SPDX-License-Identifier: BSL-1.0
// The plan that finds the positions of an address in one layer: its moving modes by falling |stride|, each with the most that later ones
// can add. Made once per layer, on first use, and then immutable.
#pragma once

#include <ravel/base/detail/small_vector.hpp>
#include <ravel/base/divider.hpp>
#include <ravel/dims/detail/mode.hpp>

#include <optional>
#include <vector>

namespace ravel {

struct layer;

namespace detail {

using mode_list = small_vector<mode, 6>;

// Modes with the constant they add.
struct part {
  index_t base = 0;
  mode_list modes;
};

// An address is the lowest one plus, for each mover, `step` times a count from 0 to `most`.
struct mover {
  divider step;      // |stride|
  index_t most;      // highest minus lowest tick
  index_t rest;      // the most that later movers add
  index_t from;      // the tick where the count is 0
  index_t sense;     // 1, or -1 if ticks fall as the count rises
  std::size_t mode;  // its index in modes
};

// The outermost and the innermost mode are split off if they only repeat; the others are the core.
struct inverse_plan {
  index_t outer = 1;                 // repetitions of the whole core
  index_t inner = 1;                 // consecutive positions for each position of the core
  mode_list modes;                   // of the core
  small_vector<index_t, 6> weights;  // the step of each mode in the row-major position
  small_vector<mover, 6> movers;
  index_t size = 1;  // positions
  index_t lowest;    // the bounds of the addresses
  index_t highest;
  bool nested = true;  // each step exceeds the rest: there is one count for each mover at most
  bool single = true;  // each count is one digit at most

  explicit inverse_plan(part flat);

  bool plain() const { return nested && single; }
  std::optional<index_t> only_position(index_t address) const;  // in the core, where plain

  // If single, adds the digit for a count of a mover. False if there is none.
  bool add_digit(const mover& m, index_t count, index_t& position) const {
    const mode& of = modes[m.mode];
    index_t digit = m.from + m.sense * count - of.offset;
    if (digit < 0) digit += of.period;
    position += digit * weights[m.mode];
    return digit < of.extent;
  }
};

const inverse_plan& plan_of(const layer& of);  // made on the first call

// True if no two positions share an address in the layer directly below. False also if that is unknown.
bool addresses_once(const layer& of);

// Appends all positions of an address in the core to a list. They rise if the plan is nested.
void find_in_core(const inverse_plan& plan, index_t address, std::vector<index_t>& found);

inline std::optional<index_t> inverse_plan::only_position(index_t address) const {
  if (address < lowest || address > highest) return std::nullopt;
  index_t left = address - lowest, position = 0;
  for (const mover& m : movers) {
    const auto [count, rest] = m.step.divmod(left);
    if (count > m.most || !add_digit(m, count, position)) return std::nullopt;
    left = rest;
  }
  if (left != 0) return std::nullopt;
  return position;
}

}  // namespace detail
}  // namespace ravel
