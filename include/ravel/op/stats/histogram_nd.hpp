// SPDX-License-Identifier: BSL-1.0
// histogram_nd: the number of points in each cell of a grid. Points are the rows of a matrix. A cell includes its lower edges, the last
// cell along an axis its upper edge too. Eager, with fresh counts and edges.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

// The result of histogram_nd.
struct [[nodiscard]] histogram_grid {
  tensor<index_t> counts;             // one axis for each coordinate
  std::vector<buffer<double>> edges;  // for each coordinate, one more than there are cells
};

namespace detail {

// The columns hold coordinate after coordinate.
RAVEL_API histogram_grid count_even_cells(buffer<double> columns, const shape& of, index_t bins, nan_policy policy);
RAVEL_API histogram_grid count_cells_by(bin_rule rule, buffer<double> columns, const shape& of, nan_policy policy);
RAVEL_API histogram_grid count_cells_by(const std::vector<bin_rule>& rules, buffer<double> columns, const shape& of, nan_policy policy);
RAVEL_API histogram_grid count_cells(buffer<double> columns, const shape& of, std::vector<buffer<double>> edges, nan_policy policy);

}  // namespace detail

// Uses so many bins of equal width for every coordinate, from its least value to its greatest, or as many as a rule gives. nan_policy::skip
// leaves out points with NaN; otherwise NaN leaves the bins without limits, which is a value_error.
template <detail::real_tensor X, detail::among<bins, bin_rule, nan_policy>... Options>
histogram_grid histogram_nd(const X& points, Options... options) {
  static_assert(!(detail::is_given<bins, Options...> && detail::is_given<bin_rule, Options...>), "the number of bins is given twice");
  const nan_policy policy = detail::option_or(nan_policy::keep, options...);
  const buffer<double> columns = detail::clone_as_doubles(transpose(points));
  if constexpr (detail::is_given<bin_rule, Options...>) {
    return detail::count_cells_by(detail::option_or(bin_rule::automatic, options...), columns, points.shape(), policy);
  } else {
    return detail::count_even_cells(columns, points.shape(), detail::option_or(bins{}, options...).value, policy);
  }
}
// With a rule for each coordinate.
template <detail::real_tensor X, detail::among<nan_policy>... Options>
histogram_grid histogram_nd(const X& points, const std::vector<bin_rule>& rules, Options... options) {
  return detail::count_cells_by(rules, detail::clone_as_doubles(transpose(points)), points.shape(),
                                detail::option_or(nan_policy::keep, options...));
}
// With ascending edges for each coordinate. A point outside, or with NaN, is in no cell.
template <detail::real_tensor X, detail::among<nan_policy>... Options>
histogram_grid histogram_nd(const X& points, const std::vector<buffer<double>>& edges, Options... options) {
  return detail::count_cells(detail::clone_as_doubles(transpose(points)), points.shape(), edges,
                             detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(histogram_nd)  // of points that are rows of numbers, by bins{20}, a bin_rule, or edges or rules of each coordinate

}  // namespace ravel
