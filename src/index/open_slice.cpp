// SPDX-License-Identifier: BSL-1.0
// Resolves an open slice for a number of positions.
#include <ravel/base/error.hpp>
#include <ravel/index/open_slice.hpp>

#include <algorithm>

namespace ravel {

index_range open_slice::within(index_arg size) const {
  const index_t first = first_.within(size), end = end_.within(size);
  if (first < 0 || end > size || first > end) {
    detail::text message;
    message << "the slice from position " << first << " to before " << end << " does not lie inside [0, " << size << ")";
    // -1 is the last position elsewhere.
    const index_t below = std::min(first, end);
    if (below < 0) message << ": for " << below << " write last";
    if (below < -1) message << " - " << -1 - below;
    // NumPy's a[7:2:-2] has the places 3 to 7.
    if (step_ < 0 && 0 <= end && end < first && first < size)
      message << ": bounds rise for a negative step, too: slice_from(" << end + 1 << ").before(" << first + 1 << ").every(" << step_ << ")";
    throw index_error(message);
  }
  if (step_ == 0) throw value_error("a slice of every 0th position: the step must not be 0");
  const index_t positions = end - first;
  if (positions == 0) return slice(first, 0);
  // Nothing is negated: the step may be the lowest integer.
  const index_t count = step_ > 0 ? (positions - 1) / step_ + 1 : 1 - (positions - 1) / step_;
  return slice(step_ > 0 ? first : end - 1, count, count > 1 ? step_ : 1);
}

}  // namespace ravel
