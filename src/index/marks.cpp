// SPDX-License-Identifier: BSL-1.0
// From bits to positions: counted first, so that the list is made in one piece, and not made at all where the positions follow one another.
#include <ravel/index/detail/marks.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <bit>

namespace ravel::detail {

namespace {

RAVEL_KERNEL index_t count_bits(const std::uint64_t* words, std::size_t n) {
  index_t count = 0;
  for (std::size_t i = 0; i < n; ++i) count += std::popcount(words[i]);
  return count;
}

RAVEL_KERNEL void list_bits(const std::uint64_t* words, std::size_t n, index_t* out) {
  for (std::size_t i = 0; i < n; ++i) {
    const auto base = static_cast<index_t>(64 * i);
    for (std::uint64_t left = words[i]; left != 0; left &= left - 1) *out++ = base + std::countr_zero(left);
  }
}

}  // namespace

selection marks::take() const {
  const index_t count = count_bits(words_.data(), words_.size());
  if (count == 0) return {};
  std::size_t first = 0, last = words_.size() - 1;
  while (words_[first] == 0) ++first;
  while (words_[last] == 0) --last;
  const index_t low = static_cast<index_t>(64 * first) + std::countr_zero(words_[first]);
  const index_t high = static_cast<index_t>(64 * last) + 63 - std::countl_zero(words_[last]);
  if (high - low + 1 == count) return slice(low, count);
  auto list = std::make_unique_for_overwrite<index_t[]>(static_cast<std::size_t>(count));
  list_bits(words_.data(), words_.size(), list.get());
  return selection(selection::rising{}, std::move(list), count);
}

selection true_positions(const node<bool>& mask) {
  if (by_entries(mask) || dynamic_cast<const shows_set*>(&mask)) return index_set::where_true(mask);
  marks found(mask.size());
  each_block(mask, 0, mask.size(),
             [&](block<const bool> b, index_t, index_t n) { found.add(n, [&](index_t i) { return b.data[i * b.step]; }); });
  return found.take();
}

}  // namespace ravel::detail
