// SPDX-License-Identifier: BSL-1.0
// Tensors made by a tag instead of a type: new memory, row-major.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/storage/wrap.hpp>

namespace ravel {

RAVEL_API any_tensor zeros(dtype type, const shape& extents);
RAVEL_API any_tensor ones(dtype type, const shape& extents);
RAVEL_API any_tensor empty(dtype type, const shape& extents);  // elements are not set
// The value must fit, and have no more kinds of parts than the type: 2.5 is no int32.
RAVEL_API any_tensor full(dtype type, const shape& extents, const any_scalar& value);
RAVEL_API any_tensor eye(dtype type, index_arg n);
// start, start + step, … before stop, of integers and reals.
RAVEL_API any_tensor arange(dtype type, const any_scalar& start, const any_scalar& stop, const any_scalar& step = 1);
RAVEL_API any_tensor scalar_tensor(const any_scalar& value);

namespace detail {

RAVEL_API any_tensor wrap_any(dtype type, void* first, const shape& extents, const ints* strides, std::shared_ptr<const void> owner);
RAVEL_API any_tensor wrap_any(dtype type, const void* first, const shape& extents, const ints* strides, std::shared_ptr<const void> owner);

}  // namespace detail

// Foreign memory with elements of a type that is known at run time, row-major or with strides (in elements, negative ones too; `first` is
// where the element at position 0 of all axes stands), kept alive by an owner that is taken over (an rvalue) or shared (a shared_ptr).
// Memory that is const can only be read. Numbers and bools, aligned as their type needs.
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

// Nobody keeps it alive but the caller.
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

}  // namespace ravel
