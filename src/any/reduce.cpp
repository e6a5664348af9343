// SPDX-License-Identifier: BSL-1.0
// Sums, means, extremes and their places, and reductions of bools: whole and along axes, each by the typed reduction.
#include <ravel/any/reduce.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/softmax.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace {

// Calls f(tensor) with numbers in their own type.
template <class Result, class F>
Result visit_numbers(std::string_view operation, const any_tensor& x, F f) {
  detail::check_no_text(operation, x.dtype());
  return visit(x, f);
}

// Calls f(tensor) with float or double.
template <class F>
auto visit_powers(std::string_view operation, const any_tensor& x, F f) {
  const element_kind kind = kind_of(x.dtype());
  if (kind != element_kind::integer && kind != element_kind::real) detail::throw_no_operation(operation, x.dtype());
  if (x.dtype() == dtype::float32) return f(as<float>(x));
  return f(as<double>(detail::operand_as(x, dtype::float64)));
}

}  // namespace

#define RAVEL_REDUCTION(name, result, look)                                                                     \
  result detail::name##_any(const any_data& x, nan_policy policy) {                                             \
    return look<result>(#name, x.values, [&]<class T>(const tensor<const T>& t) {                               \
      return with_policy<T>(policy, [&](auto... given) { return result(ravel::name(t, given...)); });           \
    });                                                                                                         \
  }                                                                                                             \
  any_tensor detail::name##_any(const any_data& x, const ints& axes, bool kept, nan_policy policy) {            \
    const auto made = look<any_tensor>(#name, x.values, [&]<class T>(const tensor<const T>& t) {                \
      return with_policy<T>(policy, [&](auto... given) { return any_tensor(ravel::name(t, axes, given...)); }); \
    });                                                                                                         \
    return kept ? keeping(made, x.values.rank(), axes) : made;                                                  \
  }
// Products are exact in 64 bits, so few types suffice.
RAVEL_REDUCTION(sum, any_scalar, visit_numbers)
RAVEL_REDUCTION(product, any_scalar, detail::visit_widened)
RAVEL_REDUCTION(mean, any_scalar, visit_numbers)
RAVEL_REDUCTION(min, any_scalar, detail::visit_ordered)
RAVEL_REDUCTION(max, any_scalar, detail::visit_ordered)
RAVEL_REDUCTION(argmin, index_t, detail::visit_orderable)
RAVEL_REDUCTION(argmax, index_t, detail::visit_orderable)
RAVEL_REDUCTION(argmin_last, index_t, detail::visit_orderable)
RAVEL_REDUCTION(argmax_last, index_t, detail::visit_orderable)
#undef RAVEL_REDUCTION

any_tensor softmax(const detail::any_data& x, const ints& axes) {
  return visit_powers("softmax", x.values, [&](const auto& t) { return any_tensor(softmax(t, axes)); });
}
any_tensor softmax(const detail::any_data& x) {
  return visit_powers("softmax", x.values, [](const auto& t) { return any_tensor(softmax(t)); });
}
any_scalar logsumexp(const detail::any_data& x) {
  return visit_powers("logsumexp", x.values, [](const auto& t) { return any_scalar(logsumexp(t)); });
}
any_tensor logsumexp(const detail::any_data& x, const ints& axes) {
  return visit_powers("logsumexp", x.values, [&](const auto& t) { return any_tensor(logsumexp(t, axes)); });
}
any_tensor logsumexp(const detail::any_data& x, const ints& axes, keep_t) {
  return visit_powers("logsumexp", x.values, [&](const auto& t) { return any_tensor(logsumexp(t, axes, keep)); });
}

#define RAVEL_DECISION(name, result)                                                                                   \
  result name(const detail::any_data& mask) { return name(detail::mask_of(#name, mask)); }                             \
  any_tensor name(const detail::any_data& mask, const ints& axes) { return name(detail::mask_of(#name, mask), axes); } \
  any_tensor name(const detail::any_data& mask, const ints& axes, keep_t) { return name(detail::mask_of(#name, mask), axes, keep); }
RAVEL_DECISION(all_of, bool)
RAVEL_DECISION(any_of, bool)
RAVEL_DECISION(none_of, bool)
RAVEL_DECISION(count, index_t)
#undef RAVEL_DECISION

namespace detail {

any_tensor keeping(const any_tensor& made, index_t rank, const ints& axes) {
  const axis_list worked = worked_axes(axes, rank);
  return view_maker<any_tensor>::of(made, [&](const dims& map) { return with_axes_kept(map, worked); });
}

}  // namespace detail
}  // namespace ravel
