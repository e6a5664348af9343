// SPDX-License-Identifier: BSL-1.0
// shuffle and sample: positions in random order, all of them or some. The same seed gives the same positions on every machine. A sample is
// the beginning of the shuffle with the same seed. Eager, with fresh results.
#pragma once

#include <ravel/base/random.hpp>
#include <ravel/storage/buffer.hpp>

namespace ravel {

// 0 to n - 1 in an order as likely as any other (as far as 64 bits of seed allow).
RAVEL_API buffer<index_t> shuffle(index_arg n, seed_arg seed);

// k different positions below n, in random order. Takes memory for only k.
RAVEL_API buffer<index_t> sample(index_arg n, index_arg k, seed_arg seed);

}  // namespace ravel
