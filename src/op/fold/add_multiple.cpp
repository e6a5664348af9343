// SPDX-License-Identifier: BSL-1.0
// The loops that add rows to sums of products.
#include "op/fold/add_multiple.hpp"
#include <ravel/element/detail/for_each.hpp>

namespace ravel::detail {

// A kernel is private; else its choice between instruction sets would be visible outside of the library.
#define RAVEL_ADD_MULTIPLE(T)                                                                                         \
  namespace {                                                                                                         \
  RAVEL_KERNEL bool add_row(T* out, T factor, const T* row, index_t n) { return add_multiples(out, factor, row, n); } \
  }                                                                                                                   \
  bool add_multiple(T* out, T factor, const T* row, index_t n) { return add_row(out, factor, row, n); }
RAVEL_FOR_EACH_SUM(RAVEL_ADD_MULTIPLE)
#undef RAVEL_ADD_MULTIPLE

}  // namespace ravel::detail
