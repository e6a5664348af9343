// SPDX-License-Identifier: BSL-1.0
// The suite of tensors once more, with sparse buffers below what is sparse: every view, every function and every way of writing.
// sparse/every_operation.cpp and its neighbours have the operations.
#include <ravel/sparse/tensor.hpp>

#define RAVEL_TESTS_SPARSE_MEMORY ravel::make_sparse
#include "../op/substitution.cpp"
