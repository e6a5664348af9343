// SPDX-License-Identifier: BSL-1.0
// How much of a tensor or reader is printed, and how exactly. A value.
#pragma once

#include <ravel/base/index.hpp>

namespace ravel {

struct print_options {
  int precision = 4;         // significant digits of floating values, from 1 to 17
  index_t threshold = 1000;  // what has more elements is shortened: of an axis longer than twice edge_items
  index_t edge_items = 3;    // so many are shown at each end
  bool full = false;         // nothing is shortened
};

}  // namespace ravel
