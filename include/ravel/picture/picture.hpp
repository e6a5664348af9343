// SPDX-License-Identifier: BSL-1.0
// picture: a drawing that becomes SVG, and pictures beside each other. An immutable value that owns its text: copies share it, and any
// thread may read. Charts of numbers: lines, bars, histograms and heat maps, and the columns of a table as small multiples. Pictures of
// structure: where a view's positions go in memory, and where a matrix differs from its default value. They read their data once, as
// doubles, and keep only the drawing. Plain functions, safe from any thread.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/any/table.hpp>
#include <ravel/base/index.hpp>
#include <ravel/interop/mapped_file.hpp>
#include <ravel/op/search/histogram.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ravel {

class RAVEL_API_RESULT picture {
 public:
  picture(const picture&) = default;  // moving copies, too
  picture& operator=(const picture&) = default;

  index_t width() const { return drawn_->width; }  // in CSS pixels
  index_t height() const { return drawn_->height; }

 private:
  friend struct picture_access;
  struct drawing {
    index_t width, height;
    std::string title;
    std::string elements;  // of SVG
  };
  explicit picture(drawing made) : drawn_(std::make_shared<const drawing>(std::move(made))) {}

  std::shared_ptr<const drawing> drawn_;
};

// The picture as an SVG document. The same data give the same bytes. Colours follow the light or dark mode of the reader.
[[nodiscard]] RAVEL_API std::string to_svg(const picture& p);
// Writes the document. An old file stays until the new one is complete.
RAVEL_API void write_svg(const std::string& path, const picture& p, const save_options& options = {});

// Options of picture_grid.
struct grid_options {
  index_t columns = 0;  // 0: as many as rows, or one more
  std::string title = {};
};

// Small multiples: the pictures in rows, with columns as wide as the widest picture.
[[nodiscard]] RAVEL_API picture picture_grid(const std::vector<picture>& parts, const grid_options& options = {});

// For the library's own use.
struct picture_access {
  static picture make(index_arg width, index_arg height, std::string title, std::string elements) {
    return picture({width, height, std::move(title), std::move(elements)});
  }
  static const std::string& title(const picture& p) { return p.drawn_->title; }
  static const std::string& elements(const picture& p) { return p.drawn_->elements; }
};

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

// Options of table_chart.
struct table_chart_options {
  std::string title = {};
  std::string x = {};   // the column of numbers that lines go over; none: the rows
  index_t columns = 2;  // of the grid
  index_t width = 320;  // of each part, in CSS pixels
  index_t height = 200;
};

// One chart for each column: a line for numbers, and bars for words, which count the eight most frequent ones.
[[nodiscard]] RAVEL_API picture table_chart(const any_table& t, const table_chart_options& options = {});

// Options of index_map_chart and sparsity_chart.
struct pattern_options {
  std::string title = {};
  index_t width = 640;  // in CSS pixels; the height follows from the shape
};

// Above, the view with the address of each position; below, the memory with the positions of each address, in the same colours. Takes maps
// of up to 400 positions and 400 addresses; value_error for larger ones.
[[nodiscard]] RAVEL_API picture index_map_chart(const dims& map, const pattern_options& options = {});

// The elements of a matrix that differ from its default value, which is 0 for dense data. Reads the entries of sparse data only. Of more
// than 200 rows or columns, darker cells have more such elements.
[[nodiscard]] RAVEL_API picture sparsity_chart(const any_tensor& x, const pattern_options& options = {});

}  // namespace ravel
