// SPDX-License-Identifier: BSL-1.0
// Verbs of planned values, stamped from the table op/verbs.hpp, and matmul and dot. Each records one step; a run calls the verb on tensors
// of run-time type, so the bits are the same. Where an axis gets another length that no rule tells, it is a planned_extent of its own.
// planned_weights(w): how much each element counts in means and quantiles, as weights{w} does in those of tensors. A step owns what it
// looks at; any thread may record.
#pragma once

#include <ravel/any/order.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/plan/detail/call_step.hpp>

#include <tuple>

namespace ravel {

namespace detail {

// A number stands for a tensor of rank 0.
template <class R>
any_operand as_recorded(const R& result) {
  if constexpr (std::convertible_to<const R&, any_tensor>) {
    return any_tensor(result);
  } else {
    return any_scalar(result);
  }
}

// A verb, and the type of its result if that does not depend on the elements.
struct verb_call {
  step_function run;
  std::optional<dtype> type;
};
// The arguments of a call are kept in a tuple, whose type many verbs share.
RAVEL_API verb_call bound_verb(any_operand (*run)(const void* arguments, const any_tensor& t), std::shared_ptr<const void> arguments,
                               std::optional<dtype> type);

template <class R>
constexpr std::optional<dtype> type_of_results() {
  if constexpr (element<R>) {
    return dtype_of<R>();
  } else if constexpr (requires { typename R::value_type; }) {
    return dtype_of<typename R::value_type>();
  } else {
    return std::nullopt;
  }
}
// A verb that calls f(t, arguments…), where f captures nothing.
template <class F, class... Arguments>
verb_call verb_of(const F& f, const Arguments&... arguments) {
  static_assert(std::is_empty_v<F>);
  using all = std::tuple<Arguments...>;
  using result = std::remove_cvref_t<decltype(f(std::declval<const any_tensor&>(), arguments...))>;
  const auto run = [](const void* given, const any_tensor& t) -> any_operand {
    return std::apply([&](const Arguments&... own) -> any_operand { return as_recorded(F()(t, own...)); }, *static_cast<const all*>(given));
  };
  return bound_verb(run, std::make_shared<const all>(arguments...), type_of_results<result>());
}

// A verb of two operands.
template <class F>
verb_call pair_verb_of(const F& f) {
  using result = std::remove_cvref_t<decltype(f(std::declval<const any_tensor&>(), std::declval<const any_tensor&>()))>;
  const auto run = [f](const operand_values& operands, const extent_values&) {
    return as_recorded(f(operands.tensor(0), operands.tensor(1)));
  };
  return {run, type_of_results<result>()};
}

// The axes that a verb works along go, or stay with length 1 if they are kept; they stay as they are; or one stays with another length. If
// none is named, all go, or the only one stays.
enum class axes_become : unsigned char { gone, kept, changed };
struct verb_axes {
  axes_become what;
  const ints* named;  // or null
  bool keeps_ones;
  std::optional<index_t> length = {};  // of the changed axis, if it is known
};

// A result that one planned value can stand for, and that has this fate of the axes.
template <class R, axes_become What>
concept recorded_as = std::convertible_to<R, any_tensor> || (What == axes_become::gone && std::convertible_to<R, any_scalar>);

// The rule by which a verb changes a shape, which is that of x, or of x and others beside it.
RAVEL_API planned_shape result_shape(const char* verb, const recorded& x, const planned_shape& of, const verb_axes& axes,
                                     bool has_options = false);

RAVEL_API planned record_verb(const char* verb, const planned& x, const verb_axes& axes, call_arguments arguments, verb_call call);

RAVEL_API planned record_pair_verb(const char* verb, const planned_argument& a, const planned_argument& b, const verb_axes& axes,
                                   call_arguments arguments, verb_call call);

RAVEL_API planned record_quantiles(const planned& x, const std::vector<double>& q, const ints* axis, call_arguments arguments,
                                   verb_call call);
RAVEL_API planned record_matrix(const char* verb, const planned& x, index_arg axis, call_arguments arguments, verb_call call);
RAVEL_API planned record_outer(const planned_argument& a, const planned_argument& b);

// The axis of a value that has one; shape_error where the verb needs one to be named.
RAVEL_API ints only_planned_axis(const char* verb, const planned& x);

RAVEL_API planned record_product(const char* verb, any_tensor (*f)(const any_data&, const any_data&), const planned_argument& a,
                                 const planned_argument& b);

}  // namespace detail

// Stamps a verb for all elements, or for the only axis, and along axes. Its arguments before the axes are given as lists in parentheses: of
// their types, of the parameters, and of the names.
#define RAVEL_PLANNED_CALLS(name, what, types, parameters, names)                                                                       \
  template <detail::planned_handle X, RAVEL_LISTED types class... Options>                                                              \
    requires(detail::without_axes<Options...> &&                                                                                        \
             requires(const any_tensor& t, RAVEL_LISTED parameters const Options&... options) {                                         \
               { name(t, RAVEL_LISTED names options...) } -> detail::recorded_as<detail::axes_become::what>;                            \
             })                                                                                                                         \
  [[nodiscard]] planned name(const X& x, RAVEL_LISTED parameters const Options&... options) {                                           \
    if constexpr (detail::axes_become::what != detail::axes_become::gone &&                                                             \
                  requires(const any_tensor& t, const ints& axes) { name(t, RAVEL_LISTED names axes, options...); }) {                  \
      return name(x, RAVEL_LISTED names detail::only_planned_axis(#name, x), options...);                                               \
    } else {                                                                                                                            \
      const detail::verb_axes none{detail::axes_become::what, nullptr, false};                                                          \
      return detail::record_verb(                                                                                                       \
          #name, x, none, detail::arguments_of_verb<sizeof...(Options)>(RAVEL_LISTED names options...),                                 \
          detail::verb_of([](const any_tensor& t, const auto&... given) { return name(t, given...); }, RAVEL_LISTED names options...)); \
    }                                                                                                                                   \
  }                                                                                                                                     \
  template <detail::planned_handle X, RAVEL_LISTED types class... Options>                                                              \
    requires requires(const any_tensor& t, RAVEL_LISTED parameters const ints& axes, const Options&... options) {                       \
      { name(t, RAVEL_LISTED names axes, options...) } -> detail::recorded_as<detail::axes_become::what>;                               \
    }                                                                                                                                   \
  [[nodiscard]] planned name(const X& x, RAVEL_LISTED parameters const ints& axes, const Options&... options) {                         \
    const detail::verb_axes named{detail::axes_become::what, &axes, detail::is_given<keep_t, Options...>};                              \
    return detail::record_verb(#name, x, named, detail::arguments_of_verb<sizeof...(Options)>(RAVEL_LISTED names axes, options...),     \
                               detail::verb_of([](const any_tensor& t, const auto&... given) { return name(t, given...); },             \
                                               RAVEL_LISTED names axes, options...));                                                   \
  }
// Reads the lines of two operands, whose shapes broadcast to one.
#define RAVEL_PLANNED_CALLS_PAIRS(name, what)                                                                                     \
  template <class A, class B, class... Options>                                                                                   \
    requires(detail::planned_tensors_among<A, B> && detail::without_axes<Options...> &&                                           \
             requires(const any_tensor& t, const Options&... options) {                                                           \
               { name(t, t, options...) } -> detail::recorded_as<detail::axes_become::what>;                                      \
             })                                                                                                                   \
  [[nodiscard]] planned name(const A& a, const B& b, const Options&... options) {                                                 \
    const auto call = [options...](const any_tensor& x, const any_tensor& y) { return name(x, y, options...); };                  \
    return detail::record_pair_verb(#name, a, b, {detail::axes_become::what, nullptr, false},                                     \
                                    detail::arguments_of_verb<sizeof...(Options)>(options...), detail::pair_verb_of(call));       \
  }                                                                                                                               \
  template <class A, class B, class... Options>                                                                                   \
    requires(detail::planned_tensors_among<A, B> &&                                                                               \
             requires(const any_tensor& t, const ints& axes, const Options&... options) {                                         \
               { name(t, t, axes, options...) } -> detail::recorded_as<detail::axes_become::what>;                                \
             })                                                                                                                   \
  [[nodiscard]] planned name(const A& a, const B& b, const ints& axes, const Options&... options) {                               \
    const auto call = [axes, options...](const any_tensor& x, const any_tensor& y) { return name(x, y, axes, options...); };      \
    return detail::record_pair_verb(#name, a, b, {detail::axes_become::what, &axes, detail::is_given<keep_t, Options...>},        \
                                    detail::arguments_of_verb<sizeof...(Options)>(axes, options...), detail::pair_verb_of(call)); \
  }

#define RAVEL_PLANNED(name) RAVEL_STAMP(RAVEL_PLANNED_CALLS, name)
RAVEL_FOR_EACH_VERB(RAVEL_PLANNED)
// Those that the layer of names writes by hand.
RAVEL_STAMP_OTHERS(RAVEL_PLANNED_CALLS)
RAVEL_STAMP_1(RAVEL_PLANNED_CALLS, quantile, gone)

// Several quantiles take the place of the axis, or of all axes.
template <detail::planned_handle X, class... Options>
  requires(detail::without_axes<Options...> &&
           requires(const tensor<const double>& t, const std::vector<double>& q, const Options&... options) { quantile(t, q, options...); })
[[nodiscard]] planned quantile(const X& x, const std::vector<double>& q, const Options&... options) {
  const auto call = [](const any_tensor& t, const auto&... given) {
    return quantile(detail::elements_as_doubles("quantile", t), given...);
  };
  return detail::record_quantiles(x, q, nullptr, detail::arguments_of_verb<sizeof...(Options)>(q, options...),
                                  detail::verb_of(call, q, options...));
}
template <detail::planned_handle X, class... Options>
  requires requires(const tensor<const double>& t, const std::vector<double>& q, const ints& axis, const Options&... options) {
    quantile(t, q, axis, options...);
  }
[[nodiscard]] planned quantile(const X& x, const std::vector<double>& q, const ints& axis, const Options&... options) {
  const auto call = [](const any_tensor& t, const auto&... given) {
    return quantile(detail::elements_as_doubles("quantile", t), given...);
  };
  return detail::record_quantiles(x, q, &axis, detail::arguments_of_verb<sizeof...(Options)>(q, axis, options...),
                                  detail::verb_of(call, q, axis, options...));
}
template <detail::planned_handle X, class... Options>
[[nodiscard]] planned quantile(const X& x, std::initializer_list<double> q, const Options&... options) {
  return quantile(x, std::vector<double>(q), options...);
}
template <detail::planned_handle X, class... Options>
[[nodiscard]] planned quantile(const X& x, std::initializer_list<double> q, const ints& axis, const Options&... options) {
  return quantile(x, std::vector<double>(q), axis, options...);
}

// All products of an element of a and one of b, on the axes of a and then of b.
template <class A, class B>
  requires detail::planned_tensors_among<A, B>
[[nodiscard]] planned outer(const A& a, const B& b) {
  return detail::record_outer(a, b);
}

// Observations lie along the axis, by default the last: each row is a variable.
#define RAVEL_PLANNED_MATRIX(name, ...)                                                                           \
  template <detail::planned_handle X, detail::among<__VA_ARGS__>... Options>                                      \
  [[nodiscard]] planned name(const X& x, index_arg axis, const Options&... options) {                             \
    const auto call = [](const any_tensor& t, const auto&... given) { return any_tensor(name(t, given...)); };    \
    return detail::record_matrix(#name, x, axis, detail::arguments_of_verb<sizeof...(Options)>(axis, options...), \
                                 detail::verb_of(call, axis, options...));                                        \
  }                                                                                                               \
  template <detail::planned_handle X, detail::among<__VA_ARGS__>... Options>                                      \
  [[nodiscard]] planned name(const X& x, const Options&... options) {                                             \
    return name(x, -1, options...);                                                                               \
  }
RAVEL_PLANNED_MATRIX(covariance_matrix, ddof, nan_policy)
RAVEL_PLANNED_MATRIX(correlation_matrix, nan_policy)
#undef RAVEL_PLANNED_MATRIX

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

// Real numbers or integers, as many as the elements that they weigh. A run checks that none is negative and not all are 0.
class RAVEL_API_RESULT planned_weights {
 public:
  explicit planned_weights(const planned& w);
  planned values() const { return values_; }

 private:
  planned values_;
};

namespace detail {

// The weighted verb of a tensor and its weights.
using weighted_call = std::function<any_operand(const any_tensor& t, const weights& w)>;
RAVEL_API planned record_weighted(const char* verb, const planned& x, const planned_weights& w, const verb_axes& axes,
                                  call_arguments arguments, weighted_call call);

}  // namespace detail

// name(x, planned_weights(w), options…) of all elements, and name(x, axes, planned_weights(w), options…). Arguments before the axes
// are lists of their types, of the parameters, and of the names.
#define RAVEL_PLANNED_WEIGHTED(name, types, parameters, names)                                                                \
  template <detail::planned_handle X, RAVEL_LISTED types std::same_as<planned_weights> W,                                     \
            detail::among<quantile_rule, nan_policy>... Options>                                                              \
  [[nodiscard]] planned name(const X& x, RAVEL_LISTED parameters const W& w, const Options&... options) {                     \
    const auto call = [RAVEL_LISTED names options...](const any_tensor& t, const weights& by) {                               \
      return detail::as_recorded(name(t, RAVEL_LISTED names by, options...));                                                 \
    };                                                                                                                        \
    return detail::record_weighted(#name, x, w, {detail::axes_become::gone, nullptr, false, {}},                              \
                                   detail::arguments_of_verb<sizeof...(Options)>(RAVEL_LISTED names options...), call);       \
  }                                                                                                                           \
  template <detail::planned_handle X, RAVEL_LISTED types std::same_as<planned_weights> W,                                     \
            detail::among<keep_t, quantile_rule, nan_policy>... Options>                                                      \
  [[nodiscard]] planned name(const X& x, RAVEL_LISTED parameters const ints& axes, const W& w, const Options&... options) {   \
    const auto call = [RAVEL_LISTED names axes, options...](const any_tensor& t, const weights& by) {                         \
      return detail::as_recorded(name(t, RAVEL_LISTED names axes, by, options...));                                           \
    };                                                                                                                        \
    return detail::record_weighted(#name, x, w, {detail::axes_become::gone, &axes, detail::is_given<keep_t, Options...>, {}}, \
                                   detail::arguments_of_verb<sizeof...(Options)>(RAVEL_LISTED names axes, options...), call); \
  }
RAVEL_PLANNED_WEIGHTED(mean, (), (), ())
RAVEL_PLANNED_WEIGHTED(geometric_mean, (), (), ())
RAVEL_PLANNED_WEIGHTED(harmonic_mean, (), (), ())
RAVEL_PLANNED_WEIGHTED(median, (), (), ())
RAVEL_PLANNED_WEIGHTED(quantile, (std::floating_point A, ), (const A& a, ), (a, ))
#undef RAVEL_PLANNED_WEIGHTED

}  // namespace ravel
