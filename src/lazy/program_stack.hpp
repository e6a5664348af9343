// SPDX-License-Identifier: BSL-1.0
// program_stack: makes a program of functions in postfix order. It is a stack of operands, and the program that computes them. Belongs to
// one thread.
#pragma once

#include <ravel/base/detail/small_vector.hpp>
#include "lazy/tile_program.hpp"

#include <memory>
#include <optional>

namespace ravel::detail {

class program_stack {
 public:
  struct operand {
    tile_program::value is;
    bool is_truth = false;
  };

  // dtype::bool_: the type is that of the first operand.
  explicit program_stack(dtype type) : program_(std::make_shared<tile_program>(type)) {}

  // Each gives false if no machine computes that, or if there is no room for it.
  bool add_leaf(std::size_t number, bool is_number = false);
  bool add_value(const void* value, dtype type);
  // A function of the last operands. `swaps`: it takes two in the other order.
  bool add(tile_function f, int operands, bool swaps);

  bool push(const operand& x) {
    operands_.push_back(x);
    return true;
  }
  const operand& last() const { return operands_.back(); }

 protected:
  bool replace(int operands, const operand& made) {
    operands_.erase(operands_.end() - operands, operands_.end());
    return push(made);
  }
  bool is_of(dtype type);

  std::shared_ptr<tile_program> program_;
  small_vector<operand, tile_program::most_leaves> operands_;

 private:
  std::optional<operand> make(tile_function f, const operand& a, const operand& b, const operand& c);
};

}  // namespace ravel::detail
