// SPDX-License-Identifier: BSL-1.0
// Turns bits into positions. Counts them first, so that the list is made in one piece, or not at all if the positions are consecutive.
#include <ravel/index/detail/marks.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <bit>
#include <numeric>

namespace ravel::detail {

namespace {

RAVEL_KERNEL index_t count_bits(const std::uint64_t* words, std::size_t n) {
  index_t count = 0;
  for (std::size_t i = 0; i < n; ++i) count += std::popcount(words[i]);
  return count;
}

RAVEL_KERNEL void list_bits(const std::uint64_t* words, std::size_t first, std::size_t end, index_t* out) {
  for (std::size_t i = first; i < end; ++i) {
    const auto base = static_cast<index_t>(64 * i);
    for (std::uint64_t left = words[i]; left != 0; left &= left - 1) *out++ = base + std::countr_zero(left);
  }
}

// The number of bits set before each chunk of words, and in total. It tells threads where to write the positions of a chunk.
class chunk_counts {
 public:
  static constexpr std::size_t words = 64;

  explicit chunk_counts(const std::vector<std::uint64_t>& all) : all_(all), before_((all.size() + words - 1) / words + 1) {
    in_chunks(
        [&](std::size_t chunk, std::size_t first, std::size_t end) { before_[chunk + 1] = count_bits(all_.data() + first, end - first); });
    std::partial_sum(before_.begin(), before_.end(), before_.begin());
  }
  index_t count() const { return before_.back(); }
  void list(index_t* out) const {
    in_chunks([&](std::size_t chunk, std::size_t first, std::size_t end) { list_bits(all_.data(), first, end, out + before_[chunk]); });
  }

 private:
  template <class F>
  void in_chunks(const F& f) const {
    in_pieces(std::ssize(before_) - 1, static_cast<index_t>(words), [&](index_t begin, index_t end) {
      for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k)
        f(k, k * words, std::min(all_.size(), (k + 1) * words));
    });
  }

  const std::vector<std::uint64_t>& all_;
  std::vector<index_t> before_;
};

}  // namespace

selection marks::take() const {
  const chunk_counts chunks(words_);
  const index_t count = chunks.count();
  if (count == 0) return {};
  std::size_t first = 0, last = words_.size() - 1;
  while (words_[first] == 0) ++first;
  while (words_[last] == 0) --last;
  const index_t low = static_cast<index_t>(64 * first) + std::countr_zero(words_[first]);
  const index_t high = static_cast<index_t>(64 * last) + 63 - std::countl_zero(words_[last]);
  if (high - low + 1 == count) return slice(low, count);
  auto list = std::make_unique_for_overwrite<index_t[]>(static_cast<std::size_t>(count));
  chunks.list(list.get());
  return selection(selection::rising{}, std::move(list), count);
}

selection true_positions(const node<bool>& mask) {
  if (by_entries(mask) || dynamic_cast<const shows_set*>(&mask)) return index_set::where_true(mask);
  marks found(mask.size());
  found.fill_shared(mask.size(), [&](mark_writer& piece, index_t begin, index_t end) {
    for (source_blocks<bool> blocks(mask, begin, end - begin); blocks.next();) {
      const auto [b, at, n] = blocks.at_hand();
      piece.add(n, [&](index_t i) { return b.data[i * b.step]; });
    }
  });
  return found.take();
}

}  // namespace ravel::detail
