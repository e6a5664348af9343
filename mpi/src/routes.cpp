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
  state.check_may_send();
  const int ranks = state.size(), own = state.rank();
  const auto at = [&](int further) { return static_cast<std::size_t>((own + further) % ranks); };
  std::ranges::copy(to(at(0)), from(at(0)).begin());
  state.exchange([&] {
    std::vector<request> wanted, sent;
    for (int k = 1; k < ranks; ++k) state.receive_all(static_cast<int>(at(ranks - k)), from(at(ranks - k)), wanted);
    for (int k = 1; k < ranks; ++k) state.send_all(static_cast<int>(at(k)), to(at(k)), sent);
    state.wait(sent);
    state.wait(wanted);
  });
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
