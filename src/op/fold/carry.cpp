// SPDX-License-Identifier: BSL-1.0
// Kernels that add or multiply the next row into the states of lines side by side, or of their chunks.
#include "op/fold/carry.hpp"

namespace ravel::detail {

#define RAVEL_CARRY(Fold, By, T, Before)                                                                                            \
  namespace {                                                                                                                       \
  RAVEL_KERNEL void across(Fold<By, T>, const T* data, index_t n, Before* before, Fold<By, T>::out* __restrict out) {               \
    carry_across<Fold<By, T>>({}, block<const T>{data, 1}, n, before, out);                                                         \
  }                                                                                                                                 \
  RAVEL_KERNEL void across_chunk(Fold<By, T>, const T* data, index_t n, double* __restrict now, const double* before,               \
                                 Fold<By, T>::out* __restrict out) {                                                                \
    carry_across_chunk<Fold<By, T>>({}, block<const T>{data, 1}, n, now, before, out);                                              \
  }                                                                                                                                 \
  }                                                                                                                                 \
  void carry_across(Fold<By, T> how, block<const T> b, index_t n, Before* before, Fold<By, T>::out* out) {                          \
    if (b.step == 1) return across(how, b.data, n, before, out);                                                                    \
    carry_across<Fold<By, T>>(how, b, n, before, out);                                                                              \
  }                                                                                                                                 \
  void carry_across_chunk(Fold<By, T> how, block<const T> b, index_t n, double* now, const double* before, Fold<By, T>::out* out) { \
    if (b.step == 1) return across_chunk(how, b.data, n, now, before, out);                                                         \
    carry_across_chunk<Fold<By, T>>(how, b, n, now, before, out);                                                                   \
  }
RAVEL_FOR_EACH_CARRIED(RAVEL_CARRY)
#undef RAVEL_CARRY

}  // namespace ravel::detail
