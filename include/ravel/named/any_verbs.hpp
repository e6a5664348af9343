// SPDX-License-Identifier: BSL-1.0
// Verbs along dims of expressions whose type is known at run time, stamped from the table op/verbs.hpp. Those that compute in double
// whatever the type give a named<double>, the others an any_named. Values are those of the verb on an any_tensor; any thread may read them.
#pragma once

#include <ravel/any/order.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/any/spread.hpp>
#include <ravel/any/statistics.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/named/any_named.hpp>
#include <ravel/named/reduce.hpp>

#include <functional>

namespace ravel {

namespace detail {

using any_work = std::function<any_tensor(const any_tensor& x, const ints& on)>;

// f(values, axes): the dims along which it goes are gone, or stay with the extents that they have, or with those that f gives them.
RAVEL_API any_named any_gone(const char* operation, const any_named& e, const named_axes& axes, const any_work& f);
RAVEL_API any_named any_kept(const char* operation, const any_named& e, const named_axes& axes, const any_work& f);
RAVEL_API any_named any_changed(const char* operation, const any_named& e, const named_axes& axes, const any_work& f);

// Contractions of a product of several expressions.
RAVEL_API any_named sum_along(const any_named& e, const named_axes& axes);
RAVEL_API any_named mean_along(const any_named& e, const named_axes& axes);

// The elements as doubles, for a verb that computes in them.
RAVEL_API named<double> as_named_doubles(const char* operation, const any_named& e);
template <class X>
auto named_doubles(const char* operation, const X& x) {
  if constexpr (any_named_handle<X> || any_handle<X>) {
    return as_named_doubles(operation, x);
  } else {
    return named<named_value_t<X>>(x);
  }
}

template <class R>
concept held_result = std::convertible_to<R, any_tensor>;

}  // namespace detail

// ---- in double

#define RAVEL_ANY_NAMED_DOUBLES(name, as)                                                                           \
  template <detail::any_named_handle E, detail::no_keep... Options>                                                 \
    requires requires(const named<double>& x, const named_axes& axes, const Options&... o) { name(x, axes, o...); } \
  [[nodiscard]] auto name(const E& e, const named_axes& axes, const Options&... options) {                          \
    return name(detail::as_named_doubles(#name, e), axes, options...);                                              \
  }
#define RAVEL_ANY_NAMED_DOUBLES_BY(name, as)                                                                                       \
  template <detail::any_named_handle E, class A, detail::no_keep... Options>                                                       \
    requires requires(const named<double>& x, const A& a, const named_axes& axes, const Options&... o) { name(x, a, axes, o...); } \
  [[nodiscard]] auto name(const E& e, const A& a, const named_axes& axes, const Options&... options) {                             \
    return name(detail::as_named_doubles(#name, e), a, axes, options...);                                                          \
  }
#define RAVEL_ANY_NAMED_DOUBLES_BY_TWO(name, as)                                                                     \
  template <detail::any_named_handle E, class A, class B, class... Options>                                          \
    requires requires(const named<double>& x, const A& a, const B& b, const named_axes& axes, const Options&... o) { \
      name(x, a, b, axes, o...);                                                                                     \
    }                                                                                                                \
  [[nodiscard]] auto name(const E& e, const A& a, const B& b, const named_axes& axes, const Options&... options) {   \
    return name(detail::as_named_doubles(#name, e), a, b, axes, options...);                                         \
  }
#define RAVEL_ANY_NAMED_DOUBLES_PAIRS(name, as)                                                           \
  template <class A, class B, detail::no_keep... Options>                                                 \
    requires(detail::any_named_among<A, B> && detail::any_named_source<A> && detail::any_named_source<B>) \
  [[nodiscard]] auto name(const A& a, const B& b, const named_axes& axes, const Options&... options) {    \
    return name(detail::named_doubles(#name, a), detail::named_doubles(#name, b), axes, options...);      \
  }

// ---- by the type at hand: by the verb on an any_tensor, or, where that has no form along axes, by a visit

#define RAVEL_ANY_NAMED_LINES(name, as)                                                                              \
  template <detail::any_named_handle E, detail::no_keep... Options>                                                  \
    requires(                                                                                                        \
        requires(const any_tensor& x, const ints& on, const Options&... o) {                                         \
          { name(x, on, o...) } -> detail::held_result;                                                              \
        } || requires(const tensor<const double>& t, const ints& on, const Options&... o) { name(t, on, o...); })    \
  [[nodiscard]] any_named name(const E& e, const named_axes& axes, const Options&... options) {                      \
    return detail::any_##as(#name, e, axes, [options...]<class X>(const X& x, const ints& on) -> any_tensor {        \
      if constexpr (requires {                                                                                       \
                      { name(x, on, options...) } -> detail::held_result;                                            \
                    }) {                                                                                             \
        return name(x, on, options...);                                                                              \
      } else {                                                                                                       \
        const auto of = [&](const auto& t) -> decltype(name(t, on, options...)) { return name(t, on, options...); }; \
        return detail::visit_as_any(#name, x, of);                                                                   \
      }                                                                                                              \
    });                                                                                                              \
  }
#define RAVEL_ANY_NAMED_LINES_BY(name, as)                                                                                     \
  template <detail::any_named_handle E, class A, detail::no_keep... Options>                                                   \
    requires requires(const any_tensor& x, const A& a, const ints& on, const Options&... o) {                                  \
      { name(x, a, on, o...) } -> detail::held_result;                                                                         \
    }                                                                                                                          \
  [[nodiscard]] any_named name(const E& e, const A& a, const named_axes& axes, const Options&... options) {                    \
    const auto of = [a, options...](const any_tensor& x, const ints& on) -> any_tensor { return name(x, a, on, options...); }; \
    return detail::any_##as(#name, e, axes, of);                                                                               \
  }
#define RAVEL_ANY_NAMED_LINES_BY_TWO(name, as)                                                                                       \
  template <detail::any_named_handle E, class A, class B, class... Options>                                                          \
    requires requires(const any_tensor& x, const A& a, const B& b, const ints& on, const Options&... o) {                            \
      { name(x, a, b, on, o...) } -> detail::held_result;                                                                            \
    }                                                                                                                                \
  [[nodiscard]] any_named name(const E& e, const A& a, const B& b, const named_axes& axes, const Options&... options) {              \
    const auto of = [a, b, options...](const any_tensor& x, const ints& on) -> any_tensor { return name(x, a, b, on, options...); }; \
    return detail::any_##as(#name, e, axes, of);                                                                                     \
  }

#define RAVEL_ANY_NAMED_FORM_reduces(how) how
#define RAVEL_ANY_NAMED_FORM_gathers(how) how
#define RAVEL_ANY_NAMED_FORM_along(how) how
#define RAVEL_ANY_NAMED_FORM_lines(how) how
#define RAVEL_ANY_NAMED_FORM_written(how) how
#define RAVEL_ANY_NAMED_FORM_reduces_at(how) how##_BY
#define RAVEL_ANY_NAMED_FORM_reduces_by(how) how##_BY
#define RAVEL_ANY_NAMED_FORM_lines_by(how) how##_BY
#define RAVEL_ANY_NAMED_FORM_along_by(how) how##_BY
#define RAVEL_ANY_NAMED_FORM_written_by(how) how##_BY
#define RAVEL_ANY_NAMED_FORM_along_by_two(how) how##_BY_TWO
#define RAVEL_ANY_NAMED_FORM_pairs(how) how##_PAIRS

#define RAVEL_ANY_NAMED_BY_as_double(form) RAVEL_ANY_NAMED_FORM_##form(RAVEL_ANY_NAMED_DOUBLES)
#define RAVEL_ANY_NAMED_BY_as_doubles(form) RAVEL_ANY_NAMED_FORM_##form(RAVEL_ANY_NAMED_DOUBLES)
#define RAVEL_ANY_NAMED_BY_own(form) RAVEL_ANY_NAMED_FORM_##form(RAVEL_ANY_NAMED_LINES)
#define RAVEL_ANY_NAMED_BY_in_type(form) RAVEL_ANY_NAMED_FORM_##form(RAVEL_ANY_NAMED_LINES)
#define RAVEL_ANY_NAMED_BY_visited(form) RAVEL_ANY_NAMED_FORM_##form(RAVEL_ANY_NAMED_LINES)

#define RAVEL_ANY_NAMED_AS_gone(name, form, at_run_time) RAVEL_ANY_NAMED_BY_##at_run_time(form)(name, gone)
#define RAVEL_ANY_NAMED_AS_kept(name, form, at_run_time) RAVEL_ANY_NAMED_BY_##at_run_time(form)(name, kept)
#define RAVEL_ANY_NAMED_AS_changed(name, form, at_run_time) RAVEL_ANY_NAMED_BY_##at_run_time(form)(name, changed)
#define RAVEL_ANY_NAMED_AS_own(name, form, at_run_time)
#define RAVEL_ANY_NAMED_AS_none(name, form, at_run_time)

#define RAVEL_ANY_NAMED(name) RAVEL_ANY_NAMED_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_ANY_NAMED_OF_ROW(name, ...) RAVEL_ANY_NAMED_OF_FORM(name, __VA_ARGS__)
#define RAVEL_ANY_NAMED_OF_FORM(name, form, takes, at_run_time, named_as, ...) RAVEL_ANY_NAMED_AS_##named_as(name, form, at_run_time)

RAVEL_FOR_EACH_VERB(RAVEL_ANY_NAMED)

// ---- those that are written in named/reduce.hpp

template <detail::any_named_handle E>
[[nodiscard]] any_named sum(const E& e, const named_axes& axes) {
  return detail::sum_along(e, axes);
}
template <detail::any_named_handle E>
[[nodiscard]] any_named mean(const E& e, const named_axes& axes) {
  return detail::mean_along(e, axes);
}
#define RAVEL_ANY_NAMED_WITH_OPTIONS(name, verb)                                                                                         \
  template <detail::any_named_handle E, detail::no_keep Option, detail::no_keep... Options>                                              \
    requires requires(const any_tensor& x, const ints& on, const Option& p, const Options&... o) { verb(x, on, p, o...); }               \
  [[nodiscard]] any_named name(const E& e, const named_axes& axes, const Option& option, const Options&... options) {                    \
    const auto of = [option, options...](const any_tensor& x, const ints& on) -> any_tensor { return verb(x, on, option, options...); }; \
    return detail::any_gone(#name, e, axes, of);                                                                                         \
  }
RAVEL_ANY_NAMED_WITH_OPTIONS(sum, ravel::sum)
RAVEL_ANY_NAMED_WITH_OPTIONS(mean, ravel::mean)
RAVEL_ANY_NAMED_LINES(std, gone)
RAVEL_ANY_NAMED_LINES(logsumexp, gone)
RAVEL_ANY_NAMED_LINES(softmax, kept)
RAVEL_ANY_NAMED_LINES_BY(scan, kept)
RAVEL_ANY_NAMED_DOUBLES_BY(quantile, gone)
template <detail::any_named_handle E, detail::no_keep... Options>
[[nodiscard]] named<double> quantile(const E& e, std::initializer_list<double> q, const named_axes& axes, const Options&... options) {
  return quantile(detail::as_named_doubles("quantile", e), buffer<double>(q), axes, options...);
}

// A function f(any_tensor, ints) along axes. The dims stay, of whatever extents it gives them, or are gone. Computed at once.
template <detail::any_named_handle E, class F>
  requires requires(const F& f, const any_tensor& x, const ints& on) {
    { f(x, on) } -> detail::held_result;
  }
[[nodiscard]] any_named apply_along(const E& e, const named_axes& axes, const F& f) {
  return detail::any_changed("apply_along", e, axes, std::cref(f));
}

template <detail::any_named_handle E, class A, class F>
void reduce(const E& e, const A& init, F f, const named_axes& axes) = delete;  // a function has a type: reduce(cast<double>(e), init, f, i)
template <detail::any_named_handle E, class Reducer, class... Options>
void reduce_with(const E& e, const Reducer& by,  // a reducer has a type: reduce_with(cast<double>(e), by, i)
                 const named_axes& axes, const Options&... options) = delete;

}  // namespace ravel
