// SPDX-License-Identifier: BSL-1.0
// Straight lines between places, found by binary search.
#include <ravel/base/error.hpp>
#include <ravel/op/interp.hpp>

#include <algorithm>

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
      const double slope = (values[i] - values[i - 1]) / (places[i] - places[i - 1]);
      *out++ = slope * (x - places[i - 1]) + values[i - 1];
    }
  }
}

}  // namespace ravel::detail
