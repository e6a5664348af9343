// SPDX-License-Identifier: BSL-1.0
// Running sums, products and extremes along an axis.
#include <ravel/any/copy.hpp>
#include <ravel/any/order.hpp>
#include <ravel/op/fold/axis.hpp>
#include "any/typed.hpp"

namespace ravel {

#define RAVEL_RUNNING(name)                                                                                  \
  any_tensor name(const detail::any_data& x, const ints& axis) {                                             \
    return detail::visit_widened<any_tensor>(#name, x.values, [&](const auto& t) { return name(t, axis); }); \
  }
RAVEL_RUNNING(cumsum)
RAVEL_RUNNING(cumprod)
#undef RAVEL_RUNNING

// In the type of the elements.
#define RAVEL_RUNNING(name)                                                                                               \
  any_tensor name(const detail::any_data& x, const ints& axis) {                                                          \
    const any_tensor wide =                                                                                               \
        detail::visit_orderable<any_tensor>(#name, x.values, [&](const auto& t) -> any_tensor { return name(t, axis); }); \
    return detail::in_type_of(x, wide);                                                                                   \
  }
RAVEL_RUNNING(cummin)
RAVEL_RUNNING(cummax)
#undef RAVEL_RUNNING

#define RAVEL_RUNNING(name) \
  any_tensor name(const detail::any_data& x) { return name(x, detail::only_axis(#name, x.values.shape())); }
RAVEL_RUNNING(cumsum)
RAVEL_RUNNING(cumprod)
RAVEL_RUNNING(cummin)
RAVEL_RUNNING(cummax)
#undef RAVEL_RUNNING

}  // namespace ravel
