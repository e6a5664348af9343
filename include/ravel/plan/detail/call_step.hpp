// SPDX-License-Identifier: BSL-1.0
// The step of a verb or a view: how it was called, and the function of tensors of run-time type that a run calls. Immutable.
#pragma once

#include <ravel/plan/detail/argument_text.hpp>
#include <ravel/plan/planned.hpp>

#include <initializer_list>
#include <string>

namespace ravel::detail {

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
inline call_arguments untold_arguments(std::string words) {
  call_arguments made;
  made.words = std::move(words);
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
  std::vector<planned_length> reads_lengths = {};             // that a run asks for, so they must be found before
  std::shared_ptr<const std::vector<shaped_part>> parts = nullptr;  // of a bundle, if the value is one
  bool reads_memory = false;                                        // operands that are computed are copied to memory first
  bool is_placed_by_elements = false;                               // of an operand: a view of positions
};

RAVEL_API planned record_call(step_call call, dtype type, planned_shape shape, std::vector<shared_recorded> operands);

// A tensor of its type and rank with few elements: it tells the type of a verb's result.
RAVEL_API any_tensor example_tensor(const recorded& step);

}  // namespace ravel::detail
