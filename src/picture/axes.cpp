// SPDX-License-Identifier: BSL-1.0
// Chooses ticks in whole multiples of a power of ten, so that a label is exact, and lays out what surrounds the data.
#include "picture/axes.hpp"
#include <ravel/base/error.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace ravel::detail {

namespace {

// The number digits * 10^exponent as it is read.
double decimal_value(index_t digits, int exponent) {
  const std::string written = text() << digits << "e" << exponent;
  return std::strtod(written.c_str(), nullptr);
}

struct tick_step {
  index_t digit;  // 1, 2 or 5
  int exponent;

  double times(index_t count) const { return decimal_value(count * digit, exponent); }
  double value() const { return times(1); }
};

tick_step step_for(const interval& range, index_t most, bool whole = false) {
  const double even = (range.high / 2 - range.low / 2) / static_cast<double>(most - 1) * 2, least = whole ? std::max(even, 1.0) : even;
  tick_step step{1, static_cast<int>(std::floor(std::log10(least))) - 1};
  while (step.value() < least * 0.999999) {  // differences of close values are rounded
    step.digit = step.digit == 1 ? 2 : step.digit == 2 ? 5 : 1;
    step.exponent += step.digit == 1;
  }
  return step;
}

// As 0.05, 120 or 2.5e7; all labels of an axis are alike.
std::string tick_label(index_t count, const tick_step& step, bool scientific) {
  const index_t digits = count * step.digit;
  if (digits == 0) return "0";
  std::string shown = std::to_string(std::abs(digits));
  const std::string sign = digits < 0 ? "\u2212" : "";
  if (scientific) {
    int exponent = step.exponent + static_cast<int>(shown.size()) - 1;
    while (shown.size() > 1 && shown.back() == '0') shown.pop_back();
    if (shown.size() > 1) shown.insert(1, ".");
    return sign + shown + "e" + std::to_string(exponent);
  }
  if (step.exponent >= 0) return sign + shown.append(static_cast<std::size_t>(step.exponent), '0');
  const auto decimals = static_cast<std::size_t>(-step.exponent);
  if (shown.size() <= decimals) shown.insert(0, decimals + 1 - shown.size(), '0');
  return sign + shown.insert(shown.size() - decimals, ".");
}

// The most steps that do not exceed a value. The quotient alone may be rounded beyond a whole number.
index_t steps_below(double value, const tick_step& step) {
  const auto count = static_cast<index_t>(std::floor(value / step.value()));
  if (step.times(count) > value) return count - 1;
  return step.times(count + 1) <= value ? count + 1 : count;
}

}  // namespace

std::vector<tick> ticks_within(const interval& range, index_t most, bool whole) {
  const tick_step step = step_for(range, most, whole);
  const double greatest = std::max(std::abs(range.low), std::abs(range.high));
  const bool scientific = (greatest >= 1e6 && step.exponent >= 5) || greatest < 1e-4;
  std::vector<tick> ticks;
  for (index_t count = steps_below(range.low, step); std::ssize(ticks) <= most; ++count) {
    const double value = step.times(count);
    if (value > range.high) break;
    if (value >= range.low) ticks.push_back({value, tick_label(count, step, scientific)});
  }
  return ticks;
}

interval with_length(const std::optional<interval>& range) {
  if (!range) return {0, 1};
  if (range->low < range->high) return *range;
  const double by = range->low == 0 ? 1 : std::max(std::abs(range->low) / 2, std::numeric_limits<double>::min() * 16);
  constexpr double most = std::numeric_limits<double>::max();
  return {std::max(range->low - by, -most), std::min(range->high + by, most)};
}

interval rounded_out(const std::optional<interval>& range, index_t most) {
  const interval wide = with_length(range);
  const tick_step step = step_for(wide, most);
  const index_t below = steps_below(wide.low, step);
  index_t above = steps_below(wide.high, step);
  if (step.times(above) < wide.high) ++above;
  const double low = step.times(below), high = step.times(above);
  return {std::isfinite(low) ? std::min(low, wide.low) : wide.low, std::isfinite(high) ? std::max(high, wide.high) : wide.high};
}

void check_picture_size(index_t width, index_t height) {
  if (width < 120 || height < 80 || width > 10000 || height > 10000)
    throw value_error(text() << "a picture of " << width << " x " << height << " pixels: from 120 x 80 to 10000 x 10000 make sense");
}

chart_frame::chart_frame(const chart_text& words, index_t width, index_t height, const std::vector<std::string>& legend, double left_labels,
                         double right_margin) {
  check_picture_size(width, height);
  const auto w = static_cast<double>(width), h = static_cast<double>(height);
  area_ = {14 + left_labels + (words.y_label.empty() ? 0 : 18), 14, w - right_margin, h - 28 - (words.x_label.empty() ? 0 : 18)};
  if (!words.title.empty()) {
    drawn_.text(14, 24, fitted_label(words.title, (w - 28) * 0.75), "text title");
    area_.top += 24;
  }
  if (!legend.empty()) draw_legend(legend, w);
  const double middle_x = (area_.left + area_.right) / 2, middle_y = (area_.top + area_.bottom) / 2;
  if (!words.x_label.empty()) drawn_.text(middle_x, h - 10, words.x_label, "text", anchor::middle);
  if (!words.y_label.empty()) {
    svg rotated;
    rotated << " transform=\"rotate(-90 20 " << middle_y << ")\"";
    drawn_.text(20, middle_y, words.y_label, "text", anchor::middle, rotated.str());
  }
}

void chart_frame::draw_legend(const std::vector<std::string>& names, double width) {
  double x = area_.left;
  area_.top += 6;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string shown = fitted_label(names[k], width / 2);
    const double needed = label_width(shown) + 34;
    if (k > 0 && x + needed > area_.right) {
      x = area_.left;
      area_.top += 18;
    }
    drawn_.rect(x, area_.top - 4, 14, 4, "class=\"" + fill_class(k) + "\"");
    drawn_.text(x + 19, area_.top + 2, shown, "text");
    x += needed;
  }
  area_.top += 16;
}

void chart_frame::draw_x_ticks(const std::vector<tick>& ticks, const pixel_scale& x, bool grid) {
  for (const tick& one : ticks) {
    const double at = x(one.value);
    if (grid) drawn_.line(at, area_.top, at, area_.bottom, "grid");
    drawn_.line(at, area_.bottom, at, area_.bottom + 4, "axis");
    drawn_.text(at, area_.bottom + 17, one.label, "faint", anchor::middle);
  }
}

void chart_frame::draw_y_ticks(const std::vector<tick>& ticks, const pixel_scale& y) {
  for (const tick& one : ticks) {
    const double at = y(one.value);
    drawn_.line(area_.left, at, area_.right, at, "grid");
    drawn_.text(area_.left - 7, at + 4, one.label, "faint", anchor::end);
  }
}

void chart_frame::draw_axis_lines(bool left, bool bottom) {
  if (left) drawn_.line(area_.left, area_.top, area_.left, area_.bottom, "axis");
  if (bottom) drawn_.line(area_.left, area_.bottom, area_.right, area_.bottom, "axis");
}

void chart_frame::say_no_data() {
  drawn_.text((area_.left + area_.right) / 2, (area_.top + area_.bottom) / 2, "no finite data", "faint", anchor::middle);
}

double widest_label(const std::vector<tick>& ticks) {
  double widest = 0;
  for (const tick& one : ticks) widest = std::max(widest, label_width(one.label));
  return widest;
}

}  // namespace ravel::detail
