// SPDX-License-Identifier: BSL-1.0
// Matrix products in the type in which the operands meet.
#include <ravel/any/reduce.hpp>
#include <ravel/op/fold/product.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace {

template <class Multiply>
any_tensor multiplied(const char* operation, const any_tensor& a, const any_tensor& b, Multiply multiply) {
  const auto meet = promote(a.dtype(), b.dtype());
  if (!meet) detail::throw_no_operation(operation, a.dtype(), b.dtype());
  const any_tensor x = detail::operand_as(a, *meet), y = detail::operand_as(b, *meet);
  return visit(x, [&](const auto& t) -> any_tensor {
    using T = typename std::remove_cvref_t<decltype(t)>::value_type;
    if constexpr (!boolean_element<T> && std::same_as<T, promote_t<T>>) {
      return multiply(t, as<T>(y));
    } else {
      detail::throw_no_operation(operation, a.dtype(), b.dtype());
    }
  });
}

}  // namespace

any_tensor matmul(const detail::any_data& a, const detail::any_data& b) {
  return multiplied("matmul", a.values, b.values, [](const auto& x, const auto& y) { return any_tensor(matmul(x, y)); });
}
any_tensor dot(const detail::any_data& a, const detail::any_data& b) {
  return multiplied("dot", a.values, b.values, [](const auto& x, const auto& y) {
    using T = typename std::remove_cvref_t<decltype(dot(x, y))>::value_type;
    return any_tensor(tensor<T>(dot(x, y)));
  });
}
any_tensor outer(const detail::any_data& a, const detail::any_data& b) {
  const any_tensor& y = b.values;
  const auto behind = [&](const dims& map) {
    dims view = map;
    for (index_t k = 0; k < y.rank(); ++k) view = view.new_axis(-1);
    return view;
  };
  return detail::view_maker<any_tensor>::of(a.values, behind) * y;
}

}  // namespace ravel
