// SPDX-License-Identifier: BSL-1.0
// DLPack, by which NumPy, PyTorch, JAX and others hand over tensors in memory: export and import without a copy, legacy and 1.x. Ownership
// goes with the pointer: what is exported is released by its deleter, what is imported by the last handle to it, each exactly once.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/base/detail/with_subject.hpp>
#include <ravel/interop/detail/dlpack_abi.hpp>
#include <ravel/interop/detail/halves.hpp>

namespace ravel {

struct dlpack_options {
  // What others cannot be shown as it stands (computed elements, lists on an axis, negative strides, which crash some of them, and beside
  // the legacy struct what can only be read) is copied, where it is a layout_error otherwise.
  bool copy = false;
  // Readers from before 2023 know no bools: their bytes then go as uint8.
  bool bools_as_uint8 = false;
};

// A block of memory that keeps the elements alive until its deleter is called, once, by any thread.
[[nodiscard]] RAVEL_API DLManagedTensor* to_dlpack(const any_tensor& x, const dlpack_options& options = {});
// That says whether it may be written, and whether it was copied.
[[nodiscard]] RAVEL_API DLManagedTensorVersioned* to_dlpack_versioned(const any_tensor& x, const dlpack_options& options = {});

struct dlpack_import_options {
  // Elements at an address that is no multiple of their alignment, where nobody can read them, are copied, where they are a layout_error
  // otherwise. What is written into the copy stays there.
  bool copy = false;
};

namespace detail {

template <class Managed>
concept dlpack_struct = std::same_as<Managed, DLManagedTensor> || std::same_as<Managed, DLManagedTensorVersioned>;

}  // namespace detail

// Takes over what the pointer owns, also when it throws: the deleter is called exactly once, by the last handle or before the error leaves.
// A tensor that the producer marks as read-only can only be read.
RAVEL_API any_tensor from_dlpack(DLManagedTensor* managed, const dlpack_import_options& options = {});
RAVEL_API any_tensor from_dlpack(DLManagedTensorVersioned* managed, const dlpack_import_options& options = {});

// As tensor<T>, or tensor<const T> for const T: type_error if the elements are of another type, layout_error if they can only be read. Half
// floats are also read as const float.
template <class T, detail::dlpack_struct Managed>
  requires detail::stored_element<std::remove_const_t<T>>
tensor<T> from_dlpack(Managed* managed, const dlpack_import_options& options = {}) {
  const any_tensor imported = from_dlpack(managed, options);
  return detail::with_subject("from_dlpack", [&]() -> tensor<T> {
    if constexpr (std::is_const_v<T>) {
      return as<std::remove_const_t<T>>(detail::asked_for<std::remove_const_t<T>>(imported));
    } else {
      return as_writable<T>(imported);
    }
  });
}

}  // namespace ravel
