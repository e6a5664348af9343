// SPDX-License-Identifier: BSL-1.0
// The verbs, views and products that formulas can call.
#pragma once

#include "plan/formula_value.hpp"

#include <algorithm>

namespace ravel::detail {

template <class... Types>
struct formula_types {};

// sum(x, {0, 1}, keep): operands, which are planned values, then other arguments, then options in any order.
class formula_call {
 public:
  formula_call(std::string_view name, std::span<const formula_value> all);

  std::string_view name() const { return name_; }
  std::size_t operands() const { return operands_; }
  const planned& operand(std::size_t k) const { return *all_[k].as<planned>(); }
  // The arguments behind the operands and before the options.
  std::span<const formula_value> arguments() const { return all_.subspan(operands_, options_ - operands_); }
  std::span<const formula_value> options() const { return all_.subspan(options_); }
  std::span<const formula_value> all() const { return all_; }
  [[noreturn]] void refuse(const std::string& why) const;
  // Axes of the operands, each once. Errors have the place of the axis.
  ints axes(const formula_value& x) const;

 private:
  std::string_view name_;
  std::span<const formula_value> all_;
  std::size_t operands_ = 0, options_ = 0;
};

// A call that it does not take is a value_error.
using formula_function = planned (*)(const formula_call& call);
struct named_function {
  std::string_view name;
  formula_function call;
};
// Null if there is none of that name.
inline formula_function function_named(std::span<const named_function> all, std::string_view name) {
  const auto found = std::ranges::find_if(all, [&](const named_function& one) { return one.name == name && one.call; });
  return found == all.end() ? nullptr : found->call;
}
formula_function formula_verb_named(std::string_view name);
formula_function formula_view_named(std::string_view name);
// Contractions, and rows of tables.
planned sum_of_product_in_formula(const formula_call& call);
planned mean_of_product_in_formula(const formula_call& call);
planned table_order_in_formula(const formula_call& call);
planned table_groups_in_formula(const formula_call& call);
planned table_join_in_formula(const formula_call& call);

// zeros<float64>([n 3]), ones, full, arange and random numbers.
bool is_formula_maker(std::string_view name);
// `limited`: a text that a user types does not ask for much memory.
planned formula_maker(std::string_view name, dtype type, std::span<const formula_value> arguments, bool limited);

}  // namespace ravel::detail
