// SPDX-License-Identifier: BSL-1.0
// The step of a verb or a view: how it was called, and the function of tensors of run-time type that a run calls. Immutable.
#pragma once

#include <ravel/any/any_scalar.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/op/fold/weights.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/ewm.hpp>
#include <ravel/op/windows/window.hpp>
#include <ravel/plan/planned.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace ravel::detail {

// The text of an argument of a recorded call, in the form in which formulas write it: ddof{1}, nan_policy::skip, {0, 1}. Numbers keep their
// bits. An argument that has no text, such as a function or a reducer, is written "…". Pure functions.

inline constexpr std::string_view no_text = "…";

// "skip" or "(ravel::nan_policy)7" of what compilers write for V.
constexpr std::string_view written_parameter(std::string_view signature) {
  const std::size_t begin = signature.find(" = ") + 3;
  return signature.substr(begin, signature.find_first_of(";]", begin) - begin);
}
template <auto V>
constexpr std::string_view parameter_text() {
  return written_parameter(__PRETTY_FUNCTION__);
}
template <class T>
constexpr std::string_view parameter_text() {
  return written_parameter(__PRETTY_FUNCTION__);
}

// "ddof" of ravel::ddof, "order" of ravel::order<>.
template <class T>
constexpr std::string_view option_name() {
  const std::string_view whole = parameter_text<T>(), name = whole.substr(0, whole.find('<'));
  return name.substr(name.rfind(':') + 1);
}
// "nan_policy::skip" of the first enumerators, and nothing for values that are none.
inline constexpr std::size_t most_enumerators = 16;
template <class E, std::size_t... K>
constexpr std::array<std::string_view, most_enumerators> enumerators(std::index_sequence<K...>) {
  const auto own = [](std::string_view name) {
    if (name[0] == '(') return std::string_view();
    const std::size_t before = name.rfind(':', name.rfind(':') - 2);
    return before == std::string_view::npos ? name : name.substr(before + 1);
  };
  return {own(parameter_text<static_cast<E>(K)>())...};
}
template <class E>
consteval std::array<std::string_view, most_enumerators> enumerator_names() {
  return enumerators<E>(std::make_index_sequence<most_enumerators>());
}

// As formulas read it: 2, 0.5, 2.5f, true, "a", and int8(3) where no C++ literal has the type.
RAVEL_API std::string scalar_literal(const any_scalar& value);
// Between marks, which a \ stands before within: "a", `a name`.
RAVEL_API std::string text_in_marks(std::string_view value, char mark);
// The same without a type: 2.5, nan, (1.0, 2.0), "a".
RAVEL_API std::string element_text(const any_scalar& value);
// The same of a number whose type is known where it is read: 3 of any integer.
RAVEL_API std::string argument_words(double value);
RAVEL_API std::string argument_words(index_t value);
RAVEL_API std::string argument_words(const ints& list);
RAVEL_API std::string argument_words(std::span<const double> list);
RAVEL_API std::string argument_words(std::span<const index_t> list);
RAVEL_API std::string argument_words(std::uint64_t value);
RAVEL_API std::string argument_words(decay by);
RAVEL_API std::string braced_words(std::string_view name, const std::string& value);
RAVEL_API std::string braced_words(std::string_view name, const std::array<double, 2>& bounds);

// An option of the library, and no template but order<>: when_empty{v} is of any type, which no text tells.
template <class X>
concept library_option =
    parameter_text<X>().starts_with("ravel::") && (parameter_text<X>().find('<') == std::string_view::npos || option_name<X>() == "order");
template <class X>
concept holds_value = library_option<X> && std::is_aggregate_v<X> && requires(const X& x) {
  { x.value } -> among<const double&, const index_arg&>;
};
// Two numbers, such as between{low, high}.
template <class X>
concept holds_bounds = library_option<X> && std::is_aggregate_v<X> && sizeof(X) == 2 * sizeof(double) && requires {
  X{0.0, 0.0};
};
template <holds_bounds X>
constexpr std::array<double, 2> bounds_of(const X& x) {
  const auto& [low, high] = x;
  return {low, high};
}
template <class X>
concept holds_positions = library_option<X> && requires(const X& x) {
  { x.positions } -> std::convertible_to<const std::vector<index_t>&>;
};
// Only these own their elements: those of a reader may change between runs.
template <class X>
inline constexpr bool list_of_doubles = std::same_as<X, std::vector<double>>;
template <std::size_t N>
inline constexpr bool list_of_doubles<std::array<double, N>> = true;

