// SPDX-License-Identifier: BSL-1.0
// Adds up weights in their order.
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/means.hpp>

namespace ravel {
namespace mpi {
namespace detail {

counted_weights counted_without(const ravel::weights& given, const ravel::tensor<index_t>& positions) {
  counted_weights found{0, 0};
  index_t next = 0;
  for (index_t i = 0; i < given.size(); ++i) {
    if (next < positions.size() && positions(next) == i) {
      ++next;
    } else if (const double weight = given.span()[static_cast<std::size_t>(i)]; weight > 0) {
      ++found.count;
      found.total += weight;
    }
  }
  return found;
}

double added_in_turn(world_state& state, std::span<const double> own) {
  double total = 0;
  const auto word = std::as_writable_bytes(std::span(&total, 1));
  const int rank = state.rank(), last = state.size() - 1;
  const auto before = [&](std::size_t) { return incoming{rank - 1, word}; };
  const auto behind = [&](std::size_t) { return outgoing{rank + 1, word}; };
  exchange_with_peers(state, rank > 0 ? 1 : 0, before, 0, behind);
  for (const double x : own) total += x;
  exchange_with_peers(state, 0, before, rank < last ? 1 : 0, behind);
  broadcast_bytes(state, last, word);
  return total;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
