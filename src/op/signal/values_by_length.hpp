// SPDX-License-Identifier: BSL-1.0
// Keeps the last 16 values that were made of a length, if they are small. It is never destroyed, so that threads may use it until the
// process ends. Any thread may ask: one that finds the lock taken makes a value of its own.
#pragma once

#include <ravel/base/index.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

namespace ravel::detail {

template <class Value>
class values_by_length {
 public:
  static values_by_length& kept() {
    static auto& made = *new values_by_length;
    return made;
  }
  std::shared_ptr<const Value> get(index_t n) {
    if (const auto known = find(n)) return known;
    const auto made = std::make_shared<const Value>(n);
    if (made->is_small()) keep(n, made);
    return made;
  }

 private:
  std::shared_ptr<const Value> find(index_t n) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const auto found = lock ? std::ranges::find(latest_, n, &entry::length) : latest_.end();
    if (found == latest_.end()) return nullptr;
    std::rotate(latest_.begin(), found, found + 1);
    return latest_.front().value;
  }
  void keep(index_t n, const std::shared_ptr<const Value>& made) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    std::rotate(latest_.begin(), latest_.end() - 1, latest_.end());
    latest_.front() = {n, made};
  }

  struct entry {
    index_t length = 0;
    std::shared_ptr<const Value> value;
  };
  std::mutex mutex_;
  std::array<entry, 16> latest_;
};

}  // namespace ravel::detail
