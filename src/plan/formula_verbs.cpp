// SPDX-License-Identifier: BSL-1.0
// Calls the verbs of the table op/verbs.hpp by their names. Which parameters and options a verb takes is asked of its recorded form, so a
// row of the table is enough, where this file includes that of the verb.
#include "plan/formula_verbs.hpp"

#include <ravel/any/group.hpp>
#include <ravel/any/search.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/moment.hpp>
#include <ravel/op/keys/run_lengths.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/detrend.hpp>
#include <ravel/op/signal/fft.hpp>
#include <ravel/op/signal/gaussian_filter.hpp>
#include <ravel/op/signal/median_filter.hpp>
#include <ravel/op/signal/savgol_filter.hpp>
#include <ravel/op/stats/outliers.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/op/stats/trimmed_mean.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/ewm.hpp>
#include <ravel/op/windows/gradient.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>
#include <ravel/plan/fits.hpp>
#include <ravel/plan/several.hpp>
#include <ravel/plan/verbs.hpp>
#include "plan/bundle.hpp"

namespace ravel::detail {

formula_call::formula_call(std::string_view name, std::span<const formula_value> all) : name_(name), all_(all) {
  while (operands_ < all.size() && is_operand(all[operands_])) ++operands_;
  const auto is_option = [](const formula_value& one) {
    const auto* const word = one.as<formula_word>();
    return word && !word->word.starts_with("decay::");
  };
  for (options_ = operands_; options_ < all.size() && !is_option(all[options_]);) ++options_;
}

void formula_call::refuse(const std::string& why) const { throw value_error(text() << name_ << " " << why); }

ints formula_call::axes(const formula_value& x) const {
  index_t rank = 0;
  for (std::size_t k = 0; k < operands_; ++k) rank = std::max(rank, operand(k).rank());
  const auto* const list = x.as<formula_list>();
  std::vector<index_t> given, met;
  for (const formula_value& one : list ? std::span<const formula_value>(*list) : std::span(&x, 1)) {
    const auto axis = integer_argument(one);
    if (!axis) throw placed_error<value_error>("expected an axis, such as 0, or axes, such as {0, 1}", one.at);
    try {
      given.push_back(*axis);
      met.push_back(check_axis(*axis, rank));
    } catch (const index_error& outside) {
      throw placed_error<index_error>(outside.what(), one.at);
    }
    if (std::ranges::count(met, met.back()) > 1)
      throw placed_error<value_error>(text() << name_ << ": axis " << met.back() << " is named twice", one.at);
  }
  return given;
}

namespace {

template <class... Types>
struct formula_types {};

// Parameters behind the operands, and options. A verb that the table gets may use any of them.
using all_parameters = formula_types<double, index_t, std::vector<double>, ints, decay>;
using all_options =
    formula_types<keep_t, nan_policy, ddof, weights, sort_order, nan_place, rank_ties, moment_kind, elements_are, quantile_rule,
                  deviation_scale, correlation_kind, order<>, spacing, gradient_ends, ewm_start, every, window_position, edge_mode,
                  convolve_mode, convolve_method, truncate_at, trend_kind, breakpoints, fft_norm, fft_length, bins, intercept>;

template <class Verb, class... Xs>
concept takes_all = requires(const Xs&... x) { Verb::call(x...); };

// The types of the list that the verb takes behind these.
template <class Verb, class Found, class Left, class... Before>
struct taken_options {
  using type = Found;
};
template <class Verb, class... Found, class First, class... More, class... Before>
struct taken_options<Verb, formula_types<Found...>, formula_types<First, More...>, Before...>
    : std::conditional_t<takes_all<Verb, Before..., First>,
                         taken_options<Verb, formula_types<Found..., First>, formula_types<More...>, Before...>,
                         taken_options<Verb, formula_types<Found...>, formula_types<More...>, Before...>> {};

// True if the verb takes these, alone or with one parameter more. Real numbers are tried before integers, which convert to them.
template <class Verb, class... Before>
constexpr bool begins_call() {
  if constexpr (takes_all<Verb, Before...>)
    return true;
  else if constexpr (takes_all<Verb, Before..., double>)
    return true;
  else if constexpr (takes_all<Verb, Before..., index_t>)
    return true;
  else if constexpr (takes_all<Verb, Before..., std::vector<double>>)
    return true;
  else if constexpr (takes_all<Verb, Before..., ints>)
    return true;
  else
    return takes_all<Verb, Before..., decay>;
}

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
  const auto value = option_among<First>(call.options());
  if constexpr (has_one_default<First>) {
    return call_with<Verb>(formula_types<More...>(), call, done..., value.value_or(First{}));
  } else if constexpr (std::same_as<First, window_position>) {
    return call_with<Verb>(formula_types<More...>(), call, done..., value.value_or(window_position::centre));
  } else if constexpr (std::same_as<First, edge_mode> && (std::same_as<Done, window_position> || ...)) {
    return call_with<Verb>(formula_types<More...>(), call, done..., value.value_or(edge_mode::clamp));
  } else if constexpr (std::same_as<First, edge_mode> && takes_all<Verb, Done..., convolve_mode>) {
    return call_with<Verb>(formula_types<More...>(), call, done..., value.value_or(edge_mode::zero));
  } else {
    if (value) return call_with<Verb>(formula_types<More...>(), call, done..., *value);
    return call_with<Verb>(formula_types<More...>(), call, done...);
  }
}

[[noreturn]] void refuse_option(const formula_call& call, const formula_value& option, bool keeps_axes) {
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
    ((formula_parameter<Options>(one) ? void(found = k++) : void(k++)), ...);
    if (found == given.size()) refuse_option(call, one, keeps_axes);
    if (given[found]) call.refuse("is given " + one.as<formula_word>()->word + " twice");
    given[found] = true;
  }
}

