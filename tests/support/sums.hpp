// SPDX-License-Identifier: BSL-1.0
// The definition of floating sums and products once more, in a few plain lines: what every way of adding up is tested against.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace support::model {

// Element i of a line goes to lane i mod 8 of chunk i / 256; the upper half of the lanes is taken into the lower one until one is left.
template <class State, class T, class Function>
State total_of_chunk(const std::vector<T>& line, std::size_t chunk, State none, Function f) {
  std::vector<State> lane(8, none);
  for (std::size_t i = chunk * 256; i < std::min(line.size(), (chunk + 1) * 256); ++i) lane[i % 8] = f(lane[i % 8], State(line[i]));
  for (std::size_t width = 4; width > 0; width /= 2) {
    for (std::size_t j = 0; j < width; ++j) lane[j] = f(lane[j], lane[j + width]);
  }
  return lane[0];
}

// A node over so many chunks, a power of two: the left half with the right half, or alone where there is nothing on the right.
template <class State, class T, class Function>
State total_of_chunks(const std::vector<T>& line, std::size_t first, std::size_t count, State none, Function f) {
  if (count == 1) return total_of_chunk(line, first, none, f);
  const State left = total_of_chunks(line, first, count / 2, none, f);
  const std::size_t middle = first + count / 2;
  return middle * 256 < line.size() ? f(left, total_of_chunks(line, middle, count / 2, none, f)) : left;
}

template <class State, class T, class Function>
State folded(const std::vector<T>& line, State none, Function f) {
  std::size_t count = 1;
  while (count * 256 < line.size()) count *= 2;
  return total_of_chunks(line, 0, count, none, f);
}

template <class T>
double added(const std::vector<T>& line) {
  return folded(line, 0.0, [](double a, double b) { return a + b; });
}
template <class T>
double multiplied(const std::vector<T>& line) {
  return folded(line, 1.0, [](double a, double b) { return a * b; });
}

// Running totals go by chunks of 1,024: a result is that of the last element of the chunk before, taken together with the total of the
// elements of its own chunk up to it.
template <class Out, class State, class T, class Function>
std::vector<Out> running(const std::vector<T>& line, Function f) {
  std::vector<State> all;
  State now{};
  for (std::size_t i = 0; i < line.size(); ++i) {
    now = i % 1024 == 0 ? State(line[i]) : f(now, State(line[i]));
    all.push_back(i < 1024 ? now : f(all[i / 1024 * 1024 - 1], now));
  }
  return {all.begin(), all.end()};
}

}  // namespace support::model
