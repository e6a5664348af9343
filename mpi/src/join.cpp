// SPDX-License-Identifier: BSL-1.0
// The rows of groups and joins that know no keys.
#include <ravel/mpi/join.hpp>

#include <algorithm>
#include <cstdint>

namespace ravel {
namespace mpi {
namespace detail {

index_t rank_of_hash(std::size_t hash, int ranks) {
  const std::uint64_t mixed = static_cast<std::uint64_t>(hash) * 0x9e3779b97f4a7c15u;
  return static_cast<index_t>((mixed >> 32) % static_cast<std::uint64_t>(ranks));
}

paired_rows::paired_rows(const world& ranks, index_t left_rows, index_t right_rows)
    : ranks_(ranks), left_rows_(left_rows), owner_(left_rows + right_rows, ranks.size()), pairs_(ranks) {}

// All pairs of a left row come from one rank, in the order of the right side.
void paired_rows::put_in_order() {
  std::vector<pair_of_rows> all = pairs_.received();
  std::ranges::stable_sort(all, {}, [&](const pair_of_rows& p) { return place_of(p); });
  for (const pair_of_rows& p : all) {
    left_.push_back(p.left);
    right_.push_back(p.right);
  }
}

join_positions paired_rows::joined(const char* operation, const distribution& how, bool has_right) const {
  const auto line = [](const std::vector<index_t>& list) {
    return ravel::tensor<const index_t>(ravel::borrow(list.data(), {static_cast<index_t>(list.size())}));
  };
  static const std::vector<index_t> none;
  return {parts_in_order<index_t>(operation, ranks_, line(left_), &how),
          parts_in_order<index_t>(operation, ranks_, line(has_right ? right_ : none), &how)};
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
