// SPDX-License-Identifier: BSL-1.0
// Writes by casting the source to the target's type.
#include <ravel/any/copy.hpp>
#include <ravel/tensor/copy.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace detail {

void copy_any(const any_operand& source, const any_tensor& target) {
  if (source.scalar) return fill_any(target, *source.scalar);
  check_writable(target);
  const any_tensor values = operand_as(source, target.dtype()), to = target;
  copy_tensor(any_tensor_access::node(values), any_tensor_access::node(to), target_is::known);
}

void fill_any(const any_tensor& target, const any_scalar& value) {
  check_writable(target);
  copy_any(operand_as(fitting_scalar(value, target.dtype()), target.dtype()), target);
}

void copy_any_where(const any_operand& mask, const any_operand& source, const any_tensor& target) {
  check_writable(target);
  copy_any(choose_any(mask, operand_as(source, target.dtype()), target), target);
}

}  // namespace detail

const any_tensor& any_tensor::assign(const detail::any_operand& source) const {
  detail::copy_any(source, *this);
  return *this;
}
const any_tensor& any_tensor::operator=(const any_tensor& x) const&& { return assign(x); }

any_tensor clone(const detail::any_held& x) {
  const detail::untyped_tensor& values = any_tensor_access::node(x.values);
  const detail::shared_untyped made = values.unfilled(values.extents());
  detail::copy_tensor(values, *made->as_tensor(), detail::target_is::fresh);
  return any_tensor_access::wrap(x.values.dtype(), true, made);
}
bool is_contiguous(const any_tensor& x) { return x.layout() == layout::contiguous; }
any_tensor contiguous(const detail::any_held& x) { return is_contiguous(x.values) ? x.values : clone(x); }

description describe(const any_tensor& x) {
  description d = visit_held(x, [](const auto& t) { return describe(t); });
  d.read_only = !x.writable();
  return d;
}

}  // namespace ravel
