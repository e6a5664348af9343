// SPDX-License-Identifier: BSL-1.0
// Reductions and statistics of data of run-time type, whole and along axes, and products of matrices: each calls the operation on the typed
// tensor. Histograms take doubles (any/verbs.hpp), and bincount integers. An unsupported type is a type_error that names it, as complex
// numbers are for rank and histograms, since they have no order.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

// Options have types of their own, so that braces always mean axes.
#define RAVEL_ANY_REDUCTION(name, result)                                                                                      \
  namespace detail {                                                                                                           \
  RAVEL_API result name##_any(const any_data& x, nan_policy policy);                                                           \
  RAVEL_API any_tensor name##_any(const any_data& x, const ints& axes, bool kept, nan_policy policy);                          \
  }                                                                                                                            \
  template <detail::among<nan_policy>... Options>                                                                              \
  [[nodiscard]] result name(const detail::any_data& x, Options... options) {                                                   \
    return detail::name##_any(x, detail::option_or(nan_policy::keep, options...));                                             \
  }                                                                                                                            \
  template <detail::among<keep_t, nan_policy>... Options>                                                                      \
  any_tensor name(const detail::any_data& x, const ints& axes, Options... options) {                                           \
    return detail::name##_any(x, axes, detail::is_given<keep_t, Options...>, detail::option_or(nan_policy::keep, options...)); \
  }
// Integers are exact in 64 bits or throw; reals accumulate in double.
RAVEL_ANY_REDUCTION(sum, any_scalar)
RAVEL_ANY_REDUCTION(product, any_scalar)
RAVEL_ANY_REDUCTION(mean, any_scalar)
RAVEL_ANY_REDUCTION(min, any_scalar)
RAVEL_ANY_REDUCTION(max, any_scalar)
// The row-major position of the first (or last) minimum or maximum, or its place along an axis.
RAVEL_ANY_REDUCTION(argmin, index_t)
RAVEL_ANY_REDUCTION(argmax, index_t)
RAVEL_ANY_REDUCTION(argmin_last, index_t)
RAVEL_ANY_REDUCTION(argmax_last, index_t)
#undef RAVEL_ANY_REDUCTION

// Weighted, in double.
template <detail::any_handle X, class... Options>
  requires detail::is_given<weights, Options...>
[[nodiscard]] auto mean(const X& x, const Options&... options) {
  return mean(detail::elements_as_doubles("mean", x), options...);
}
template <detail::any_handle X, class... Options>
  requires detail::is_given<weights, Options...>
[[nodiscard]] auto mean(const X& x, const ints& axes, const Options&... options) {
  return mean(detail::elements_as_doubles("mean", x), axes, options...);
}

// Computed in float for float, in double for other numbers.
RAVEL_API any_tensor softmax(const detail::any_data& x, const ints& axes);
RAVEL_API any_tensor softmax(const detail::any_data& x);  // of one axis
RAVEL_API any_scalar logsumexp(const detail::any_data& x);
RAVEL_API any_tensor logsumexp(const detail::any_data& x, const ints& axes);
RAVEL_API any_tensor logsumexp(const detail::any_data& x, const ints& axes, keep_t);

// For bools only.
#define RAVEL_ANY_DECISION(name, result)                                     \
  [[nodiscard]] RAVEL_API result name(const detail::any_data& mask);         \
  RAVEL_API any_tensor name(const detail::any_data& mask, const ints& axes); \
  RAVEL_API any_tensor name(const detail::any_data& mask, const ints& axes, keep_t);
RAVEL_ANY_DECISION(all_of, bool)
RAVEL_ANY_DECISION(any_of, bool)
RAVEL_ANY_DECISION(none_of, bool)
RAVEL_ANY_DECISION(count, index_t)
#undef RAVEL_ANY_DECISION

RAVEL_API any_tensor matmul(const detail::any_data& a, const detail::any_data& b);
// The dot product of two vectors, of rank 0; for matrices and vectors as matmul.
RAVEL_API any_tensor dot(const detail::any_data& a, const detail::any_data& b);
RAVEL_API any_tensor outer(const detail::any_data& a, const detail::any_data& b);

#define RAVEL_BESIDE_TYPED(name)                                                        \
  template <class A, class B>                                                           \
    requires(detail::any_among<A, B> && detail::any_handle<A> != detail::any_handle<B>) \
  any_tensor name(const A& a, const B& b) {                                             \
    return name(any_tensor(a), any_tensor(b));                                          \
  }
