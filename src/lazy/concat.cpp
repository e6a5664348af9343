// SPDX-License-Identifier: BSL-1.0
// Adds up the starts of parts, and finds the part of a position.
#include <ravel/lazy/concat.hpp>

namespace ravel::detail {

void part_starts::append(index_t size) { starts_.push_back(add_index(total(), size)); }

index_t part_starts::find(index_t position) const {
  return std::upper_bound(starts_.begin(), starts_.end(), position) - starts_.begin() - 1;
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API reader<T> concat_of(const std::vector<source<T>>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
