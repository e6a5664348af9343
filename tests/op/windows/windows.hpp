// SPDX-License-Identifier: BSL-1.0
// The windows over some numbers, one by one. Tests of rolling compare with them.
#pragma once

#include <ravel/op/windows/rolling.hpp>

#include <support/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace window_tests {

using ravel::edge_mode, ravel::index_t, ravel::window_position;

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
inline constexpr window_position positions[] = {window_position::left, window_position::centre, window_position::right};
inline constexpr edge_mode edges[] = {edge_mode::clamp, edge_mode::zero, edge_mode::reflect, edge_mode::wrap, edge_mode::valid};

// The elements of each window, one by one.
inline std::vector<std::vector<double>> windows_of(const std::vector<double>& values, index_t width, window_position position,
                                                   edge_mode edge) {
  const auto n = static_cast<index_t>(values.size());
  const index_t before = position == window_position::left ? width - 1 : position == window_position::right ? 0 : width / 2;
  std::vector<std::vector<double>> all;
  for (index_t i = 0; i < (edge == edge_mode::valid ? n - width + 1 : n); ++i) {
    std::vector<double> window;
    for (index_t j = 0; j < width; ++j) {
      index_t at = edge == edge_mode::valid ? i + j : i - before + j;
      if (edge == edge_mode::clamp) at = at < 0 ? 0 : at >= n ? n - 1 : at;
      if (edge == edge_mode::wrap) at = (at % n + n) % n;
      if (edge == edge_mode::reflect) at = (at % (2 * n) + 2 * n) % (2 * n);
      if (edge == edge_mode::reflect && at >= n) at = 2 * n - 1 - at;
      window.push_back(at < 0 || at >= n ? 0.0 : values[static_cast<std::size_t>(at)]);
    }
    all.push_back(std::move(window));
  }
  return all;
}

inline bool near(double a, double b, double tolerance) { return a == b || (a != a && b != b) || std::abs(a - b) <= tolerance; }

inline void require_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!near(found[i], expected[i], tolerance)) FAIL("window " << i << ": " << found[i] << " and " << expected[i]);
  }
}

std::vector<double> as_doubles(const auto& values) {
  std::vector<double> all;
  for (const auto& value : values) all.push_back(static_cast<double>(value));
  return all;
}

}  // namespace window_tests
