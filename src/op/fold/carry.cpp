// SPDX-License-Identifier: BSL-1.0
// The next row of lines beside each other, each added to or multiplied with what its line has come to, or its chunk.
#include "op/fold/carry.hpp"

namespace ravel::detail {

#define RAVEL_CARRY(How, By, T, Before)                                                                                           \
  namespace {                                                                                                                     \
  RAVEL_KERNEL void across(How<By, T>, const T* data, index_t n, Before* before, How<By, T>::out* __restrict out) {               \
    carry_across<How<By, T>>({}, block<const T>{data, 1}, n, before, out);                                                        \
  }                                                                                                                               \
  RAVEL_KERNEL void across_chunk(How<By, T>, const T* data, index_t n, double* __restrict now, const double* before,              \
                                 How<By, T>::out* __restrict out) {                                                               \
    carry_across_chunk<How<By, T>>({}, block<const T>{data, 1}, n, now, before, out);                                             \
  }                                                                                                                               \
  }                                                                                                                               \
  void carry_across(How<By, T> how, block<const T> b, index_t n, Before* before, How<By, T>::out* out) {                          \
    if (b.step == 1) return across(how, b.data, n, before, out);                                                                  \
    carry_across<How<By, T>>(how, b, n, before, out);                                                                             \
  }                                                                                                                               \
  void carry_across_chunk(How<By, T> how, block<const T> b, index_t n, double* now, const double* before, How<By, T>::out* out) { \
    if (b.step == 1) return across_chunk(how, b.data, n, now, before, out);                                                       \
    carry_across_chunk<How<By, T>>(how, b, n, now, before, out);                                                                  \
  }
RAVEL_FOR_EACH_CARRIED(RAVEL_CARRY)
#undef RAVEL_CARRY

}  // namespace ravel::detail
