// SPDX-License-Identifier: BSL-1.0
// Reductions of data whose type is known at run time, whole and along axes: each is the operation on the tensor with its type, and gives
// what that gives. What a type has no answer for is a type_error that names it.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/options.hpp>

namespace ravel {

namespace detail {

RAVEL_API any_scalar sum_any(const any_data& x, nan_policy policy);
RAVEL_API any_scalar product_any(const any_data& x, nan_policy policy);
RAVEL_API any_scalar mean_any(const any_data& x, nan_policy policy);
RAVEL_API any_scalar min_any(const any_data& x, nan_policy policy);
RAVEL_API any_scalar max_any(const any_data& x, nan_policy policy);
RAVEL_API any_scalar variance_any(const any_data& x, ddof less);
RAVEL_API any_tensor variance_any(const any_data& x, const ints& axes, bool kept, ddof less);
RAVEL_API any_scalar standard_deviation_any(const any_data& x, ddof less);
RAVEL_API any_tensor standard_deviation_any(const any_data& x, const ints& axes, bool kept, ddof less);

}  // namespace detail

// Integers are exact in 64 bits or throw; reals are added up in double. (Options of the whole are named, so that braces are axes.)
#define RAVEL_ANY_REDUCTION(name)                                                                               \
  RAVEL_API any_scalar name(const detail::any_data& x);                                                         \
  template <std::same_as<nan_policy> Policy>                                                                    \
  any_scalar name(const detail::any_data& x, Policy policy) {                                                   \
    return detail::name##_any(x, policy);                                                                       \
  }                                                                                                             \
  RAVEL_API any_tensor name(const detail::any_data& x, const ints& axes, nan_policy policy = nan_policy::keep); \
  RAVEL_API any_tensor name(const detail::any_data& x, const ints& axes, keep_t, nan_policy policy = nan_policy::keep);
RAVEL_ANY_REDUCTION(sum)
RAVEL_ANY_REDUCTION(product)
RAVEL_ANY_REDUCTION(mean)
RAVEL_ANY_REDUCTION(min)
RAVEL_ANY_REDUCTION(max)
#undef RAVEL_ANY_REDUCTION

// Divided by n - ddof.
#define RAVEL_ANY_REDUCTION(name)                                                 \
  RAVEL_API any_scalar name(const detail::any_data& x);                           \
  RAVEL_API any_tensor name(const detail::any_data& x, const ints& axes);         \
  RAVEL_API any_tensor name(const detail::any_data& x, const ints& axes, keep_t); \
  template <std::same_as<ddof> D>                                                 \
  any_scalar name(const detail::any_data& x, D less) {                            \
    return detail::name##_any(x, less);                                           \
  }                                                                               \
  template <std::same_as<ddof> D>                                                 \
  any_tensor name(const detail::any_data& x, const ints& axes, D less) {          \
    return detail::name##_any(x, axes, false, less);                              \
  }                                                                               \
  template <std::same_as<ddof> D>                                                 \
  any_tensor name(const detail::any_data& x, const ints& axes, keep_t, D less) {  \
    return detail::name##_any(x, axes, true, less);                               \
  }
RAVEL_ANY_REDUCTION(variance)
RAVEL_ANY_REDUCTION(standard_deviation)
#undef RAVEL_ANY_REDUCTION

// Of bools.
#define RAVEL_ANY_DECISION(name, result)                                     \
  RAVEL_API result name(const detail::any_data& mask);                       \
  RAVEL_API any_tensor name(const detail::any_data& mask, const ints& axes); \
  RAVEL_API any_tensor name(const detail::any_data& mask, const ints& axes, keep_t);
RAVEL_ANY_DECISION(all_of, bool)
RAVEL_ANY_DECISION(any_of, bool)
RAVEL_ANY_DECISION(none_of, bool)
RAVEL_ANY_DECISION(count, index_t)
#undef RAVEL_ANY_DECISION

// The row-major position of the first least or greatest element, or its place along an axis.
#define RAVEL_ANY_PLACE(name)                                             \
  RAVEL_API index_t name(const detail::any_data& x);                      \
  RAVEL_API any_tensor name(const detail::any_data& x, const ints& axis); \
  RAVEL_API any_tensor name(const detail::any_data& x, const ints& axis, keep_t);
RAVEL_ANY_PLACE(argmin)
RAVEL_ANY_PLACE(argmax)
#undef RAVEL_ANY_PLACE

}  // namespace ravel
