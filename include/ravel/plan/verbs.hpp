// SPDX-License-Identifier: BSL-1.0
// Verbs of planned values, stamped from the table op/verbs.hpp, and matmul and dot. Each records one step; a run calls the verb on tensors
// of run-time type, so the bits are the same. Where an axis gets another length that no rule tells, it is a planned_extent of its own.
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

// What becomes of the axes that a verb works along: they go, or stay with length 1 if they are kept; they stay as they are; or one stays
// with another length. No axes: all go, or the only one stays.
enum class axes_become : unsigned char { gone, kept, changed };
struct verb_axes {
  axes_become what;
  const ints* named;  // or null
  bool keeps_ones;
  std::optional<index_t> longer;  // how much, if that is known; else each run finds the length
};

// A result that has this fate of the axes.
template <class R, axes_become What>
concept recorded_as = recorded_result<R> && (What == axes_become::gone || std::convertible_to<R, any_tensor>);

// Differences are one shorter, and windows give a result for each element. No rule is known of others, and of calls with options.
RAVEL_API std::optional<index_t> longer_by(std::string_view verb, bool has_options);

RAVEL_API planned record_verb(const char* verb, const planned& x, const verb_axes& axes, call_arguments arguments, verb_call call);

RAVEL_API planned record_product(const char* verb, any_tensor (*f)(const any_data&, const any_data&), const planned_argument& a,
                                 const planned_argument& b);

}  // namespace detail

