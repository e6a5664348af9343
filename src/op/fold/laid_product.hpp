// SPDX-License-Identifier: BSL-1.0
// A product of stacks of matrices that is made once for the shapes and strides of its operands, and run on any memory of that layout.
// Immutable; any thread may run it.
#pragma once

#include <ravel/op/fold/product.hpp>

namespace ravel::detail {

// A stack of matrices, but for its memory.
class matrix_stack {
 public:
  // The map has a stride for each axis, and positions of its base are `step` elements of memory apart.
  matrix_stack(const dims& map, index_t step);

  template <class T>
  matrix<const T> at(const T* memory, std::span<const index_t> places) const {
    index_t address = facts_.first;
    for (std::size_t k = 0; k < places.size(); ++k) address += places[k] * facts_.strides[k];
    return {memory + address * step_, row_, column_};
  }

 private:
  index_t stride(std::size_t from_last) const { return facts_.strides[facts_.strides.size() - 1 - from_last] * step_; }

  index_t step_;
  map_facts facts_;
  index_t row_, column_;
};

class laid_product {
 public:
  // The maps of the operands, as for matrix_stack. No length is 0.
  laid_product(const product_plan& plan, const dims& a, index_t step_of_a, const dims& b, index_t step_of_b)
      : plan_(plan), left_(stacked_left(a, plan), step_of_a), right_(stacked_right(b, plan), step_of_b) {}

  // Does what multiply_stacks does. Defined for the types of sums.
  template <class T>
  void run(const T* a, const T* b, T* c) const;

 private:
  template <class T>
  void multiply_some(index_t begin, index_t end, const T* a, const T* b, T* c) const;

  product_plan plan_;
  matrix_stack left_, right_;
};

}  // namespace ravel::detail
