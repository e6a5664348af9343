// SPDX-License-Identifier: BSL-1.0
// DLPack, by which NumPy, PyTorch, JAX and others exchange tensors in memory: export and import without a copy, legacy and 1.x. Ownership
// goes with the pointer. The deleter releases an export, the last handle an import, each exactly once.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/detail/halves.hpp>
#include <ravel/loop/options.hpp>

#include <cstdint>

// The structs of DLPack 1.1, so that exchange does not depend on an installed header. If dlpack.h was included before, its structs are
// used; if it is included later, it is skipped. Its names of devices and types are therefore all here. Holds no code.

#if !defined(DLPACK_DLPACK_H_)
#define DLPACK_DLPACK_H_
#define DLPACK_MAJOR_VERSION 1
#define DLPACK_MINOR_VERSION 1
#define DLPACK_FLAG_BITMASK_READ_ONLY (1UL << 0UL)
#define DLPACK_FLAG_BITMASK_IS_COPIED (1UL << 1UL)
#define DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED (1UL << 2UL)
#define RAVEL_DLPACK_VERSIONED

extern "C" {

typedef struct {
  std::uint32_t major;
  std::uint32_t minor;
} DLPackVersion;

enum DLDeviceType : std::int32_t {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLOpenCL = 4,
  kDLVulkan = 7,
  kDLMetal = 8,
  kDLVPI = 9,
  kDLROCM = 10,
  kDLROCMHost = 11,
  kDLExtDev = 12,
  kDLCUDAManaged = 13,
  kDLOneAPI = 14,
  kDLWebGPU = 15,
  kDLHexagon = 16,
  kDLMAIA = 17,
  kDLTrn = 18
};

typedef struct {
  DLDeviceType device_type;
  std::int32_t device_id;
} DLDevice;

typedef enum {
  kDLInt = 0U,
  kDLUInt = 1U,
  kDLFloat = 2U,
  kDLOpaqueHandle = 3U,
  kDLBfloat = 4U,
  kDLComplex = 5U,
  kDLBool = 6U,
  kDLFloat8_e3m4 = 7U,
  kDLFloat8_e4m3 = 8U,
  kDLFloat8_e4m3b11fnuz = 9U,
  kDLFloat8_e4m3fn = 10U,
  kDLFloat8_e4m3fnuz = 11U,
  kDLFloat8_e5m2 = 12U,
  kDLFloat8_e5m2fnuz = 13U,
  kDLFloat8_e8m0fnu = 14U,
  kDLFloat6_e2m3fn = 15U,
  kDLFloat6_e3m2fn = 16U,
  kDLFloat4_e2m1fn = 17U
} DLDataTypeCode;

typedef struct {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
} DLDataType;

typedef struct {
  void* data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensor* self);
} DLManagedTensor;

}  // extern "C"
#elif defined(DLPACK_MAJOR_VERSION) && DLPACK_MAJOR_VERSION >= 1
#define RAVEL_DLPACK_OF_OTHERS
#else
#define RAVEL_DLPACK_VERSIONED
extern "C" {
typedef struct {
  std::uint32_t major;
  std::uint32_t minor;
} DLPackVersion;
}
#endif

#if defined(RAVEL_DLPACK_VERSIONED)
#undef RAVEL_DLPACK_VERSIONED
extern "C" {
typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned* self);
  std::uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;
}
#endif
#undef RAVEL_DLPACK_OF_OTHERS

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

// Takes over the pointer, even if it throws: the deleter is called exactly once, by the last handle or before the error leaves. Tensors
// that the producer marks read-only can only be read.
RAVEL_API any_tensor from_dlpack(DLManagedTensor* managed, const dlpack_import_options& options = {});
RAVEL_API any_tensor from_dlpack(DLManagedTensorVersioned* managed, const dlpack_import_options& options = {});

// Imports as tensor<T>, or as tensor<const T> for const T. type_error if the element type differs, layout_error if a tensor<T> would be
// read-only. Half floats can also be read as const float.
template <class T, detail::among<DLManagedTensor, DLManagedTensorVersioned> Managed>
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
