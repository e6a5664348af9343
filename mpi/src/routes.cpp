// SPDX-License-Identifier: BSL-1.0
// Sends lists from each rank to each other rank.
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/fetch.hpp>

#include <algorithm>

namespace ravel {
namespace mpi {
namespace detail {

void exchange_bytes(world_state& state, const std::vector<std::span<const std::byte>>& to, const std::vector<std::span<std::byte>>& from) {
  state.check_may_send();
  const int ranks = state.size(), own = state.rank();
  const auto at = [&](int further) { return (own + further) % ranks; };
  std::ranges::copy(to[static_cast<std::size_t>(own)], from[static_cast<std::size_t>(own)].begin());
  state.exchange([&] {
    std::vector<request> wanted, sent;
    for (int k = 1; k < ranks; ++k) state.receive_all(at(ranks - k), from[static_cast<std::size_t>(at(ranks - k))], wanted);
    for (int k = 1; k < ranks; ++k) state.send_all(at(k), to[static_cast<std::size_t>(at(k))], sent);
    state.wait(sent);
    state.wait(wanted);
  });
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
