// SPDX-License-Identifier: BSL-1.0
// What the tests of filters share: lines of random numbers behind readers of every kind, and SciPy's words for what stands beyond the ends.
#pragma once

#include <ravel/op/windows/window.hpp>

#include <support/samples.hpp>

namespace support {

inline std::vector<double> drawn_line(random& r, std::int64_t n) {
  std::vector<double> all;
  for (std::int64_t i = 0; i < n; ++i) all.push_back(10 * r.unit() - 3);
  return all;
}

struct line_to_filter {
  std::vector<double> values;
  ravel::reader<double> x;  // the same
};

// From one element to more than any window has; each kind of reader is among them.
inline std::vector<line_to_filter> lines_to_filter() {
  std::vector<line_to_filter> all;
  random r(1);
  for (const std::int64_t n : {1, 2, 5, 30, 201, 40, 203}) {
    const auto values = drawn_line(r, n);
    all.push_back({values, in_every_way(values)[static_cast<std::size_t>(n % 4)]});
  }
  return all;
}

// Edges, and the line of a program in Python by which modes[k] is what SciPy calls the k-th.
inline constexpr ravel::edge_mode filter_edges[] = {ravel::edge_mode::clamp, ravel::edge_mode::zero, ravel::edge_mode::reflect,
                                                    ravel::edge_mode::wrap};
inline const std::string filter_modes = "modes = ['nearest', 'constant', 'reflect', 'wrap']\n";

}  // namespace support
