// SPDX-License-Identifier: BSL-1.0
// A call of a verb whose lengths are known: all is decided but the addresses of its operands. Each workspace has its own, and one run at a
// time uses it.
#pragma once

#include <ravel/plan/planned.hpp>

#include <memory>

namespace ravel::detail {

// An operand of a call: elements of memory through a map that has a stride for each axis.
struct laid_operand {
  dtype type;
  dims map;
};

class bound_call {
 public:
  virtual ~bound_call() = default;
  // Reads the memory of each operand, and writes the result to a tensor that lies in row-major order. It has the bits of the verb.
  virtual void run(std::span<const std::byte* const> operands, const any_tensor& to) = 0;
};

// Binds matmul, and verbs over all elements that make_loop_fold has. Null for others: a run calls the verb on tensors.
std::unique_ptr<bound_call> bind_call(std::string_view verb, std::span<const laid_operand> operands);

}  // namespace ravel::detail
