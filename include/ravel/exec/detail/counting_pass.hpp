// SPDX-License-Identifier: BSL-1.0
// One pass of a sort by counting. Threads share it: each counts the digits in a part of the elements, and later puts its elements at the
// places that are kept for them. The pass is stable, so any number of parts gives the same order.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/index.hpp>

#include <vector>

namespace ravel::detail {

// count(begin, end, counts) adds 1 to counts[digit] for each element of [begin, end), and put(begin, end, places) puts each in order at
// places[digit]++. The lowest place is `first`. Gives the place behind the last. `counters` is workspace; its last `digits` are the ends of
// the digits afterwards.
RAVEL_API index_t counting_pass(index_t n, index_t digits, index_t first, std::vector<index_t>& counters,
                                function_ref<void(index_t, index_t, index_t*)> count, function_ref<void(index_t, index_t, index_t*)> put);

}  // namespace ravel::detail
