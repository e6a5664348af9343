// SPDX-License-Identifier: BSL-1.0
// Every operation that makes values along axes once more, with sparse buffers below what is sparse. sparse/substitution.cpp has the views.
#include <ravel/sparse/tensor.hpp>

#define RAVEL_TESTS_SPARSE_MEMORY ravel::make_sparse
#include "../op/every_operation_axes.cpp"
