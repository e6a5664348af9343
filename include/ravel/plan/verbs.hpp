// SPDX-License-Identifier: BSL-1.0
// Verbs of planned values, stamped from the table op/verbs.hpp: those whose axes go and those whose axes stay. Each records one step; a run
// calls the verb on tensors of run-time type, so the bits are the same. matmul and dot are recorded, too.
#pragma once

#include <ravel/any/order.hpp>
#include <ravel/any/product.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/any/spread.hpp>
#include <ravel/any/statistics.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/plan/detail/call_step.hpp>

namespace ravel {

namespace detail {

// A result that one planned value can stand for.
template <class R>
concept recorded_result = std::convertible_to<R, any_tensor> || std::convertible_to<R, any_scalar>;

// A number becomes a tensor of rank 0.
RAVEL_API any_tensor as_recorded(const any_scalar& value);
inline const any_tensor& as_recorded(const any_tensor& t) { return t; }
template <class R>
any_tensor as_recorded(const R& result) {
  if constexpr (std::convertible_to<const R&, any_tensor>) {
    return any_tensor(result);
  } else {
    return as_recorded(any_scalar(result));
  }
}

// A verb, and the type of its result if that does not depend on the elements.
struct verb_call {
  std::function<any_tensor(const any_tensor& t)> run;
  std::optional<dtype> type;
};
template <class F>
verb_call verb_of(const F& f) {
  using result = std::remove_cvref_t<decltype(f(std::declval<const any_tensor&>()))>;
  verb_call made{[f](const any_tensor& t) { return as_recorded(f(t)); }, std::nullopt};
  if constexpr (element<result>) {
    made.type = dtype_of<result>();
  } else if constexpr (requires { typename result::value_type; }) {
    made.type = dtype_of<typename result::value_type>();
  }
  return made;
}

// All axes go; the named ones go, or keep the length 1; all stay.
RAVEL_API planned record_whole(const char* verb, const planned& x, call_arguments arguments, verb_call call);
RAVEL_API planned record_gone(const char* verb, const planned& x, const ints& axes, bool kept, call_arguments arguments, verb_call call);
RAVEL_API planned record_kept(const char* verb, const planned& x, call_arguments arguments, verb_call call);
// With the axis beside it checked.
RAVEL_API planned record_kept(const char* verb, const planned& x, const ints& axis, call_arguments arguments, verb_call call);

RAVEL_API planned record_product(const char* verb, any_tensor (*f)(const any_data&, const any_data&), const planned_argument& a,
                                 const planned_argument& b);

}  // namespace detail

// of all elements; along axes
#define RAVEL_PLANNED_WHOLE(name)                                                                                    \
  template <detail::planned_handle X, class... Options>                                                              \
    requires(detail::without_axes<Options...> &&                                                                     \
             requires(const any_tensor& t, const Options&... o) {                                                    \
               { name(t, o...) } -> detail::recorded_result;                                                         \
             })                                                                                                      \
  [[nodiscard]] planned name(const X& x, const Options&... options) {                                                \
    return detail::record_whole(#name, x, detail::arguments_of(options...),                                          \
                                detail::verb_of([options...](const any_tensor& t) { return name(t, options...); })); \
  }
#define RAVEL_PLANNED_GONE(name)                                                                                                \
  RAVEL_PLANNED_WHOLE(name)                                                                                                     \
  template <detail::planned_handle X, class... Options>                                                                         \
    requires requires(const any_tensor& t, const ints& axes, const Options&... o) {                                             \
      { name(t, axes, o...) } -> detail::recorded_result;                                                                       \
    }                                                                                                                           \
  [[nodiscard]] planned name(const X& x, const ints& axes, const Options&... options) {                                         \
    return detail::record_gone(#name, x, axes, detail::is_given<keep_t, Options...>, detail::arguments_of(axes, options...),    \
                               detail::verb_of([axes, options...](const any_tensor& t) { return name(t, axes, options...); })); \
  }
// The same with an argument before the axes.
#define RAVEL_PLANNED_GONE_BY(name)                                                                                                   \
  template <detail::planned_handle X, class A, class... Options>                                                                      \
    requires(detail::without_axes<Options...> &&                                                                                      \
             requires(const any_tensor& t, const A& a, const Options&... o) {                                                         \
               { name(t, a, o...) } -> detail::recorded_result;                                                                       \
             })                                                                                                                       \
  [[nodiscard]] planned name(const X& x, const A& a, const Options&... options) {                                                     \
    return detail::record_whole(#name, x, detail::arguments_of(a, options...),                                                        \
                                detail::verb_of([a, options...](const any_tensor& t) { return name(t, a, options...); }));            \
  }                                                                                                                                   \
  template <detail::planned_handle X, class A, class... Options>                                                                      \
    requires requires(const any_tensor& t, const A& a, const ints& axes, const Options&... o) {                                       \
      { name(t, a, axes, o...) } -> detail::recorded_result;                                                                          \
    }                                                                                                                                 \
  [[nodiscard]] planned name(const X& x, const A& a, const ints& axes, const Options&... options) {                                   \
    return detail::record_gone(#name, x, axes, detail::is_given<keep_t, Options...>, detail::arguments_of(a, axes, options...),       \
                               detail::verb_of([a, axes, options...](const any_tensor& t) { return name(t, a, axes, options...); })); \
  }
// along one axis, or along the only one
#define RAVEL_PLANNED_KEPT(name)                                                                                                \
  template <detail::planned_handle X, class... Options>                                                                         \
    requires(detail::without_axes<Options...> &&                                                                                \
             requires(const any_tensor& t, const Options&... o) {                                                               \
               { name(t, o...) } -> std::convertible_to<any_tensor>;                                                            \
             })                                                                                                                 \
  [[nodiscard]] planned name(const X& x, const Options&... options) {                                                           \
    return detail::record_kept(#name, x, detail::arguments_of(options...),                                                      \
                               detail::verb_of([options...](const any_tensor& t) { return name(t, options...); }));             \
  }                                                                                                                             \
  template <detail::planned_handle X, class... Options>                                                                         \
    requires requires(const any_tensor& t, const ints& axis, const Options&... o) {                                             \
      { name(t, axis, o...) } -> std::convertible_to<any_tensor>;                                                               \
    }                                                                                                                           \
  [[nodiscard]] planned name(const X& x, const ints& axis, const Options&... options) {                                         \
    return detail::record_kept(#name, x, axis, detail::arguments_of(axis, options...),                                          \
                               detail::verb_of([axis, options...](const any_tensor& t) { return name(t, axis, options...); })); \
  }
#define RAVEL_PLANNED_KEPT_BY(name)                                                                                                   \
  template <detail::planned_handle X, class A, class... Options>                                                                      \
    requires(detail::without_axes<Options...> &&                                                                                      \
             requires(const any_tensor& t, const A& a, const Options&... o) {                                                         \
               { name(t, a, o...) } -> std::convertible_to<any_tensor>;                                                               \
             })                                                                                                                       \
  [[nodiscard]] planned name(const X& x, const A& a, const Options&... options) {                                                     \
    return detail::record_kept(#name, x, detail::arguments_of(a, options...),                                                         \
                               detail::verb_of([a, options...](const any_tensor& t) { return name(t, a, options...); }));             \
  }                                                                                                                                   \
  template <detail::planned_handle X, class A, class... Options>                                                                      \
    requires requires(const any_tensor& t, const A& a, const ints& axis, const Options&... o) {                                       \
      { name(t, a, axis, o...) } -> std::convertible_to<any_tensor>;                                                                  \
    }                                                                                                                                 \
  [[nodiscard]] planned name(const X& x, const A& a, const ints& axis, const Options&... options) {                                   \
    return detail::record_kept(#name, x, axis, detail::arguments_of(a, axis, options...),                                             \
                               detail::verb_of([a, axis, options...](const any_tensor& t) { return name(t, a, axis, options...); })); \
  }
#define RAVEL_PLANNED_KEPT_BY_TWO(name)
#define RAVEL_PLANNED_GONE_PAIRS(name)

#define RAVEL_PLANNED_FORM_reduces(how) how
#define RAVEL_PLANNED_FORM_gathers(how) how
#define RAVEL_PLANNED_FORM_along(how) how
#define RAVEL_PLANNED_FORM_lines(how) how
#define RAVEL_PLANNED_FORM_written(how) how
#define RAVEL_PLANNED_FORM_reduces_at(how) how##_BY
#define RAVEL_PLANNED_FORM_reduces_by(how) how##_BY
#define RAVEL_PLANNED_FORM_lines_by(how) how##_BY
#define RAVEL_PLANNED_FORM_along_by(how) how##_BY
#define RAVEL_PLANNED_FORM_written_by(how) how##_BY
#define RAVEL_PLANNED_FORM_along_by_two(how) how##_BY_TWO
#define RAVEL_PLANNED_FORM_pairs(how) how##_PAIRS

#define RAVEL_PLANNED_AS_gone(name, form) RAVEL_PLANNED_FORM_##form(RAVEL_PLANNED_GONE)(name)
#define RAVEL_PLANNED_AS_kept(name, form) RAVEL_PLANNED_FORM_##form(RAVEL_PLANNED_KEPT)(name)
#define RAVEL_PLANNED_AS_changed(name, form)
#define RAVEL_PLANNED_AS_own(name, form)
#define RAVEL_PLANNED_AS_none(name, form)

#define RAVEL_PLANNED(name) RAVEL_PLANNED_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_PLANNED_OF_ROW(name, ...) RAVEL_PLANNED_OF_FORM(name, __VA_ARGS__)
#define RAVEL_PLANNED_OF_FORM(name, form, takes, at_run_time, named_as, ...) RAVEL_PLANNED_AS_##named_as(name, form)

RAVEL_FOR_EACH_VERB(RAVEL_PLANNED)
// Those that the layer of names writes by hand.
RAVEL_PLANNED_GONE(sum)
RAVEL_PLANNED_GONE(mean)
RAVEL_PLANNED_GONE(std)
RAVEL_PLANNED_GONE(logsumexp)
RAVEL_PLANNED_KEPT(softmax)
RAVEL_PLANNED_GONE_BY(quantile)

// As for tensors: the last two axes are matrices, and a vector is a row on the left and a column on the right.
template <class A, class B>
  requires detail::planned_among<A, B>
[[nodiscard]] planned matmul(const A& a, const B& b) {
  return detail::record_product("matmul", &ravel::matmul, a, b);
}
template <class A, class B>
  requires detail::planned_among<A, B>
[[nodiscard]] planned dot(const A& a, const B& b) {
  return detail::record_product("dot", &ravel::dot, a, b);
}

}  // namespace ravel
