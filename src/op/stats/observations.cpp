// SPDX-License-Identifier: BSL-1.0
// Selects whole observations of several variables.
#include "op/stats/observations.hpp"

#include <algorithm>
#include <cmath>

namespace ravel::detail {

std::vector<bool> nan_in_any(const buffer<double>& values, index_t observations) {
  std::vector<bool> found(static_cast<std::size_t>(observations));
  std::size_t i = 0;
  for (const double value : values) {
    if (std::isnan(value)) found[i] = true;
    i = i + 1 < found.size() ? i + 1 : 0;
  }
  return found;
}

buffer<double> left_of(const buffer<double>& values, const std::vector<bool>& left_out) {
  const auto gone = static_cast<index_t>(std::count(left_out.begin(), left_out.end(), true));
  if (gone == 0) return values;
  const auto n = static_cast<index_t>(left_out.size());
  const buffer<double> left = make_buffer<double>(values.size() / n * (n - gone));
  double* out = left.data();
  std::size_t i = 0;
  for (const double value : values) {
    if (!left_out[i]) *out++ = value;
    i = i + 1 < left_out.size() ? i + 1 : 0;
  }
  return left;
}

}  // namespace ravel::detail
