// SPDX-License-Identifier: BSL-1.0
// Reductions of bools. In consecutive memory a bool is a byte of 0 or 1.
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/fold/logic.hpp>

#include <cstring>
#include <functional>

namespace ravel::detail {

namespace {

bool contains(block<const bool> b, index_t n, bool wanted) {
  if (b.step == 1) return std::memchr(b.data, wanted ? 1 : 0, static_cast<std::size_t>(n)) != nullptr;
  for (index_t i = 0; i < n; ++i) {
    if (b.data[i * b.step] == wanted) return true;
  }
  return false;
}

bool contains(const node<bool>& mask, bool wanted) {
  const auto search = [&](index_t begin, index_t end) -> index_t {
    for (source_blocks<bool> blocks(mask, begin, end - begin); blocks.next();) {
      const auto [b, at, n] = blocks.at_hand();
      if (contains(b, n, wanted)) return begin;
    }
    return -1;
  };
  return first_in_pieces(mask.size(), search) >= 0;
}

}  // namespace

bool all_true(const node<bool>& mask) {
  if (by_entries(mask)) return first_place(mask, std::logical_not()) < 0;
  return !contains(mask, false);
}

bool any_true(const node<bool>& mask) {
  if (by_entries(mask)) return first_place(mask, std::identity()) >= 0;
  return contains(mask, true);
}

}  // namespace ravel::detail
