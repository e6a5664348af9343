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

void count_sums::add(std::span<const index_t> counts) {
  if (counts.size() > sums_.size()) sums_.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) sums_[i] += counts[i];
}

void count_sums::add_all(world_state& state) {
  const std::vector<index_t> own = std::move(sums_);
  sums_.clear();
  for (const bytes& part : gathered_bytes(state, std::as_bytes(std::span(own)))) {
    add({reinterpret_cast<const index_t*>(part.data()), part.size() / sizeof(index_t)});
  }
}

ravel::buffer<index_t> count_sums::take() const {
  const auto all = ravel::make_buffer<index_t>(static_cast<index_t>(sums_.size()));
  std::copy(sums_.begin(), sums_.end(), all.data());
  return all;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
