// SPDX-License-Identifier: BSL-1.0
// Maps an address back to its positions. In one layer it is a bounded search over the moving modes by falling |stride|: an address leaves
// each mode an interval of counts, and at most one count if strides are nested. A chain is searched layer by layer.
#include <ravel/dims/dims.hpp>
#include "dims/axis.hpp"

#include <algorithm>

namespace ravel {
namespace detail {

inverse_plan::inverse_plan(part flat) : modes(std::move(flat.modes)), lowest(flat.base) {
  if (!modes.empty() && modes.front().stride == 0) {
    outer = modes.front().extent;
    modes.erase(modes.begin());
  }
  if (!modes.empty() && modes.back().stride == 0) {
    inner = modes.back().extent;
    modes.pop_back();
  }
  weights.resize(modes.size());
  for (std::size_t j = modes.size(); j-- > 0; size *= modes[j].extent) {
    const mode& m = modes[j];
    weights[j] = size;
    single = single && m.stride != 0 && !m.chosen && m.extent <= m.period;
    if (m.stride == 0) continue;
    const index_t from = m.stride > 0 ? m.lowest() : m.highest(), sense = m.stride > 0 ? 1 : -1;
    lowest += m.stride * from;
    movers.push_back({divider(m.stride * sense), m.highest() - m.lowest(), 0, from, sense, j});
  }
  std::sort(movers.begin(), movers.end(), [](const mover& a, const mover& b) { return a.step.by() > b.step.by(); });
  index_t reach = 0;
  for (std::size_t k = movers.size(); k-- > 0;) {
    movers[k].rest = reach;
    nested = nested && movers[k].step.by() > reach;
    reach += movers[k].most * movers[k].step.by();
  }
  highest = lowest + reach;
}

namespace {

using counts = small_vector<index_t, 6>;

// ---- writing an address as a sum of steps

// Calls f(counts of the movers) for each such sum, until f returns false.
template <class F>
bool each_sum(const inverse_plan& plan, std::size_t k, index_t left, counts& chosen, F& f) {
  if (k == plan.movers.size()) return left != 0 || f(chosen);
  const mover& m = plan.movers[k];
  const index_t most = std::min(m.most, m.step.divide(left));
  index_t count = left <= m.rest ? 0 : m.step.divide(left - m.rest - 1) + 1;  // what remains must be within reach of the rest
  for (; count <= most; ++count) {
    chosen[k] = count;
    if (!each_sum(plan, k + 1, left - count * m.step.by(), chosen, f)) return false;
  }
  return true;
}

template <class F>
bool each_sum(const inverse_plan& plan, index_t address, F f) {
  if (address < plan.lowest || address > plan.highest) return true;
  counts chosen(plan.movers.size());
  return each_sum(plan, 0, address - plan.lowest, chosen, f);
}

// ---- the digits of one count

// The digits first, first + step, ... or, for chosen positions, the places of one position.
class digit_set {
 public:
  explicit digit_set(const mode& repeated) : count_(repeated.extent) {}
  digit_set(const mode& of, index_t tick) : step_(of.period) {
    if (of.chosen) {
      listed_ = true;
      places_ = of.chosen->find(tick);
      count_ = places_.size();
    } else {
      first_ = floor_mod(tick - of.offset, of.period);
      count_ = first_ < of.extent ? (of.extent - 1 - first_) / of.period + 1 : 0;
    }
  }

  index_t size() const { return count_; }
  index_t operator[](index_t i) const { return listed_ ? places_[i] : first_ + i * step_; }

