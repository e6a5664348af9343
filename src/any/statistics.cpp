// SPDX-License-Identifier: BSL-1.0
// Variance and the places of extremes, whole and along axes.
#include <ravel/any/detail/typed.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/tensor/arg.hpp>
#include <ravel/tensor/variance.hpp>

namespace ravel {

#define RAVEL_REDUCTION(name)                                                                                          \
  any_scalar detail::name##_any(const any_data& x, ddof less) {                                                        \
    return visit_widened<any_scalar>(#name, x.values, [&](const auto& t) { return any_scalar(name(t, less)); });       \
  }                                                                                                                    \
  any_tensor detail::name##_any(const any_data& x, const ints& axes, bool kept, ddof less) {                           \
    const auto of = [&](const auto& t) { return any_tensor(name(t, axes, less)); };                                    \
    const any_tensor made = visit_widened<any_tensor>(#name, x.values, of);                                            \
    return kept ? keeping(made, x.values.rank(), axes) : made;                                                         \
  }                                                                                                                    \
  any_scalar name(const detail::any_data& x) { return detail::name##_any(x, ddof{0}); }                                \
  any_tensor name(const detail::any_data& x, const ints& axes) { return detail::name##_any(x, axes, false, ddof{0}); } \
  any_tensor name(const detail::any_data& x, const ints& axes, keep_t) { return detail::name##_any(x, axes, true, ddof{0}); }
RAVEL_REDUCTION(variance)
RAVEL_REDUCTION(standard_deviation)
#undef RAVEL_REDUCTION

#define RAVEL_PLACE(name)                                                                                                    \
  index_t name(const detail::any_data& x) {                                                                                  \
    return detail::visit_orderable<index_t>(#name, x.values, [](const auto& t) { return name(t); });                         \
  }                                                                                                                          \
  any_tensor name(const detail::any_data& x, const ints& axis) {                                                             \
    return detail::visit_orderable<any_tensor>(#name, x.values, [&](const auto& t) -> any_tensor { return name(t, axis); }); \
  }                                                                                                                          \
  any_tensor name(const detail::any_data& x, const ints& axis, keep_t) { return detail::keeping(name(x, axis), x.values.rank(), axis); }
RAVEL_PLACE(argmin)
RAVEL_PLACE(argmax)
#undef RAVEL_PLACE

}  // namespace ravel
