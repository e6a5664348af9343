// SPDX-License-Identifier: BSL-1.0
// variance and its like in the types that have the values of all; what is computed in doubles whatever the type, of doubles.
#include <ravel/any/copy.hpp>
#include <ravel/any/spread.hpp>
#include <ravel/op/fold/norm.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/stats/statistics.hpp>
#include "any/typed.hpp"

namespace ravel::detail {

namespace {

// Numbers with an order as the doubles that they are, each when it is read.
tensor<const double> in_doubles(const char* operation, const any_data& x) {
  check_no_text(operation, x.values.dtype());
  if (kind_of(x.values.dtype()) == kind_of(dtype::complex128)) throw_no_operation(operation, x.values.dtype());
  return as<double>(cast(x.values, dtype::float64));
}

// The axes again with extent 1, if that is asked for: one operation serves both.
template <class R>
tensor<R> with_axes(const tensor<R>& made, index_t rank, const ints& axes, const spread_options& options) {
  return options.kept ? keeping_axes(made, worked_axes(axes, rank)) : made;
}

}  // namespace

#define RAVEL_SPREAD(name)                                                                                                               \
  any_scalar name##_any(const any_data& x, const spread_options& options) {                                                              \
    return visit_widened<any_scalar>(#name, x.values, [&](const auto& t) { return any_scalar(name(t, options.less, options.policy)); }); \
  }                                                                                                                                      \
  any_tensor name##_any(const any_data& x, const ints& axes, const spread_options& options) {                                            \
    const auto of = [&](const auto& t) { return any_tensor(name(t, axes, options.less, options.policy)); };                              \
    const any_tensor made = visit_widened<any_tensor>(#name, x.values, of);                                                              \
    return options.kept ? keeping(made, x.values.rank(), axes) : made;                                                                   \
  }
RAVEL_SPREAD(variance)
RAVEL_SPREAD(standard_deviation)
#undef RAVEL_SPREAD

// Of doubles.
#define RAVEL_SPREAD(name, result, ...)                                                                                   \
  result name##_any(const any_data& x, const spread_options& options) { return name(in_doubles(#name, x), __VA_ARGS__); } \
  tensor<result> name##_any(const any_data& x, const ints& axes, const spread_options& options) {                         \
    const auto t = in_doubles(#name, x);                                                                                  \
    return with_axes(name(t, axes, __VA_ARGS__), t.rank(), axes, options);                                                \
  }
RAVEL_SPREAD(skew, double, options.what, options.policy)
RAVEL_SPREAD(kurtosis, double, options.what, options.policy)
RAVEL_SPREAD(descriptive_statistics, statistic_values, options.less, options.what, options.policy)
#undef RAVEL_SPREAD

#define RAVEL_SPREAD(name, option)                                                                                   \
  double name##_any(const any_data& a, const any_data& b, const spread_options& options) {                           \
    return name(in_doubles(#name, a), in_doubles(#name, b), option, options.policy);                                 \
  }                                                                                                                  \
  tensor<double> name##_any(const any_data& a, const any_data& b, const ints& axes, const spread_options& options) { \
    const auto x = in_doubles(#name, a), y = in_doubles(#name, b);                                                   \
    return with_axes(name(x, y, axes, option, options.policy), joint_shape(x, y).rank(), axes, options);             \
  }
RAVEL_SPREAD(covariance, options.less)
RAVEL_SPREAD(correlation, options.kind)
#undef RAVEL_SPREAD

any_scalar norm_any(const any_data& x) {
  return visit_widened<any_scalar>("norm", x.values, [](const auto& t) { return any_scalar(norm(t)); });
}
any_tensor norm_any(const any_data& x, const ints& axes, bool kept) {
  const auto made = visit_widened<any_tensor>("norm", x.values, [&](const auto& t) { return any_tensor(norm(t, axes)); });
  return kept ? keeping(made, x.values.rank(), axes) : made;
}

}  // namespace ravel::detail
