// SPDX-License-Identifier: BSL-1.0
// Finds equal elements of data of run-time type: positions of each group, counts of values. Works on all elements in row-major order, or
// along axes. NaN counts as one value, and so do the two zeros. Eager.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/loop/options.hpp>

#include <vector>

namespace ravel {

// The distinct elements in the order of first occurrence, with the ascending positions of each.
struct [[nodiscard]] any_groups {
  any_tensor keys;
  std::vector<reader<index_t>> positions;
};
RAVEL_API any_groups arggroup(const detail::any_data& x);

// The distinct values, the most frequent first. Equally frequent ones ascend.
struct [[nodiscard]] any_counted_values {
  any_tensor values;
  tensor<index_t> counts;
};
RAVEL_API any_counted_values value_counts(const detail::any_data& x);
RAVEL_API any_scalar most_common(const detail::any_data& x);
RAVEL_API any_tensor most_common(const detail::any_data& x, const ints& axes);
RAVEL_API any_tensor most_common(const detail::any_data& x, const ints& axes, keep_t);
[[nodiscard]] RAVEL_API index_t count_unique(const detail::any_data& x);
[[nodiscard]] RAVEL_API tensor<index_t> count_unique(const detail::any_data& x, const ints& axes);
[[nodiscard]] RAVEL_API tensor<index_t> count_unique(const detail::any_data& x, const ints& axes, keep_t);

}  // namespace ravel
