// SPDX-License-Identifier: BSL-1.0
// Charts of numbers: lines, bars, histograms and heat maps. They read their data once, as doubles, and keep only the drawing. Plain
// functions, safe from any thread.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/picture/picture.hpp>

#include <string>
#include <vector>

namespace ravel {

// Options of charts: title, labels of the axes and size.
struct chart_options {
  std::string title = {};
  std::string x_label = {};
  std::string y_label = {};
  index_t width = 640;  // in CSS pixels
  index_t height = 360;
};

// One line, or the bars of one colour. Without x, a line goes over positions.
struct chart_series {
  std::string name;
  any_tensor y;
  any_tensor x = {};
};

// Lines through the points in their order. NaN and infinities interrupt a line. Where many points share a column of pixels, their first,
// least, greatest and last are drawn.
[[nodiscard]] RAVEL_API picture line_chart(const std::vector<chart_series>& lines, const chart_options& options = {});
[[nodiscard]] RAVEL_API picture line_chart(const any_tensor& y, const chart_options& options = {});
[[nodiscard]] RAVEL_API picture line_chart(const any_tensor& x, const any_tensor& y, const chart_options& options = {});

// Options of bar_chart.
struct bar_options {
  std::string title = {};
  std::string x_label = {};
  std::string y_label = {};
  index_t width = 640;
  index_t height = 0;       // 0: 360 of upright bars, as high as needed of lying ones
  bool horizontal = false;  // lying bars suit long labels, and show their values
};

// A bar from 0 for each value; several series stand side by side. Labels are words or numbers. NaN and infinities have no bar.
[[nodiscard]] RAVEL_API picture bar_chart(const any_tensor& labels, const std::vector<chart_series>& series,
                                          const bar_options& options = {});
[[nodiscard]] RAVEL_API picture bar_chart(const any_tensor& labels, const any_tensor& values, const bar_options& options = {});

// The counts of bins as bars over their edges. histogram(x, bins{20}) counts with options.
[[nodiscard]] RAVEL_API picture histogram_chart(const histogram_counts& counted, const chart_options& options = {});
// Counts the finite values in at most 60 bins, about the square root of their number.
[[nodiscard]] RAVEL_API picture histogram_chart(const any_tensor& values, const chart_options& options = {});

// A matrix as coloured cells, row 0 on top, with the scale of its finite elements. NaN stays blank; infinities have the colours of the
// ends. Of more than 200 rows or columns, a cell shows the mean of neighbours.
[[nodiscard]] RAVEL_API picture heat_map(const any_tensor& x, const chart_options& options = {});

}  // namespace ravel
