// SPDX-License-Identifier: BSL-1.0
// Writes by casting the source to the target's type, then by the typed copy.
#include <ravel/any/copy.hpp>
#include <ravel/tensor/copy.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace detail {

void copy_any(const any_operand& source, const any_tensor& target) {
  if (source.scalar) return fill_any(target, *source.scalar);
  check_writable(target);
  const any_tensor values = operand_as(source, target.dtype());
  visit_held_writable(target, [&](const auto& to) {
    using T = std::remove_cvref_t<decltype(to.at({}))>;
    copy(as<T>(values), to);
  });
}

void fill_any(const any_tensor& target, const any_scalar& value) {
  visit_held_writable(target, [&](const auto& to) {
    using T = std::remove_cvref_t<decltype(to.at({}))>;
    fill(to, fitting_value<T>(value));
  });
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
  return visit_held(x.values, [](const auto& t) { return any_tensor(clone(t)); });
}
bool is_contiguous(const any_tensor& x) { return x.layout() == layout::contiguous; }
any_tensor contiguous(const detail::any_held& x) { return is_contiguous(x.values) ? x.values : clone(x); }

description describe(const any_tensor& x) {
  description d = visit_held(x, [](const auto& t) { return describe(t); });
  d.read_only = !x.writable();
  return d;
}

}  // namespace ravel
