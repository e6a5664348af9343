// SPDX-License-Identifier: BSL-1.0
// Sums of counts over ranks.
#include <ravel/mpi/histogram.hpp>

namespace ravel {
namespace mpi {
namespace detail {

void agree_on(const char* operation, const world& ranks, const ravel::buffer<double>& arguments) {
  collectively(ranks, operation, [&] {
    ravel::detail::text said;
    said << "by " << arguments.size() << " numbers:";
    for (const double a : arguments) said << " " << a;
    return static_cast<std::string>(said);
  });
}

void add_counts(std::vector<index_t>& sums, std::span<const index_t> counts) {
  if (counts.size() > sums.size()) sums.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += counts[i];
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
