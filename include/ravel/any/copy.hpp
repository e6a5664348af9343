// SPDX-License-Identifier: BSL-1.0
// Writing tensors of run-time type: copy, fill, clone and similar. If the types differ, every element is cast with a check; an element that
// does not fit is a type_error that names it, and fractions are truncated as cast does. Source and target may overlap. If reading throws,
// elements written already stay.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/tensor/describe.hpp>

namespace ravel {

namespace detail {

RAVEL_API void copy_any(const any_operand& source, const any_tensor& target);
RAVEL_API void fill_any(const any_tensor& target, const any_scalar& value);
RAVEL_API void copy_any_where(const any_operand& mask, const any_operand& source, const any_tensor& target);

template <class X>
concept any_source = std::convertible_to<const X&, any_operand>;

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
