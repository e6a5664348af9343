// SPDX-License-Identifier: BSL-1.0
// Interpolates with straight lines between places, found by binary search.
#include <ravel/base/error.hpp>
#include <ravel/op/search/detail/between.hpp>
#include <ravel/op/search/interp.hpp>

#include <algorithm>
#include <cmath>

namespace ravel::detail {

namespace {

void check_places(std::span<const double> places, std::size_t values) {
  if (places.empty()) throw value_error("interp between no places");
  if (places.size() != values) throw_sizes_differ("interp", static_cast<index_t>(places.size()), static_cast<index_t>(values));
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i - 1] < places[i]) continue;
    throw value_error(text() << "interp between places that must rise, and " << places[i] << " at " << i << " follows " << places[i - 1]);
  }
}

// Between two places. If values or places are further apart than a double holds, weights both ends instead.
double on_the_line(double x, double x0, double x1, double y0, double y1) {
  const double way = x1 - x0, slope = (y1 - y0) / way, rise = slope * (x - x0);
  if ((std::isfinite(rise) && std::isfinite(way)) || !std::isfinite(y0) || !std::isfinite(y1)) return rise + y0;
  return between_two(y0, y1, (x / 2 - x0 / 2) / (x1 / 2 - x0 / 2));
}

}  // namespace

void interpolate(std::span<const double> at, std::span<const double> places, std::span<const double> values, double* out) {
  check_places(places, values.size());
  for (const double x : at) {
    const auto above = std::upper_bound(places.begin(), places.end(), x);
    const auto i = static_cast<std::size_t>(above - places.begin());
    if (is_nan{}(x)) {
      *out++ = x;
    } else if (i == 0) {
      *out++ = values.front();
    } else if (i == places.size() || x == places[i - 1]) {
      *out++ = values[i - 1];
    } else {
      *out++ = on_the_line(x, places[i - 1], places[i], values[i - 1], values[i]);
    }
  }
}

}  // namespace ravel::detail
