// SPDX-License-Identifier: BSL-1.0
// Finds the cell of a point one coordinate after the other.
#include <ravel/base/error.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/search/histogram.hpp>

#include <cmath>
#include <utility>

namespace ravel::detail {

namespace {

struct point_list {
  std::vector<buffer<double>> coordinate;
  index_t size;
};

point_list points_of(const buffer<double>& columns, const shape& of, nan_policy policy) {
  if (of.rank() != 2) throw shape_error(text() << "histogram_nd wants a matrix of points, not a tensor of shape " << to_string(of));
  const index_t n = of[0], coordinates = of[1];
  if (policy == nan_policy::refuse) {
    for (index_t i = 0; i < n; ++i) {
      for (index_t k = 0; k < coordinates; ++k) {
        if (std::isnan(columns[k * n + i])) throw_refused_nan("histogram_nd", i * coordinates + k);
      }
    }
  }
  std::vector<index_t> kept;
  for (index_t i = 0; i < n; ++i) {
    bool whole = true;
    for (index_t k = 0; k < coordinates; ++k) whole &= !std::isnan(columns[k * n + i]);
    if (whole || policy != nan_policy::skip) kept.push_back(i);
  }
  point_list points{{}, std::ssize(kept)};
  for (index_t k = 0; k < coordinates; ++k) {
    points.coordinate.push_back(unfilled_buffer<double>(points.size));
    double* out = points.coordinate.back().data();
    for (const index_t i : kept) *out++ = columns[k * n + i];
  }
  return points;
}

std::string coordinate_text(std::size_t k) { return text() << "histogram_nd, coordinate " << k; }

histogram_grid count_points(const point_list& points, std::vector<buffer<double>> edges) {
  std::vector<index_t> extents;
  for (const buffer<double>& each : edges) extents.push_back(each.size() - 1);
  const tensor<index_t> counts = zeros<index_t>(shape(extents));
  const auto n = static_cast<std::size_t>(points.size);
  std::vector<index_t> cell(n, 0);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const buffer<index_t> bin = digitize(points.coordinate[k], edges[k]);
    const index_t bins = extents[k];
    const double last = edges[k][bins];
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<index_t>(i);
      const index_t found = points.coordinate[k][at] == last ? bins - 1 : bin[at] - 1;
      cell[i] = cell[i] < 0 || found < 0 || found >= bins ? -1 : cell[i] * bins + found;
    }
  }
  index_t* const count = tensor_data(counts);
  for (const index_t at : cell) {
    if (at >= 0) ++count[at];
  }
  return {counts, std::move(edges)};
}

// bins(k) is the number of bins of coordinate k, or the rule for it.
template <class Bins>
histogram_grid count_even_points(const point_list& points, Bins bins) {
  std::vector<buffer<double>> edges;
  for (const buffer<double>& each : points.coordinate) {
    const std::size_t k = edges.size();
    with_subject(coordinate_text(k), [&] { edges.push_back(histogram(each, bins(k)).edges); });
  }
  return count_points(points, std::move(edges));
}

void check_for_each_coordinate(const shape& of, std::size_t given, const char* what) {
  if (std::cmp_equal(given, of[1])) return;
  throw shape_error(text() << "histogram_nd of points with " << counted(of[1], "coordinate") << " wants " << what << " for each, not "
                           << given);
}

}  // namespace

histogram_grid count_even_cells(buffer<double> columns, const shape& of, index_t bins, nan_policy policy) {
  return count_even_points(points_of(columns, of, policy), [=](std::size_t) { return ravel::bins{bins}; });
}

histogram_grid count_cells_by(bin_rule rule, buffer<double> columns, const shape& of, nan_policy policy) {
  return count_even_points(points_of(columns, of, policy), [=](std::size_t) { return rule; });
}

histogram_grid count_cells_by(const std::vector<bin_rule>& rules, buffer<double> columns, const shape& of, nan_policy policy) {
  const point_list points = points_of(columns, of, policy);
  check_for_each_coordinate(of, rules.size(), "a rule");
  return count_even_points(points, [&](std::size_t k) { return rules[k]; });
}

histogram_grid count_cells(buffer<double> columns, const shape& of, std::vector<buffer<double>> edges, nan_policy policy) {
  const point_list points = points_of(columns, of, policy);
  check_for_each_coordinate(of, edges.size(), "edges");
  for (std::size_t k = 0; k < edges.size(); ++k) {
    with_subject(coordinate_text(k), [&] { static_cast<void>(histogram(buffer<double>(), edges[k])); });  // checks them
  }
  return count_points(points, std::move(edges));
}

}  // namespace ravel::detail
