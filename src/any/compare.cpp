// SPDX-License-Identifier: BSL-1.0
// equal and close: directly for one type, else by comparing each pair by value, or as complex numbers.
#include <ravel/any/compare.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/tensor/compare.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace detail {

bool equal_any(const any_operand& a, const any_operand& b) {
  if (is_text(a.dtype()) != is_text(b.dtype())) throw_no_operation("equal", a.dtype(), b.dtype());
  const any_tensor x = operand_as(a, a.dtype()), y = operand_as(b, b.dtype());
  if (x.shape() != y.shape()) return false;
  if (x.dtype() != y.dtype()) return all_of(as<bool>(apply_comparison(any_pair::equals, x, y)));
  return visit_keys(x, [&](const auto& t) { return equal(t, as<typename std::remove_cvref_t<decltype(t)>::value_type>(y)); });
}

bool close_any(const any_operand& a, const any_operand& b, double rtol, double atol) {
  const any_tensor x = operand_as(a, a.dtype()), y = operand_as(b, b.dtype());
  for (const dtype type : {x.dtype(), y.dtype()}) check_no_text("close", type);
  if (x.shape() != y.shape()) return false;
  if (x.dtype() == y.dtype())
    return visit(x, [&](const auto& t) { return close(t, as<typename std::remove_cvref_t<decltype(t)>::value_type>(y), rtol, atol); });
  if (kind_of(x.dtype()) == element_kind::complex || kind_of(y.dtype()) == element_kind::complex)
    return close(cast<std::complex<double>>(x), cast<std::complex<double>>(y), rtol, atol);
  return close(cast<double>(x), cast<double>(y), rtol, atol);
}

}  // namespace detail

bool same(const any_tensor& a, const any_tensor& b) {
  return a.dtype() == b.dtype() && any_tensor_access::shared(a) == any_tensor_access::shared(b);
}

}  // namespace ravel
