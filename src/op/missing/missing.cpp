// SPDX-License-Identifier: BSL-1.0
// Runs of missing elements, and errors for elements that cannot be filled.
#include <ravel/base/error.hpp>
#include <ravel/op/missing/missing.hpp>

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

}  // namespace ravel::detail
