// SPDX-License-Identifier: BSL-1.0
// Verbs along dims of expressions whose type is known at run time, stamped from the table op/verbs.hpp, and reduce and einsum of tensors
// whose type is known at run time. Verbs that compute in double whatever the type give a named<double>, the others an any_named. Values are
// those of the verb on an any_tensor, computed at once; any thread may read them.
#pragma once

#include <ravel/any/order.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/named/any_named.hpp>
#include <ravel/named/patterns.hpp>
#include <ravel/named/reduce.hpp>

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace ravel {

namespace detail {

using any_work = std::function<any_tensor(const any_tensor& x, const ints& on)>;

extern template RAVEL_API any_named along_axes(const any_named& e, const dims_plan& plan, any_work f);

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

}  // namespace detail

// ---- in double

#define RAVEL_ANY_NAMED_as_double(name, as, types, parameters, names)                                                      \
  template <detail::any_named_handle E, RAVEL_LISTED types detail::no_keep... Options>                                     \
    requires requires(const named<double>& x, RAVEL_LISTED parameters const named_axes& axes, const Options&... options) { \
      name(x, RAVEL_LISTED names axes, options...);                                                                        \
    }                                                                                                                      \
  [[nodiscard]] auto name(const E& e, RAVEL_LISTED parameters const named_axes& axes, const Options&... options) {         \
    return name(detail::as_named_doubles(#name, e), RAVEL_LISTED names axes, options...);                                  \
  }
#define RAVEL_ANY_NAMED_as_double_PAIRS(name, as)                                                         \
  template <class A, class B, detail::no_keep... Options>                                                 \
    requires(detail::any_named_among<A, B> && detail::any_named_source<A> && detail::any_named_source<B>) \
  [[nodiscard]] auto name(const A& a, const B& b, const named_axes& axes, const Options&... options) {    \
    return name(detail::named_doubles(#name, a), detail::named_doubles(#name, b), axes, options...);      \
  }

// ---- by the type at hand: by the verb on an any_tensor

#define RAVEL_ANY_NAMED_own(name, as, types, parameters, names)                                                         \
  template <detail::any_named_handle E, RAVEL_LISTED types detail::no_keep... Options>                                  \
    requires requires(const any_tensor& x, RAVEL_LISTED parameters const ints& on, const Options&... options) {         \
      { name(x, RAVEL_LISTED names on, options...) } -> std::convertible_to<any_tensor>;                                \
    }                                                                                                                   \
  [[nodiscard]] any_named name(const E& e, RAVEL_LISTED parameters const named_axes& axes, const Options&... options) { \
    const auto verb = [RAVEL_LISTED names options...](const any_tensor& x, const ints& on) -> any_tensor {              \
      return name(x, RAVEL_LISTED names on, options...);                                                                \
    };                                                                                                                  \
    return detail::named_##as(#name, e, axes, detail::any_work(verb));                                                  \
  }
#define RAVEL_ANY_NAMED_in_type RAVEL_ANY_NAMED_own
#define RAVEL_ANY_NAMED_visited RAVEL_ANY_NAMED_own
#define RAVEL_ANY_NAMED_as_precise RAVEL_ANY_NAMED_own

#define RAVEL_ANY_NAMED(name) RAVEL_ANY_NAMED_OF_ROW(name, RAVEL_VERB_##name)
#define RAVEL_ANY_NAMED_OF_ROW(name, ...) RAVEL_ANY_NAMED_OF_FORM(name, __VA_ARGS__)
#define RAVEL_ANY_NAMED_OF_FORM(name, form, takes, at_run_time, ...) RAVEL_STAMP(RAVEL_ANY_NAMED_##at_run_time, name)

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
RAVEL_STAMP_OTHERS(RAVEL_ANY_NAMED_own)
RAVEL_STAMP_1(RAVEL_ANY_NAMED_own, scan, kept)
RAVEL_STAMP_1(RAVEL_ANY_NAMED_as_double, quantile, gone)
template <detail::any_named_handle E, detail::no_keep... Options>
[[nodiscard]] named<double> quantile(const E& e, std::initializer_list<double> q, const named_axes& axes, const Options&... options) {
  return quantile(detail::as_named_doubles("quantile", e), buffer<double>(q), axes, options...);
}

// A function f(any_tensor, ints) along axes. The dims stay, of whatever extents it gives them, or are gone. Computed at once.
template <detail::any_named_handle E, class F>
  requires requires(const F& f, const any_tensor& x, const ints& on) {
    { f(x, on) } -> std::convertible_to<any_tensor>;
  }
[[nodiscard]] any_named apply_along(const E& e, const named_axes& axes, const F& f) {
  return detail::named_changed("apply_along", e, axes, detail::any_work(std::cref(f)));
}

template <detail::any_named_handle E, class A, class F>
void reduce(const E& e, const A& init, F f, const named_axes& axes) = delete;  // a function has a type: reduce(cast<double>(e), init, f, i)
template <detail::any_named_handle E, class Reducer, class... Options>
void reduce_with(const E& e, const Reducer& by,  // a reducer has a type: reduce_with(cast<double>(e), by, i)
                 const named_axes& axes, const Options&... options) = delete;

namespace detail {

RAVEL_API any_tensor einsum_any(std::string_view subscripts, std::span<const any_tensor> operands);

template <class X>
any_tensor held_operand(const X& x) {
  return any_tensor(x);
}
template <std::derived_from<any_reader> X>
any_tensor held_operand(const X& x) {
  return x.as_tensor();
}

}  // namespace detail

// By a reducer or a function, whose type the program knows: it is visited by the type at hand.
template <detail::any_handle X, std::convertible_to<std::string_view> Pattern, class Reducer>
  requires requires(const tensor<const double>& t, const Pattern& pattern, const Reducer& by) { reduce(t, pattern, by); }
[[nodiscard]] any_tensor reduce(const X& x, const Pattern& pattern, const Reducer& by, const named_extents& sizes = {}) {
  return detail::visit_as_any("reduce", x,
                              [&](const auto& t) -> decltype(reduce(t, pattern, by, sizes)) { return reduce(t, pattern, by, sizes); });
}

// In the type of a sum of products of the operands' types together: integers in 64 bits.
template <class... Xs>
  requires(detail::any_handle<Xs> || ...)
[[nodiscard]] any_tensor einsum(std::string_view subscripts, const Xs&... operands) {
  const any_tensor held[] = {detail::held_operand(operands)...};
  return detail::einsum_any(subscripts, held);
}
// The number of operands is known at run time.
[[nodiscard]] inline any_tensor einsum(std::string_view subscripts, const std::vector<any_tensor>& operands) {
  return detail::einsum_any(subscripts, operands);
}

}  // namespace ravel
