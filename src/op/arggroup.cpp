// SPDX-License-Identifier: BSL-1.0
// Sorting positions by the number of their key: counted, then each put where it belongs.
#include <ravel/op/arggroup.hpp>

#include <numeric>

namespace ravel::detail {

buffer<index_t> running_starts(std::span<const index_t> counts) {
  auto starts = make_buffer<index_t>(static_cast<index_t>(counts.size()) + 1);
  std::partial_sum(counts.begin(), counts.end(), starts.begin() + 1);
  return starts;
}

buffer<index_t> positions_by_number(std::span<const key_number> numbers, std::span<const index_t> counts) {
  const auto starts = running_starts(counts);
  auto order = unfilled_buffer<index_t>(static_cast<index_t>(numbers.size()));
  index_t *const next = starts.data(), *const out = order.data();
  for (std::size_t i = 0; i < numbers.size(); ++i) out[next[numbers[i]]++] = static_cast<index_t>(i);
  return order;
}

}  // namespace ravel::detail
