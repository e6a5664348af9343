// SPDX-License-Identifier: BSL-1.0
// sort, argsort and unique of every type that has an order.
#include <ravel/any/detail/typed.hpp>
#include <ravel/any/order.hpp>
#include <ravel/op/top_k.hpp>
#include <ravel/op/unique.hpp>
#include <ravel/tensor/axis.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/variance.hpp>

namespace ravel {

namespace {

// f(tensor) for types with an order.
template <class Result, class F>
Result with_order(const char* operation, const any_tensor& x, F f) {
  return detail::visit_keys(x, [&](const auto& t) -> Result {
    using T = typename std::remove_cvref_t<decltype(t)>::value_type;
    if constexpr (complex_element<T>) {
      detail::throw_no_operation(operation, dtype_of<T>());
    } else {
      return f(t);
    }
  });
}

}  // namespace

any_tensor sort(const detail::any_data& x, const ints& axis, sort_order order) {
  return with_order<any_tensor>("sort", x.values, [&](const auto& t) { return sort(t, axis, order); });
}
any_tensor sort(const detail::any_data& x, sort_order order) { return sort(x, detail::only_axis("sort", x.values.shape()), order); }

tensor<index_t> argsort(const detail::any_data& x, const ints& axis, sort_order order) {
  return with_order<tensor<index_t>>("argsort", x.values, [&](const auto& t) { return argsort(t, axis, order); });
}
tensor<index_t> argsort(const detail::any_data& x, sort_order order) {
  return argsort(x, detail::only_axis("argsort", x.values.shape()), order);
}

buffer<index_t> arg_top_k(const detail::any_data& x, index_arg k) {
  return with_order<buffer<index_t>>("arg_top_k", x.values, [&](const auto& t) { return arg_top_k(t, k); });
}
tensor<index_t> arg_top_k(const detail::any_data& x, index_arg k, const ints& axis) {
  return with_order<tensor<index_t>>("arg_top_k", x.values, [&](const auto& t) { return arg_top_k(t, k, axis); });
}

any_tensor unique(const detail::any_data& x) {
  return with_order<any_tensor>("unique", x.values, [](const auto& t) {
    const auto found = unique(t);
    return as_tensor(found, found.size());
  });
}

}  // namespace ravel
