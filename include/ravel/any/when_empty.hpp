// SPDX-License-Identifier: BSL-1.0
// when_empty{v} for reductions of data of run-time type: min(x, 0, nan_policy::skip, when_empty{0}). If no element is left, in the data or
// in a line, the result is v, which must fit its type. Eager, with fresh results.
#pragma once

#include <ravel/any/group.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/op/fold/when_empty.hpp>
#include <ravel/op/stats/quantile.hpp>

namespace ravel {

namespace detail {

// Data with zeros in lines where nothing is left, so that the operation can reduce them. `nothing` is true for those lines; it has extent 1
// on the worked axes, and is empty if every line has elements.
struct any_left {
  any_tensor values;
  tensor<const bool> nothing;
};
RAVEL_API any_left lines_left_of(const any_data& x, const ints& axes, nan_policy policy);
RAVEL_API bool nothing_left(const any_data& x, nan_policy policy);
RAVEL_API any_tensor some_elements(dtype type, const shape& of);

// The value of when_empty in the type of the results; type_error if it does not fit.
RAVEL_API any_scalar told_as(const any_scalar& told, dtype type);
RAVEL_API any_tensor with_told(const any_tensor& made, const any_left& left, const any_scalar& told);

template <class... Options>
any_scalar any_told(const Options&... options) {
  static_assert((0 + ... + int{says_when_empty<Options>}) == 1, "an option is given twice");
  any_scalar told;
  [[maybe_unused]] const auto look = [&]<class Option>([[maybe_unused]] const Option& option) {
    if constexpr (says_when_empty<Option>) told = any_scalar(option.value);
  };
  (look(options), ...);
  return told;
}

// Calls verb(data, options…) for all elements.
template <class Verb, class... Options>
auto any_unless_empty(const any_data& x, Verb verb, const Options&... options) {
  const bool nothing = nothing_left(x, option_or(nan_policy::keep, options...));
  return call_without<when_empty_options>(
      [&](const auto&... rest) {
        using result = decltype(verb(x.values, rest...));
        if constexpr (std::same_as<result, any_scalar>) {
          const any_scalar made = verb(nothing ? some_elements(x.values.dtype(), {2}) : x.values, rest...);
          const any_scalar told = told_as(any_told(options...), made.dtype());
          return nothing ? told : made;
        } else {
          const std::optional<result> told = told_value<result>(options...);
          return nothing ? *told : verb(x.values, rest...);
        }
      },
      options...);
}

// Calls verb(data, options…) for lines along the axes.
template <class Verb, class... Options>
auto any_lines_unless_empty(const any_data& x, const ints& axes, Verb verb, const Options&... options) {
  const any_left left = lines_left_of(x, axes, option_or(nan_policy::keep, options...));
  return call_without<when_empty_options>(
      [&](const auto&... rest) {
        using result = decltype(verb(left.values, rest...));
        const result made = verb(left.values, rest...);
        if constexpr (std::same_as<result, any_tensor>) {
          return with_told(made, left, any_told(options...));
        } else {
          const auto told = told_value<typename result::value_type>(options...);
          const reader<bool> nothing = left.nothing;
          for (index_t i = 0; i < nothing.size(); ++i) {
            if (nothing[i]) made.data()[i] = *told;
          }
          return made;
        }
      },
      options...);
}

}  // namespace detail

#define RAVEL_ANY_TOLD(name, ...)                                                                        \
  template <detail::told_among<__VA_ARGS__>... Options>                                                  \
    requires detail::told_when_empty<Options...>                                                         \
  [[nodiscard]] auto name(const detail::any_data& x, const Options&... options) {                        \
    return detail::any_unless_empty(                                                                     \
        x, [](const any_tensor& data, const auto&... rest) { return name(data, rest...); }, options...); \
  }
#define RAVEL_ANY_TOLD_OF_LINES(name, ...)                                                                            \
  RAVEL_ANY_TOLD(name __VA_OPT__(, ) __VA_ARGS__)                                                                     \
  template <detail::told_among<keep_t __VA_OPT__(, ) __VA_ARGS__>... Options>                                         \
    requires detail::told_when_empty<Options...>                                                                      \
  [[nodiscard]] auto name(const detail::any_data& x, const ints& axes, const Options&... options) {                   \
    return detail::any_lines_unless_empty(                                                                            \
        x, axes, [&](const any_tensor& data, const auto&... rest) { return name(data, axes, rest...); }, options...); \
  }

RAVEL_ANY_TOLD_OF_LINES(sum, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(product, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(mean, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(min, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(max, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(argmin, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(argmax, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(argmin_last, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(argmax_last, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(variance, ddof, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(standard_deviation, ddof, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(var, ddof, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(std, ddof, nan_policy)
RAVEL_ANY_TOLD_OF_LINES(most_common)
#undef RAVEL_ANY_TOLD_OF_LINES
#undef RAVEL_ANY_TOLD

}  // namespace ravel
