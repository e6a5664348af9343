// SPDX-License-Identifier: BSL-1.0
// Computes window shapes by the distance from the nearer end.
#include <ravel/base/error.hpp>
#include <ravel/lazy/iota.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ravel {

namespace {

// A reader of n values shape(distance from the nearer end). A single value is the middle, 1.
template <class Shape>
reader<double> symmetric(index_t n, Shape shape) {
  return generate(n, [=](index_t i) { return n == 1 ? 1.0 : shape(static_cast<double>(std::min(i, n - 1 - i))); });
}

reader<double> raised_cosine(index_t n, double base, double height) {
  const double angle = 2 * std::numbers::pi / static_cast<double>(n - 1);
  return symmetric(n, [=](double from_end) { return base - height * std::cos(angle * from_end); });
}

}  // namespace

reader<double> hann_window(index_arg n) { return raised_cosine(n, 0.5, 0.5); }

reader<double> hamming_window(index_arg n) { return raised_cosine(n, 0.54, 0.46); }

reader<double> triangle_window(index_arg n) {
  const index_t count = n;
  const auto half = static_cast<double>((count + 1) / 2);
  return symmetric(count, [=](double from_end) { return count % 2 == 1 ? (from_end + 1) / half : (from_end + 0.5) / half; });
}

reader<double> gaussian_window(index_arg n, double sd) {
  if (!(sd > 0 && std::isfinite(sd)))
    throw value_error(detail::text() << "gaussian_window of a standard deviation of " << sd << ": it must be above 0");
  const double middle = static_cast<double>(index_t{n} - 1) / 2;
  return symmetric(n, [=](double from_end) {
    const double away = (middle - from_end) / sd;
    return std::exp(-away * away / 2);
  });
}

}  // namespace ravel
