// SPDX-License-Identifier: BSL-1.0
// Extents that a step of the run finds: the length of a result of its own, or the number of true elements of a mask, which all selections
// by one mask step share. Such an extent names its step, so that whoever reads the length can wait for it. Any thread may call these
// functions.
#pragma once

#include <ravel/plan/planned.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ravel::detail {

// In the order in which extents are made.
std::uint64_t next_extent_number();

struct found_extent {
  // A length that the step that is made next for it finds.
  static planned_extent by_step(std::string name);
  // The number of true elements. The mask is told by its step, whatever its names.
  static planned_extent by_mask(const shared_recorded& mask);
  // A step finds the extents of its shape that have no step yet.
  static void set_step(const planned_shape& shape, const shared_recorded& step);
  // True if a run is given its number by its inputs, and no step finds it.
  static bool is_of_input(const planned_extent& of) { return of.told_->where == planned_extent::found::by_input; }
  static std::uint64_t number(const planned_extent& of) { return of.told_->number; }
  // A length of a step in a run, at least 0: the length of diff(x), n - 1, is 0 for an empty axis.
  static index_t length_in_run(const planned_length& of, const extent_values& extents);
  // A term is negative. Such a length is wrong for an empty axis, and so may lengths be that are made of it.
  static bool may_end_below_zero(const planned_shape& shape);
  // The extent that a length is, if it is no more than one; else null. It is a part of the length, so that no run copies a handle to ask.
  static const planned_extent* lone(const planned_length& of) {
    const bool is_lone = of.terms_.size() == 1 && of.terms_[0].factors.size() == 1 && of.terms_[0].times == 1;
    return is_lone ? of.terms_[0].factors.data() : nullptr;
  }
  // Calls f(extent) for each factor of each term.
  template <class F>
  static void each_extent(std::span<const planned_length> lengths, const F& f) {
    for (const planned_length& one : lengths) {
      for (const auto& term : one.terms_) {
        for (const planned_extent& factor : term.factors) f(factor);
      }
    }
  }
  // The steps that find those extents of the lengths that no operand has. shape_error if one is gone.
  static std::vector<shared_recorded> finders(std::span<const planned_length> lengths, std::span<const shared_recorded> operands);

 private:
  static std::vector<planned_extent> extents_in(std::span<const planned_length> lengths);
};

}  // namespace ravel::detail
