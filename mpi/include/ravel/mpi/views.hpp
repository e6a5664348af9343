// SPDX-License-Identifier: BSL-1.0
// Views of distributed tensors and of expressions of them are those of <ravel/tensor/views.hpp>. A view changes dims and moves nothing, so
// it is local. It shares the elements. A copy to a view that shows an element at several positions is an error.
#pragma once

#include <ravel/mpi/elementwise.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {
namespace mpi {

using ravel::broadcast;
using ravel::diagonal;
using ravel::flat;
using ravel::flip;
using ravel::new_axis;
using ravel::reshape;
using ravel::rot90;
using ravel::rotate;
using ravel::select;
using ravel::slice;
using ravel::split;
using ravel::squeeze;
using ravel::stretch;
using ravel::swap_axes;
using ravel::take;
using ravel::tile;
using ravel::transpose;
using ravel::windows;

}  // namespace mpi
}  // namespace ravel
