// SPDX-License-Identifier: BSL-1.0
// The positions of a sparse node without an entry.
#include <ravel/op/detail/gaps.hpp>

namespace ravel::detail {

void gap_search::take(const index_t* positions, index_t n) {
  if (!last_ && gap_ >= 0) return;
  for (index_t i = 0; i < n; ++i) {
    if (positions[i] != next_) {
      gap_ = last_ ? positions[i] - 1 : next_;
      if (!last_) return;
    }
    next_ = positions[i] + 1;
  }
}

index_t gap_search::found(index_t size) const {
  if (gap_ >= 0 && !last_) return gap_;
  if (next_ < size) return last_ ? size - 1 : next_;
  return gap_;
}

}  // namespace ravel::detail
