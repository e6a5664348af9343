// SPDX-License-Identifier: BSL-1.0
// Whether trees run as machine code or on the tile machine, and the bars of a tree of thirteen operators in both ways. One thread at a time
// changes it. It is a part of the engine, so benchmarks that include it need the static library.
#pragma once

#include "lazy/emitted_code.hpp"
#include "lazy/emitted_program.hpp"
#include "lazy/tiles.hpp"

#include <ravel/base/index.hpp>

#include <atomic>

namespace bench {

// While one lives, a tree gets machine code before its first run, or none. A tree that has some keeps it.
class emits {
 public:
  explicit emits(bool machine_code) {
    using ravel::detail::emission;
    ravel::detail::emission_in_use().store(machine_code ? emission::at_once : emission::never, std::memory_order_relaxed);
  }
  ~emits() { ravel::detail::emission_in_use().store(ravel::detail::emission::when_it_pays, std::memory_order_relaxed); }
  emits(const emits&) = delete;
  emits& operator=(const emits&) = delete;
};

// Of reading a tree again that has been put together at run time, against the loop by hand.
struct tree_bar {
  double ratio;
  double allowance_ns = 0;
};
inline tree_bar bar_of_thirteen(ravel::index_t n, bool machine_code) {
  const bool is_short = n < 10'000;
  if (machine_code && ravel::detail::has_emitter()) return is_short ? tree_bar{1.2, 80} : tree_bar{1.1};
  if (is_short) return {2.6};
  return {ravel::detail::tile_machine_of(64) ? 1.2 : 1.6};  // vectors of AVX-512, and others
}

}  // namespace bench
