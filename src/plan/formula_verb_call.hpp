// SPDX-License-Identifier: BSL-1.0
// Calls a verb of the table op/verbs.hpp with the arguments of a formula. The recorded form of the verb tells its parameters, and its row
// tells its options. So a new verb needs a row, and its header in one of the sources that include this file.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/plan/verbs.hpp>
#include "plan/bundle.hpp"
#include "plan/formula_value.hpp"

#include <algorithm>

namespace ravel::detail {

// An option in a row, and its default if there is one.
template <auto Value>
struct by_default {};
template <class Option>
struct option_of_row {
  using type = Option;
  static constexpr bool has_default = has_one_default<Option>;
  static Option otherwise() { return {}; }
};
template <auto Value>
struct option_of_row<by_default<Value>> {
  using type = decltype(Value);
  static constexpr bool has_default = true;
  static type otherwise() { return Value; }
};
template <class InRow>
using option_of_row_t = typename option_of_row<InRow>::type;

// Parameters behind the operands. A verb that the table gets may use any of them.
using all_parameters = formula_types<double, index_t, std::vector<double>, ints, decay>;

template <class Verb, class... Xs>
concept takes_all = requires(const Xs&... x) { Verb::call(x...); };

// The types of the list that the verb takes behind these.
template <class Verb, class Found, class Left, class... Before>
struct taken_options : std::type_identity<Found> {};
template <class Verb, class... Found, class First, class... More, class... Before>
struct taken_options<Verb, formula_types<Found...>, formula_types<First, More...>, Before...>
    : std::conditional_t<takes_all<Verb, Before..., option_of_row_t<First>>,
                         taken_options<Verb, formula_types<Found..., First>, formula_types<More...>, Before...>,
                         taken_options<Verb, formula_types<Found...>, formula_types<More...>, Before...>> {};

// The verb takes these, alone or with one parameter more. Those behind one that fits are not tried.
template <class Verb, class... Before>
concept begins_call =
    takes_all<Verb, Before...> || takes_all<Verb, Before..., double> || takes_all<Verb, Before..., index_t> ||
    takes_all<Verb, Before..., std::vector<double>> || takes_all<Verb, Before..., ints> || takes_all<Verb, Before..., decay>;

template <class Option>
std::optional<Option> option_among(std::span<const formula_value> options) {
  for (const formula_value& one : options) {
    if (auto value = formula_parameter<Option>(one)) return value;
  }
  return std::nullopt;
}

// Adds the options that are given, and known defaults of others, so that few calls are compiled.
template <class Verb, class... Done>
planned call_with(formula_types<>, const formula_call&, const Done&... done) {
  return Verb::call(done...);
}
template <class Verb, class First, class... More, class... Done>
planned call_with(formula_types<First, More...>, const formula_call& call, const Done&... done) {
  const auto value = option_among<option_of_row_t<First>>(call.options());
  if constexpr (option_of_row<First>::has_default) {
    return call_with<Verb>(formula_types<More...>(), call, done..., value.value_or(option_of_row<First>::otherwise()));
  } else {
    constexpr bool is_weighed = std::same_as<First, weights> && (std::same_as<Done, planned_weights> || ...);
    if constexpr (is_weighed) {
      if (value) call.refuse("is weighed twice");
    } else if constexpr (takes_all<Verb, Done..., First>) {
      if (value) return call_with<Verb>(formula_types<More...>(), call, done..., *value);
    } else {
      if (value) call.refuse(text() << "takes no " << option_name<First>() << " beside its other options");
    }
    return call_with<Verb>(formula_types<More...>(), call, done...);
  }
}

[[noreturn]] inline void refuse_option(const formula_call& call, const formula_value& option, bool keeps_axes) {
  if (option.as<formula_weights>()) call.refuse("takes no planned_weights");
  const auto* const word = option.as<formula_word>();
  if (!word) call.refuse("takes options behind its other arguments");
  if (word->word != "keep") call.refuse("takes no " + word->word);
  if (!keeps_axes) call.refuse("keeps its axis as it is: leave out keep");
  call.refuse(text() << "keeps axes that are named: " << call.name() << "(x, 0, keep)");
}

template <class... Options>
void check_options(formula_types<Options...>, const formula_call& call, bool keeps_axes) {
  std::vector<bool> given(sizeof...(Options));
  for (const formula_value& one : call.options()) {
    std::size_t k = 0, found = given.size();
    ((formula_parameter<option_of_row_t<Options>>(one) ? void(found = k++) : void(k++)), ...);
    if (found == given.size()) refuse_option(call, one, keeps_axes);
    if (given[found]) call.refuse(one.as<formula_word>() ? "is given " + one.as<formula_word>()->word + " twice" : "is weighed twice");
    given[found] = true;
  }
}

template <class Verb, class... Done>
planned with_options(const formula_call& call, const Done&... done) {
  using taken = typename taken_options<Verb, formula_types<>, typename Verb::options, Done...>::type;
  check_options(taken(), call, takes_all<Verb, Done..., ints, keep_t>);
  return call_with<Verb>(taken(), call, done...);
}

template <class Verb, class... Done>
planned with_arguments(const formula_call& call, std::span<const formula_value> left, const Done&... done);

// Tries a type for the next argument.
template <class Verb, class Parameter, class... Done>
std::optional<planned> with_parameter(const formula_call& call, std::span<const formula_value> left, const Done&... done) {
  // An integer is a real number, and axes are weights, where a verb takes those.
  if constexpr (std::same_as<Parameter, index_t> && begins_call<Verb, Done..., double>)
    return std::nullopt;
  else if constexpr (std::same_as<Parameter, ints> && begins_call<Verb, Done..., std::vector<double>>)
    return std::nullopt;
  else if constexpr (begins_call<Verb, Done..., Parameter>) {
    if (const auto value = formula_parameter<Parameter>(left[0])) return with_arguments<Verb>(call, left.subspan(1), done..., *value);
  }
  return std::nullopt;
}
template <class Verb, class... Parameters, class... Done>
std::optional<planned> with_any_parameter(formula_types<Parameters...>, const formula_call& call, std::span<const formula_value> left,
                                          const Done&... done) {
  std::optional<planned> made;
  ((made = with_parameter<Verb, Parameters>(call, left, done...)).has_value() || ...);
  return made;
}

// Required arguments, then axes if there is one more.
template <class Verb, class... Done>
planned with_arguments(const formula_call& call, std::span<const formula_value> left, const Done&... done) {
  if constexpr (takes_all<Verb, Done...>) {
    if (left.empty()) return with_options<Verb>(call, done...);
    if constexpr (takes_all<Verb, Done..., ints>) {
      if (left.size() == 1) return with_options<Verb>(call, done..., call.axes(left[0]));
    } else if constexpr (takes_all<Verb, Done..., index_t>) {
      if (left.size() == 1) return with_options<Verb>(call, done..., call.axes(left[0])[0]);
    }
  } else {
    if (!left.empty()) {
      if (const auto made = with_any_parameter<Verb>(all_parameters(), call, left, done...)) return *made;
    }
  }
  call.refuse(text() << "takes a value that is no number, and axes behind its arguments: " << call.name() << "(x, {0, 1})");
}

template <class Verb>
concept recorded_alone = begins_call<Verb, planned> || takes_all<Verb, planned, index_t, double> ||
                         takes_all<Verb, planned, index_t, index_t> || takes_all<Verb, planned, std::vector<double>, std::vector<double>>;

template <class Verb>
planned call_verb(const formula_call& call) {
  if constexpr (takes_all<Verb, planned, planned, planned>) {
    if (call.operands() == 3) return with_arguments<Verb>(call, call.arguments(), call.operand(0), call.operand(1), call.operand(2));
  }
  if constexpr (begins_call<Verb, planned, planned>) {
    if (call.operands() == 2) return with_arguments<Verb>(call, call.arguments(), call.operand(0), call.operand(1));
  }
  if constexpr (recorded_alone<Verb>) {
    if (call.operands() == 1) return with_arguments<Verb>(call, call.arguments(), call.operand(0));
  }
  if (begins_call<Verb, planned, planned>) call.refuse("takes two values that are no numbers");
  call.refuse(text() << "takes " << (call.operands() > 1 ? "one value" : "a value that is no number")
                     << (call.name() == "min" || call.name() == "max" ? ": minimum(x, y) and maximum(x, y) take two" : ""));
}

// The options of a row, and those of its form.
#define RAVEL_ROW_OPTIONS(form, takes, at_run_time, named_as, ...) formula_types<planned_weights, keep_t __VA_OPT__(, ) __VA_ARGS__>
#define RAVEL_OPTIONS_OF_ROW(...) RAVEL_ROW_OPTIONS(__VA_ARGS__)
#define RAVEL_FORMULA_VERB(name) RAVEL_FORMULA_VERB_WITH(name, RAVEL_OPTIONS_OF_ROW(RAVEL_VERB_##name))
#define RAVEL_FORMULA_VERB_WITH(name, ...)       \
  struct name##_in_formula {                     \
    using options = __VA_ARGS__;                 \
    template <class... Xs>                       \
      requires requires(const Xs&... x) {        \
        { name(x...) } -> std::same_as<planned>; \
      }                                          \
    static planned call(const Xs&... x) {        \
      return name(x...);                         \
    }                                            \
  };
// A verb with several results gives the step that has them all.
#define RAVEL_FORMULA_VERB_WITH_PARTS(name, first)       \
  struct name##_with_parts {                             \
    using options = typename name##_in_formula::options; \
    template <class... Xs>                               \
      requires requires(const Xs&... x) {                \
        { name(x...).first } -> std::same_as<planned&&>; \
      }                                                  \
    static planned call(const Xs&... x) {                \
      return bundle_behind(name(x...).first);            \
    }                                                    \
  };

template <class Verb>
constexpr formula_function function_of_verb() {
  if constexpr (recorded_alone<Verb> || begins_call<Verb, planned, planned>) return &call_verb<Verb>;
  return nullptr;
}
#define RAVEL_FORMULA_ROW(verb) {#verb, function_of_verb<verb##_in_formula>()},
#define RAVEL_FORMULA_ROW_WITH_PARTS(verb, first) {#verb, &call_verb<verb##_with_parts>},

formula_function statistic_named(std::string_view name);
formula_function window_verb_named(std::string_view name);

}  // namespace ravel::detail
