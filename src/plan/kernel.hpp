// SPDX-License-Identifier: BSL-1.0
// An elementwise step, with the lazy steps behind it, as a program of the tile machine. Its leaves are found anew in every run, so that
// nothing is made for one. Immutable; any thread may run it.
#pragma once

#include "lazy/tile_program.hpp"
#include "plan/program.hpp"

namespace ravel::detail {

class step_kernel {
 public:
  // Null if a step has no instruction, or if there are too many.
  static std::shared_ptr<const step_kernel> of(std::span<const program_step> steps, std::size_t root);

  struct leaf {
    std::size_t step;
    bool is_number;  // for all elements
  };

  step_kernel(std::shared_ptr<const tile_program> program, std::vector<leaf> leaves)
      : program_(std::move(program)), leaves_(std::move(leaves)) {}

  std::span<const leaf> leaves() const { return leaves_; }
  // Writes the value of the step. False if an operand or the target does not lie row by row in memory, or if they overlap otherwise than
  // element for element.
  bool run(const run_values& now, const any_tensor& to) const;

 private:
  void write_number(const any_operand& value, const std::byte* memory, std::byte* tile) const;

  std::shared_ptr<const tile_program> program_;
  std::vector<leaf> leaves_;
};

}  // namespace ravel::detail
