// SPDX-License-Identifier: BSL-1.0
// routes: lists of items that each rank sends to each other rank. A rank learns first how much will come, and makes room. One thread.
#pragma once

#include <ravel/mpi/detail/collective.hpp>

#include <span>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

// Sends to[r] to each rank r and fills from[r] with what rank r sends. Part of a stage.
RAVEL_API void exchange_bytes(world_state& state, const std::vector<std::span<const std::byte>>& to,
                              const std::vector<std::span<std::byte>>& from);

template <class Item>
class routes {
  static_assert(std::is_trivially_copyable_v<Item>);

 public:
  explicit routes(const world& ranks) : ranks_(ranks), to_(static_cast<std::size_t>(ranks.size())) {}

  std::vector<Item>& to(index_t rank) { return to_[static_cast<std::size_t>(rank)]; }
  // Two stages, one after the other.
  void agree() {
    std::vector<index_t> counts;
    for (const auto& list : to_) counts.push_back(static_cast<index_t>(list.size()));
    const std::vector<index_t> of_all = gathered_items(ranks_.state(), counts);
    index_t total = 0;
    for (std::size_t r = 0; r < to_.size(); ++r) {
      counts_.push_back(of_all[r * to_.size() + static_cast<std::size_t>(ranks_.rank())]);
      total += counts_.back();
    }
    received_.resize(static_cast<std::size_t>(total));
  }
  void exchange() {
    std::vector<std::span<const std::byte>> sent;
    std::vector<std::span<std::byte>> rooms;
    Item* room = received_.data();
    for (std::size_t r = 0; r < to_.size(); ++r) {
      sent.push_back(std::as_bytes(std::span(to_[r])));
      rooms.push_back(std::as_writable_bytes(std::span(room, static_cast<std::size_t>(counts_[r]))));
      room += counts_[r];
    }
    exchange_bytes(ranks_.state(), sent, rooms);
  }

  // Afterwards: the items of all ranks, in their order, and how many each has sent.
  const std::vector<Item>& received() const& { return received_; }
  const std::vector<index_t>& counts() const& { return counts_; }

 private:
  world ranks_;
  std::vector<std::vector<Item>> to_;
  std::vector<index_t> counts_;
  std::vector<Item> received_;
};

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
