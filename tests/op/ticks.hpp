// SPDX-License-Identifier: BSL-1.0
// Times and durations in seconds, and the ticks that they are made of. The tests of eager operations on times share them.
#pragma once

#include <ravel/storage/buffer.hpp>

#include <chrono>
#include <cstdint>
#include <random>

namespace ticks_tests {

using point = std::chrono::sys_seconds;
using span = std::chrono::seconds;
using ticks_buffer = ravel::buffer<std::int64_t>;

inline point at(std::int64_t n) { return point(span(n)); }

inline ticks_buffer some_ticks(ravel::index_t n, unsigned seed, std::int64_t most) {
  std::mt19937 engine(seed);
  const auto ticks = ravel::make_buffer<std::int64_t>(n);
  for (auto& t : ticks) t = static_cast<std::int64_t>(engine() % static_cast<unsigned>(2 * most + 1)) - most;
  return ticks;
}

}  // namespace ticks_tests
