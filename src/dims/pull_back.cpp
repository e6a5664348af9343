// SPDX-License-Identifier: BSL-1.0
// The positions of many rising addresses at once. Most maps only have to be read in the right order to give rising positions; the others
// are sorted by counting.
#include <ravel/base/error.hpp>
#include <ravel/dims/detail/axis.hpp>
#include <ravel/dims/dims.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace ravel {
namespace detail {
namespace {

using addresses_t = std::span<const index_t>;
using pulled_list = std::vector<pulled>;

bool falls(const inverse_plan& plan) { return !plan.modes.empty() && plan.modes[0].stride < 0; }

bool falls(pull_order order) { return order == pull_order::reversed || order == pull_order::reversed_splice; }
bool splices(pull_order order) { return order == pull_order::spliced || order == pull_order::reversed_splice; }
pull_order order_that(bool falls, bool splices) {
  if (splices) return falls ? pull_order::reversed_splice : pull_order::spliced;
  return falls ? pull_order::reversed : pull_order::kept;
}

// What order the core gives.
pull_order order_of(const inverse_plan& plan) {
  if (!plan.nested) return pull_order::sorted;
  bool cycle = false;
  for (std::size_t j = 0; j < plan.modes.size(); ++j) {
    const mode& m = plan.modes[j];
    const bool last = j + 1 == plan.modes.size();
    if (plan.movers.size() != plan.modes.size() || plan.movers[j].place != j) return pull_order::sorted;  // |strides| do not fall
    if ((m.stride < 0) != falls(plan)) return pull_order::sorted;
    if (m.chosen && !(m.chosen->ascending() && (last || m.chosen->distinct()))) return pull_order::sorted;
    if (!m.cyclic()) continue;
    if (j != 0 || m.period != m.extent) return pull_order::sorted;
    cycle = true;
  }
  return order_that(falls(plan), cycle);
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

// ---- sorting by counting, one digit of the position after another

constexpr int digit_bits = 11;

void count_sort(pulled_list& list, pulled_list& room, int shift) {
  std::array<std::size_t, (1 << digit_bits) + 1> next{};
  const auto digit = [&](const pulled& p) { return static_cast<std::size_t>(p.position >> shift) & ((1 << digit_bits) - 1); };
  for (const pulled& p : list) ++next[digit(p) + 1];
  for (std::size_t d = 1; d < next.size(); ++d) next[d] += next[d - 1];
  for (const pulled& p : list) room[next[digit(p)]++] = p;
  list.swap(room);
}

void sort_by_position(pulled_list& list, index_t positions) {
  if (list.size() < 256) {
    std::sort(list.begin(), list.end(), [](const pulled& a, const pulled& b) { return a.position < b.position; });
    return;
  }
  pulled_list room(list.size());
  const int bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(positions - 1)));
  for (int shift = 0; shift < bits; shift += digit_bits) count_sort(list, room, shift);
}

// ---- one layer

// The position of an address as a sum of counts, where each count is one digit.
template <std::size_t Movers>
class count_sum {
 public:
  // Ticks of a rotated outermost mode that lie before its offset are `wrapped` around its end.
  count_sum(const inverse_plan& plan, bool wrapped) : lowest_(plan.lowest) {
    for (std::size_t k = 0; k < Movers; ++k) {
      const mover& m = plan.movers[k];
      const index_t weight = plan.weights[m.place];
      terms_[k] = {m.step, m.most, weight * m.turn};
      constant_ += weight * (m.from - plan.modes[m.place].offset);
    }
    if (wrapped) constant_ += plan.weights[0] * plan.modes[0].period;
  }

  // Writes the position, and says whether it is one.
  bool find(index_t address, index_t& position) const {
    index_t left = address - lowest_, sum = constant_;
    bool fits = true;
    for (std::size_t k = 0; k < Movers - 1; ++k) {
      const auto [count, rest] = terms_[k].step.divmod(left);
      fits &= count <= terms_[k].most;
      sum += count * terms_[k].weight;
      left = rest;
    }
    const term& last = terms_[Movers - 1];
    const index_t count = last.step.by() == 1 ? left : last.step.divide(left);
    position = sum + count * last.weight;
    return fits & (count <= last.most) & (count * last.step.by() == left);
  }

 private:
  struct term {
    divider step;
    index_t most = 0;
    index_t weight = 0;
  };
  index_t lowest_;
  index_t constant_ = 0;
  std::array<term, Movers> terms_;
};

class puller {
 public:
  puller(const layer& of, addresses_t addresses);

  pulled_list pull();

 private:
  index_t place_of(index_t address) const { return std::lower_bound(addresses_.begin(), addresses_.end(), address) - addresses_.begin(); }
  void emit(index_t begin, index_t end, bool wrapped);
  void emit_splice();
  template <class F>
  void each_place(index_t begin, index_t end, F f) const;
  template <std::size_t Movers>
  void emit_sums(index_t begin, index_t end, bool wrapped);
  void emit_found(index_t begin, index_t end);
  pulled_list repeated() const;

