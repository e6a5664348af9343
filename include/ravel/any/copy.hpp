// SPDX-License-Identifier: BSL-1.0
// Writing tensors whose types are known at run time: copy, fill, clone and their like. Where the types differ every element is cast with a
// check, so that one which does not fit is a type_error that names it; a fraction is cut off as cast does. Right when it reads what it
// writes. When reading throws, what was written stays.
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

// (Targets are any_tensors as they stand: what a tensor with a type does not take, it does not take by becoming one.)

// The source stretches to the shape of the target, which can be written and shows no element twice.
template <detail::any_source X, std::same_as<any_tensor> Target>
void copy(const X& source, const Target& target) {
  detail::copy_any(source, target);
}
template <detail::any_source X, writable Target>
  requires(detail::any_handle<X> && !detail::any_handle<Target>)
void copy(const X& source, const Target& target) = delete;  // to a type that is known: copy(cast<T>(x), t); or copy(x, any_tensor(t))
// The value fits with its fraction: 2.5 is no int32. (A real number may round.)
template <std::same_as<any_tensor> Target>
void fill(const Target& target, const any_scalar& value) {
  detail::fill_any(target, value);
}
// Where the mask, of bools, is true.
template <detail::any_source Mask, detail::any_source X, std::same_as<any_tensor> Target>
void copy_where(const Mask& mask, const X& source, const Target& target) {
  detail::copy_any_where(mask, source, target);
}
// Fresh memory, row-major.
RAVEL_API any_tensor clone(const detail::any_held& x);
[[nodiscard]] RAVEL_API bool is_contiguous(const any_tensor& x);
// The tensor itself if its elements stand one after the other in memory, and a copy if not.
RAVEL_API any_tensor contiguous(const detail::any_held& x);
RAVEL_API description describe(const any_tensor& x);

}  // namespace ravel
