// SPDX-License-Identifier: BSL-1.0
// Includes all of ravel::sparse: containers of sparse data and their linear algebra.
#pragma once

#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/csr.hpp>
#include <ravel/sparse/from.hpp>
#include <ravel/sparse/matmul.hpp>
#include <ravel/sparse/matrix.hpp>
#include <ravel/sparse/semiring.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/sparse/to_sparse.hpp>
