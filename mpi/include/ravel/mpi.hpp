// SPDX-License-Identifier: BSL-1.0
// Includes all of ravel::mpi: tensors that are spread over ranks, which are threads of this process or processes of MPI.
#pragma once

#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/distribution.hpp>
#include <ravel/mpi/elementwise.hpp>
#include <ravel/mpi/fetch.hpp>
#include <ravel/mpi/groups.hpp>
#include <ravel/mpi/histogram.hpp>
#include <ravel/mpi/join.hpp>
#include <ravel/mpi/lines.hpp>
#include <ravel/mpi/make.hpp>
#include <ravel/mpi/means.hpp>
#include <ravel/mpi/npy.hpp>
#include <ravel/mpi/order.hpp>
#include <ravel/mpi/product.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/mpi/refused.hpp>
#include <ravel/mpi/search.hpp>
#include <ravel/mpi/tensor.hpp>
#include <ravel/mpi/world.hpp>
