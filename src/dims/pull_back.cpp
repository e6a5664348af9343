// SPDX-License-Identifier: BSL-1.0
// The positions of many rising addresses at once. Most maps only have to be read in the right order to give rising positions, or to be
// turned around within groups of them; the others are sorted by counting.
#include <ravel/base/error.hpp>
#include <ravel/dims/detail/axis.hpp>
#include <ravel/dims/detail/pull_back.hpp>
#include <ravel/dims/dims.hpp>

#include <algorithm>
#include <array>
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

// Do the digits of a mode come in order among addresses that agree in the modes before it, but for where a cycle ends?
bool keeps_order(const inverse_plan& plan, std::size_t j) {
  const mode& m = plan.modes[j];
  if (j >= plan.movers.size() || plan.movers[j].place != j) return false;  // |strides| do not fall
  if ((m.stride < 0) != falls(plan)) return false;
  const bool innermost = j + 1 == plan.modes.size();
  return !m.chosen || (m.chosen->ascending() && (innermost || m.chosen->distinct()));
}

// What order the core gives.
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

// The outermost digits start somewhere in their cycle: as a whole, what is found is two parts that have changed places.
bool outer_cycle(const inverse_plan& plan) { return plan.nested && plan.single && !plan.modes.empty() && plan.modes[0].cyclic(); }

// Positions of one group of so many follow those of the group before it.
index_t positions_in_order(const inverse_plan& plan) {
  index_t group = plan.size;
  if (!plan.nested) return group;
  for (std::size_t j = 0; j < plan.modes.size() && keeps_order(plan, j); ++j) {
    if (plan.modes[j].cyclic() && (j != 0 || !outer_cycle(plan))) break;
    group = plan.weights[j];
  }
  return group;
}

// An order, and what must be known of it to tell the order of a chain.
struct chain_order {
  pull_order order;
  bool together;  // the positions of an address follow one on the other
  bool once;      // it has one at most
};

