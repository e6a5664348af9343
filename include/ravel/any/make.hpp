// SPDX-License-Identifier: BSL-1.0
// Makes tensors by a tag instead of a type, in new row-major memory; wraps and borrows foreign memory; and writes: copy, fill, clone and
// similar. If the types differ, every element is cast with a check; an element that does not fit is a type_error that names it, and
// fractions are truncated as cast does. Source and target may overlap. If reading throws, elements written already stay.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/describe.hpp>

namespace ravel {

RAVEL_API any_tensor zeros(dtype type, const shape& extents);
RAVEL_API any_tensor ones(dtype type, const shape& extents);
RAVEL_API any_tensor empty(dtype type, const shape& extents);  // elements are not set
// The value must fit, and may not be of a higher kind: 2.5 is no int32.
RAVEL_API any_tensor full(dtype type, const shape& extents, const any_scalar& value);
RAVEL_API any_tensor eye(dtype type, index_arg n);
// start, start + step, … before stop; for integers and reals.
RAVEL_API any_tensor arange(dtype type, const any_scalar& start, const any_scalar& stop, const any_scalar& step = 1);
RAVEL_API any_tensor scalar_tensor(const any_scalar& value);

namespace detail {

RAVEL_API any_tensor wrap_any(dtype type, void* first, const shape& extents, const ints* strides, std::shared_ptr<const void> owner);
RAVEL_API any_tensor wrap_any(dtype type, const void* first, const shape& extents, const ints* strides, std::shared_ptr<const void> owner);

}  // namespace detail

// Wraps foreign memory of numbers or bools of a run-time type, row-major or with strides in elements, which may be negative. `first` is the
// address at position 0 of all axes, aligned for the type. An owner is taken over (an rvalue) or shared (a shared_ptr). Const memory is
// read-only.
#define RAVEL_WRAP(Memory)                                                                                   \
  template <detail::owner Owner>                                                                             \
  any_tensor wrap(dtype type, Memory* first, const shape& extents, const ints& strides, Owner&& owner) {     \
    return detail::wrap_any(type, first, extents, &strides, detail::keep_owner(std::forward<Owner>(owner))); \
  }                                                                                                          \
  template <detail::owner Owner>                                                                             \
  any_tensor wrap(dtype type, Memory* first, const shape& extents, Owner&& owner) {                          \
    return detail::wrap_any(type, first, extents, nullptr, detail::keep_owner(std::forward<Owner>(owner)));  \
  }
RAVEL_WRAP(void)
RAVEL_WRAP(const void)
#undef RAVEL_WRAP
template <class Owner>
void wrap(dtype type, const void* first, const shape& extents, Owner&& owner) = delete;  // pass the owner with std::move or as a shared_ptr
template <class Owner>
void wrap(dtype type,  // pass the owner with std::move or as a shared_ptr
          const void* first, const shape& extents, const ints& strides, Owner&& owner) = delete;

// The caller must keep the memory alive.
inline any_tensor borrow(dtype type, void* first, const shape& extents) { return detail::wrap_any(type, first, extents, nullptr, nullptr); }
inline any_tensor borrow(dtype type, const void* first, const shape& extents) {
  return detail::wrap_any(type, first, extents, nullptr, nullptr);
}
inline any_tensor borrow(dtype type, void* first, const shape& extents, const ints& strides) {
  return detail::wrap_any(type, first, extents, &strides, nullptr);
}
inline any_tensor borrow(dtype type, const void* first, const shape& extents, const ints& strides) {
  return detail::wrap_any(type, first, extents, &strides, nullptr);
}

namespace detail {

RAVEL_API void copy_any(const any_operand& source, const any_tensor& target);
RAVEL_API void fill_any(const any_tensor& target, const any_scalar& value);
RAVEL_API void copy_any_where(const any_operand& mask, const any_operand& source, const any_tensor& target);

}  // namespace detail

// Targets must be any_tensors themselves, so that no typed tensor converts to one and accepts what it would refuse.

// Broadcasts the source to the shape of the target. The target must be writable and show no element twice.
template <detail::any_source X, std::same_as<any_tensor> Target>
void copy(const X& source, const Target& target) {
  detail::copy_any(source, target);
}
template <detail::any_source X, writable Target>
  requires(detail::any_handle<X> && !detail::any_handle<Target>)
void copy(const X& source, const Target& target) = delete;  // to a type that is known: copy(cast<T>(x), t); or copy(x, any_tensor(t))
// The value must fit with its fraction: 2.5 is no int32. A real number may be rounded.
template <std::same_as<any_tensor> Target>
void fill(const Target& target, const any_scalar& value) {
  detail::fill_any(target, value);
}
// Writes where the mask, of bools, is true.
template <detail::any_source Mask, detail::any_source X, std::same_as<any_tensor> Target>
void copy_where(const Mask& mask, const X& source, const Target& target) {
  detail::copy_any_where(mask, source, target);
}
// Copies to fresh, row-major memory.
RAVEL_API any_tensor clone(const detail::any_held& x);
[[nodiscard]] RAVEL_API bool is_contiguous(const any_tensor& x);
// The tensor itself if its elements are consecutive in memory, else a copy.
RAVEL_API any_tensor contiguous(const detail::any_held& x);
RAVEL_API description describe(const any_tensor& x);

}  // namespace ravel
