// SPDX-License-Identifier: BSL-1.0
// The number and values of a range, and the error message for a shape of another size.
#include <ravel/base/error.hpp>
#include <ravel/tensor/make.hpp>

#include <algorithm>
#include <cmath>

namespace ravel {

namespace detail {

shape inferred_shape(index_t size, const ints& wanted) {
  if (std::ranges::find(wanted, -1) != wanted.end()) return dims::row_major(size).reshape(wanted).shape();
  const shape extents(wanted);
  if (size != extents.elements())
    throw shape_error(text() << "a reader of " << counted(size, "element") << " cannot have the shape " << to_string(extents) << " of "
                             << extents.elements());
  return extents;
}

strided_memory::strided_memory(const shape& extents, const ints& strides) : map(dims::strided(extents, strides)) {
  if (map.size() == 0) return;
  const address_bounds bounds = map.bounds();
  lowest = bounds.lowest;
  size = bounds.highest - lowest + 1;
  if (lowest != 0) map = dims::strided(extents, strides, -lowest);
}

double part_of_way(double from, double to, double share) {
  if (share == 0) return from;
  const double half = (to / 2 - from / 2) * share;
  return from + half + half;
}

index_t count_between(double start, double stop, double step) {
  if (!(std::isfinite(start) && std::isfinite(stop) && std::isfinite(step)) || step == 0)
    throw value_error(text() << "arange needs finite values and a step that is not 0, not " << start << ", " << stop << ", " << step);
  const double way = stop - start;
  const double count = std::ceil(std::isfinite(way) ? way / step : stop / step - start / step);
  if (count > 0x1p62) throw overflow_error(text() << "arange from " << start << " to " << stop << " by " << step << " has too many values");
  return count > 0 ? static_cast<index_t>(count) : 0;
}

index_t count_between(int128 start, int128 stop, int128 step) {
  if (step == 0) throw value_error(text() << "arange needs a step that is not 0");
  const int128 way = step > 0 ? stop - start : start - stop, by = step > 0 ? step : -step;
  if (way <= 0) return 0;
  const int128 count = (way - 1) / by + 1;
  if (count > index_limit) throw overflow_error(text() << "arange would have more than 2^62 values");
  return static_cast<index_t>(count);
}

}  // namespace detail

#define RAVEL_INSTANTIATE(T) template RAVEL_API tensor<T> full<T>(const shape&, detail::value_for<T>);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel
