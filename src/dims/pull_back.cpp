// SPDX-License-Identifier: BSL-1.0
// Finds the positions of many rising addresses. Most maps give rising positions if the addresses are read in the right order. If axes are
// transposed, positions are ordered by counting; all others are sorted.
//
// The plain algorithm, find_any, for one layer:
//
//   for each address within bounds: list each position that the map sends there, with the word of the address
//   sort the list by position
//   repeat the list where the layer repeats its core
//
// A layer takes the positions of the layer below as its addresses. All ways give the same list. The four in the middle, which are in
// ordered_pull.hpp, need one position per address at most, and 1 to 4 movers. Gains are over the plain way with one sort, for 1e6
// addresses.
//
//   way                   when it is taken                                                 gain         row of bench/dims.cpp
//   look_up               far fewer positions than addresses: looks up each address        0.8 to 3.6   none
//   append_line           modes in order (slice, flip, rotate), innermost stride 1         6.5 to 18    pull back: kept
//   append                modes in order, any other stride (slice by 2)                    7 to 10      none
//   append_by_counting    transposed, counts fit in a near cache                           3.5 to 4.6   pull back: transposed
//   sort_by_head          transposed, more counts; sort_from below 4096 positions          1.7 to 2.3   none
//   find_any              several positions per address, or 5 movers or more               0.5 to 1.5   pull back: windows
//
// find_any gains by sorting each group of positions alone. It loses if groups are small but out of order (turning the last of six axes).
// look_up loses if few addresses lie within bounds (one row of a matrix).
#include "dims/pull_back.hpp"
#include <ravel/base/error.hpp>
#include <ravel/dims/dims.hpp>
#include "dims/axis.hpp"
#include "dims/ordered_pull.hpp"

#include <algorithm>
#include <bit>

namespace ravel {
namespace detail {
namespace {

using addresses_t = std::span<const index_t>;

bool falls(const inverse_plan& plan) { return !plan.modes.empty() && plan.modes[0].stride < 0; }

bool falls(pull_order order) { return order == pull_order::reversed || order == pull_order::reversed_splice; }
bool splices(pull_order order) { return order == pull_order::spliced || order == pull_order::reversed_splice; }
pull_order order_that(bool falls, bool splices) {
  if (splices) return falls ? pull_order::reversed_splice : pull_order::spliced;
  return falls ? pull_order::reversed : pull_order::kept;
}

// True if the digits of a mode come in order among addresses with equal outer digits, except at the end of a cycle.
bool keeps_order(const inverse_plan& plan, std::size_t j) {
  const mode& m = plan.modes[j];
  if (j >= plan.movers.size() || plan.movers[j].mode != j) return false;  // |strides| do not fall
  if ((m.stride < 0) != falls(plan)) return false;
  const bool innermost = j + 1 == plan.modes.size();
  return !m.chosen || (m.chosen->ascending() && (innermost || m.chosen->distinct()));
}

// The order of positions in the core.
pull_order order_of(const inverse_plan& plan) {
  if (!plan.nested || plan.movers.size() != plan.modes.size()) return pull_order::sorted;
  bool cycle = false;
  for (std::size_t j = 0; j < plan.modes.size(); ++j) {
    const mode& m = plan.modes[j];
    if (!keeps_order(plan, j)) return pull_order::sorted;
    if (!m.cyclic()) continue;
    if (j != 0 || m.period != m.extent) return pull_order::sorted;
    cycle = true;
  }
  return order_that(falls(plan), cycle);
}

// The size of a group such that the positions of each group follow those of the group before it.
index_t positions_in_order(const inverse_plan& plan) {
  index_t group = plan.size;
  if (!plan.nested) return group;
  for (std::size_t j = 0; j < plan.modes.size() && keeps_order(plan, j) && !plan.modes[j].cyclic(); ++j) group = plan.weights[j];
  return group;
}

// An order, with the facts needed to find the order of a chain.
struct chain_order {
  pull_order order;
  bool together;  // the positions of an address follow one on the other
  bool once;      // it has one at most
};

// The order of a chain: `lower` turns addresses into positions, which are the addresses of `upper`. Separated positions make any order
// possible.
chain_order joined(const chain_order& lower, const chain_order& upper) {
  const bool two_splices = splices(lower.order) && splices(upper.order);
  if (lower.order == pull_order::sorted || upper.order == pull_order::sorted || two_splices || !lower.together)
    return {pull_order::sorted, false, false};
  const bool split = splices(upper.order) && !lower.once;  // splits an address where the parts of a splice meet
  return {order_that(falls(lower.order) != falls(upper.order), splices(lower.order) || splices(upper.order)), upper.together && !split,
          lower.once && upper.once};
}

chain_order order_of(const layer& of) {
  const inverse_plan& plan = plan_of(of);
  const bool together = plan.outer == 1, once = plan.plain() && together && plan.inner == 1;
  const chain_order own{order_of(plan), together, once};
  return of.below ? joined(order_of(*of.below), own) : own;
}

// ---- one layer

// Sorts within groups of `group` positions; the groups are in order.
void put_groups_in_order(const placed_positions& list, index_t group) {
  if (group == 1) return;
  const divider range(group);
  for (index_t begin = 0, end = 0; begin < list.size(); begin = end) {
    const index_t at = range.divide(list.positions()[begin]);
    while (end < list.size() && range.divide(list.positions()[end]) == at) ++end;
    found_list{list.positions(), reinterpret_cast<std::byte*>(list.values()), end}.sort_from(begin);
  }
}

// Positions as in pull_back, but each repetition only once. The view repeats the list `times` times, and each position `each` times in a
// row.
struct pulled_once {
  placed_positions list;
  index_t times = 1;
  index_t each = 1;
};

class puller {
 public:
  puller(const layer& of, addresses_t addresses, carried_words words);

