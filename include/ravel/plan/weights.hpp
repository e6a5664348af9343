// SPDX-License-Identifier: BSL-1.0
// planned_weights(w): how much each element counts in means and quantiles of planned values, as weights{w} does in those of tensors. A step
// owns what it looks at; any thread may record.
#pragma once

#include <ravel/op/fold/weights.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/plan/verbs.hpp>

namespace ravel {

// Real numbers or integers, as many as the elements that they weigh. A run checks that none is negative and not all are 0.
class RAVEL_API_RESULT planned_weights {
 public:
  explicit planned_weights(const planned& w);
  const planned& values() const& { return values_; }
  planned values() const&& { return values_; }

 private:
  planned values_;
};

namespace detail {

// The weighted verb of a tensor and its weights.
using weighted_call = std::function<any_operand(const any_tensor& t, const weights& w)>;
RAVEL_API planned record_weighted(const char* verb, const planned& x, const planned_weights& w, const verb_axes& axes,
                                  call_arguments arguments, weighted_call call);

}  // namespace detail

// name(x, planned_weights(w), options…) of all elements, and name(x, axes, planned_weights(w), options…). As in verbs.hpp, arguments before
// the axes are lists of their types, of the parameters, and of the names.
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