 private:
  selection::places places_;
  index_t first_ = 0;
  index_t step_ = 1;
  index_t count_ = 0;
  bool listed_ = false;
};

using digit_sets = small_vector<digit_set, 6>;

digit_sets digits_of(const inverse_plan& plan, const counts& of) {
  digit_sets sets;
  for (const mode& m : plan.modes) sets.push_back(digit_set(m));
  for (std::size_t k = 0; k < of.size(); ++k) {
    const mover& m = plan.movers[k];
    sets[m.mode] = digit_set(plan.modes[m.mode], m.from + m.sense * of[k]);
  }
  return sets;
}

// Visits every combination, the outermost slowest, so that the positions rise.
template <class F>
bool each_combination(const digit_sets& sets, const counts& weights, std::size_t j, index_t position, F& f) {
  if (j == sets.size()) return f(position);
  for (index_t i = 0; i < sets[j].size(); ++i) {
    if (!each_combination(sets, weights, j + 1, position + sets[j][i] * weights[j], f)) return false;
  }
  return true;
}

// ---- layers and chains

// Calls f(position in the core) until it returns false. Positions rise if the plan is nested.
template <class F>
bool each_in_core(const inverse_plan& plan, index_t address, F& f) {
  if (plan.plain()) {
    const auto position = plan.only_position(address);
    return !position || f(*position);
  }
  if (plan.single) {
    return each_sum(plan, address, [&](const counts& found) {
      index_t position = 0;
      for (std::size_t k = 0; k < found.size(); ++k) {
        if (!plan.add_digit(plan.movers[k], found[k], position)) return true;
      }
      return f(position);
    });
  }
  return each_sum(plan, address, [&](const counts& found) { return each_combination(digits_of(plan, found), plan.weights, 0, 0, f); });
}

// Calls f(position) until it returns false. Positions rise if the plan is nested.
template <class F>
bool each_of_plan(const inverse_plan& plan, index_t address, F& f) {
  if (plan.outer == 1 && plan.inner == 1) return each_in_core(plan, address, f);
  std::vector<index_t> core;
  find_in_core(plan, address, core);
  for (index_t outer = 0; outer < plan.outer; ++outer) {
    for (const index_t position : core) {
      for (index_t i = 0; i < plan.inner; ++i) {
        if (!f((outer * plan.size + position) * plan.inner + i)) return false;
      }
    }
  }
  return true;
}

// Makes a sink that collects positions in a vector.
auto into(std::vector<index_t>& found) {
  return [&found](index_t position) {
    found.push_back(position);
    return true;
  };
}

// The positions, in any order, of a memory address in a layer and those below it. Without a layer, the address itself.
std::vector<index_t> find_in_chain(const layer* top, index_t address) {
  std::vector<index_t> found;
  const auto keep = into(found);
  if (top == nullptr) {
    found.push_back(address);
  } else if (top->size() != 0) {
    for (const index_t lower : find_in_chain(top->below.get(), address)) each_of_plan(plan_of(*top), lower, keep);
  }
  return found;
}

}  // namespace

const inverse_plan& plan_of(const layer& of) {
  return of.facts.inverse.get([&] { return inverse_plan(flat_of(of)); });
}

void find_in_core(const inverse_plan& plan, index_t address, std::vector<index_t>& found) {
  const auto keep = into(found);
  each_in_core(plan, address, keep);
}

bool each_position(const layer& top, index_t address, position_sink to) {
  const auto send = [&](index_t position) { return to.call(to.function, position); };
  if (top.size() == 0) return true;
  if (!top.below && plan_of(top).nested) return each_of_plan(plan_of(top), address, send);
  std::vector<index_t> found = find_in_chain(&top, address);
  std::sort(found.begin(), found.end());
  return std::all_of(found.begin(), found.end(), send);
}

}  // namespace detail

std::vector<index_t> dims::to_global(index_arg address) const {
  std::vector<index_t> found;
  each_global(address, [&](index_t position) { found.push_back(position); });
  return found;
}

index_t dims::count_global(index_arg address) const {
  if (size() == 0) return 0;
  const auto& plan = detail::plan_of(*top_);
  index_t count = 0;
  for (const index_t at : detail::find_in_chain(top_->below.get(), address)) {
    detail::each_sum(plan, at, [&](const detail::counts& found) {
      index_t combinations = plan.outer * plan.inner;
      for (const auto& digits : detail::digits_of(plan, found)) combinations *= digits.size();
      count += combinations;
      return true;
    });
  }
  return count;
}

std::optional<index_t> dims::first_global(index_arg address) const {
  std::optional<index_t> first;
  each_global(address, [&](index_t position) {
    first = position;
    return false;
  });
  return first;
}

}  // namespace ravel
