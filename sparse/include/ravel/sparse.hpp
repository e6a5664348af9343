// SPDX-License-Identifier: BSL-1.0
// Containers of sparse data and their linear algebra: ravel::sparse.
#pragma once

#include <ravel/sparse/buffer.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/csr.hpp>
#include <ravel/sparse/from.hpp>
#include <ravel/sparse/mask.hpp>
#include <ravel/sparse/matmul.hpp>
#include <ravel/sparse/matrix.hpp>
#include <ravel/sparse/one_hot.hpp>
#include <ravel/sparse/scale.hpp>
#include <ravel/sparse/semiring.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/sparse/to_sparse.hpp>
