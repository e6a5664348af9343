// SPDX-License-Identifier: BSL-1.0
// Runs of missing elements, also in a mask beside lines, and errors for elements that cannot be filled.
#include <ravel/base/error.hpp>
#include <ravel/index/selection.hpp>
#include <ravel/op/missing/missing.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/tensor/copy.hpp>

#include <algorithm>

namespace ravel::detail {

std::vector<missing_run> missing_runs(const index_set& missing, index_t n) {
  missing.check_within(n);
  std::vector<missing_run> runs;
  if (const auto range = missing.as_range(); range && range->step() == 1) {
    if (!range->empty()) runs.push_back({range->start(), range->start() + range->size()});
    return runs;
  }
  constexpr index_t piece = 1024;
  index_t room[piece];
  const index_t size = missing.size();
  for (index_t rank = 0; rank < size; rank += piece) {
    const std::span<index_t> members(room, static_cast<std::size_t>(std::min(piece, size - rank)));
    missing.read(rank, members);
    for (const index_t member : members) {
      if (runs.empty() || runs.back().end != member) runs.push_back({member, member});
      ++runs.back().end;
    }
  }
  return runs;
}

void throw_not_between(const char* operation) {
  throw type_error(text() << operation
                          << " with fill_policy::linear: only floating elements stand between two others, as cast<double>(r) gives");
}

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
