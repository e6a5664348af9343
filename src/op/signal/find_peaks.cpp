// SPDX-License-Identifier: BSL-1.0
// Finds peaks in one sweep. Each condition then removes those that do not meet it, the cheapest first.
#include <ravel/base/error.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/signal/find_peaks.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

struct peak {
  index_t position;
  index_t plateau;
};

std::vector<peak> all_peaks(std::span<const double> x) {
  std::vector<peak> found;
  const index_t last = std::ssize(x) - 1;
  for (index_t i = 1; i < last; ++i) {
    if (!(x[at(i - 1)] < x[at(i)])) continue;
    index_t ahead = i + 1;
    while (ahead < last && x[at(ahead)] == x[at(i)]) ++ahead;
    if (x[at(ahead)] < x[at(i)]) {
      found.push_back({(i + ahead - 1) / 2, ahead - i});
      i = ahead;
    }
  }
  return found;
}

// keep(number of the peak) decides which peaks stay.
template <class Keep>
void keep_where(std::vector<index_t>& peaks, Keep keep) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (keep(i)) peaks[kept++] = peaks[i];
  }
  peaks.resize(kept);
}

bool within(const peak_range& range, double value) { return range.least <= value && value <= range.greatest; }

void keep_distance(std::vector<index_t>& peaks, std::span<const double> x, index_t distance) {
  std::vector<double> heights;
  for (const index_t peak : peaks) heights.push_back(x[at(peak)]);
  const buffer<index_t> by_height = argsort(heights);
  std::vector<char> keep(peaks.size(), 1);
  for (index_t k = by_height.size(); k-- > 0;) {
    const std::size_t i = at(by_height[k]);
    if (!keep[i]) continue;
    for (std::size_t j = i; j-- > 0 && peaks[i] - peaks[j] < distance;) keep[j] = 0;
    for (std::size_t j = i + 1; j < peaks.size() && peaks[j] - peaks[i] < distance; ++j) keep[j] = 0;
  }
  keep_where(peaks, [&](std::size_t i) { return keep[i] != 0; });
}

void check_positions(const char* operation, std::span<const index_t> positions, index_t n) {
  for (const index_t position : positions) {
    if (position < 0 || position >= n)
      throw index_error(text() << operation << ": position " << position << " is outside [0, " << n << ")");
  }
}

void check_peak_window(index_t window) {
  if (window != 0 && window < 2) throw value_error(text() << "peak_window{" << window << "}: it must be at least 2, or 0 for none");
}

}  // namespace

prominences prominences_of(std::span<const double> x, std::span<const index_t> positions, index_t window) {
  check_positions("peak_prominences", positions, std::ssize(x));
  check_peak_window(window);
  const index_t count = std::ssize(positions), reach = window == 0 ? std::ssize(x) : window / 2;
  const prominences found{unfilled_buffer<double>(count), unfilled_buffer<index_t>(count), unfilled_buffer<index_t>(count)};
  watched_steps loop;
  for (index_t k = 0; k < count; ++k) {
    const index_t top = positions[at(k)], first = std::max<index_t>(top - reach, 0), last = std::min(std::ssize(x) - 1, top + reach);
    index_t left = top, right = top, i = top, j = top;
    for (; i >= first && x[at(i)] <= x[at(top)]; --i) {
      if (x[at(i)] < x[at(left)]) left = i;
    }
    for (; j <= last && x[at(j)] <= x[at(top)]; ++j) {
      if (x[at(j)] < x[at(right)]) right = j;
    }
    loop.at(k, count, j - i);
    found.values[k] = x[at(top)] - std::max(x[at(left)], x[at(right)]);
    found.left_bases[k] = left;
    found.right_bases[k] = right;
  }
  return found;
}

peak_extents widths_of(std::span<const double> x, std::span<const index_t> positions, double depth, index_t window) {
  if (!(depth >= 0)) throw value_error(text() << "peak_depth{" << depth << "}: it must not be negative");
  check_positions("peak_widths", positions, std::ssize(x));
  const prominences of = prominences_of(x, positions, window);
  const index_t count = std::ssize(positions);
  const auto room = [&] { return unfilled_buffer<double>(count); };
  const peak_extents found{room(), room(), room(), room()};
  watched_steps loop;
  for (index_t k = 0; k < count; ++k) {
    const index_t top = positions[at(k)];
    const double height = x[at(top)] - of.values[k] * depth;
    index_t i = top, j = top;
    while (i > of.left_bases[k] && height < x[at(i)]) --i;
    while (j < of.right_bases[k] && height < x[at(j)]) ++j;
    loop.at(k, count, j - i);
    double left = static_cast<double>(i), right = static_cast<double>(j);
    if (x[at(i)] < height) left += (height - x[at(i)]) / (x[at(i + 1)] - x[at(i)]);
    if (x[at(j)] < height) right -= (height - x[at(j)]) / (x[at(j - 1)] - x[at(j)]);
    found.values[k] = right - left;
    found.heights[k] = height;
    found.left[k] = left;
    found.right[k] = right;
  }
  return found;
}

buffer<index_t> peaks_of(std::span<const double> x, const peak_conditions& asked) {
  if (asked.distance < 1) throw value_error(text() << "peak_distance{" << asked.distance << "}: it must be at least 1");
  check_peak_window(asked.window);
  std::vector<index_t> peaks;
  for (const auto& [position, plateau] : all_peaks(x)) {
    if (!asked.plateau || within(*asked.plateau, static_cast<double>(plateau))) peaks.push_back(position);
  }
  if (asked.height) keep_where(peaks, [&](std::size_t i) { return within(*asked.height, x[at(peaks[i])]); });
  if (asked.threshold) {
    keep_where(peaks, [&](std::size_t i) {
      const double top = x[at(peaks[i])], a = top - x[at(peaks[i] - 1)], b = top - x[at(peaks[i] + 1)];
      return asked.threshold->least <= std::min(a, b) && std::max(a, b) <= asked.threshold->greatest;
    });
  }
  if (asked.distance > 1) keep_distance(peaks, x, asked.distance);
  if (asked.prominence) {
    const prominences of = prominences_of(x, peaks, asked.window);
    keep_where(peaks, [&](std::size_t i) { return within(*asked.prominence, of.values[static_cast<index_t>(i)]); });
  }
  if (asked.width) {
    const peak_extents of = widths_of(x, peaks, asked.depth, asked.window);
    keep_where(peaks, [&](std::size_t i) { return within(*asked.width, of.values[static_cast<index_t>(i)]); });
  }
  const buffer<index_t> result = unfilled_buffer<index_t>(std::ssize(peaks));
  std::copy(peaks.begin(), peaks.end(), result.data());
  return result;
}

}  // namespace ravel::detail