// Stamps a verb for all elements, or for the only axis, and along axes; with no argument before the axes, with one, or with two.
#define RAVEL_PLANNED_0(name, what)                                                                                             \
  template <detail::planned_handle X, class... Options>                                                                         \
    requires(detail::without_axes<Options...> &&                                                                                \
             requires(const any_tensor& t, const Options&... o) {                                                               \
               { name(t, o...) } -> detail::recorded_as<detail::axes_become::what>;                                             \
             })                                                                                                                 \
  [[nodiscard]] planned name(const X& x, const Options&... options) {                                                           \
    const detail::verb_axes alone{detail::axes_become::what, nullptr, false, detail::longer_by(#name, sizeof...(Options) > 0)}; \
    return detail::record_verb(#name, x, alone, detail::arguments_of(options...),                                               \
                               detail::verb_of([options...](const any_tensor& t) { return name(t, options...); }));             \
  }                                                                                                                             \
  template <detail::planned_handle X, class... Options>                                                                         \
    requires requires(const any_tensor& t, const ints& axes, const Options&... o) {                                             \
      { name(t, axes, o...) } -> detail::recorded_as<detail::axes_become::what>;                                                \
    }                                                                                                                           \
  [[nodiscard]] planned name(const X& x, const ints& axes, const Options&... options) {                                         \
    const detail::verb_axes named{detail::axes_become::what, &axes, detail::is_given<keep_t, Options...>,                       \
                                  detail::longer_by(#name, sizeof...(Options) > 0)};                                            \
    return detail::record_verb(#name, x, named, detail::arguments_of(axes, options...),                                         \
                               detail::verb_of([axes, options...](const any_tensor& t) { return name(t, axes, options...); })); \
  }
#define RAVEL_PLANNED_1(name, what)                                                                                                   \
  template <detail::planned_handle X, class A, class... Options>                                                                      \
    requires(detail::without_axes<Options...> &&                                                                                      \
             requires(const any_tensor& t, const A& a, const Options&... o) {                                                         \
               { name(t, a, o...) } -> detail::recorded_as<detail::axes_become::what>;                                                \
             })                                                                                                                       \
  [[nodiscard]] planned name(const X& x, const A& a, const Options&... options) {                                                     \
    const detail::verb_axes alone{detail::axes_become::what, nullptr, false, detail::longer_by(#name, sizeof...(Options) > 0)};       \
    return detail::record_verb(#name, x, alone, detail::arguments_of(a, options...),                                                  \
                               detail::verb_of([a, options...](const any_tensor& t) { return name(t, a, options...); }));             \
  }                                                                                                                                   \
  template <detail::planned_handle X, class A, class... Options>                                                                      \
    requires requires(const any_tensor& t, const A& a, const ints& axes, const Options&... o) {                                       \
      { name(t, a, axes, o...) } -> detail::recorded_as<detail::axes_become::what>;                                                   \
    }                                                                                                                                 \
  [[nodiscard]] planned name(const X& x, const A& a, const ints& axes, const Options&... options) {                                   \
    const detail::verb_axes named{detail::axes_become::what, &axes, detail::is_given<keep_t, Options...>,                             \
                                  detail::longer_by(#name, sizeof...(Options) > 0)};                                                  \
    return detail::record_verb(#name, x, named, detail::arguments_of(a, axes, options...),                                            \
                               detail::verb_of([a, axes, options...](const any_tensor& t) { return name(t, a, axes, options...); })); \
  }
#define RAVEL_PLANNED_2(name, what)                                                                                             \
  template <detail::planned_handle X, class A, class B, class... Options>                                                       \
    requires(detail::without_axes<B, Options...> &&                                                                             \
             requires(const any_tensor& t, const A& a, const B& b, const Options&... o) {                                       \
               { name(t, a, b, o...) } -> detail::recorded_as<detail::axes_become::what>;                                       \
             })                                                                                                                 \
  [[nodiscard]] planned name(const X& x, const A& a, const B& b, const Options&... options) {                                   \
    const detail::verb_axes alone{detail::axes_become::what, nullptr, false, detail::longer_by(#name, sizeof...(Options) > 0)}; \
    return detail::record_verb(#name, x, alone, detail::arguments_of(a, b, options...),                                         \
                               detail::verb_of([a, b, options...](const any_tensor& t) { return name(t, a, b, options...); })); \
  }                                                                                                                             \
  template <detail::planned_handle X, class A, class B, class... Options>                                                       \
    requires requires(const any_tensor& t, const A& a, const B& b, const ints& axes, const Options&... o) {                     \
      { name(t, a, b, axes, o...) } -> detail::recorded_as<detail::axes_become::what>;                                          \
    }                                                                                                                           \
  [[nodiscard]] planned name(const X& x, const A& a, const B& b, const ints& axes, const Options&... options) {                 \
    const detail::verb_axes named{detail::axes_become::what, &axes, detail::is_given<keep_t, Options...>,                       \
                                  detail::longer_by(#name, sizeof...(Options) > 0)};                                            \
    return detail::record_verb(                                                                                                 \
        #name, x, named, detail::arguments_of(a, b, axes, options...),                                                          \
        detail::verb_of([a, b, axes, options...](const any_tensor& t) { return name(t, a, b, axes, options...); }));            \
  }
#define RAVEL_PLANNED_PAIRS(name, what)

#define RAVEL_PLANNED_FORM_reduces RAVEL_PLANNED_0
#define RAVEL_PLANNED_FORM_gathers RAVEL_PLANNED_0
#define RAVEL_PLANNED_FORM_along RAVEL_PLANNED_0
#define RAVEL_PLANNED_FORM_lines RAVEL_PLANNED_0
#define RAVEL_PLANNED_FORM_written RAVEL_PLANNED_0
#define RAVEL_PLANNED_FORM_reduces_at RAVEL_PLANNED_1
#define RAVEL_PLANNED_FORM_reduces_by RAVEL_PLANNED_1
#define RAVEL_PLANNED_FORM_lines_by RAVEL_PLANNED_1
#define RAVEL_PLANNED_FORM_along_by RAVEL_PLANNED_1
#define RAVEL_PLANNED_FORM_written_by RAVEL_PLANNED_1
#define RAVEL_PLANNED_FORM_along_by_two RAVEL_PLANNED_2
#define RAVEL_PLANNED_FORM_pairs RAVEL_PLANNED_PAIRS

#define RAVEL_PLANNED_AS_gone(name, form) RAVEL_PLANNED_FORM_##form(name, gone)
#define RAVEL_PLANNED_AS_kept(name, form) RAVEL_PLANNED_FORM_##form(name, kept)
#define RAVEL_PLANNED_AS_changed(name, form) RAVEL_PLANNED_FORM_##form(name, changed)
#define RAVEL_PLANNED_AS_own(name, form)
#define RAVEL_PLANNED_AS_none(name, form)

#define RAVEL_PLANNED(name) RAVEL_PLANNED_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_PLANNED_OF_ROW(name, ...) RAVEL_PLANNED_OF_FORM(name, __VA_ARGS__)
#define RAVEL_PLANNED_OF_FORM(name, form, takes, at_run_time, named_as, ...) RAVEL_PLANNED_AS_##named_as(name, form)

RAVEL_FOR_EACH_VERB(RAVEL_PLANNED)
// Those that the layer of names writes by hand.
RAVEL_PLANNED_0(sum, gone)
RAVEL_PLANNED_0(mean, gone)
RAVEL_PLANNED_0(std, gone)
RAVEL_PLANNED_0(logsumexp, gone)
RAVEL_PLANNED_0(softmax, kept)
RAVEL_PLANNED_1(quantile, gone)

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
