// SPDX-License-Identifier: BSL-1.0
// The step of a verb or a view: how it was called, and the function of tensors of run-time type that a run calls. Immutable.
#pragma once

#include <ravel/loop/options.hpp>
#include <ravel/plan/planned.hpp>

#include <any>
#include <cstring>
#include <string>
#include <tuple>

namespace ravel::detail {

// The arguments of a call beside its operands: as text, and as a value that tells whether two calls are the same.
struct call_arguments {
  std::string words;  // ", {0}, keep"
  std::any values;
  bool (*equal)(const std::any& a, const std::any& b) = nullptr;  // null: no two calls are the same
};

template <class X>
bool same_argument(const X& a, const X& b) {
  if constexpr (std::is_empty_v<X>) {
    return true;
  } else if constexpr (std::equality_comparable<X>) {
    return a == b;
  } else if constexpr (std::has_unique_object_representations_v<X>) {
    return std::memcmp(&a, &b, sizeof(X)) == 0;
  } else {
    return false;
  }
}
RAVEL_API bool same_argument(const ints& a, const ints& b);

RAVEL_API std::string argument_words(const ints& list);
RAVEL_API std::string argument_words(const std::vector<double>& list);
RAVEL_API std::string argument_words(nan_policy policy);
RAVEL_API std::string argument_words(sort_order order);
RAVEL_API std::string argument_words(const planned_shape& lengths);
template <class X>
std::string argument_words(const X& x) {
  if constexpr (std::same_as<X, keep_t>) {
    return "keep";
  } else if constexpr (std::is_arithmetic_v<X>) {
    return text() << x;
  } else if constexpr (requires { text() << x.value; }) {
    return text() << x.value;
  } else {
    return "…";
  }
}

template <class... Arguments>
call_arguments arguments_of(const Arguments&... arguments) {
  using all = std::tuple<Arguments...>;
  call_arguments made;
  ((made.words += ", " + argument_words(arguments)), ...);
  made.values = all(arguments...);
  made.equal = [](const std::any& a, const std::any& b) {
    const all &x = *std::any_cast<all>(&a), &y = *std::any_cast<all>(&b);
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return (same_argument(std::get<K>(x), std::get<K>(y)) && ...);
    }(std::index_sequence_for<Arguments...>());
  };
  return made;
}

using step_function = std::function<any_operand(const operand_values& operands, const extent_values& extents)>;

struct step_call {
  step_work work;
  std::string verb;  // empty: the first operand is called
  call_arguments arguments;
  step_function run;
  std::size_t argument_place = static_cast<std::size_t>(-1);  // operands before the arguments: all, or fewer as in take(x, 0, positions)
  std::vector<planned_length> reads_lengths = {};             // that a run asks for, so they must be found before
  bool gives_parts = false;                                   // the value is a bundle
};

RAVEL_API planned record_call(step_call call, dtype type, planned_shape shape, std::vector<shared_recorded> operands);

// A tensor of its type and rank with few elements: it tells the type of a verb's result.
RAVEL_API any_tensor example_tensor(const recorded& step);

}  // namespace ravel::detail
