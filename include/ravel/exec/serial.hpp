// SPDX-License-Identifier: BSL-1.0
// serial: the executor that runs a loop on the calling thread, in ascending order. Operations are serial outside of with_threads; pass
// serial as the first argument to make one serial inside, too. Stateless.
#pragma once

#include <ravel/base/index.hpp>

namespace ravel {

// The type of serial. It has the interface of every executor.
struct serial_executor {
  // Calls part(begin, end) for pieces that cover [0, n), each of at least grain positions but the last.
  template <class Part>
  void over(index_t n, index_t grain, Part&& part) const {
    static_cast<void>(grain);
    if (n > 0) part(index_t{0}, n);
  }
  static constexpr index_t width() { return 1; }
};

inline constexpr serial_executor serial{};

}  // namespace ravel
