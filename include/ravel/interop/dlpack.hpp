// SPDX-License-Identifier: BSL-1.0
// DLPack, by which NumPy, PyTorch, JAX and others exchange tensors in memory: export and import without a copy, legacy and 1.x. Ownership
// goes with the pointer. The deleter releases an export, the last handle an import, each exactly once.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/base/detail/with_subject.hpp>
#include <ravel/interop/detail/dlpack_abi.hpp>
#include <ravel/interop/detail/halves.hpp>

namespace ravel {

// Options of to_dlpack.
struct dlpack_options {
  // If true, copies what cannot be exported in place; if false, that is a layout_error. These are computed elements, list axes, negative
  // strides, which crash some consumers, and read-only elements in the legacy struct.
  bool copy = false;
  // Readers from before 2023 know no bools; if true, their bytes are exported as uint8.
  bool bools_as_uint8 = false;
};

// Exports a block of memory that keeps the elements alive until its deleter is called, once, by any thread.
[[nodiscard]] RAVEL_API DLManagedTensor* to_dlpack(const any_tensor& x, const dlpack_options& options = {});
// The same in DLPack 1.x, which also says if the elements are read-only or copied.
[[nodiscard]] RAVEL_API DLManagedTensorVersioned* to_dlpack_versioned(const any_tensor& x, const dlpack_options& options = {});

// Options of from_dlpack.
struct dlpack_import_options {
  // If true, copies elements that are not aligned, since nobody can read them in place; if false, that is a layout_error. Writing to the
  // copy does not change the original.
  bool copy = false;
};

namespace detail {

template <class Managed>
concept dlpack_struct = std::same_as<Managed, DLManagedTensor> || std::same_as<Managed, DLManagedTensorVersioned>;

}  // namespace detail

// Takes over the pointer, even if it throws: the deleter is called exactly once, by the last handle or before the error leaves. Tensors
// that the producer marks read-only can only be read.
RAVEL_API any_tensor from_dlpack(DLManagedTensor* managed, const dlpack_import_options& options = {});
RAVEL_API any_tensor from_dlpack(DLManagedTensorVersioned* managed, const dlpack_import_options& options = {});

// Imports as tensor<T>, or as tensor<const T> for const T. type_error if the element type differs, layout_error if a tensor<T> would be
// read-only. Half floats can also be read as const float.
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