template <class X>
std::string argument_words(const X& x) {
  if constexpr (std::same_as<X, keep_t>) {
    return "keep";
  } else if constexpr (std::is_enum_v<X> && library_option<X>) {
    constexpr auto names = enumerator_names<X>();
    return std::string(names[static_cast<std::size_t>(x)]);
  } else if constexpr (std::floating_point<X>) {
    return argument_words(static_cast<double>(x));
  } else if constexpr (unsigned_element<X>) {
    return argument_words(static_cast<std::uint64_t>(x));
  } else if constexpr (integer<X>) {
    return argument_words(static_cast<index_t>(x));
  } else if constexpr (std::same_as<X, index_arg>) {
    return argument_words(index_t{x});
  } else if constexpr (std::same_as<X, weights>) {
    return "weights" + argument_words(x.span());
  } else if constexpr (holds_positions<X>) {
    return braced_words(option_name<X>(), argument_words(std::span<const index_t>(x.positions)));
  } else if constexpr (list_of_doubles<X>) {
    return argument_words(std::span<const double>(x));
  } else if constexpr (holds_value<X>) {
    return braced_words(option_name<X>(), argument_words(x.value));
  } else if constexpr (holds_bounds<X>) {
    return braced_words(option_name<X>(), bounds_of(x));
  } else {
    return std::string(no_text);
  }
}

// Options that mean the same as X{} in every verb where they are left out. (Others have a default of the verb's own, or none.)
inline constexpr std::string_view options_with_one_default[] = {
    "nan_policy",    "ddof",           "sort_order",      "nan_place",        "rank_ties",
    "moment_kind",   "quantile_rule",  "deviation_scale", "correlation_kind", "spacing",
    "gradient_ends", "ewm_start",      "every",           "convolve_mode",    "convolve_method",
    "truncate_at",   "trend_kind",     "breakpoints",     "fft_norm",         "group_order",
    "peak_height",   "peak_threshold", "peak_prominence", "peak_width",       "peak_plateau",
    "peak_distance", "peak_depth",     "peak_window"};
template <class X>
inline constexpr bool has_one_default =
    library_option<X> && std::find(std::begin(options_with_one_default), std::end(options_with_one_default), option_name<X>()) !=
                             std::end(options_with_one_default);
template <class X>
bool is_default(const X& x) {
  if constexpr (!has_one_default<X>) {
    return false;
  } else if constexpr (std::is_enum_v<X>) {
    return x == X{};
  } else if constexpr (holds_positions<X>) {
    return x.positions.empty();
  } else if constexpr (holds_bounds<X>) {
    return bounds_of(x) == bounds_of(X{});
  } else {
    return x.value == X{}.value;
  }
}

// The arguments of a call beside its operands, as formulas write them: lengths of a shape come last. Two calls with equal text are the same
// call, unless an argument has no text.
struct call_arguments {
  std::string words;  // ", {0}, keep"
  bool have_text = true;
  std::size_t options = 0;  // that are not defaults
  planned_shape lengths;    // that tell calls apart, and stand behind the words
  enum class lengths_are : unsigned char { none, each, a_shape } last = lengths_are::none;
  bool lengths_lead = false;  // they are a list before the words
};

// Arguments that no text tells: calls with them are never the same, and cannot be saved.
inline call_arguments untold_arguments() {
  call_arguments made;
  made.words = ", …";
  made.have_text = false;
  return made;
}

// An argument, and how its text is made.
struct argument_view {
  const void* argument;
  std::string (*words)(const void* argument);
};
RAVEL_API call_arguments joined_arguments(std::initializer_list<argument_view> arguments, std::size_t options);
template <class X>
std::string words_of_argument(const void* argument) {
  return argument_words(*static_cast<const X*>(argument));
}
// Empty for a default.
template <class X>
std::string words_of_option(const void* option) {
  const X& value = *static_cast<const X*>(option);
  return is_default(value) ? std::string() : argument_words(value);
}
template <class... Arguments>
call_arguments arguments_of(const Arguments&... arguments) {
  return joined_arguments({argument_view{&arguments, &words_of_argument<Arguments>}...}, 0);
}
// The last ones are options, which have any order: they are sorted.
template <std::size_t Options, class... Arguments>
call_arguments arguments_of_verb(const Arguments&... arguments) {
  constexpr std::size_t required = sizeof...(Arguments) - Options;
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return joined_arguments({argument_view{&arguments, K < required ? &words_of_argument<Arguments> : &words_of_option<Arguments>}...},
                            Options);
  }(std::index_sequence_for<Arguments...>());
}

using step_function = std::function<any_operand(const operand_values& operands, const extent_values& extents)>;

struct step_call {
  step_work work;
  std::string verb;  // empty: the first operand is called
  call_arguments arguments;
  step_function run;
  std::size_t argument_place = static_cast<std::size_t>(-1);  // operands before the arguments: all, or fewer as in take(x, 0, positions)
  bool has_weights = false;                                   // the last operand, written planned_weights(w)
  std::vector<planned_length> reads_lengths = {};             // that a run asks for, so they must be found before
  std::shared_ptr<const std::vector<shaped_part>> parts = nullptr;  // of a bundle, if the value is one
  bool reads_memory = false;                                        // operands that are computed are copied to memory first
  bool is_placed_by_elements = false;                               // of an operand: a view of positions
};

RAVEL_API planned record_call(step_call call, dtype type, planned_shape shape, std::vector<shared_recorded> operands);

// A tensor of its type and rank with few elements: it tells the type of a verb's result.
RAVEL_API any_tensor example_tensor(const recorded& step);

}  // namespace ravel::detail
