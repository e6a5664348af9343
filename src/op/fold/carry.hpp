// SPDX-License-Identifier: BSL-1.0
// carry_across for running totals of reals in rows of memory, in loops for several instruction sets. running_rows prefers these to its own.
#pragma once

#include <ravel/op/fold/detail/running_lines.hpp>

namespace ravel::detail {

#define RAVEL_FOR_EACH_CARRIED(X)                       \
  X(running_total, checked_plus, double, const double)  \
  X(running_total, checked_times, double, const double) \
  X(running_total, checked_plus, float, double)         \
  X(running_total, checked_times, float, double)

#define RAVEL_DECLARE(Fold, By, T, Before)                                                                \
  void carry_across(Fold<By, T> how, block<const T> b, index_t n, Before* before, Fold<By, T>::out* out); \
  void carry_across_chunk(Fold<By, T> how, block<const T> b, index_t n, double* now, const double* before, Fold<By, T>::out* out);
RAVEL_FOR_EACH_CARRIED(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
