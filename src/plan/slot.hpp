// SPDX-License-Identifier: BSL-1.0
// A tensor that each run points at other memory, so that trees which read it serve every run. It belongs to one workspace, which runs one
// plan at a time: the memory changes between runs and never during one.
#pragma once

#include <ravel/any/any_tensor.hpp>

namespace ravel::detail {

class slot_memory {
 public:
  // Row-major memory that outlives the run; null between runs, when nobody reads the slot.
  void point_at(const void* first) { first_ = first; }

 protected:
  ~slot_memory() = default;
  const void* first_ = nullptr;
};

struct slot {
  any_tensor tensor;
  slot_memory* memory;  // part of the tensor
};
// Precondition: elements of the type are bytes.
slot make_slot(dtype type, const shape& extents);

}  // namespace ravel::detail
