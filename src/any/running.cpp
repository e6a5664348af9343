// SPDX-License-Identifier: BSL-1.0
// Running sums, products and extremes along an axis.
#include <ravel/any/copy.hpp>
#include <ravel/any/order.hpp>
#include <ravel/op/fold/scan.hpp>
#include "any/typed.hpp"

namespace ravel {

#define RAVEL_RUNNING(name)                                                                              \
  any_tensor detail::name##_any(const any_data& x, const ints& axis, nan_policy policy) {                \
    return visit_widened<any_tensor>(#name, x.values, [&]<class T>(const tensor<const T>& t) {           \
      return with_policy<T>(policy, [&](auto... given) { return any_tensor(name(t, axis, given...)); }); \
    });                                                                                                  \
  }
RAVEL_RUNNING(cumsum)
RAVEL_RUNNING(cumprod)
#undef RAVEL_RUNNING

// Computes in the type of the elements.
#define RAVEL_RUNNING(name)                                                                                 \
  any_tensor detail::name##_any(const any_data& x, const ints& axis, nan_policy policy) {                   \
    const auto wide = visit_orderable<any_tensor>(#name, x.values, [&]<class T>(const tensor<const T>& t) { \
      return with_policy<T>(policy, [&](auto... given) { return any_tensor(name(t, axis, given...)); });    \
    });                                                                                                     \
    return in_type_of(x, wide);                                                                             \
  }
RAVEL_RUNNING(cummin)
RAVEL_RUNNING(cummax)
#undef RAVEL_RUNNING

}  // namespace ravel
