// SPDX-License-Identifier: BSL-1.0
// The structs of DLPack 1.1 as they stand in memory, so that nobody's installed header decides what can be exchanged. Where dlpack.h was
// included before, its own are used; it may also be included after. Holds no code.
#pragma once

#include <cstdint>

#if !defined(DLPACK_DLPACK_H_)
#define DLPACK_DLPACK_H_
#define DLPACK_MAJOR_VERSION 1
#define DLPACK_MINOR_VERSION 1
#define DLPACK_FLAG_BITMASK_READ_ONLY (1UL << 0UL)
#define DLPACK_FLAG_BITMASK_IS_COPIED (1UL << 1UL)
#define RAVEL_DLPACK_VERSIONED

extern "C" {

typedef struct {
  std::uint32_t major;
  std::uint32_t minor;
} DLPackVersion;

enum DLDeviceType : std::int32_t { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLROCMHost = 11, kDLCUDAManaged = 13 };

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
  kDLBool = 6U
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
