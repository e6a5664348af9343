// SPDX-License-Identifier: BSL-1.0
// variance and similar, in the types that hold all values; verbs that always compute in double take doubles.
#include <ravel/any/make.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/stats/statistics.hpp>
#include "any/typed.hpp"

namespace ravel::detail {

#define RAVEL_SPREAD(name)                                                                                               \
  any_scalar name##_any(const any_data& x, ddof less, nan_policy policy) {                                               \
    return visit_widened<any_scalar>(#name, x.values, [&](const auto& t) { return any_scalar(name(t, less, policy)); }); \
  }                                                                                                                      \
  any_tensor name##_any(const any_data& x, const ints& axes, bool kept, ddof less, nan_policy policy) {                  \
    const auto of = [&](const auto& t) { return any_tensor(name(t, axes, less, policy)); };                              \
    const any_tensor made = visit_widened<any_tensor>(#name, x.values, of);                                              \
    return kept ? keeping(made, x.values.rank(), axes) : made;                                                           \
  }
RAVEL_SPREAD(variance)
RAVEL_SPREAD(standard_deviation)
#undef RAVEL_SPREAD

any_scalar norm_any(const any_data& x) {
  return visit_widened<any_scalar>("norm", x.values, [](const auto& t) { return any_scalar(norm(t)); });
}
any_tensor norm_any(const any_data& x, const ints& axes, bool kept) {
  const auto made = visit_widened<any_tensor>("norm", x.values, [&](const auto& t) { return any_tensor(norm(t, axes)); });
  return kept ? keeping(made, x.values.rank(), axes) : made;
}

}  // namespace ravel::detail
