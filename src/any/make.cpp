// SPDX-License-Identifier: BSL-1.0
// Makes tensors of a type that a tag names.
#include <ravel/any/copy.hpp>
#include <ravel/any/make.hpp>
#include <ravel/base/error.hpp>
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

}  // namespace ravel
