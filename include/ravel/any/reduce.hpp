// SPDX-License-Identifier: BSL-1.0
// Reductions of data of run-time type, whole and along axes, and products of matrices: each calls the operation on the typed tensor. An
// unsupported type is a type_error that names it.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/fold/means.hpp>

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

#define RAVEL_BESIDE_TYPED(name)               \
  template <class A, class B>                  \
    requires detail::any_beside_typed<A, B>    \
  any_tensor name(const A& a, const B& b) {    \
    return name(any_tensor(a), any_tensor(b)); \
  }
RAVEL_BESIDE_TYPED(matmul)
RAVEL_BESIDE_TYPED(dot)
RAVEL_BESIDE_TYPED(outer)
#undef RAVEL_BESIDE_TYPED

}  // namespace ravel
