// SPDX-License-Identifier: BSL-1.0
// Writing: the source in the type of the target, then the typed copy.
#include <ravel/any/copy.hpp>
#include <ravel/any/detail/typed.hpp>
#include <ravel/tensor/copy.hpp>

namespace ravel {

void copy(const detail::any_operand& source, const any_tensor& target) {
  if (source.scalar) return fill(target, *source.scalar);
  detail::check_writable(target);
  const any_tensor values = detail::operand_as(source, target.dtype());
  visit_writable(target, [&](const auto& to) {
    using T = std::remove_cvref_t<decltype(to.at({}))>;
    copy(as<T>(values), to);
  });
}

void fill(const any_tensor& target, const any_scalar& value) {
  visit_writable(target, [&](const auto& to) {
    using T = std::remove_cvref_t<decltype(to.at({}))>;
    fill(to, detail::fitting_value<T>(value));
  });
}

void copy_where(const any_tensor& mask, const detail::any_operand& source, const any_tensor& target) {
  detail::check_writable(target);
  copy(where(mask, detail::operand_as(source, target.dtype()), target), target);
}

const any_tensor& any_tensor::assign(const detail::any_operand& source) const {
  copy(source, *this);
  return *this;
}
const any_tensor& any_tensor::operator=(const any_tensor& x) const&& { return assign(x); }

any_tensor clone(const detail::any_data& x) {
  return visit(x.values, [](const auto& t) { return any_tensor(clone(t)); });
}
bool is_contiguous(const any_tensor& x) { return x.layout() == layout::contiguous; }
any_tensor contiguous(const detail::any_data& x) { return is_contiguous(x.values) ? x.values : clone(x); }

description describe(const any_tensor& x) {
  return detail::with_either(x, [](const auto& t) { return describe(t); });
}

}  // namespace ravel
