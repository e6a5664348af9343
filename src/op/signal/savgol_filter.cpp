// SPDX-License-Identifier: BSL-1.0
// Fits by polynomials that are orthogonal on the places of a window, so that no equations are solved and no digits are lost.
#include <ravel/base/error.hpp>
#include <ravel/op/signal/filters.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ravel::detail {

namespace {

constexpr index_t widest = 2'000'000'001;

void check_window(const polynomial_window& window) {
  if (window.width < 1 || window.width % 2 == 0)
    throw value_error(text() << "savgol_filter with a width of " << window.width << ": it must be odd and positive");
  if (window.width > widest) throw value_error(text() << "savgol_filter with a width of " << window.width << ": it is at most " << widest);
  if (window.degree < 0 || window.degree >= window.width)
    throw value_error(text() << "savgol_filter with polynomials of degree " << window.degree << " in windows of "
                             << counted(window.width, "element") << ": it must be at least 0 and below the width");
  if (window.order < 0) throw value_error(text() << "savgol_filter of order " << window.order << ": it must not be negative");
  if (window.spacing == 0 || !std::isfinite(window.spacing))
    throw value_error(text() << "savgol_filter with a spacing of " << window.spacing << ": it must be a finite number other than 0");
}

}  // namespace

void check_fit(const polynomial_window& window, index_t n, const edge_mode* edge) {
  check_window(window);
  if (!edge && n < window.width)
    throw value_error(text() << "savgol_filter of " << counted(n, "element") << " with a width of " << window.width
                             << ": say what stands beyond the ends by an edge_mode, or take a smaller window");
}

std::vector<double> weights_at(const polynomial_window& window, index_t place) {
  if (window.order > window.degree) return std::vector<double>(at(window.width), 0.0);
  const index_t half = window.width / 2;
  const double scale = half > 0 ? static_cast<double>(half) : 1;  // the window is from -1 to 1
  const auto width = static_cast<std::size_t>(window.width), derivatives = static_cast<std::size_t>(window.order) + 1;
  const double x_of_place = static_cast<double>(place) / scale;
  std::vector<double> x(width), before(width, 0.0), here(width, 1.0), all(width, 0.0);
  for (std::size_t i = 0; i < width; ++i) x[i] = static_cast<double>(static_cast<index_t>(i) - half) / scale;
  // The values of two polynomials and of their derivatives at the place.
  std::vector<double> at_before(derivatives, 0.0), at_here(derivatives, 0.0), at_next(derivatives);
  at_here[0] = 1;
  double length_before = 1;
  for (index_t degree = 0; degree <= window.degree; ++degree) {
    double length = 0;
    for (const double value : here) length += value * value;
    for (std::size_t i = 0; i < width; ++i) all[i] += at_here.back() * here[i] / length;
    // The next polynomial is x times this one minus a multiple of the one before. By symmetry it has no term of this one.
    const double less = degree > 0 ? length / length_before : 0;
    for (std::size_t i = 0; i < width; ++i) before[i] = std::exchange(here[i], x[i] * here[i] - less * before[i]);
    for (std::size_t d = 0; d < derivatives; ++d) {
      at_next[d] = x_of_place * at_here[d] + (d > 0 ? static_cast<double>(d) * at_here[d - 1] : 0) - less * at_before[d];
    }
    at_before.swap(at_here);
    at_here.swap(at_next);
    length_before = length;
  }
  const double unit = std::pow(scale * window.spacing, static_cast<double>(window.order));
  for (double& weight : all) weight /= unit;
  return all;
}

namespace {

double sum_under(const std::vector<double>& weights, const double* data) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * data[i];
  return sum;
}

}  // namespace

buffer<double> fit_windows(const node<double>& line, const polynomial_window& window, const edge_mode* edge) {
  const index_t n = line.size(), half = window.width / 2;
  check_fit(window, n, edge);
  if (edge && (n == 0 || (n < window.width && *edge == edge_mode::valid))) return make_buffer<double>(0);
  const std::vector<double> middle = weights_at(window, 0);
  if (edge) return weigh_line(line, middle, *edge);
  const buffer<double> inside = weigh_line(line, middle, edge_mode::valid), all = unfilled_buffer<double>(n);
  std::copy_n(inside.data(), inside.size(), all.data() + half);
  const buffer<double> first = unfilled_buffer<double>(window.width), last = unfilled_buffer<double>(window.width);
  read_into(line, 0, window.width, first.data());
  read_into(line, n - window.width, window.width, last.data());
  for (index_t i = 1; i <= half; ++i) {
    all[half - i] = sum_under(weights_at(window, -i), first.data());
    all[n - 1 - half + i] = sum_under(weights_at(window, i), last.data());
  }
  return all;
}

}  // namespace ravel::detail
