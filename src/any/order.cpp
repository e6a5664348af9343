// SPDX-License-Identifier: BSL-1.0
// sort, argsort, rank, unique, running totals and extremes for every type with an order.
#include <ravel/any/make.hpp>
#include <ravel/any/order.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/order/top_k.hpp>
#include <ravel/tensor/make.hpp>
#include "any/typed.hpp"

namespace ravel {

any_tensor detail::sort_any(const any_data& x, const ints& axis, sort_order order) {
  return visit_ordered<any_tensor>("sort", x.values, [&](const auto& t) { return sort(t, axis, order); });
}

tensor<index_t> detail::argsort_any(const any_data& x, const ints& axis, sort_order order, nan_place nan) {
  return visit_ordered<tensor<index_t>>("argsort", x.values, [&](const auto& t) { return argsort(t, axis, order, nan); });
}

// Computed in the types that hold all values.
tensor<double> detail::rank_any(const any_data& x, const ints& axis, rank_ties ties) {
  return visit_orderable<tensor<double>>("rank", x.values, [&](const auto& t) { return rank(t, axis, ties); });
}

// Sums and products in the types of their results; extremes in the type of the elements.
#define RAVEL_RUNNING(name, look, result)                                                                \
  any_tensor detail::name##_any(const any_data& x, const ints& axis, nan_policy policy) {                \
    const any_tensor made = look<any_tensor>(#name, x.values, [&]<class T>(const tensor<const T>& t) {   \
      return with_policy<T>(policy, [&](auto... given) { return any_tensor(name(t, axis, given...)); }); \
    });                                                                                                  \
    return result;                                                                                       \
  }
RAVEL_RUNNING(cumsum, visit_widened, made)
RAVEL_RUNNING(cumprod, visit_widened, made)
RAVEL_RUNNING(cummin, visit_orderable, in_type_of(x, made))
RAVEL_RUNNING(cummax, visit_orderable, in_type_of(x, made))
#undef RAVEL_RUNNING

buffer<index_t> arg_top_k(const detail::any_data& x, index_arg k) {
  return detail::visit_ordered<buffer<index_t>>("arg_top_k", x.values, [&](const auto& t) { return arg_top_k(t, k); });
}
tensor<index_t> arg_top_k(const detail::any_data& x, index_arg k, const ints& axis) {
  return detail::visit_ordered<tensor<index_t>>("arg_top_k", x.values, [&](const auto& t) { return arg_top_k(t, k, axis); });
}

any_scalar nth_element(const detail::any_data& x, index_arg k) {
  const auto found =
      detail::visit_orderable<any_scalar>("nth_element", x.values, [&](const auto& t) { return any_scalar(nth_element(t, k)); });
  return detail::in_type_of(x, scalar_tensor(found))();
}
any_tensor detail::nth_element_any(const any_data& x, index_arg k, const ints& axes, bool kept) {
  const auto made =
      visit_orderable<any_tensor>("nth_element", x.values, [&](const auto& t) { return any_tensor(nth_element(t, k, axes)); });
  return in_type_of(x, kept ? keeping(made, x.values.rank(), axes) : made);
}

any_tensor unique(const detail::any_data& x) {
  return detail::visit_ordered<any_tensor>("unique", x.values, [](const auto& t) {
    const auto found = unique(t);
    return as_tensor(found, found.size());
  });
}

}  // namespace ravel
