// SPDX-License-Identifier: BSL-1.0
// Rooms that tasks work in, one for each thread at a time: a task takes one that is spare or makes another, and leaves it to the next.
#pragma once

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace ravel::detail {

template <class Room>
class spares {
 public:
  spares() = default;
  explicit spares(Room first) { left_.push_back(std::move(first)); }

  // work(room), with what make() gives where none is spare. A room in which work has failed is not used again.
  template <class Make, class Work>
  void with_room(const Make& make, const Work& work) {
    std::optional<Room> room = taken();
    if (!room) room.emplace(make());
    work(*room);
    const std::lock_guard lock(mutex_);
    left_.push_back(std::move(*room));
  }

  // All rooms that tasks have left.
  std::vector<Room>& all() { return left_; }

 private:
  std::optional<Room> taken() {
    const std::lock_guard lock(mutex_);
    if (left_.empty()) return std::nullopt;
    std::optional<Room> room(std::move(left_.back()));
    left_.pop_back();
    return room;
  }

  std::mutex mutex_;
  std::vector<Room> left_;
};

}  // namespace ravel::detail
