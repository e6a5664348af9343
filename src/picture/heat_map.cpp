// SPDX-License-Identifier: BSL-1.0
// Draws a matrix as cells. Cells of one colour share a path, and neighbours in a row share a rectangle.
#include <ravel/picture/picture.hpp>
#include "picture/axes.hpp"
#include "picture/cells.hpp"

#include <algorithm>
#include <cmath>

namespace ravel {

namespace detail {

namespace {

constexpr double blank = std::numeric_limits<double>::quiet_NaN();

struct cell_means {
  index_t rows, columns;
  std::vector<double> values;
};

// The value of the only element of a cell, or the mean of its finite ones.
cell_means means_of(const drawn_values& elements, index_t height, index_t width) {
  cell_means made{std::min(height, most_cells), std::min(width, most_cells), {}};
  const std::span<const double> values = elements.all();
  if (made.rows == height && made.columns == width) {
    made.values.assign(values.begin(), values.end());
    return made;
  }
  for (index_t i = 0; i < made.rows; ++i) {
    for (index_t j = 0; j < made.columns; ++j) {
      double sum = 0, count = 0;
      for (index_t r = i * height / made.rows; r < (i + 1) * height / made.rows; ++r) {
        for (index_t c = j * width / made.columns; c < (j + 1) * width / made.columns; ++c) {
          const double value = values[static_cast<std::size_t>(r * width + c)];
          if (std::isfinite(value)) sum += value, count += 1;
        }
      }
      made.values.push_back(count > 0 ? sum / count : blank);
    }
  }
  return made;
}

// The step of the colour scale, or -1 for NaN.
index_t heat_step(double value, const interval& range) {
  if (std::isnan(value)) return -1;
  if (value <= range.low) return 0;
  if (value >= range.high) return heat_steps - 1;
  const double share = (value / 2 - range.low / 2) / (range.high / 2 - range.low / 2);
  return std::min(static_cast<index_t>(share * static_cast<double>(heat_steps)), heat_steps - 1);
}

void draw_scale(chart_frame& frame, const interval& range, const std::vector<tick>& ticks) {
  const plot_area& area = frame.area();
  const double left = area.right + 14, each = (area.bottom - area.top) / static_cast<double>(heat_steps);
  for (index_t step = 0; step < heat_steps; ++step) {
    const double top = area.bottom - each * static_cast<double>(step + 1);
    frame.drawing().rect(left, top, 12, each + 0.3, "fill=\"" + heat_colour(step) + "\"");
  }
  const pixel_scale y{range, area.bottom, area.top};
  for (const tick& one : ticks) frame.drawing().text(left + 17, y(one.value) + 4, one.label, "faint");
}

std::vector<tick> positions_along(index_t extent, index_t most) {
  return extent > 1 ? ticks_within({0, static_cast<double>(extent - 1)}, most, true)
                    : std::vector<tick>(static_cast<std::size_t>(extent), tick{0, "0"});
}

}  // namespace

}  // namespace detail

picture heat_map(const any_tensor& x, const chart_options& options) {
  using namespace detail;
  const drawn_values elements(x, 2, "heat_map");
  const index_t height = x.extent(0), width = x.extent(1);
  check_picture_size(options.width, options.height);
  const index_t most_y = ticks_along(options.height), most_x = ticks_across(options.width);
  const std::optional<interval> found = finite_interval(elements.all());
  const interval range = with_length(found);
  const std::vector<tick> rows = positions_along(height, most_y), columns = positions_along(width, most_x),
                          scale = ticks_within(range, most_y);
  chart_frame frame({options.title, options.x_label, options.y_label}, options.width, options.height, {}, widest_label(rows) + 7,
                    widest_label(scale) + 42);
  const plot_area& area = frame.area();
  if (height > 0 && width > 0) {
    const cell_means cells = means_of(elements, height, width);
    coloured_cells drawn(heat_steps);
    for (index_t i = 0; i < cells.rows; ++i) {
      for (index_t j = 0; j < cells.columns; ++j)
        drawn.add(i, j, heat_step(cells.values[static_cast<std::size_t>(i * cells.columns + j)], range));
    }
    drawn.draw(frame.drawing(), area, cells.rows, cells.columns, [](index_t step) { return "fill=\"" + heat_colour(step) + "\""; });
  }
  // Ticks stand at the middle of their row or column.
  const pixel_scale tick_x{{-0.5, static_cast<double>(std::max<index_t>(1, width)) - 0.5}, area.left, area.right},
      tick_y{{-0.5, static_cast<double>(std::max<index_t>(1, height)) - 0.5}, area.top, area.bottom};
  frame.draw_x_ticks(columns, tick_x, false);
  for (const tick& one : rows) frame.drawing().text(area.left - 7, tick_y(one.value) + 4, one.label, "faint", anchor::end);
  frame.draw_axis_lines(true, true);
  if (found) {
    draw_scale(frame, range, scale);
  } else {
    frame.say_no_data();
  }
  return picture_access::make(options.width, options.height, options.title, std::move(frame.drawing()).str());
}

}  // namespace ravel
