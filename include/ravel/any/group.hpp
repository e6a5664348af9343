// SPDX-License-Identifier: BSL-1.0
// Which elements are equal, of data whose type is known at run time: groups of positions, how often each value comes. Eager; over all
// elements in row-major order. NaN is one value, and so are the two zeros.
#pragma once

#include <ravel/any/any_tensor.hpp>

#include <vector>

namespace ravel {

// The different elements in the order in which they are first seen, and for each its positions, ascending.
struct [[nodiscard]] any_groups {
  any_tensor keys;
  std::vector<reader<index_t>> positions;
};
RAVEL_API any_groups arggroup(const detail::any_data& x);

// The most frequent value first; of equally frequent ones the least.
struct [[nodiscard]] any_counted_values {
  any_tensor values;
  tensor<index_t> counts;
};
RAVEL_API any_counted_values value_counts(const detail::any_data& x);
RAVEL_API any_scalar most_common(const detail::any_data& x);
[[nodiscard]] RAVEL_API index_t count_unique(const detail::any_data& x);

}  // namespace ravel
