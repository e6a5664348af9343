// SPDX-License-Identifier: BSL-1.0
// Verbs on data of run-time type, stamped from the table op/verbs.hpp. Verbs that always compute in double take the elements as doubles;
// others are called on the typed tensor. An unsupported type is a type_error that names it. Eager, with fresh results.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/verbs.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <initializer_list>
#include <tuple>

namespace ravel {

namespace detail {

// The elements as doubles. Integers above 2^53 are rounded, as the verb rounds them.
RAVEL_API tensor<const double> elements_as_doubles(const char* operation, const any_data& x);

template <class X>
decltype(auto) doubles_of(const char* operation, const X& x) {
  if constexpr (any_handle<X>) {
    return elements_as_doubles(operation, x);
  } else {
    return (x);
  }
}
template <class X>
using doubles_of_t = std::conditional_t<any_handle<X>, tensor<const double>, X>;

[[noreturn]] RAVEL_API void throw_no_operation(std::string_view function, dtype a);

// The result of f on the typed tensor; type_error if f does not accept it.
template <class F>
any_tensor visit_as_any(const char* operation, const any_data& x, const F& f) {
  return visit(x.values, [&]<class T>(const tensor<const T>& t) -> any_tensor {
    if constexpr (requires { any_tensor(f(t)); }) {
      return any_tensor(f(t));
    } else if constexpr (requires { any_reader(f(t)); }) {
      return any_reader(f(t)).as_tensor();
    } else {
      throw_no_operation(operation, dtype_of<T>());
    }
  });
}

}  // namespace detail

// Axes are a list in braces, or one number, after the data or after an argument.
#define RAVEL_AT_RUN_TIME_as_double(name, ...)                                                                                    \
  template <detail::any_handle X, class... Args>                                                                                  \
    requires requires(const tensor<const double>& t, const Args&... args) { name(t, args...); }                                   \
  [[nodiscard]] auto name(const X& x, const Args&... args) {                                                                      \
    return name(detail::elements_as_doubles(#name, x), args...);                                                                  \
  }                                                                                                                               \
  template <detail::any_handle X, class... Options>                                                                               \
    requires(detail::without_axes<Options...> &&                                                                                  \
             requires(const tensor<const double>& t, const ints& axes, const Options&... options) { name(t, axes, options...); }) \
  [[nodiscard]] auto name(const X& x, const ints& axes, const Options&... options) {                                              \
    return name(detail::elements_as_doubles(#name, x), axes, options...);                                                         \
  }                                                                                                                               \
  template <detail::any_handle X, class A, class... Options>                                                                      \
    requires requires(const tensor<const double>& t, const A& a, const ints& axes, const Options&... options) {                   \
      name(t, a, axes, options...);                                                                                               \
    }                                                                                                                             \
  [[nodiscard]] auto name(const X& x, const A& a, const ints& axes, const Options&... options) {                                  \
    return name(detail::elements_as_doubles(#name, x), a, axes, options...);                                                      \
  }
// Two operands, of which at least one has a run-time type.
#define RAVEL_AT_RUN_TIME_as_doubles(name, ...)                                                                                          \
  template <class A, class B, class... Args>                                                                                             \
    requires(detail::any_among<A, B> &&                                                                                                  \
             requires(const detail::doubles_of_t<A>& a, const detail::doubles_of_t<B>& b, const Args&... args) { name(a, b, args...); }) \
  [[nodiscard]] auto name(const A& a, const B& b, const Args&... args) {                                                                 \
    return name(detail::doubles_of(#name, a), detail::doubles_of(#name, b), args...);                                                    \
  }                                                                                                                                      \
  template <class A, class B, class... Options>                                                                                          \
    requires(detail::any_among<A, B> && requires(const detail::doubles_of_t<A>& a, const detail::doubles_of_t<B>& b, const ints& axes,   \
                                                 const Options&... options) { name(a, b, axes, options...); })                           \
  [[nodiscard]] auto name(const A& a, const B& b, const ints& axes, const Options&... options) {                                         \
    return name(detail::doubles_of(#name, a), detail::doubles_of(#name, b), axes, options...);                                           \
  }

// Called with the actual type, so that functions and reducers of the program work. Half floats are computed as float.
#define RAVEL_AT_RUN_TIME_visited(name, ...)                                                                                            \
  template <detail::any_handle X, class... Args>                                                                                        \
    requires requires(const tensor<const double>& t, const Args&... args) { name(t, args...); }                                         \
  [[nodiscard]] any_tensor name(const X& x, const Args&... args) {                                                                      \
    return detail::visit_as_any(#name, x, [&](const auto& t) -> decltype(name(t, args...)) { return name(t, args...); });               \
  }                                                                                                                                     \
  template <detail::any_handle X, class A, class... Options>                                                                            \
    requires requires(const tensor<const double>& t, const A& a, const ints& axes, const Options&... options) {                         \
      name(t, a, axes, options...);                                                                                                     \
    }                                                                                                                                   \
  [[nodiscard]] any_tensor name(const X& x, const A& a, const ints& axes, const Options&... options) {                                  \
    return detail::visit_as_any(#name, x,                                                                                               \
                                [&](const auto& t) -> decltype(name(t, a, axes, options...)) { return name(t, a, axes, options...); }); \
  }                                                                                                                                     \
  template <detail::any_handle X, class... Options>                                                                                     \
    requires(detail::without_axes<Options...> &&                                                                                        \
             requires(const tensor<const double>& t, const ints& axes, const Options&... options) { name(t, axes, options...); })       \
  [[nodiscard]] any_tensor name(const X& x, const ints& axes, const Options&... options) {                                              \
    return detail::visit_as_any(#name, x,                                                                                               \
                                [&](const auto& t) -> decltype(name(t, axes, options...)) { return name(t, axes, options...); });       \
  }

// Called with the actual type; compiled once, in src/any/verbs.cpp.
#define RAVEL_AT_RUN_TIME_in_type(name, form, ...) RAVEL_IN_TYPE_##form(name, __VA_ARGS__)
#define RAVEL_IN_TYPE_lines(name, ...)                                                                          \
  namespace detail {                                                                                            \
  RAVEL_API any_tensor name##_any(const any_data& x, const ints& axis, const std::tuple<__VA_ARGS__>& options); \
  }                                                                                                             \
  template <detail::among<__VA_ARGS__>... Options>                                                              \
  [[nodiscard]] any_tensor name(const detail::any_data& x, const ints& axis, const Options&... options) {       \
    return detail::name##_any(x, axis, detail::every_option<__VA_ARGS__>(options...));                          \
  }                                                                                                             \
  template <detail::among<__VA_ARGS__>... Options>                                                              \
  [[nodiscard]] any_tensor name(const detail::any_data& x, const Options&... options) {                         \
    return name(x, detail::only_axis(#name, x.values.shape()), options...);                                     \
  }
#define RAVEL_IN_TYPE_along RAVEL_IN_TYPE_lines
#define RAVEL_AT_RUN_TIME_own(name, ...)
#define RAVEL_AT_RUN_TIME_none(name, ...)

#define RAVEL_AT_RUN_TIME(name) RAVEL_AT_RUN_TIME_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_AT_RUN_TIME_OF_ROW(name, ...) RAVEL_AT_RUN_TIME_OF_FORM(name, __VA_ARGS__)
#define RAVEL_AT_RUN_TIME_OF_FORM(name, form, takes, at_run_time, named_as, ...) RAVEL_AT_RUN_TIME_##at_run_time(name, form, __VA_ARGS__)

RAVEL_FOR_EACH_VERB(RAVEL_AT_RUN_TIME)
// Several quantiles, as a list in braces.
template <detail::any_handle X, class... Options>
  requires detail::without_axes<Options...>
[[nodiscard]] buffer<double> quantile(const X& x, std::initializer_list<double> q, const Options&... options) {
  return quantile(detail::elements_as_doubles("quantile", x), q, options...);
}
template <detail::any_handle X, class... Options>
[[nodiscard]] tensor<double> quantile(const X& x, std::initializer_list<double> q, const ints& axis, const Options&... options) {
  return quantile(detail::elements_as_doubles("quantile", x), q, axis, options...);
}
// At places, by the values at others: each of the three may have a run-time type.
template <class X, class Places = buffer<double>, class Values = buffer<double>>
  requires((detail::any_handle<X> || detail::any_handle<Places> || detail::any_handle<Values>) &&
           requires(const detail::doubles_of_t<X>& x, const detail::doubles_of_t<Places>& places,
                    const detail::doubles_of_t<Values>& values) { interp(x, places, values); })
[[nodiscard]] auto interp(const X& x, const Places& places, const Values& values) {
  return interp(detail::doubles_of("interp", x), detail::doubles_of("interp", places), detail::doubles_of("interp", values));
}

// Verbs without axes.
RAVEL_AT_RUN_TIME_as_double(arg_outliers)

}  // namespace ravel