  // True if each address has at most one position and these can be found in order.
  bool in_order() const { return plan_.plain() && !plan_.movers.empty() && plan_.movers.size() <= 4; }
  bool repeats() const { return plan_.outer != 1 || plan_.inner != 1; }
  index_t most() const { return inside_.end - inside_.begin; }  // of the core
  void pull_into(found_list& found) const;                      // only if in_order

  placed_positions pull() const { return repeated(pull_core()); }
  pulled_once pull_unrepeated() const { return {pull_core(), plan_.outer, plan_.inner}; }

 private:
  placed_positions pull_core() const;
  template <std::size_t Movers>
  void find_in_order(found_list& found) const;
  placed_positions find_any() const;
  placed_positions repeated(placed_positions found) const;

  const inverse_plan& plan_;
  addresses_t addresses_;
  carried_words words_;
  address_part inside_;  // the addresses that lie within bounds
};

puller::puller(const layer& of, addresses_t addresses, carried_words words) : plan_(plan_of(of)), addresses_(addresses), words_(words) {
  inside_.begin = std::lower_bound(addresses.begin(), addresses.end(), plan_.lowest) - addresses.begin();
  inside_.end = std::upper_bound(addresses.begin() + inside_.begin, addresses.end(), plan_.highest) - addresses.begin();
}

template <std::size_t Movers>
void puller::find_in_order(found_list& found) const {
  const bool cyclic = std::any_of(plan_.modes.begin(), plan_.modes.end(), [](const mode& m) { return m.cyclic(); });
  if (cyclic) {
    ordered_pull<Movers, true>(plan_, addresses_, words_, found).pull(inside_);
  } else {
    ordered_pull<Movers, false>(plan_, addresses_, words_, found).pull(inside_);
  }
}
void puller::pull_into(found_list& found) const {
  switch (plan_.movers.size()) {
    case 1:
      return find_in_order<1>(found);
    case 2:
      return find_in_order<2>(found);
    case 3:
      return find_in_order<3>(found);
    default:
      return find_in_order<4>(found);
  }
}

// Visits addresses upwards, or downwards if the outermost digits rise that way.
placed_positions puller::find_any() const {
  placed_positions list(most());
  std::vector<index_t> positions;
  const auto find = [&](index_t place) {
    positions.clear();
    find_in_core(plan_, addresses_[static_cast<std::size_t>(place)], positions);
    for (const index_t position : positions) list.add(position, words_[place]);
  };
  if (falls(plan_)) {
    for (index_t place = inside_.end; place-- > inside_.begin;) find(place);
  } else {
    for (index_t place = inside_.begin; place < inside_.end; ++place) find(place);
  }
  put_groups_in_order(list, positions_in_order(plan_));
  return list;
}

placed_positions puller::repeated(placed_positions found) const {
  if (found.empty() || !repeats()) return found;  // however often it would be
  placed_positions list(found.size() * plan_.outer * plan_.inner);
  for (index_t o = 0; o < plan_.outer; ++o) {
    for (index_t k = 0; k < found.size(); ++k) {
      const index_t first = (o * plan_.size + found.positions()[k]) * plan_.inner;
      for (index_t i = 0; i < plan_.inner; ++i) list.add(first + i, found.values()[k]);
    }
  }
  return list;
}

placed_positions puller::pull_core() const {
  if (!in_order()) return find_any();
  placed_positions list(most());
  found_list found{list.positions(), reinterpret_cast<std::byte*>(list.values())};
  pull_into(found);
  list.grow_by(found.size);
  return list;
}

// For far fewer positions than addresses: looks up the address of each position.
placed_positions look_up(const layer& of, addresses_t addresses, carried_words words) {
  placed_positions found;
  layer_walk walk(of);
  walk.start(0, 1, of.size());
  const auto look = [&](const run& r) {
    for (index_t i = 0; i < r.count; ++i) {
      const index_t address = r.address + r.step * (r.gather == nullptr ? i : r.gather[i]);
      const auto at = std::lower_bound(addresses.begin(), addresses.end(), address);
      if (at != addresses.end() && *at == address) found.add(r.position + i, words[at - addresses.begin()]);
    }
  };
  for (run_box box; walk.next(box);) deliver_box(box, look);
  return found;
}

// True if there are that few positions.
bool better_looked_up(const layer& of, addresses_t addresses) {
  const auto many = static_cast<index_t>(addresses.size()), search_steps = 1 + static_cast<index_t>(std::bit_width(addresses.size()));
  return of.size() < many / search_steps;
}

placed_positions pull_layer(const layer& of, addresses_t addresses, carried_words words) {
  if (of.size() == 0) return {};
  return better_looked_up(of, addresses) ? look_up(of, addresses, words) : puller(of, addresses, words).pull();
}

addresses_t as_addresses(const placed_positions& list) { return {list.positions(), static_cast<std::size_t>(list.size())}; }

placed_positions pull_chain(const layer& top, addresses_t addresses, carried_words words);

// Calls f(addresses of the topmost layer, their words).
template <class F>
auto at_top(const layer& top, addresses_t addresses, carried_words words, F f) {
  if (!top.below) return f(addresses, words);
  const placed_positions lower = pull_chain(*top.below, addresses, words);
  return f(as_addresses(lower), carried_words(lower.values()));
}

placed_positions pull_chain(const layer& top, addresses_t addresses, carried_words words) {
  return at_top(top, addresses, words, [&](addresses_t of_top, carried_words carried) { return pull_layer(top, of_top, carried); });
}
pulled_once pull_unrepeated(const layer& top, addresses_t addresses, carried_words words) {
  return at_top(top, addresses, words, [&](addresses_t of_top, carried_words carried) -> pulled_once {
    if (top.size() == 0) return {};
    if (better_looked_up(top, of_top)) return {look_up(top, of_top, carried)};
    return puller(top, of_top, carried).pull_unrepeated();
  });
}

// Checks all addresses without an early exit, so that the loop vectorises.
void check_rising(addresses_t addresses) {
  bool rising = true;
  for (std::size_t i = 1; i < addresses.size(); ++i) rising &= addresses[i - 1] < addresses[i];
  if (rising) return;
  const auto at = std::adjacent_find(addresses.begin(), addresses.end(), std::greater_equal<>());
  throw value_error(text() << "addresses to pull back must rise, but " << at[1] << " at place " << at + 1 - addresses.begin() << " follows "
                           << *at);
}

}  // namespace

placed_positions pull_back(const layer& top, std::span<const index_t> addresses) {
  check_rising(addresses);
  return pull_chain(top, addresses, carried_words(nullptr));
}
namespace {

// Writes positions and words straight to a list with room for as many as there are addresses. False, and nothing is written, if an address
// may have several positions or another method is faster.
bool pull_once(const layer& top, addresses_t addresses, const void* words, entry_list& made) {
  if (top.below || top.size() == 0 || better_looked_up(top, addresses)) return false;
  const puller pulling(top, addresses, carried_words(words));
  if (!pulling.in_order() || pulling.repeats()) return false;
  check_rising(addresses);
  found_list found{made.positions(), static_cast<std::byte*>(made.values())};
  pulling.pull_into(found);
  made.grow_by(found.size);
  return true;
}

}  // namespace

entries_once entries_pulled_back(const layer& top, const raw_entry_block& below, const element_room& kind) {
  const std::span addresses(below.positions, static_cast<std::size_t>(below.count));
  const bool travel = kind.of_bytes() && kind.bytes == sizeof(index_t);
  if (travel) {
    entry_list made(kind);
    made.reserve(below.count);
    if (pull_once(top, addresses, below.values, made)) return {std::move(made)};
  }
  check_rising(addresses);
  pulled_once found = pull_unrepeated(top, addresses, carried_words(travel ? below.values : nullptr));
  if (travel) return {entry_list(kind, std::move(found.list)), found.times, found.each};
  return {entry_list(kind, std::move(found.list), below.values), found.times, found.each};
}

}  // namespace detail

std::vector<pulled> dims::pull_back(std::span<const index_t> addresses) const {
  const auto found = detail::pull_back(*top_, addresses);
  std::vector<pulled> list;
  list.reserve(static_cast<std::size_t>(found.size()));
  for (index_t k = 0; k < found.size(); ++k) list.push_back({found.positions()[k], found.values()[k]});
  return list;
}

pull_order dims::pull_back_order() const { return size() == 0 ? pull_order::kept : detail::order_of(*top_).order; }

}  // namespace ravel
