// SPDX-License-Identifier: BSL-1.0
// Who owns rows, lists from each rank to each other rank, and checks of shapes.
#include <ravel/base/error.hpp>
#include <ravel/mpi/choose.hpp>
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/fetch.hpp>
#include <ravel/mpi/make.hpp>

#include <algorithm>

namespace ravel {
namespace mpi {
namespace detail {

row_owner::row_owner(index_t rows, int ranks) : block(std::max<index_t>(ravel::detail::parts_of(rows, ranks), 1)) {}

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

void check_rows(const char* operation, const ravel::shape& extents) {
  if (extents.rank() > 0) return;
  throw shape_error(ravel::detail::text() << operation << " takes rows of a distributed tensor that has axes, not of one number");
}

void check_parts(const char* operation, const world& ranks, const ravel::shape& own) {
  collectively(ranks, operation, [&] {
    if (own.rank() == 0) throw shape_error(ravel::detail::text() << operation << " joins rows, and a tensor without axes has none");
    ravel::detail::text said;
    said << "rows of";
    for (index_t k = 1; k < own.rank(); ++k) said << " " << own[k];
    return static_cast<std::string>(said);
  });
}

void check_mask_fits(const char* operation, const ravel::shape& a, const ravel::shape& b) {
  if (a == b) return;
  throw shape_error(ravel::detail::text() << operation << " takes distributed tensors of one shape, not of " << ravel::to_string(a)
                                          << " and " << ravel::to_string(b));
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
