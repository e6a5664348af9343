// SPDX-License-Identifier: BSL-1.0
// Operations of several kinds, for tests of who runs them: elementwise work, a view, a sum, running sums, a sort, a filter, lines of a
// matrix, and an operation within a function. Any thread may call this.
#pragma once

#include <cstdint>
#include <vector>

namespace support {

// The bits of all results, which the rounding mode of the calling thread decides.
std::vector<std::uint64_t> several_operations();

// Lets other threads run, or sleeps a while, at about one of a hundred positions. Functions call it to change the order of threads.
void pause_at(std::int64_t position, unsigned seed);

}  // namespace support
