// SPDX-License-Identifier: BSL-1.0
// variance and its like, covariance and correlation of data whose type is known at run time: eager, whole and along axes, each what the
// operation on the tensors with their types gives, with the same options in any order.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/tensor/detail/stretch.hpp>

namespace ravel {

namespace detail {

struct spread_options {
  ddof less;
  elements_are what;
  correlation_kind kind;
  nan_policy policy;
  bool kept;
};
template <class... Options>
spread_options spread_options_of(const Options&... options) {
  return {option_or(ddof{}, options...), option_or(elements_are::population, options...), option_or(correlation_kind::pearson, options...),
          option_or(nan_policy::keep, options...), is_given<keep_t, Options...>};
}

RAVEL_API any_scalar variance_any(const any_data& x, const spread_options& options);
RAVEL_API any_tensor variance_any(const any_data& x, const ints& axes, const spread_options& options);
RAVEL_API any_scalar standard_deviation_any(const any_data& x, const spread_options& options);
RAVEL_API any_tensor standard_deviation_any(const any_data& x, const ints& axes, const spread_options& options);
RAVEL_API double skew_any(const any_data& x, const spread_options& options);
RAVEL_API tensor<double> skew_any(const any_data& x, const ints& axes, const spread_options& options);
RAVEL_API double kurtosis_any(const any_data& x, const spread_options& options);
RAVEL_API tensor<double> kurtosis_any(const any_data& x, const ints& axes, const spread_options& options);
RAVEL_API statistic_values descriptive_statistics_any(const any_data& x, const spread_options& options);
RAVEL_API tensor<statistic_values> descriptive_statistics_any(const any_data& x, const ints& axes, const spread_options& options);
RAVEL_API double covariance_any(const any_data& a, const any_data& b, const spread_options& options);
RAVEL_API tensor<double> covariance_any(const any_data& a, const any_data& b, const ints& axes, const spread_options& options);
RAVEL_API double correlation_any(const any_data& a, const any_data& b, const spread_options& options);
RAVEL_API tensor<double> correlation_any(const any_data& a, const any_data& b, const ints& axes, const spread_options& options);
RAVEL_API any_scalar norm_any(const any_data& x);
RAVEL_API any_tensor norm_any(const any_data& x, const ints& axes, bool kept);

}  // namespace detail

#define RAVEL_ANY_SPREAD(name, does, result, lines, ...)                                      \
  template <detail::among<__VA_ARGS__>... Options>                                            \
  [[nodiscard]] result name(const detail::any_data& x, Options... options) {                  \
    return detail::does(x, detail::spread_options_of(options...));                            \
  }                                                                                           \
  template <detail::among<keep_t, __VA_ARGS__>... Options>                                    \
  [[nodiscard]] lines name(const detail::any_data& x, const ints& axes, Options... options) { \
    return detail::does(x, axes, detail::spread_options_of(options...));                      \
  }
// Divided by n - ddof.
RAVEL_ANY_SPREAD(variance, variance_any, any_scalar, any_tensor, ddof, nan_policy)
RAVEL_ANY_SPREAD(standard_deviation, standard_deviation_any, any_scalar, any_tensor, ddof, nan_policy)
RAVEL_ANY_SPREAD(var, variance_any, any_scalar, any_tensor, ddof, nan_policy)
RAVEL_ANY_SPREAD(std, standard_deviation_any, any_scalar, any_tensor, ddof, nan_policy)
RAVEL_ANY_SPREAD(skew, skew_any, double, tensor<double>, elements_are, nan_policy)
RAVEL_ANY_SPREAD(kurtosis, kurtosis_any, double, tensor<double>, elements_are, nan_policy)
RAVEL_ANY_SPREAD(descriptive_statistics, descriptive_statistics_any, statistic_values, tensor<statistic_values>, ddof, elements_are,
                 nan_policy)
#undef RAVEL_ANY_SPREAD

// (shaped_among stands in the constraint so that it is narrower than that of the overloads of tensors that are deleted.)
// Of two columns of one length, or of the lines of two tensors, of which one may stretch to the shape of the other, and may have a type.
#define RAVEL_ANY_SPREAD(name, ...)                                                                                 \
  template <detail::among<__VA_ARGS__>... Options>                                                                  \
  [[nodiscard]] double name(const detail::any_data& a, const detail::any_data& b, Options... options) {             \
    return detail::name##_any(a, b, detail::spread_options_of(options...));                                         \
  }                                                                                                                 \
  template <detail::among<keep_t, __VA_ARGS__>... Options>                                                          \
  tensor<double> name(const detail::any_data& a, const detail::any_data& b, const ints& axes, Options... options) { \
    return detail::name##_any(a, b, axes, detail::spread_options_of(options...));                                   \
  }                                                                                                                 \
  template <class A, class B, detail::among<__VA_ARGS__>... Options>                                                \
    requires detail::shaped_among<A, B> && detail::any_beside_typed<A, B>                                           \
  [[nodiscard]] double name(const A& a, const B& b, Options... options) {                                           \
    return name(any_tensor(a), any_tensor(b), options...);                                                          \
  }                                                                                                                 \
  template <class A, class B, detail::among<keep_t, __VA_ARGS__>... Options>                                        \
    requires detail::shaped_among<A, B> && detail::any_beside_typed<A, B>                                           \
  tensor<double> name(const A& a, const B& b, const ints& axes, Options... options) {                               \
    return name(any_tensor(a), any_tensor(b), axes, options...);                                                    \
  }
RAVEL_ANY_SPREAD(covariance, ddof, nan_policy)
RAVEL_ANY_SPREAD(correlation, correlation_kind, nan_policy)
#undef RAVEL_ANY_SPREAD

// The Euclidean length.
inline any_scalar norm(const detail::any_data& x) { return detail::norm_any(x); }
template <detail::among<keep_t>... Options>
any_tensor norm(const detail::any_data& x, const ints& axes, Options...) {
  return detail::norm_any(x, axes, detail::is_given<keep_t, Options...>);
}

}  // namespace ravel
