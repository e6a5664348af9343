// SPDX-License-Identifier: BSL-1.0
// The begin of each group, for rows that lie side by side.
#include <ravel/op/keys/group_apply.hpp>

namespace ravel::detail {

buffer<index_t> starts_of_groups(const buffer<key_number>& numbers, index_t groups) {
  const auto starts = make_buffer<index_t>(groups + 1, 0);
  index_t* const after = starts.data() + 1;
  const key_number* const group = numbers.data();
  for (index_t i = 0; i < numbers.size(); ++i) ++after[group[i]];
  for (index_t g = 0; g < groups; ++g) after[g] += after[g - 1];
  return starts;
}

}  // namespace ravel::detail
