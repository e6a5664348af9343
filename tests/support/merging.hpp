// SPDX-License-Identifier: BSL-1.0
// Merging what was gathered of parts in a random tree, for tests of what may be merged in any.
#pragma once

#include <support/random.hpp>

#include <span>
#include <vector>

namespace support {

// gather(values, number) of each of some stretches of the values, joined two by two, in whatever order, until there is one.
template <class T, class Gather>
auto merged_in_some_tree(random& r, std::span<const T> values, Gather gather) {
  std::vector<decltype(gather(values, std::uint64_t{}))> parts;
  std::size_t start = 0;
  while (start < values.size() || parts.empty()) {
    const auto count = static_cast<std::size_t>(r.between(0, static_cast<std::int64_t>(values.size() - start)));
    const std::size_t part = r.chance(3) ? count : (count + 3) / 4;
    parts.push_back(gather(values.subspan(start, part), parts.size()));
    start += part;
  }
  while (parts.size() > 1) {
    const auto left = static_cast<std::size_t>(r.below(static_cast<std::int64_t>(parts.size())));
    const auto right = static_cast<std::size_t>(r.below(static_cast<std::int64_t>(parts.size())));
    if (left == right) continue;
    parts[left].merge(parts[right]);
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(right));
  }
  return parts.front();
}

}  // namespace support
