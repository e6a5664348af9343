// SPDX-License-Identifier: BSL-1.0
// A pool of workspaces for tasks, one per running task. A task takes a spare one or makes another, and returns it when done. Thread-safe.
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

  // Calls work(room) with a spare room, or with make() if there is none. A room is dropped if its work throws.
  template <class Make, class Work>
  void with_room(const Make& make, const Work& work) {
    std::optional<Room> room = taken();
    if (!room) room.emplace(make());
    work(*room);
    const std::lock_guard lock(mutex_);
    left_.push_back(std::move(*room));
  }

  // All rooms that tasks have returned.
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
