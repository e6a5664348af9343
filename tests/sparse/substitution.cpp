// SPDX-License-Identifier: BSL-1.0
// The suite of tensors once more, with sparse buffers below what is sparse: every view, function, operation and way of writing.
#include <ravel/sparse/buffer.hpp>

#define RAVEL_TESTS_SPARSE_MEMORY ravel::make_sparse
#include "../op/every_operation.cpp"
#include "../op/every_operation_axes.cpp"
#include "../op/substitution.cpp"