template <class Verb, class... Done>
planned with_options(const formula_call& call, const Done&... done) {
  using taken = typename taken_options<Verb, formula_types<>, all_options, Done...>::type;
  check_options(taken(), call, takes_all<Verb, Done..., ints, keep_t>);
  return call_with<Verb>(taken(), call, done...);
}

template <class Verb, class... Done>
planned with_arguments(const formula_call& call, std::span<const formula_value> left, const Done&... done);

// Tries a type for the next argument.
template <class Verb, class Parameter, class... Done>
std::optional<planned> with_parameter(const formula_call& call, std::span<const formula_value> left, const Done&... done) {
  // An integer is a real number, and axes are weights, where a verb takes those.
  if constexpr (std::same_as<Parameter, index_t> && begins_call<Verb, Done..., double>())
    return std::nullopt;
  else if constexpr (std::same_as<Parameter, ints> && begins_call<Verb, Done..., std::vector<double>>())
    return std::nullopt;
  else if constexpr (begins_call<Verb, Done..., Parameter>()) {
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
    }
  } else {
    if (!left.empty()) {
      if (const auto made = with_any_parameter<Verb>(all_parameters(), call, left, done...)) return *made;
    }
  }
  call.refuse(text() << "takes a value that is no number, and axes behind its arguments: " << call.name() << "(x, {0, 1})");
}

template <class Verb>
constexpr bool recorded_alone() {
  if constexpr (begins_call<Verb, planned>())
    return true;
  else
    return takes_all<Verb, planned, index_t, double> || takes_all<Verb, planned, index_t, index_t>;
}
template <class Verb>
inline constexpr bool is_recorded_alone = recorded_alone<Verb>();
template <class Verb>
inline constexpr bool is_recorded_beside = begins_call<Verb, planned, planned>();

template <class Verb>
planned call_verb(const formula_call& call) {
  if constexpr (is_recorded_beside<Verb>) {
    if (call.operands() == 2) return with_arguments<Verb>(call, call.arguments(), call.operand(0), call.operand(1));
  }
  if constexpr (is_recorded_alone<Verb>) {
    if (call.operands() == 1) return with_arguments<Verb>(call, call.arguments(), call.operand(0));
  }
  call.refuse(text() << "takes " << (is_recorded_beside<Verb> ? "two values that are no numbers" : "a value that is no number"));
}

#define RAVEL_NAMED_VERB(name)                   \
  struct name##_in_formula {                     \
    template <class... Xs>                       \
      requires requires(const Xs&... x) {        \
        { name(x...) } -> std::same_as<planned>; \
      }                                          \
    static planned call(const Xs&... x) {        \
      return name(x...);                         \
    }                                            \
  };
RAVEL_FOR_EACH_VERB(RAVEL_NAMED_VERB)
#undef RAVEL_NAMED_VERB

// Verbs with several results give the step that has them all.
#define RAVEL_NAMED_VERB(name, first)                    \
  struct name##_with_parts {                             \
    template <class... Xs>                               \
      requires requires(const Xs&... x) {                \
        { name(x...).first } -> std::same_as<planned&&>; \
      }                                                  \
    static planned call(const Xs&... x) {                \
      return bundle_behind(name(x...).first);            \
    }                                                    \
  };
#define RAVEL_FOR_EACH_VERB_WITH_PARTS(X) \
  X(value_counts, values)                 \
  X(histogram, counts)                    \
  X(quartiles, min)                       \
  X(descriptive_statistics, count)        \
  X(linear_regression, count) X(theil_sen, slope) X(peak_prominences, values) X(peak_widths, values) X(least_squares, coefficients)
RAVEL_FOR_EACH_VERB_WITH_PARTS(RAVEL_NAMED_VERB)
#undef RAVEL_NAMED_VERB

struct named_function {
  std::string_view name;
  formula_function call;
};
template <class Verb>
constexpr formula_function function_of_verb() {
  if constexpr (is_recorded_alone<Verb> || is_recorded_beside<Verb>) return &call_verb<Verb>;
  return nullptr;
}

}  // namespace

formula_function formula_verb_named(std::string_view name) {
#define RAVEL_ROW(verb) {#verb, function_of_verb<verb##_in_formula>()},
  static constexpr named_function all[] = {RAVEL_FOR_EACH_VERB(RAVEL_ROW)};
#undef RAVEL_ROW
#define RAVEL_ROW(verb, first) {#verb, &call_verb<verb##_with_parts>},
  static constexpr named_function with_parts[] = {RAVEL_FOR_EACH_VERB_WITH_PARTS(RAVEL_ROW)};
#undef RAVEL_ROW
  const auto several = std::ranges::find(with_parts, name, &named_function::name);
  if (several != std::end(with_parts)) return several->call;
  const auto found = std::ranges::find(all, name, &named_function::name);
  return found == std::end(all) ? nullptr : found->call;
}

}  // namespace ravel::detail
