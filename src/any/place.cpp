// SPDX-License-Identifier: BSL-1.0
// argmin and argmax, whole and along an axis.
#include <ravel/any/reduce.hpp>
#include <ravel/op/fold/arg_extreme.hpp>
#include "any/typed.hpp"

namespace ravel::detail {

#define RAVEL_PLACE(name)                                                                                       \
  index_t name##_any(const any_data& x, nan_policy policy) {                                                    \
    return visit_orderable<index_t>(#name, x.values, [&]<class T>(const tensor<const T>& t) {                   \
      return with_policy<T>(policy, [&](auto... given) { return index_t{ravel::name(t, given...)}; });          \
    });                                                                                                         \
  }                                                                                                             \
  any_tensor name##_any(const any_data& x, const ints& axis, bool kept, nan_policy policy) {                    \
    const auto made = visit_orderable<any_tensor>(#name, x.values, [&]<class T>(const tensor<const T>& t) {     \
      return with_policy<T>(policy, [&](auto... given) { return any_tensor(ravel::name(t, axis, given...)); }); \
    });                                                                                                         \
    return kept ? keeping(made, x.values.rank(), axis) : made;                                                  \
  }
RAVEL_PLACE(argmin)
RAVEL_PLACE(argmax)
RAVEL_PLACE(argmin_last)
RAVEL_PLACE(argmax_last)
#undef RAVEL_PLACE

}  // namespace ravel::detail