RAVEL_BESIDE_TYPED(matmul)
RAVEL_BESIDE_TYPED(dot)
RAVEL_BESIDE_TYPED(outer)
#undef RAVEL_BESIDE_TYPED

namespace detail {

RAVEL_API any_scalar variance_any(const any_data& x, ddof less, nan_policy policy);
RAVEL_API any_tensor variance_any(const any_data& x, const ints& axes, bool kept, ddof less, nan_policy policy);
RAVEL_API any_scalar standard_deviation_any(const any_data& x, ddof less, nan_policy policy);
RAVEL_API any_tensor standard_deviation_any(const any_data& x, const ints& axes, bool kept, ddof less, nan_policy policy);
RAVEL_API any_scalar norm_any(const any_data& x);
RAVEL_API any_tensor norm_any(const any_data& x, const ints& axes, bool kept);

}  // namespace detail

// Divides by n - ddof.
#define RAVEL_ANY_SPREAD(name, does)                                                                                \
  template <detail::among<ddof, nan_policy>... Options>                                                             \
  [[nodiscard]] any_scalar name(const detail::any_data& x, Options... options) {                                    \
    return detail::does(x, detail::option_or(ddof{}, options...), detail::option_or(nan_policy::keep, options...)); \
  }                                                                                                                 \
  template <detail::among<keep_t, ddof, nan_policy>... Options>                                                     \
  [[nodiscard]] any_tensor name(const detail::any_data& x, const ints& axes, Options... options) {                  \
    return detail::does(x, axes, detail::is_given<keep_t, Options...>, detail::option_or(ddof{}, options...),       \
                        detail::option_or(nan_policy::keep, options...));                                           \
  }
RAVEL_ANY_SPREAD(variance, variance_any)
RAVEL_ANY_SPREAD(standard_deviation, standard_deviation_any)
RAVEL_ANY_SPREAD(var, variance_any)
RAVEL_ANY_SPREAD(std, standard_deviation_any)
#undef RAVEL_ANY_SPREAD

// The Euclidean length.
inline any_scalar norm(const detail::any_data& x) { return detail::norm_any(x); }
template <detail::among<keep_t>... Options>
any_tensor norm(const detail::any_data& x, const ints& axes, Options...) {
  return detail::norm_any(x, axes, detail::is_given<keep_t, Options...>);
}

namespace detail {

RAVEL_API tensor<double> rank_any(const any_data& x, const ints& axis, rank_ties ties);

template <class X>
using integers_of_t = std::conditional_t<any_handle<X>, tensor<const index_t>, X>;

}  // namespace detail

// The rank of each element within its line, from 1. Ties get their average rank by default.
template <detail::among<rank_ties>... Options>
[[nodiscard]] tensor<double> rank(const detail::any_data& x, const ints& axis, Options... options) {
  return detail::rank_any(x, axis, detail::option_or(rank_ties::average, options...));
}
template <detail::among<rank_ties>... Options>
[[nodiscard]] tensor<double> rank(const detail::any_data& x, Options... options) {
  return rank(x, detail::only_axis("rank", x.values.shape()), options...);
}

// Each coordinate has a rule or edges. They may be a list in braces.
template <detail::any_handle X, detail::among<nan_policy>... Options>
[[nodiscard]] auto histogram_nd(const X& points, const std::vector<bin_rule>& rules, const Options&... options) {
  return histogram_nd(detail::elements_as_doubles("histogram_nd", points), rules, options...);
}
template <detail::any_handle X, detail::among<nan_policy>... Options>
[[nodiscard]] auto histogram_nd(const X& points, const std::vector<buffer<double>>& edges, const Options&... options) {
  return histogram_nd(detail::elements_as_doubles("histogram_nd", points), edges, options...);
}

// Takes integers or bools. Data with a type may have weights of run-time type.
template <class X, class... Args>
  requires(detail::any_handle_among<X, Args...> &&
           requires(const detail::integers_of_t<X>& x, const detail::doubles_of_t<Args>&... args) { bincount(x, args...); })
[[nodiscard]] auto bincount(const X& x, const Args&... args) {
  return bincount(detail::converted<&detail::integers_of>("bincount", x), detail::doubles_of("bincount", args)...);
}

}  // namespace ravel
