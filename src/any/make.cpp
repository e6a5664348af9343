// SPDX-License-Identifier: BSL-1.0
// Makes tensors of a type that a tag names, and writes by casting the source to the type of the target.
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/make.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace {

any_tensor wrapped(dtype type, bool writable, void* first, const shape& extents, const ints* strides, std::shared_ptr<const void> owner) {
  if (detail::is_text(type)) detail::throw_no_element_type(type);
  const detail::shared_untyped like = detail::nothing_of(type);
  const detail::untyped_tensor& of = *like->as_tensor();
  const detail::strided_memory memory(extents, strides ? *strides : ints(dims::row_major(extents).strides().value()));
  return any_tensor_access::wrap(type, writable, of.over(memory.map, of.in_memory(first, memory.lowest, memory.size, std::move(owner))));
}

bool is_half(dtype type) { return detail::computed_as(type) != type; }

}  // namespace

any_tensor zeros(dtype type, const shape& extents) {
  return detail::with_held_type(type, [&](auto of) { return any_tensor(zeros<typename decltype(of)::type>(extents)); });
}
any_tensor empty(dtype type, const shape& extents) {
  return any_tensor_access::wrap(type, true, detail::nothing_of(type)->as_tensor()->unfilled(extents));
}
any_tensor full(dtype type, const shape& extents, const any_scalar& value) {
  const any_scalar fits = detail::fitting_scalar(value, type);  // before any memory is made
  const any_tensor made = empty(type, extents);
  fill(made, fits);
  return made;
}
any_tensor ones(dtype type, const shape& extents) { return full(type, extents, true); }
any_tensor eye(dtype type, index_arg n) {
  if (is_half(type)) return clone(cast(eye(dtype::float32, n), type));
  return detail::with_type(type, [&](auto of) { return any_tensor(eye<typename decltype(of)::type>(n)); });
}

any_tensor arange(dtype type, const any_scalar& start, const any_scalar& stop, const any_scalar& step) {
  if (is_half(type)) return clone(cast(arange(dtype::float32, start, stop, step), type));
  return detail::with_type(type, [&](auto of) -> any_tensor {
    using T = typename decltype(of)::type;
    if constexpr (integer_element<T>) {
      // `stop` may be one beyond the range of the type.
      const auto first = detail::fitting_value<T>(start);
      const auto apart = detail::fitting_value<index_t>(step, type);
      if (stop.dtype() == dtype::uint64) return arange<T>(first, as<std::uint64_t>(stop), apart);
      return arange<T>(first, detail::fitting_value<index_t>(stop, type), apart);
    } else if constexpr (real_element<T>) {
      return arange<T>(detail::fitting_value<T>(start), detail::fitting_value<T>(stop), detail::fitting_value<T>(step));
    } else {
      detail::throw_no_operation("arange", dtype_of<T>());
    }
  });
}

any_tensor detail::wrap_any(dtype type, void* first, const shape& extents, const ints* strides, std::shared_ptr<const void> owner) {
  return wrapped(type, true, first, extents, strides, std::move(owner));
}
any_tensor detail::wrap_any(dtype type, const void* first, const shape& extents, const ints* strides, std::shared_ptr<const void> owner) {
  return wrapped(type, false, const_cast<void*>(first), extents, strides, std::move(owner));
}

any_tensor scalar_tensor(const any_scalar& value) {
  return visit_held(value, [](const auto& v) { return any_tensor(full(shape(), v)); });
}

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
