// SPDX-License-Identifier: BSL-1.0
// The options of printing: how many elements, and how many digits. A value.
#pragma once

#include <ravel/base/index.hpp>

namespace ravel {

// Limits and forms of what is printed: print_options{.precision = 2}.
struct print_options {
  int precision = 4;         // significant digits of floating values, from 1 to 17
  index_t threshold = 1000;  // with more elements, axes longer than 2 * edge_items are shortened
  index_t edge_items = 3;    // elements shown at each end of a shortened axis
  bool full = false;         // nothing is shortened
};

}  // namespace ravel
