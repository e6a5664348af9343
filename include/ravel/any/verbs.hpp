// SPDX-License-Identifier: BSL-1.0
// Verbs on data whose type is known at run time, stamped from the table op/verbs.hpp where they compute in double whatever the type: such a
// verb gives what it gives of the elements as doubles. Complex numbers and words are a type_error. Eager, with fresh results.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/verbs.hpp>

namespace ravel {

namespace detail {

// The elements as doubles, for a verb that computes in them: integers above 2^53 are rounded, as that verb rounds them.
RAVEL_API tensor<const double> as_doubles(const char* operation, const any_data& x);

template <class X>
decltype(auto) doubles_of(const char* operation, const X& x) {
  if constexpr (any_handle<X>) {
    return as_doubles(operation, x);
  } else {
    return (x);
  }
}

}  // namespace detail

// Axes stand in braces, or are one number: behind the data, or behind an argument.
#define RAVEL_AT_RUN_TIME_as_double(name)                                                                                        \
  template <detail::any_handle X, class... Args>                                                                                 \
    requires requires(const tensor<const double>& t, const Args&... args) { name(t, args...); }                                  \
  [[nodiscard]] auto name(const X& x, const Args&... args) {                                                                     \
    return name(detail::as_doubles(#name, x), args...);                                                                          \
  }                                                                                                                              \
  template <detail::any_handle X, class... Options>                                                                              \
    requires requires(const tensor<const double>& t, const ints& axes, const Options&... options) { name(t, axes, options...); } \
  [[nodiscard]] auto name(const X& x, const ints& axes, const Options&... options) {                                             \
    return name(detail::as_doubles(#name, x), axes, options...);                                                                 \
  }                                                                                                                              \
  template <detail::any_handle X, class A, class... Options>                                                                     \
    requires requires(const tensor<const double>& t, const A& a, const ints& axes, const Options&... options) {                  \
      name(t, a, axes, options...);                                                                                              \
    }                                                                                                                            \
  [[nodiscard]] auto name(const X& x, const A& a, const ints& axes, const Options&... options) {                                 \
    return name(detail::as_doubles(#name, x), a, axes, options...);                                                              \
  }
// Two operands, of which one has a run-time type at least.
#define RAVEL_AT_RUN_TIME_as_doubles(name)                                                                                           \
  template <class A, class B, class... Args>                                                                                         \
    requires(detail::any_among<A, B> && requires(const tensor<const double>& t, const Args&... args) { name(t, t, args...); })       \
  [[nodiscard]] auto name(const A& a, const B& b, const Args&... args) {                                                             \
    return name(detail::doubles_of(#name, a), detail::doubles_of(#name, b), args...);                                                \
  }                                                                                                                                  \
  template <class A, class B, class... Options>                                                                                      \
    requires(detail::any_among<A, B> &&                                                                                              \
             requires(const tensor<const double>& t, const ints& axes, const Options&... options) { name(t, t, axes, options...); }) \
  [[nodiscard]] auto name(const A& a, const B& b, const ints& axes, const Options&... options) {                                     \
    return name(detail::doubles_of(#name, a), detail::doubles_of(#name, b), axes, options...);                                       \
  }
#define RAVEL_AT_RUN_TIME_own(name)
#define RAVEL_AT_RUN_TIME_in_type(name)
#define RAVEL_AT_RUN_TIME_none(name)

#define RAVEL_AT_RUN_TIME(name) RAVEL_AT_RUN_TIME_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_AT_RUN_TIME_OF_ROW(name, ...) RAVEL_AT_RUN_TIME_OF_FORM(name, __VA_ARGS__)
#define RAVEL_AT_RUN_TIME_OF_FORM(name, form, takes, at_run_time, ...) RAVEL_AT_RUN_TIME_##at_run_time(name)

RAVEL_FOR_EACH_VERB(RAVEL_AT_RUN_TIME)

}  // namespace ravel
