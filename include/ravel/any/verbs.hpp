// SPDX-License-Identifier: BSL-1.0
// Verbs on data of run-time type, stamped from the table op/verbs.hpp. Verbs that always compute in double take the elements as doubles;
// others are called on the typed tensor. Results have the type that the verb of a tensor gives. An unsupported type is a type_error that
// names it. Eager, with fresh results.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/verbs.hpp>
#include <ravel/op/windows/detail/roll.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <concepts>
#include <initializer_list>
#include <string>
#include <tuple>
#include <vector>

namespace ravel {

namespace detail {

// The elements as doubles. Integers above 2^53 are rounded, as the verb rounds them.
RAVEL_API tensor<const double> elements_as_doubles(const char* operation, const any_data& x);

// An operand of run-time type as Convert(operation, x) gives it; others as they are.
template <auto Convert, class X>
decltype(auto) converted(const char* operation, const X& x) {
  if constexpr (any_handle<X>) {
    return Convert(operation, x);
  } else {
    return (x);
  }
}
template <class X>
decltype(auto) doubles_of(const char* operation, const X& x) {
  return converted<&elements_as_doubles>(operation, x);
}
template <class X>
using doubles_of_t = std::conditional_t<any_handle<X>, tensor<const double>, X>;
template <class... Xs>
concept any_handle_among = (any_handle<Xs> || ...);

// Rounds the result of a verb that computed in double to float or complex<float> if the data are floats.
RAVEL_API any_tensor in_precision_of(const any_data& x, const any_tensor& made);

// Call f(), which computes in double on the elements of x and on arguments. in_precision gives what f gives if x has a type, or writes to
// into{t}.
template <class X, class F>
auto in_double(const X&, const F& f) {
  return f();
}
template <class X, class F>
auto in_precision(const X& x, const F& f) {
  if constexpr (!any_handle<X> || std::is_void_v<decltype(f())>) {
    return f();
  } else {
    return in_precision_of(x, any_tensor(f()));
  }
}

// The data as bools; an error if it is of another type.
RAVEL_API tensor<const bool> mask_of(const char* operation, const any_data& mask);
// The data as integers: of bools, too; or of integers alone, which are positions.
RAVEL_API tensor<const index_t> integers_of(const char* operation, const any_data& x);
RAVEL_API tensor<const index_t> any_positions(const char* operation, const any_data& positions);

// The options of diff, with elements that the caller adds at the ends of the data.
struct diff_between {
  std::vector<any_scalar> before, behind;
  index_arg times = 1;

