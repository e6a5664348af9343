// SPDX-License-Identifier: BSL-1.0
// Draws lines. Points that share a column of pixels are thinned while they pass, so that a long line takes no more text than a short one.
#include <ravel/base/error.hpp>
#include <ravel/picture/picture.hpp>
#include "picture/axes.hpp"

#include <cmath>

namespace ravel {

namespace {

using detail::svg;

struct point {
  index_t order;
  double x, y;
};

// Writes one line. Keeps the points of the current column of pixels that decide what is seen of it.
class thinned_line {
 public:
  thinned_line(svg& to, std::size_t series) : to_(to), series_(series) {}

  void add(double x, double y) {
    const auto column = static_cast<index_t>(std::floor(x));
    if (points_ > 0 && column != column_) end_column();
    const point now{points_, x, y};
    if (points_++ == 0) first_ = least_ = greatest_ = now;
    column_ = column;
    ends_here_ = false;
    last_ = now;
    if (y < least_.y) least_ = now;
    if (y > greatest_.y) greatest_ = now;
  }
  // The next point begins another part of the line, unless it lies in the same column.
  void interrupt() { (points_ > 0 ? ends_here_ : starts_after_gap_) = true; }
  void finish() {
    if (points_ > 0) end_column();
    end_part();
    const std::string style = detail::stroke_class(series_);
    if (!path_.str().empty()) {
      to_ << "<path class=\"line " << style << "\"" << (series_ >= 8 ? " stroke-dasharray=\"5 3\"" : "") << " d=\"" << path_.str()
          << "\"/>\n";
    }
    to_ << alone_.str();
  }

 private:
  void end_column() {
    if (starts_after_gap_) end_part();
    const bool falls = greatest_.order < least_.order;
    const point& second = falls ? greatest_ : least_;
    const point& third = falls ? least_ : greatest_;
    put(first_);
    if (second.order > first_.order) put(second);
    if (third.order > second.order) put(third);
    if (last_.order > third.order) put(last_);
    points_ = 0;
    starts_after_gap_ = ends_here_;
    ends_here_ = false;
  }
  void put(const point& p) {
    if (in_part_ == 0) {
      start_ = p;
    } else {
      if (in_part_ == 1) path_ << "M" << start_.x << " " << start_.y << "L";
      if (in_part_ > 1) path_ << " ";
      path_ << p.x << " " << p.y;
    }
    ++in_part_;
  }
  void end_part() {
    if (in_part_ == 1) {
      alone_ << "<circle class=\"" << detail::fill_class(series_) << "\" cx=\"" << start_.x << "\" cy=\"" << start_.y << "\" r=\"2\"/>\n";
    }
    in_part_ = 0;
  }

  svg& to_;
  std::size_t series_;
  svg path_, alone_;
  point first_{}, least_{}, greatest_{}, last_{}, start_{};
  index_t column_ = 0, points_ = 0, in_part_ = 0;
  bool ends_here_ = false, starts_after_gap_ = false;
};

struct drawn_line {
  detail::drawn_values y;
  std::optional<detail::drawn_values> x;

  double x_at(index_t i) const { return x ? (*x)[i] : static_cast<double>(i); }
};

drawn_line read_line(const chart_series& given) {
  drawn_line made{{given.y, 1, "line_chart"}, std::nullopt};
  if (given.x.size() == 0 && given.y.size() > 0) return made;
  made.x.emplace(given.x, 1, "line_chart");
  if (made.x->size() != made.y.size())
    throw shape_error(detail::text() << "line_chart has " << made.x->size() << " values of x and " << made.y.size() << " of y");
  return made;
}

struct line_ranges {
  std::optional<detail::interval> x, y;

  void include(const drawn_line& line) {
    for (index_t i = 0; i < line.y.size(); ++i) {
      const double px = line.x_at(i), py = line.y[i];
      if (!std::isfinite(px) || !std::isfinite(py)) continue;
      if (!x) x = detail::interval{px, px}, y = detail::interval{py, py};
      x->include(px);
      y->include(py);
    }
  }
};

}  // namespace

picture line_chart(const std::vector<chart_series>& lines, const chart_options& options) {
  using namespace detail;
  std::vector<drawn_line> read;
  std::vector<std::string> names;
  line_ranges ranges;
  bool over_positions = true;
  for (const chart_series& one : lines) {
    read.push_back(read_line(one));
    over_positions = over_positions && !read.back().x;
    ranges.include(read.back());
    if (!one.name.empty()) names.push_back(one.name);
  }
  if (names.size() != lines.size()) names.clear();
  check_picture_size(options.width, options.height);
  const index_t most_y = ticks_along(options.height), most_x = ticks_across(options.width);
  const interval y_range = rounded_out(ranges.y, most_y), x_range = with_length(ranges.x);
  const std::vector<tick> y_ticks = ticks_within(y_range, most_y);
  chart_frame frame({options.title, options.x_label, options.y_label}, options.width, options.height, names, widest_label(y_ticks) + 7, 22);
  const plot_area& area = frame.area();
  const pixel_scale x{x_range, area.left, area.right}, y{y_range, area.bottom, area.top};
  frame.draw_y_ticks(y_ticks, y);
  frame.draw_x_ticks(ticks_within(x_range, most_x, over_positions), x, false);
  frame.draw_axis_lines(false, true);
  for (std::size_t k = 0; k < read.size(); ++k) {
    thinned_line drawn(frame.drawing(), k);
    for (index_t i = 0; i < read[k].y.size(); ++i) {
      const double px = read[k].x_at(i), py = read[k].y[i];
      if (std::isfinite(px) && std::isfinite(py)) {
        drawn.add(x(px), y(py));
      } else {
        drawn.interrupt();
      }
    }
    drawn.finish();
  }
  if (!ranges.y) frame.say_no_data();
  return picture_access::make(options.width, options.height, options.title, std::move(frame.drawing()).str());
}

picture line_chart(const any_tensor& y, const chart_options& options) { return line_chart({chart_series{"", y}}, options); }
picture line_chart(const any_tensor& x, const any_tensor& y, const chart_options& options) {
  if (x.size() != y.size())
    throw shape_error(detail::text() << "line_chart has " << x.size() << " values of x and " << y.size() << " of y");
  return line_chart({chart_series{"", y, x}}, options);
}

}  // namespace ravel
