// SPDX-License-Identifier: BSL-1.0
// Sends lists from each rank to each other rank.
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/fetch.hpp>

#include <algorithm>

namespace ravel {
namespace mpi {
namespace detail {

void exchange_bytes(world_state& state, ravel::detail::function_ref<std::span<const std::byte>(std::size_t)> to,
                    ravel::detail::function_ref<std::span<std::byte>(std::size_t)> from) {
  const auto ranks = static_cast<std::size_t>(state.size()), own = static_cast<std::size_t>(state.rank());
  std::ranges::copy(to(own), from(own).begin());
  const auto before = [&](std::size_t k) {
    const std::size_t peer = (own + ranks - 1 - k) % ranks;
    return incoming{static_cast<int>(peer), from(peer)};
  };
  const auto behind = [&](std::size_t k) {
    const std::size_t peer = (own + 1 + k) % ranks;
    return outgoing{static_cast<int>(peer), to(peer)};
  };
  exchange_with_peers(state, ranks - 1, before, ranks - 1, behind);
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