// Addresses become positions of `lower`, and these are the addresses of `upper`. Positions that lie apart become any.
chain_order joined(const chain_order& lower, const chain_order& upper) {
  const bool two_splices = splices(lower.order) && splices(upper.order);
  if (lower.order == pull_order::sorted || upper.order == pull_order::sorted || two_splices || !lower.together)
    return {pull_order::sorted, false, false};
  const bool split = splices(upper.order) && !lower.once;  // where the parts of a splice meet
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

// The position of an address as a sum of counts, where each count is one digit.
template <std::size_t Movers, bool Cyclic>
class count_sum {
 public:
  explicit count_sum(const inverse_plan& plan) : lowest_(plan.lowest) {
    for (std::size_t k = 0; k < Movers; ++k) {
      const mover& m = plan.movers[k];
      const mode& of = plan.modes[m.place];
      const index_t weight = plan.weights[m.place], first = m.from - of.offset;
      terms_[k] = {m.step, m.most, Cyclic ? weight : weight * m.turn, m.turn, first, of.period, of.extent};
      if (!Cyclic) constant_ += weight * first;
    }
  }

  // Writes the position, and says whether it is one.
  bool find(index_t address, index_t& position) const {
    index_t left = address - lowest_;
    position = constant_;
    bool fits = true;
    for (std::size_t k = 0; k < Movers - 1; ++k) {
      const auto [count, rest] = terms_[k].step.divmod(left);
      fits &= add(terms_[k], count, position);
      left = rest;
    }
    const term& innermost = terms_[Movers - 1];
    const index_t count = innermost.step.by() == 1 ? left : innermost.step.divide(left);
    return fits & add(innermost, count, position) & (count * innermost.step.by() == left);
  }

 private:
  struct term {
    divider step;
    index_t most = 0;
    index_t weight = 0;
    index_t turn = 0;
    index_t first = 0;  // the digit of count 0, before it is moved into its cycle
    index_t period = 0;
    index_t extent = 0;
  };
  static bool add(const term& t, index_t count, index_t& position) {
    if constexpr (Cyclic) {
      index_t digit = t.first + t.turn * count;
      digit += digit < 0 ? t.period : 0;
      position += digit * t.weight;
      return (count <= t.most) & (digit < t.extent);
    } else {
      position += count * t.weight;
      return count <= t.most;
    }
  }

  index_t lowest_;
  index_t constant_ = 0;
  std::array<term, Movers> terms_;
};

class puller {
 public:
  puller(const layer& of, addresses_t addresses);

  placed_positions pull();

 private:
  template <class F>
  void each_place(F f) const;
  template <std::size_t Movers>
  void find_sums();
  template <std::size_t Movers, bool Cyclic>
  void find_sums();
  void find_any();
  void find();
  void put_groups_in_order();
  placed_positions repeated() const;

  const inverse_plan& plan_;
  addresses_t addresses_;
  index_t begin_;  // the addresses that lie within bounds
  index_t end_;
  placed_positions found_;
};

puller::puller(const layer& of, addresses_t addresses) : plan_(plan_of(of)), addresses_(addresses) {
  begin_ = std::lower_bound(addresses.begin(), addresses.end(), plan_.lowest) - addresses.begin();
  end_ = std::upper_bound(addresses.begin() + begin_, addresses.end(), plan_.highest) - addresses.begin();
  found_.reserve(end_ - begin_);
}

// Upwards, or downwards if that is how the outermost digits rise.
template <class F>
void puller::each_place(F f) const {
  if (falls(plan_)) {
    for (index_t place = end_; place-- > begin_;) f(place);
  } else {
    for (index_t place = begin_; place < end_; ++place) f(place);
  }
}

template <std::size_t Movers>
void puller::find_sums() {
  const bool cyclic = std::any_of(plan_.modes.begin(), plan_.modes.end(), [](const mode& m) { return m.cyclic(); });
  cyclic ? find_sums<Movers, true>() : find_sums<Movers, false>();
}

template <std::size_t Movers, bool Cyclic>
void puller::find_sums() {
  const count_sum<Movers, Cyclic> sum(plan_);
  index_t found = 0;
  each_place([&, addresses = addresses_.data(), positions = found_.positions(), places = found_.values()](index_t place) {
    places[found] = place;
    found += sum.find(addresses[place], positions[found]);
  });
  found_.grow_by(found);
}

void puller::find_any() {
  std::vector<index_t> positions;
  each_place([&](index_t place) {
    positions.clear();
    find_in_core(plan_, addresses_[static_cast<std::size_t>(place)], positions);
    for (const index_t position : positions) found_.add(position, place);
  });
}

void puller::find() {
  switch (plan_.plain() ? plan_.movers.size() : 0) {
    case 1:
      return find_sums<1>();
    case 2:
      return find_sums<2>();
    case 3:
      return find_sums<3>();
    case 4:
      return find_sums<4>();
    default:
      return find_any();
  }
}

void puller::put_groups_in_order() {
  const divider range(positions_in_order(plan_));
  if (range.by() == 1) return;
  const index_t* const positions = found_.positions();
  for (index_t begin = 0, end = 0; begin < found_.size(); begin = end) {
    const index_t from = range.divide(positions[begin]) * range.by();
    while (end < found_.size() && positions[end] >= from && positions[end] - from < range.by()) ++end;
    sort_by_position(found_.positions() + begin, found_.values() + begin, end - begin);
  }
}

placed_positions puller::repeated() const {
  if (found_.empty()) return {};  // however often it would be
  placed_positions list(found_.size() * plan_.outer * plan_.inner);
  for (index_t o = 0; o < plan_.outer; ++o) {
    for (index_t k = 0; k < found_.size(); ++k) {
      const index_t first = (o * plan_.size + found_.positions()[k]) * plan_.inner;
      for (index_t i = 0; i < plan_.inner; ++i) list.add(first + i, found_.values()[k]);
    }
  }
  return list;
}

placed_positions puller::pull() {
  find();
  put_groups_in_order();
  if (outer_cycle(plan_)) sort_by_position(found_);
  return plan_.outer == 1 && plan_.inner == 1 ? std::move(found_) : repeated();
}

// Far fewer positions than addresses: their addresses are looked up instead.
placed_positions look_up(const layer& of, addresses_t addresses) {
  placed_positions found;
  layer_walk walk(of);
  walk.start(0, 1, of.size());
  const auto look = [&](const run& r) {
    for (index_t i = 0; i < r.count; ++i) {
      const index_t address = r.address + r.step * (r.gather == nullptr ? i : r.gather[i]);
      const auto at = std::lower_bound(addresses.begin(), addresses.end(), address);
      if (at != addresses.end() && *at == address) found.add(r.position + i, at - addresses.begin());
    }
  };
  for (run_box box; walk.next(box);) deliver_box(box, look);
  return found;
}

placed_positions pull_layer(const layer& of, addresses_t addresses) {
  if (of.size() == 0) return {};
  const auto many = static_cast<index_t>(addresses.size()), search_steps = 1 + static_cast<index_t>(std::bit_width(addresses.size()));
  if (of.size() < many / search_steps) return look_up(of, addresses);
  return puller(of, addresses).pull();
}

placed_positions pull_chain(const layer& top, addresses_t addresses) {
  if (!top.below) return pull_layer(top, addresses);
  const placed_positions lower = pull_chain(*top.below, addresses);
  return values_at_places(pull_layer(top, {lower.positions(), static_cast<std::size_t>(lower.size())}), lower.values());
}

// Over all of them without a way out, which a compiler makes fast.
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
  return pull_chain(top, addresses);
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
