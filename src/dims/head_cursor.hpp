// SPDX-License-Identifier: BSL-1.0
// Positions of addresses in maps whose counts are one digit each, and their heads: the positions divided by the size of a tail of modes.
// Values; a cursor belongs to one thread. Only for src/dims.
#pragma once

#include <ravel/dims/layer.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace ravel::detail {

// Computes the position of an address as a weighted sum of counts, each of which is one digit. The position divided by the size of a tail
// of modes is its head.
template <std::size_t Movers, bool Cyclic>
class count_sum {
 public:
  explicit count_sum(const inverse_plan& plan) : lowest_(plan.lowest) {
    for (std::size_t k = 0; k < Movers; ++k) {
      const mover& m = plan.movers[k];
      const mode& of = plan.modes[m.mode];
      const index_t weight = plan.weights[m.mode], first = m.from - of.offset;
      terms_[k] = {m.step, m.most, Cyclic ? weight : weight * m.sense, m.sense, first, of.period, of.extent};
      if (!Cyclic) constant_ += weight * first;
    }
  }

  // The same sum for heads instead of positions: the modes of the tail weigh less and add nothing.
  count_sum heads(index_t tail) const {
    count_sum of = *this;
    of.constant_ = 0;
    for (term& t : of.terms_) {
      t.weight = t.weight % tail == 0 ? t.weight / tail : 0;
      if (!Cyclic) of.constant_ += t.weight * t.sense * t.first;
    }
    return of;
  }

  // Writes the position. False if the address has none.
  bool find(index_t address, index_t& position) const {
    position = constant_;
    return find_from(0, address - lowest_, [&](std::size_t k, index_t count) { return add(terms_[k], count, position); });
  }

 private:
  struct term {
    divider step;
    index_t most = 0;
    index_t weight = 0;
    index_t sense = 0;
    index_t first = 0;  // the digit of count 0, before it is moved into its cycle
    index_t period = 0;
    index_t extent = 0;
  };
  // Splits the rest of an address into the counts of the movers from `first` on.
  template <class F>
  bool find_from(std::size_t first, index_t left, F f) const {
    bool fits = true;
    for (std::size_t k = first; k < Movers - 1; ++k) {
      const auto [count, rest] = terms_[k].step.divmod(left);
      fits &= f(k, count);
      left = rest;
    }
    const term& innermost = terms_[Movers - 1];
    const index_t count = innermost.step.by() == 1 ? left : innermost.step.divide(left);
    fits &= f(Movers - 1, count);
    return fits & (count * innermost.step.by() == left);
  }
  static bool add(const term& t, index_t count, index_t& position) {
    if constexpr (Cyclic) {
      index_t digit = t.first + t.sense * count;
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

  template <std::size_t, bool>
  friend class head_cursor;
};

// Finds positions and heads of addresses. Most addresses share the count of the first mover with the one before, so that division is done
// once.
template <std::size_t Movers, bool Cyclic>
class head_cursor {
  using sum = count_sum<Movers, Cyclic>;

 public:
  head_cursor(const sum& positions, index_t tail) : positions_(positions), heads_(positions.heads(tail)) {}

  index_t position() const { return position_; }
  index_t head() const { return head_; }
  // False if the address has no position.
  bool find(index_t address) {
    if (Movers == 1) return find_from(0, address - positions_.lowest_, positions_.constant_, heads_.constant_);
    if (static_cast<std::uint64_t>(address - start_) >= static_cast<std::uint64_t>(step_)) enter(address);
    return find_from(1, address - start_, first_position_, first_head_) & fits_;
  }

 private:
  void enter(index_t address) {
    const auto& first = positions_.terms_[0];
    const index_t count = first.step.divide(address - positions_.lowest_);
    step_ = first.step.by();
    start_ = positions_.lowest_ + count * step_;
    first_position_ = positions_.constant_;
    first_head_ = heads_.constant_;
    fits_ = sum::add(first, count, first_position_);
    fits_ &= sum::add(heads_.terms_[0], count, first_head_);
  }
  bool find_from(std::size_t k, index_t left, index_t position, index_t head) {
    position_ = position;
    head_ = head;
    return positions_.find_from(k, left, [&](std::size_t m, index_t count) {
      const bool fits = sum::add(heads_.terms_[m], count, head_);
      return fits & sum::add(positions_.terms_[m], count, position_);
    });
  }

  sum positions_, heads_;
  index_t start_ = 0, step_ = 0;  // the addresses that share a count; none yet
  index_t first_position_ = 0, first_head_ = 0;
  bool fits_ = false;
  index_t position_ = 0, head_ = 0;
};

}  // namespace ravel::detail