  const inverse_plan& plan_;
  pull_order order_;
  addresses_t addresses_;
  index_t begin_;  // the addresses that lie within bounds
  index_t end_;
  bool sums_;  // count_sum applies
  pulled_list found_;
};

puller::puller(const layer& of, addresses_t addresses) : plan_(plan_of(of)), order_(order_of(plan_)), addresses_(addresses) {
  begin_ = place_of(plan_.lowest);
  end_ = std::upper_bound(addresses.begin() + begin_, addresses.end(), plan_.highest) - addresses.begin();
  const bool rotated = splices(order_);
  sums_ = plan_.plain() && std::all_of(plan_.modes.begin() + rotated, plan_.modes.end(), [](const mode& m) { return m.affine(); });
  found_.reserve(static_cast<std::size_t>(end_ - begin_));
}

// Upwards, or downwards if that is how the positions rise.
template <class F>
void puller::each_place(index_t begin, index_t end, F f) const {
  if (order_ != pull_order::sorted && falls(plan_)) {
    for (index_t place = end; place-- > begin;) f(place);
  } else {
    for (index_t place = begin; place < end; ++place) f(place);
  }
}

template <std::size_t Movers>
void puller::emit_sums(index_t begin, index_t end, bool wrapped) {
  const count_sum<Movers> sum(plan_, wrapped);
  const std::size_t before = found_.size();
  found_.resize(before + static_cast<std::size_t>(end - begin));
  pulled* out = found_.data() + before;
  each_place(begin, end, [&, addresses = addresses_.data()](index_t place) {
    out->place = place;
    out += sum.find(addresses[place], out->position);
  });
  found_.resize(static_cast<std::size_t>(out - found_.data()));
}

void puller::emit_found(index_t begin, index_t end) {
  std::vector<index_t> positions;
  each_place(begin, end, [&](index_t place) {
    positions.clear();
    find_in_core(plan_, addresses_[static_cast<std::size_t>(place)], positions);
    for (const index_t position : positions) found_.push_back({position, place});
  });
}

void puller::emit(index_t begin, index_t end, bool wrapped) {
  switch (sums_ ? plan_.movers.size() : 0) {
    case 1:
      return emit_sums<1>(begin, end, wrapped);
    case 2:
      return emit_sums<2>(begin, end, wrapped);
    case 3:
      return emit_sums<3>(begin, end, wrapped);
    case 4:
      return emit_sums<4>(begin, end, wrapped);
    default:
      return emit_found(begin, end);
  }
}

// The outermost mode is rotated: the first positions have the addresses of the ticks from its offset on.
void puller::emit_splice() {
  const mode& outer = plan_.modes[0];
  const index_t before = falls(plan_) ? outer.period - outer.offset : outer.offset;  // steps up to the border between the two parts
  const index_t border = std::clamp(place_of(plan_.lowest + before * plan_.movers[0].step.by()), begin_, end_);
  if (falls(plan_)) {
    emit(begin_, border, false);
    emit(border, end_, true);
  } else {
    emit(border, end_, false);
    emit(begin_, border, true);
  }
}

pulled_list puller::repeated() const {
  pulled_list all;
  all.reserve(found_.size() * static_cast<std::size_t>(plan_.outer * plan_.inner));
  for (index_t o = 0; o < plan_.outer; ++o) {
    for (const pulled& p : found_) {
      const index_t first = (o * plan_.size + p.position) * plan_.inner;
      for (index_t i = 0; i < plan_.inner; ++i) all.push_back({first + i, p.place});
    }
  }
  return all;
}

pulled_list puller::pull() {
  splices(order_) ? emit_splice() : emit(begin_, end_, false);
  if (order_ == pull_order::sorted) sort_by_position(found_, plan_.size);
  return plan_.outer == 1 && plan_.inner == 1 ? std::move(found_) : repeated();
}

// Far fewer positions than addresses: their addresses are looked up instead.
pulled_list look_up(const layer& of, addresses_t addresses) {
  pulled_list found;
  layer_walk walk(of);
  walk.start(0, 1, of.size());
  const auto look = [&](const run& r) {
    for (index_t i = 0; i < r.count; ++i) {
      const index_t address = r.address + r.step * (r.gather == nullptr ? i : r.gather[i]);
      const auto at = std::lower_bound(addresses.begin(), addresses.end(), address);
      if (at != addresses.end() && *at == address) found.push_back({r.position + i, at - addresses.begin()});
    }
  };
  for (run_box box; walk.next(box);) deliver_box(box, look);
  return found;
}

pulled_list pull_layer(const layer& of, addresses_t addresses) {
  if (of.size() == 0) return {};
  const auto many = static_cast<index_t>(addresses.size()), search_steps = 1 + static_cast<index_t>(std::bit_width(addresses.size()));
  if (of.size() < many / search_steps) return look_up(of, addresses);
  return puller(of, addresses).pull();
}

pulled_list pull_chain(const layer& top, addresses_t addresses) {
  if (!top.below) return pull_layer(top, addresses);
  const pulled_list lower = pull_chain(*top.below, addresses);
  std::vector<index_t> positions(lower.size());
  std::transform(lower.begin(), lower.end(), positions.begin(), [](const pulled& p) { return p.position; });
  pulled_list found = pull_layer(top, positions);
  for (pulled& p : found) p.place = lower[static_cast<std::size_t>(p.place)].place;
  return found;
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
}  // namespace detail

std::vector<pulled> dims::pull_back(std::span<const index_t> addresses) const {
  detail::check_rising(addresses);
  return detail::pull_chain(*top_, addresses);
}

pull_order dims::pull_back_order() const { return size() == 0 ? pull_order::kept : detail::order_of(*top_).order; }

}  // namespace ravel
