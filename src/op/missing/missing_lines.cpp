// SPDX-License-Identifier: BSL-1.0
// Missing positions as a mask beside the lines, and the runs in it.
#include <ravel/index/selection.hpp>
#include <ravel/op/missing/missing.hpp>
#include <ravel/op/search/argfilter.hpp>
#include <ravel/tensor/copy.hpp>

#include <algorithm>

namespace ravel::detail {

tensor<bool> mask_of_lines(const index_set& missing, const shape& of, const axis_list& order) {
  const buffer<bool> all = make_buffer<bool>(of.elements());
  for (const missing_run run : missing_runs(missing, all.size())) std::fill(all.data() + run.first, all.data() + run.end, true);
  return clone(transpose(tensor<bool>(dims::row_major(of), all), as_span(order)));
}

index_set positions_of(const tensor<bool>& mask, const axis_list& order) {
  return index_set(argfilter(in_axis_order_of_view(mask, order)));
}

missing_run next_run(std::span<const bool> mask, index_t from) {
  const auto first = std::find(mask.begin() + from, mask.end(), true), end = std::find(first, mask.end(), false);
  return {first - mask.begin(), end - mask.begin()};
}

}  // namespace ravel::detail
