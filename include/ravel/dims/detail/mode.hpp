// SPDX-License-Identifier: BSL-1.0
// One digit of an index map: digit d in [0, extent) adds stride * t to the address, where the tick t is (d + offset) mod period or, if
// positions were chosen, the d-th of them. A value; it shares what was chosen.
#pragma once

#include <ravel/index/selection.hpp>

#include <memory>

namespace ravel::detail {

struct mode {
  index_t extent = 1;
  index_t period = 1;
  index_t offset = 0;
  index_t stride = 0;
  std::shared_ptr<const selection> chosen;  // `extent` positions, and then period = extent and offset = 0; or null

  bool cyclic() const { return period != extent || offset != 0; }
  bool affine() const { return !chosen && !cyclic(); }

  index_t tick(index_t digit) const {
    if (chosen) return (*chosen)[digit];
    const index_t place = digit + offset;
    return place < period ? place : place % period;
  }
  index_t at(index_t digit) const { return stride * tick(digit); }

  // The smallest and largest tick. A cycle in canonical form passes its end, so that both ends of it occur.
  index_t lowest() const { return chosen ? chosen->min() : 0; }
  index_t highest() const { return chosen ? chosen->max() : period - 1; }

  friend bool operator==(const mode& a, const mode& b) {
    return a.extent == b.extent && a.period == b.period && a.offset == b.offset && a.stride == b.stride &&
           (a.chosen == b.chosen || (a.chosen && b.chosen && *a.chosen == *b.chosen));
  }
};

}  // namespace ravel::detail
