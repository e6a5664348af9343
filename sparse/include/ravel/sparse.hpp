// SPDX-License-Identifier: BSL-1.0
// Containers of sparse data and their linear algebra: ravel::sparse.
#pragma once

#include <ravel/sparse/buffer.hpp>
