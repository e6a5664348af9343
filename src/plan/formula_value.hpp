// SPDX-License-Identifier: BSL-1.0
// The value of a part of a formula, and how it is read as a parameter of a call. Values own what they hold; pure functions.
#pragma once

#include <ravel/any/views.hpp>
#include <ravel/index/selection.hpp>
#include <ravel/op/signal/filters.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/plan/detail/call_step.hpp>
#include <ravel/plan/planned.hpp>

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

namespace ravel {

class planned_weights;

}  // namespace ravel

namespace ravel::detail {

struct formula_value;
using formula_list = std::vector<formula_value>;

// keep, nan_policy::skip, ddof{1} or decay::alpha(0.3): a word, and values behind it if it has braces or parentheses.
struct formula_word {
  std::string word;
  bool has_values = false;
  formula_list values;
};

// planned_weights(w)
struct formula_weights {
  planned values;
};

struct formula_value {
  std::variant<any_scalar, planned, planned_length, planned_shape, formula_list, formula_word, formula_weights> held;
  std::size_t at = 0;  // in the formula, of an argument

  template <class T>
  const T* as() const {
    return std::get_if<T>(&held);
  }
};

// An error of a call whose place is that of an argument.
struct error_place {
  std::size_t at;
};
template <class Error>
struct placed_error final : Error, error_place {
  placed_error(const std::string& why, std::size_t place) : Error(why), error_place{place} {}
};

// As an operand of a step; value_error for a list or a word.
planned_argument operand_of(const formula_value& x);
inline bool is_operand(const formula_value& x) { return x.as<planned>() != nullptr; }
// A tensor with these elements of the type, row by row, as a formula writes it: float32[2]{0.5, 1.0}.
planned written_out(dtype type, const shape& whole, std::span<const any_scalar> values);

// f(each) of a list; nothing if it is none, or f gives nothing.
template <class F>
auto each_of(const formula_value& x, const F& f) -> std::optional<std::vector<typename decltype(f(x))::value_type>> {
  const auto* const list = x.as<formula_list>();
  if (!list) return std::nullopt;
  std::vector<typename decltype(f(x))::value_type> made;
  for (const formula_value& one : *list) {
    auto value = f(one);
    if (!value) return std::nullopt;
    made.push_back(*std::move(value));
  }
  return made;
}

// As the parameter of a call, if it is one. A number is at most this large where memory could depend on it.
inline constexpr index_t most_in_formula = index_t{1} << 20;
inline constexpr double most_real_in_formula = 65536, most_truncate_at = 1024;
std::optional<index_t> integer_argument(const formula_value& x);
std::optional<double> real_argument(const formula_value& x);
std::optional<std::vector<index_t>> integers_argument(const formula_value& x);
std::optional<std::vector<double>> reals_argument(const formula_value& x);
std::optional<planned_length> length_argument(const formula_value& x);
std::optional<planned_shape> shape_argument(const formula_value& x);
std::optional<decay> decay_argument(const formula_value& x);
index_t limited_argument(index_t value);
double limited_argument(double value, double most);
// The only value of name{value}, or null.
const formula_value* braced_value(const formula_value& x, std::string_view name);

template <class T>
std::optional<T> formula_parameter(const formula_value& x) {
  const auto* const word = x.as<formula_word>();
  if constexpr (std::same_as<T, index_t>) {
    const auto value = integer_argument(x);
    return value ? std::optional(limited_argument(*value)) : std::nullopt;
  } else if constexpr (std::same_as<T, double>) {
    const auto value = real_argument(x);
    return value ? std::optional(limited_argument(*value, most_real_in_formula)) : std::nullopt;
  } else if constexpr (std::same_as<T, ints>) {
    const auto list = integers_argument(x);
    if (!list) return std::nullopt;
    for (const index_t one : *list) limited_argument(one);
    return ints(*list);
  } else if constexpr (std::same_as<T, std::vector<double>>) {
    return reals_argument(x);
  } else if constexpr (std::same_as<T, decay>) {
    return decay_argument(x);
  } else if constexpr (std::same_as<T, keep_t>) {
    return word && word->word == "keep" && !word->has_values ? std::optional(keep) : std::nullopt;
  } else if constexpr (std::is_enum_v<T>) {
    if (!word || word->has_values || word->word.empty()) return std::nullopt;
    constexpr auto names = enumerator_names<T>();
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k] == word->word) return static_cast<T>(k);
    }
    return std::nullopt;
  } else if constexpr (std::same_as<T, planned_weights>) {
    const auto* const given = x.as<formula_weights>();
    return given ? std::optional(T(given->values)) : std::nullopt;
  } else if constexpr (std::same_as<T, weights>) {
    if (!word || word->word != "weights" || !word->has_values) return std::nullopt;
    const auto list = reals_argument({word->values});
    return list ? std::optional(weights(*list)) : std::nullopt;
  } else if constexpr (holds_positions<T>) {
    const formula_value* const inner = braced_value(x, option_name<T>());
    const auto list = inner ? integers_argument(*inner) : std::nullopt;
    return list ? std::optional(T{*list}) : std::nullopt;
  } else if constexpr (holds_value<T>) {
    const formula_value* const inner = braced_value(x, option_name<T>());
    if (!inner) return std::nullopt;
    if constexpr (std::same_as<decltype(T::value), double>) {
      const auto value = real_argument(*inner);
      if (!value) return std::nullopt;
      return T{std::same_as<T, truncate_at> ? limited_argument(*value, most_truncate_at) : *value};
    } else {
      const auto value = integer_argument(*inner);
      return value ? std::optional(T{limited_argument(*value)}) : std::nullopt;
    }
  } else if constexpr (holds_bounds<T>) {
    if (!word || word->word != option_name<T>() || !word->has_values || word->values.size() != 2) return std::nullopt;
    const auto low = real_argument(word->values[0]), high = real_argument(word->values[1]);
    return low && high ? std::optional(T{*low, *high}) : std::nullopt;
  }
}

// The verbs, views and products that formulas can call.

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
