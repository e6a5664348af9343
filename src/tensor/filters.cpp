// SPDX-License-Identifier: BSL-1.0
// Filters over several axes. Along an axis that is not the last, many lines go side by side: rows of memory, each times its weight, in
// strips that a cache holds. What lies beyond the ends is a row again.
#include <ravel/base/error.hpp>
#include <ravel/tensor/detail/windows_nd.hpp>
#include <ravel/tensor/filters.hpp>

#include <algorithm>
#include <cmath>

namespace ravel::detail {

namespace {

constexpr index_t tile = 32, strip = 256;

// out[i] is the sum of weights[j] * rows[j][first + i], weight after weight.
RAVEL_KERNEL void weigh_rows(const double* const* rows, const double* weights, index_t m, index_t first, index_t n, double* out) {
  index_t i = first;
  for (; i + tile <= first + n; i += tile) {
    double sum[static_cast<std::size_t>(tile)] = {};
    for (index_t j = 0; j < m; ++j) {
      const double weight = weights[j];
      const double* const row = rows[j] + i;
      for (index_t k = 0; k < tile; ++k) sum[k] += weight * row[k];
    }
    for (index_t k = 0; k < tile; ++k) out[i + k] = sum[k];
  }
  for (; i < first + n; ++i) {
    double sum = 0;
    for (index_t j = 0; j < m; ++j) sum += weights[j] * rows[j][i];
    out[i] = sum;
  }
}

struct filtered_axis {
  index_t outer, n, inner;
  std::span<const double> weights;
  index_t radius;
  edge_mode edge;
  index_t places;
};

void weigh_columns(const filtered_axis& axis, const double* data, double* out) {
  const std::vector<double> nothing(at(axis.inner), 0.0);
  std::vector<index_t> sources(at(axis.places + 2 * axis.radius));
  const index_t before = axis.edge == edge_mode::valid ? 0 : axis.radius;
  for (index_t i = 0; i < axis.n; ++i) sources[at(before + i)] = i + 1;  // 0: nowhere
  fill_beyond(sources.data() + before, axis.n, {before, before}, axis.edge);
  std::vector<const double*> rows(sources.size());
  const index_t m = std::ssize(axis.weights), total = axis.outer * axis.inner * axis.places;
  index_t done = 0;
  watched_steps loop;
  for (index_t o = 0; o < axis.outer; ++o, data += axis.n * axis.inner, out += axis.places * axis.inner) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = sources[i] == 0 ? nothing.data() : data + (sources[i] - 1) * axis.inner;
    for (index_t first = 0; first < axis.inner; first += strip) {
      const index_t count = std::min(strip, axis.inner - first);
      for (index_t i = 0; i < axis.places; ++i) {
        loop.at(done, total, count * m);
        weigh_rows(rows.data() + i, axis.weights.data(), m, first, count, out + i * axis.inner);
        done += count;
      }
    }
  }
}

void weigh_lines(const filtered_axis& axis, const double* data, double* out) {
  const index_t before = axis.edge == edge_mode::valid ? 0 : axis.radius;
  const buffer<double> room = unfilled_buffer<double>(axis.places + 2 * axis.radius);
  watched_loop loop;
  for (index_t o = 0; o < axis.outer; ++o, data += axis.n, out += axis.places) {
    loop.at(o * axis.places, axis.outer * axis.places);
    std::copy_n(data, axis.n, room.data() + before);
    fill_beyond(room.data() + before, axis.n, {before, before}, axis.edge);
    correlate_inside<double>(room.span(), axis.weights, axis.places, convolve_method::direct, out);
  }
}

double median_of(std::vector<double>& values) {
  for (const double value : values) {
    if (std::isnan(value)) return value;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  const double below = *std::max_element(values.begin(), middle);
  return below == *middle ? below : below + (*middle - below) / 2;
}

}  // namespace

axis_list every_axis(index_t rank) {
  axis_list all(at(rank));
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<index_t>(k);
  return all;
}

tensor<double> weigh_axes(const tensor<const double>& x, const axis_list& axes, std::span<const double> weights, edge_mode edge) {
  if (axes.empty()) return tensor<double>(clone(x));
  tensor<const double> from = x;
  tensor<double> made({0});
  for (const index_t k : axes) {
    const shape given = from.shape();
    std::vector<index_t> extents(given.begin(), given.end());
    filtered_axis axis{1, extents[at(k)], 1, weights, std::ssize(weights) / 2, edge, extents[at(k)]};
    for (index_t i = 0; i < from.rank(); ++i) (i < k ? axis.outer : axis.inner) *= i == k ? 1 : extents[at(i)];
    if (edge == edge_mode::valid) axis.places = std::max<index_t>(axis.n - 2 * axis.radius, 0);
    extents[at(k)] = axis.places;
    made = empty_tensor<double>(extents);
    if (made.size() > 0) {
      (axis.inner == 1 ? weigh_lines : weigh_columns)(axis, from.data(), tensor_access::data(made));
    }
    from = made;
  }
  return made;
}

tensor<double> medians_nd(const tensor<const double>& x, const ints& widths, edge_mode edge) {
  const std::size_t axes = at(std::max<index_t>(x.rank(), 1));
  std::vector<index_t> window(widths.begin(), widths.end());
  if (window.size() == 1) window.resize(axes, window.front());
  if (window.size() != axes)
    throw shape_error(text() << "median_filter with " << window.size() << " widths for a tensor of shape " << to_string(x.shape()));
  std::vector<window_reach> reach;
  for (const index_t width : window) {
    check_width("median_filter", width);
    reach.push_back(edge == edge_mode::valid ? window_reach{0, 0} : reach_of(width, window_position::centre));
  }
  const window_grid grid = grid_of(x.shape(), window, reach, edge);
  const tensor<double> made = empty_tensor<double>(grid.result);
  if (made.size() == 0) return made;
  const buffer<double> whole = extended_by(grid, x.data());
  std::vector<double> under(grid.offsets.size());
  double* const begin = tensor_access::data(made);
  double* out = begin;
  watched_steps loop;
  for (const index_t start : grid.starts) {
    for (index_t i = 0; i < grid.places.back(); ++i) {
      loop.at(out - begin, made.size(), std::ssize(under));
      const double* const first = whole.data() + start + i;
      for (std::size_t j = 0; j < under.size(); ++j) under[j] = first[grid.offsets[j]];
      *out++ = median_of(under);
    }
  }
  return made;
}

}  // namespace ravel::detail
