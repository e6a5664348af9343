// SPDX-License-Identifier: BSL-1.0
// Entries that never change. One is found by a search among all, or among the few that share a slot of a directory, which is made when the
// first element is read at random. Readers share the entries; any thread.
#pragma once

#include <ravel/base/detail/published.hpp>
#include <ravel/reader/detail/release.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>
#include <ravel/sparse/detail/ordered_entries.hpp>

namespace ravel::detail {

template <class T>
class entry_store final : public released_by_queue {
 public:
  entry_store() = default;
  explicit entry_store(entry_array<T> entries) : entries_(std::move(entries)), all_(entries_.all()) {}
  entry_store(const entry_block<T>& lent, std::shared_ptr<const void> owner) : owner_(std::move(owner)), all_(lent) {}

  index_t size() const { return all_.count; }
  const entry_block<T>& all() const { return all_; }
  entry_block<T> within(index_t begin, index_t end) const {
    const entry_block<T> behind = all_.from(find(begin));
    return behind.first(behind.first(std::min(behind.count, end - begin)).find(end));
  }
  const T& value_at(index_t position, const T& fill) const {
    const index_t place = find(position);
    return place < all_.count && all_.positions[place] == position ? all_.values[place] : fill;
  }

 private:
  index_t find(index_t position) const {
    if (all_.count < position_directory::least) return all_.find(position);
    const auto& directory = directory_.get([&] { return position_directory(all_.positions, all_.count); });
    return directory.find(all_.positions, position);
  }

  entry_array<T> entries_;
  std::shared_ptr<const void> owner_;  // of borrowed entries
  entry_block<T> all_;
  published<position_directory> directory_;
};

// Holds entries in rising order: an array of them, or their place in memory and its owner.
template <class T, class... From>
std::shared_ptr<const entry_store<T>> shared_store(From&&... entries) {
  return make_released<may_hold_handles<T>, entry_store<T>>(std::forward<From>(entries)...);
}

}  // namespace ravel::detail
