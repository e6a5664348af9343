// SPDX-License-Identifier: BSL-1.0
// Draws bars from 0, upright or lying, and histograms.
#include <ravel/any/verbs.hpp>
#include <ravel/base/error.hpp>
#include <ravel/picture/picture.hpp>
#include <ravel/print/print.hpp>
#include "picture/axes.hpp"

#include <algorithm>
#include <cmath>

namespace ravel {

namespace detail {

namespace {

constexpr index_t most_bars = 500;

struct bars_read {
  std::vector<std::string> labels, names;
  std::vector<drawn_values> series;
  std::optional<interval> range;
};

bars_read read_bars(const any_tensor& labels, const std::vector<chart_series>& series) {
  bars_read made{drawn_words(labels, "bar_chart"), {}, {}, std::nullopt};
  const index_t bars = labels.size() * static_cast<index_t>(series.size());
  if (bars > most_bars)
    throw value_error(text() << "bar_chart of " << bars << " bars: at most " << most_bars
                             << " make sense, line_chart and histogram_chart draw more values");
  for (const chart_series& one : series) {
    if (one.x.size() > 0)
      throw value_error(text() << "bar_chart: the series \"" << one.name << "\" has values of x, which bars do not use");
    made.series.emplace_back(one.y, 1, "bar_chart");
    if (one.y.size() != labels.size())
      throw shape_error(text() << "bar_chart has " << counted(labels.size(), "label") << " and " << counted(one.y.size(), "value"));
    if (!one.name.empty()) made.names.push_back(one.name);
    const std::optional<interval> own = finite_interval(made.series.back().all());
    if (!own) continue;
    if (!made.range) made.range = interval{0, 0};
    made.range->include(own->low);
    made.range->include(own->high);
  }
  if (made.names.size() != series.size()) made.names.clear();
  return made;
}

std::string fill_style(std::size_t series) { return "class=\"" + fill_class(series) + "\""; }

picture draw_upright(const bars_read& read, const bar_options& options) {
  const index_t height = options.height == 0 ? 360 : options.height;
  check_picture_size(options.width, height);
  const index_t most = ticks_along(height), n = std::ssize(read.labels);
  const interval range = rounded_out(read.range, most);
  const std::vector<tick> ticks = ticks_within(range, most);
  chart_frame frame({options.title, options.x_label, options.y_label}, options.width, height, read.names, widest_label(ticks) + 7);
  const plot_area& area = frame.area();
  const pixel_scale y{range, area.bottom, area.top};
  frame.draw_y_ticks(ticks, y);
  const double slot = (area.right - area.left) / static_cast<double>(std::max<index_t>(1, n));
  const double inner = slot * 0.8, each = inner / static_cast<double>(std::max<std::size_t>(1, read.series.size()));
  for (std::size_t k = 0; k < read.series.size(); ++k) {
    for (index_t i = 0; i < n; ++i) {
      const double value = read.series[k][i];
      if (!std::isfinite(value)) continue;
      const double left = area.left + slot * static_cast<double>(i) + (slot - inner) / 2 + each * static_cast<double>(k);
      const double from = y(std::max(value, 0.0)), to = y(std::min(value, 0.0));
      frame.drawing().rect(left, from, std::max(each - (each > 4 ? 1 : 0), 0.5), to - from, fill_style(k));
    }
  }
  double widest = 0;
  for (const std::string& label : read.labels) widest = std::max(widest, label_width(label));
  const double room = std::max(slot, std::min(widest + 8, 120.0));
  const auto apart = static_cast<index_t>(std::ceil(room / slot));
  for (index_t i = 0; i < n; i += apart) {
    const double middle = area.left + slot * (static_cast<double>(i) + 0.5);
    frame.drawing().text(middle, area.bottom + 17, fitted_label(read.labels[static_cast<std::size_t>(i)], room), "faint", anchor::middle);
  }
  frame.drawing().line(area.left, y(0), area.right, y(0), "axis");
  if (!read.range) frame.say_no_data();
  return picture_access::make(options.width, height, options.title, std::move(frame.drawing()).str());
}

picture draw_lying(const bars_read& read, const bar_options& options) {
  const auto n = static_cast<double>(read.labels.size()), per_slot = static_cast<double>(std::max<std::size_t>(1, read.series.size()));
  const double wanted =
      n * (per_slot * 15 + 7) + 60 + (options.title.empty() ? 0 : 24) + (options.x_label.empty() ? 0 : 18) + (read.names.empty() ? 0 : 22);
  const index_t height = options.height == 0 ? std::clamp<index_t>(static_cast<index_t>(wanted), 80, 10000) : options.height;
  check_picture_size(options.width, height);
  double widest = 0;
  for (const std::string& label : read.labels) widest = std::max(widest, label_width(label));
  widest = std::min(widest, static_cast<double>(options.width) * 0.45);
  const index_t most = std::max<index_t>(3, options.width / 110);
  const interval range = rounded_out(read.range, most);
  chart_frame frame({options.title, options.x_label, options.y_label}, options.width, height, read.names, widest + 9, 46);
  const plot_area& area = frame.area();
  const pixel_scale x{range, area.left, area.right};
  frame.draw_x_ticks(ticks_within(range, most), x, true);
  const double slot = (area.bottom - area.top) / std::max(1.0, n), inner = slot * 0.74, each = inner / per_slot;
  for (std::size_t i = 0; i < read.labels.size(); ++i) {
    const double top = area.top + slot * static_cast<double>(i) + (slot - inner) / 2;
    frame.drawing().text(area.left - 8, top + inner / 2 + 4, fitted_label(read.labels[i], widest + 1), "text", anchor::end);
    for (std::size_t k = 0; k < read.series.size(); ++k) {
      const double value = read.series[k][static_cast<index_t>(i)], from = top + each * static_cast<double>(k);
      const double end = std::isfinite(value) ? x(value) : x(0);
      if (std::isfinite(value))
        frame.drawing().rect(std::min(end, x(0)), from, std::abs(end - x(0)), std::max(each - (each > 4 ? 1 : 0), 0.5), fill_style(k));
      if (each >= 9) frame.drawing().text(std::max(end, x(0)) + 5, from + each / 2 + 4, short_number(value), "faint");
    }
  }
  frame.drawing().line(x(0), area.top, x(0), area.bottom, "axis");
  if (!read.range) frame.say_no_data();
  return picture_access::make(options.width, height, options.title, std::move(frame.drawing()).str());
}

}  // namespace

}  // namespace detail

picture bar_chart(const any_tensor& labels, const std::vector<chart_series>& series, const bar_options& options) {
  const detail::bars_read read = detail::read_bars(labels, series);
  return options.horizontal ? detail::draw_lying(read, options) : detail::draw_upright(read, options);
}
picture bar_chart(const any_tensor& labels, const any_tensor& values, const bar_options& options) {
  return bar_chart(labels, {chart_series{"", values}}, options);
}

picture histogram_chart(const histogram_counts& counted, const chart_options& options) {
  using namespace detail;
  const drawn_values counts(any_tensor(counted.counts), 1, "histogram_chart"), edges(any_tensor(counted.edges), 1, "histogram_chart");
  if (edges.size() != counts.size() + 1)
    throw shape_error(text() << "histogram_chart has " << detail::counted(counts.size(), "count") << " and "
                             << detail::counted(edges.size(), "edge"));
  check_picture_size(options.width, options.height);
  const index_t most_y = ticks_along(options.height), most_x = ticks_across(options.width);
  interval range{0, 0};
  for (const double count : counts.all()) range.include(count);
  const interval y_range = range.high > 0 ? rounded_out(range, most_y) : interval{0, 1},
                 x_range = with_length(finite_interval(edges.all()));
  const std::vector<tick> y_ticks = ticks_within(y_range, most_y);
  chart_frame frame({options.title, options.x_label, options.y_label}, options.width, options.height, {}, widest_label(y_ticks) + 7, 22);
  const plot_area& area = frame.area();
  const pixel_scale x{x_range, area.left, area.right}, y{y_range, area.bottom, area.top};
  frame.draw_y_ticks(y_ticks, y);
  for (index_t k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0 || !std::isfinite(edges[k]) || !std::isfinite(edges[k + 1])) continue;
    const double left = x(edges[k]), right = x(edges[k + 1]);
    frame.drawing().rect(left, y(counts[k]), std::max(right - left - (right - left > 4 ? 1 : 0), 0.5), y(0) - y(counts[k]), fill_style(0));
  }
  frame.draw_x_ticks(ticks_within(x_range, most_x), x, false);
  frame.draw_axis_lines(false, true);
  if (range.high == 0) frame.say_no_data();
  return picture_access::make(options.width, options.height, options.title, std::move(frame.drawing()).str());
}

picture histogram_chart(const any_tensor& values, const chart_options& options) {
  const detail::drawn_values read(values, values.rank(), "histogram_chart");
  std::vector<double> finite;
  for (const double value : read.all()) {
    if (std::isfinite(value)) finite.push_back(value);
  }
  const auto root = static_cast<index_t>(std::lround(std::sqrt(static_cast<double>(finite.size()))));
  const reader<double> numbers = adopt(std::move(finite));
  if (numbers.size() == 0) return histogram_chart(histogram_counts{make_buffer<index_t>(0), buffer<double>{0.0}}, options);
  return histogram_chart(histogram(numbers, bins{std::clamp<index_t>(root, 5, 60)}), options);
}

}  // namespace ravel