  void take(order<> one) { times = one.value; }
  template <class V>
    requires std::constructible_from<any_scalar, const V&>
  void take(const prepend<V>& one) {
    before.push_back(any_scalar(one.value));
  }
  template <class V>
    requires std::constructible_from<any_scalar, const V&>
  void take(const append<V>& one) {
    behind.push_back(any_scalar(one.value));
  }
};
RAVEL_API any_tensor diff_any(const any_data& x, const ints& axis, const diff_between& how);
template <class Option>
concept diff_option_of_any = requires(diff_between how, const Option& option) { how.take(option); };

// A comparison or a predicate, of numbers or of words.
template <class F>
concept called_with_elements = std::invocable<const F&, double> || std::invocable<const F&, double, double> ||
                               std::invocable<const F&, std::string> || std::invocable<const F&, std::string, std::string>;

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

// Any operand may have a run-time type: all these take part as doubles. Axes are a list in braces, or one number, after the data or after
// an argument.
#define RAVEL_AT_RUN_TIME_as_double(name, ...) RAVEL_IN_DOUBLES(name, detail::in_double)
#define RAVEL_AT_RUN_TIME_as_precise(name, ...) RAVEL_IN_DOUBLES(name, detail::in_precision)
#define RAVEL_IN_DOUBLES(name, gives)                                                                                                   \
  template <class X, class... Args>                                                                                                     \
    requires(detail::any_handle_among<X, Args...> &&                                                                                    \
             requires(const detail::doubles_of_t<X>& x, const detail::doubles_of_t<Args>&... args) { name(x, args...); })               \
  [[nodiscard]] auto name(const X& x, const Args&... args) {                                                                            \
    return gives(x, [&] { return name(detail::doubles_of(#name, x), detail::doubles_of(#name, args)...); });                            \
  }                                                                                                                                     \
  template <detail::any_handle X, class... Options>                                                                                     \
    requires(detail::without_axes<Options...> &&                                                                                        \
             requires(const tensor<const double>& t, const ints& axes, const Options&... options) { name(t, axes, options...); })       \
  [[nodiscard]] auto name(const X& x, const ints& axes, const Options&... options) {                                                    \
    return gives(x, [&] { return name(detail::elements_as_doubles(#name, x), axes, options...); });                                     \
  }                                                                                                                                     \
  template <class X, class A, class... Options>                                                                                         \
    requires(detail::any_handle_among<X, A> && requires(const detail::doubles_of_t<X>& x, const detail::doubles_of_t<A>& a,             \
                                                        const ints& axes, const Options&... options) { name(x, a, axes, options...); }) \
  [[nodiscard]] auto name(const X& x, const A& a, const ints& axes, const Options&... options) {                                        \
    return gives(x, [&] { return name(detail::doubles_of(#name, x), detail::doubles_of(#name, a), axes, options...); });                \
  }

// Called with the actual type, so that functions and reducers of the program work. Half floats are computed as float.
#define RAVEL_AT_RUN_TIME_visited(name, ...)                                                                                            \
  template <detail::any_handle X, class... Args>                                                                                        \
    requires(!detail::gives_into<Args...> && requires(const tensor<const double>& t, const Args&... args) { name(t, args...); })        \
  [[nodiscard]] any_tensor name(const X& x, const Args&... args) {                                                                      \
    return detail::visit_as_any(#name, x, [&](const auto& t) -> decltype(name(t, args...)) { return name(t, args...); });               \
  }                                                                                                                                     \
  template <detail::any_handle X, class A, class... Options>                                                                            \
    requires(!detail::gives_into<Options...> && requires(const tensor<const double>& t, const A& a, const ints& axes,                   \
                                                         const Options&... options) { name(t, a, axes, options...); })                  \
  [[nodiscard]] any_tensor name(const X& x, const A& a, const ints& axes, const Options&... options) {                                  \
    return detail::visit_as_any(#name, x,                                                                                               \
                                [&](const auto& t) -> decltype(name(t, a, axes, options...)) { return name(t, a, axes, options...); }); \
  }                                                                                                                                     \
  template <detail::any_handle X, class... Options>                                                                                     \
    requires(detail::without_axes<Options...> && !detail::gives_into<Options...> &&                                                     \
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

// into{t}: a verb that computes in double writes to t as it does from a tensor of doubles; others do not know the type of their result.
#define RAVEL_REFUSES_INTO(name) RAVEL_REFUSES_INTO_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_REFUSES_INTO_OF_ROW(name, ...) RAVEL_REFUSES_INTO_OF_FORM(name, __VA_ARGS__)
#define RAVEL_REFUSES_INTO_OF_FORM(name, form, takes, at_run_time, ...) RAVEL_REFUSES_INTO_##at_run_time(name)
#define RAVEL_REFUSES_INTO_as_double(name)                                                                                       \
  template <detail::any_handle X, class... Args>                                                                                 \
    requires(detail::gives_into<Args...> && !requires(const tensor<const double>& t, const Args&... args) { name(t, args...); }) \
  void name(const X& x, const Args&... args) = delete;                                                                           \
  template <detail::any_handle X, class... Args>                                                                                 \
    requires(detail::gives_into<Args...> &&                                                                                      \
             !requires(const tensor<const double>& t, const ints& axes, const Args&... args) { name(t, axes, args...); })        \
  void name(const X& x, const ints& axes, const Args&... args) = delete;
#define RAVEL_REFUSES_INTO_as_precise RAVEL_REFUSES_INTO_as_double
#define RAVEL_REFUSES_INTO_own(name)                   \
  template <detail::any_handle X, class... Args>       \
    requires detail::gives_into<Args...>               \
  void name(const X& x, const Args&... args) = delete; \
  template <detail::any_handle X, class... Args>       \
    requires detail::gives_into<Args...>               \
  void name(const X& x, const ints& axes, const Args&... args) = delete;
#define RAVEL_REFUSES_INTO_in_type RAVEL_REFUSES_INTO_own
#define RAVEL_REFUSES_INTO_visited RAVEL_REFUSES_INTO_own
#define RAVEL_REFUSES_INTO_none RAVEL_REFUSES_INTO_own
#define RAVEL_REFUSES_INTO_OWN RAVEL_REFUSES_INTO_own
RAVEL_FOR_EACH_VERB(RAVEL_REFUSES_INTO)  // write copy(sum(x, 0), any_tensor(t)): into{t} needs data of one type, which cast<T>(x) has
RAVEL_REFUSES_INTO_OWN(matmul)           // write copy(matmul(a, b), any_tensor(t)): into{t} needs data of one type, which cast<T>(x) has
#undef RAVEL_REFUSES_INTO
#undef RAVEL_REFUSES_INTO_OF_ROW
#undef RAVEL_REFUSES_INTO_OF_FORM
#undef RAVEL_REFUSES_INTO_as_double
#undef RAVEL_REFUSES_INTO_OWN
#undef RAVEL_REFUSES_INTO_none
#undef RAVEL_REFUSES_INTO_visited
#undef RAVEL_REFUSES_INTO_in_type
#undef RAVEL_REFUSES_INTO_own
#undef RAVEL_REFUSES_INTO_as_precise

// Quantiles, edges or places, as a list in braces.
#define RAVEL_AT_RUN_TIME_BY_LIST(name)                                                                                           \
  template <detail::any_handle X, class... Args>                                                                                  \
    requires requires(const tensor<const double>& t, const buffer<double>& list, const Args&... args) { name(t, list, args...); } \
  [[nodiscard]] auto name(const X& x, std::initializer_list<double> list, const Args&... args) {                                  \
    return name(detail::elements_as_doubles(#name, x), list, args...);                                                            \
  }                                                                                                                               \
  template <detail::any_handle X, class... Options>                                                                               \
    requires requires(const tensor<const double>& t, const buffer<double>& list, const ints& axes, const Options&... options) {   \
      name(t, list, axes, options...);                                                                                            \
    }                                                                                                                             \
  [[nodiscard]] auto name(const X& x, std::initializer_list<double> list, const ints& axes, const Options&... options) {          \
    return name(detail::elements_as_doubles(#name, x), list, axes, options...);                                                   \
  }
RAVEL_AT_RUN_TIME_BY_LIST(quantile)
RAVEL_AT_RUN_TIME_BY_LIST(histogram)
RAVEL_AT_RUN_TIME_BY_LIST(kernel_density)
RAVEL_AT_RUN_TIME_BY_LIST(digitize)
#undef RAVEL_AT_RUN_TIME_BY_LIST

// Verbs without axes, which have no row. (check_every_operation.sh finds names behind capitals.)
#define RAVEL_AT_RUN_TIME_AS_DOUBLE RAVEL_AT_RUN_TIME_as_double
RAVEL_AT_RUN_TIME_AS_DOUBLE(arg_outliers)
RAVEL_AT_RUN_TIME_AS_DOUBLE(digitize)
#undef RAVEL_AT_RUN_TIME_AS_DOUBLE

// At places, by the values at others: each of the three may have a run-time type.
template <class X, class Places = buffer<double>, class Values = buffer<double>>
  requires(detail::any_handle_among<X, Places, Values> &&
           requires(const detail::doubles_of_t<X>& x, const detail::doubles_of_t<Places>& places,
                    const detail::doubles_of_t<Values>& values) { interp(x, places, values); })
[[nodiscard]] auto interp(const X& x, const Places& places, const Values& values) {
  return interp(detail::doubles_of("interp", x), detail::doubles_of("interp", places), detail::doubles_of("interp", values));
}

// By a mask of run-time type.
template <class X, detail::any_handle Mask, class... Axis>
  requires requires(const X& x, const tensor<const bool>& mask, const Axis&... axis) { compress(x, mask, axis...); }
[[nodiscard]] auto compress(const X& x, const Mask& mask, const Axis&... axis) {
  return compress(x, detail::mask_of("compress", mask), axis...);
}

// At positions of run-time type.
template <class X, detail::any_handle Positions, class... Args>
  requires requires(const X& x, const tensor<const index_t>& positions, const Args&... args) { take_along_axis(x, positions, args...); }
[[nodiscard]] auto take_along_axis(const X& x, const Positions& positions, const Args&... args) {
  return take_along_axis(x, detail::any_positions("take_along_axis", positions), args...);
}

// Covariances and the like of pairs, which are computed in double: an any_tensor of doubles, or a tensor of the lines or the comoments that
// a reducer gives. A user's reducer of pairs has types.
template <class A, class B, class Width, class Reducer, class... Args>
  requires(detail::gathers_comoments<Reducer, double, double> && detail::any_handle_among<A, B> &&
           requires(const detail::doubles_of_t<A>& a, const detail::doubles_of_t<B>& b, const Width& width, const Reducer& reducer,
                    const Args&... args) { rolling(a, b, width, reducer, args...); })
[[nodiscard]] auto rolling(const A& a, const B& b, const Width& width, const Reducer& reducer, const Args&... args) {
  const auto made = rolling(detail::doubles_of("rolling", a), detail::doubles_of("rolling", b), width, reducer, args...);
  if constexpr (std::convertible_to<decltype(made), any_tensor>) {
    return any_tensor(made);
  } else {
    return made;
  }
}

// diff with prepend{v} or append{v}, where v must fit the type.
template <detail::diff_option_of_any... Options>
  requires(!detail::among<Options, order<>> || ...)
[[nodiscard]] any_tensor diff(const detail::any_data& x, const ints& axis, const Options&... options) {
  detail::diff_between how;
  (how.take(options), ...);
  return detail::diff_any(x, axis, how);
}
template <detail::diff_option_of_any... Options>
  requires(!detail::among<Options, order<>> || ...)
[[nodiscard]] any_tensor diff(const detail::any_data& x, const Options&... options) {
  return diff(x, detail::only_axis("diff", x.values.shape()), options...);
}

// A comparison or a predicate takes elements of one type. To call it for each type that data may have would compile the verb for all of
// them.
#define RAVEL_REFUSES_FUNCTION(name)                    \
  template <detail::any_handle X, class... Args>        \
    requires(detail::called_with_elements<Args> || ...) \
  void name(const X& x, const Args&... args) = delete;
#define RAVEL_FOR_EACH_BY_FUNCTION(do_with)                                                                                   \
  do_with(sort) do_with(argsort) do_with(nth_element) do_with(arg_top_k) do_with(argmin) do_with(argmax) do_with(argmin_last) \
      do_with(argmax_last) do_with(all_of) do_with(any_of) do_with(none_of) do_with(count) do_with(filter) do_with(argfilter)
RAVEL_FOR_EACH_BY_FUNCTION(RAVEL_REFUSES_FUNCTION)  // a function of yours takes elements of one type: sort(cast<double>(x), less)
#undef RAVEL_FOR_EACH_BY_FUNCTION
#undef RAVEL_REFUSES_FUNCTION

// The target has a type that the program knows.
template <>
struct into<any_tensor> {
  explicit into(const any_tensor& t) = delete;  // an any_tensor takes a result by copy: copy(sum(x, 0), t)
};
into(const any_tensor&) -> into<any_tensor>;

}  // namespace ravel
