// SPDX-License-Identifier: BSL-1.0
// The axes of a chart: round numbers for its ticks, the frame with labels and legend, and values as places in pixels. Values.
#pragma once

#include "picture/svg.hpp"
#include "picture/values.hpp"

#include <string>
#include <vector>

namespace ravel::detail {

struct tick {
  double value;
  std::string label;
};

// The most ticks that an axis has room for, in a picture of that height or width.
constexpr index_t ticks_along(index_t height) { return height < 200 ? 4 : height / 50; }
constexpr index_t ticks_across(index_t width) { return width < 192 ? 3 : width / 64; }

// Multiples of 1, 2 or 5 times a power of ten within the interval, at most `most` of them (at least 2). Those of positions are whole.
std::vector<tick> ticks_within(const interval& range, index_t most, bool whole = false);
// The interval that ends at ticks: around constant data, or where nothing is finite, a fitting one.
interval rounded_out(const std::optional<interval>& range, index_t most);
// The interval itself, widened where it has no length.
interval with_length(const std::optional<interval>& range);

// Maps the values of an interval to the range between two places.
struct pixel_scale {
  interval values;
  double from, to;
  double operator()(double value) const {
    const double half = values.high / 2 - values.low / 2;  // the whole may be out of range
    return from + (to - from) * ((value / 2 - values.low / 2) / half);
  }
};

struct chart_text {
  const std::string& title;
  const std::string& x_label;
  const std::string& y_label;
};

struct plot_area {
  double left, top, right, bottom;
};

// value_error unless the size lies within what makes sense.
void check_picture_size(index_t width, index_t height);

// Draws title, legend and labels around the space for data.
class chart_frame {
 public:
  // The area is what the widest label on the left and `right_margin` leave.
  chart_frame(const chart_text& words, index_t width, index_t height, const std::vector<std::string>& legend, double left_labels,
              double right_margin = 14);

  const plot_area& area() const { return area_; }
  svg& drawing() { return drawn_; }

  void draw_x_ticks(const std::vector<tick>& ticks, const pixel_scale& x, bool grid);
  void draw_y_ticks(const std::vector<tick>& ticks, const pixel_scale& y);
  void draw_axis_lines(bool left, bool bottom);
  void say_no_data();

 private:
  void draw_legend(const std::vector<std::string>& names, double width);

  svg drawn_;
  plot_area area_{};
};

double widest_label(const std::vector<tick>& ticks);

}  // namespace ravel::detail
