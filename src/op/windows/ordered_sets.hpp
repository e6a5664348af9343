// SPDX-License-Identifier: BSL-1.0
// Sets that stay in order while elements come and go: ranks as bits, with a member that follows a quantile; a few sorted numbers; a Fenwick
// tree of counts for ranks; a tournament of counts for the most common value. Each belongs to one call.
#pragma once

#include <ravel/base/index.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ravel::detail {

// Numbers below n as bits. A bit of a higher level says that a word of the level below is not empty.
class bit_tree {
 public:
  explicit bit_tree(std::size_t n) {
    do {
      n = (n + 63) / 64;
      levels_.emplace_back(n);
    } while (n > 1);
  }
  void insert(std::size_t i) {
    for (auto& level : levels_) {
      std::uint64_t& word = level[i / 64];
      const bool was_empty = word == 0;
      word |= std::uint64_t{1} << i % 64;
      if (!was_empty) return;
      i /= 64;
    }
  }
  void erase(std::size_t i) {
    for (auto& level : levels_) {
      std::uint64_t& word = level[i / 64];
      word &= ~(std::uint64_t{1} << i % 64);
      if (word != 0) return;
      i /= 64;
    }
  }
  // The least member above i, or the greatest below it; none if there is none.
  std::size_t next(std::size_t i) const {
    for (std::size_t k = 0; k < levels_.size(); ++k, i /= 64) {
      if (i % 64 == 63) continue;
      const std::uint64_t above = levels_[k][i / 64] >> (i % 64 + 1);
      if (above != 0)
        return down(k, i + 1 + static_cast<std::size_t>(std::countr_zero(above)), [](std::uint64_t w) { return std::countr_zero(w); });
    }
    return none;
  }
  std::size_t previous(std::size_t i) const {
    for (std::size_t k = 0; k < levels_.size(); ++k, i /= 64) {
      const std::uint64_t below = levels_[k][i / 64] & ((std::uint64_t{1} << i % 64) - 1);
      if (below != 0) return down(k, i / 64 * 64 + last(below), [](std::uint64_t w) { return static_cast<int>(last(w)); });
    }
    return none;
  }
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

 private:
  static std::size_t last(std::uint64_t word) { return static_cast<std::size_t>(63 - std::countl_zero(word)); }
  template <class Pick>
  std::size_t down(std::size_t level, std::size_t i, Pick pick) const {
    while (level-- > 0) i = i * 64 + static_cast<std::size_t>(pick(levels_[level][i]));
    return i;
  }
  std::vector<std::vector<std::uint64_t>> levels_;
};

// A set of numbers and its member at a rank. Adding or removing a number moves that member by at most one.
class ranked_set {
 public:
  explicit ranked_set(std::size_t n) : members_(n) {}

  index_t size() const { return size_; }
  void insert(std::size_t i) {
    members_.insert(i);
    if (size_++ == 0) {
      at_ = i;
      below_ = 0;
    } else if (i < at_) {
      ++below_;
    }
  }
  void erase(std::size_t i) {
    members_.erase(i);
    if (--size_ == 0) return;
    if (i < at_) --below_;
    if (i != at_) return;
    at_ = members_.next(i);
    if (at_ != bit_tree::none) return;
    at_ = members_.previous(i);
    --below_;
  }
  std::size_t member(index_t rank) {
    for (; below_ < rank; ++below_) at_ = members_.next(at_);
    for (; below_ > rank; --below_) at_ = members_.previous(at_);
    return at_;
  }
  std::size_t after(std::size_t member) const { return members_.next(member); }

 private:
  bit_tree members_;
  index_t size_ = 0;
  std::size_t at_ = 0;
  index_t below_ = 0;  // the number of members before it
};

// The numbers of a narrow window in ascending order, equal ones in the order of their positions.
class narrow_window {
 public:
  static constexpr index_t most = 20;  // a set of ranks is as fast for wider ones

  index_t size() const { return size_; }
  double at(index_t rank) const { return numbers_[rank]; }
  void insert(double x) {
    if (x != x) return;
    index_t i = size_++;
    for (; i > 0 && x < numbers_[i - 1]; --i) numbers_[i] = numbers_[i - 1];
    numbers_[i] = x;
  }
  void erase(double x) {  // the first of equal ones
    if (x != x) return;
    double* const end = numbers_ + size_--;
    double* const at = std::find_if(numbers_, end, [x](double other) { return !(other < x); });
    std::copy(at + 1, end, at);
  }

 private:
  double numbers_[most];
  index_t size_ = 0;
};

// The count of each number, and of all numbers below one.
template <class Count>
class fenwick_counts {
 public:
  explicit fenwick_counts(index_t n) : tree_(static_cast<std::size_t>(n) + 1) {}
  void add(std::int32_t i, Count times) {
    for (auto k = static_cast<std::size_t>(i) + 1; k < tree_.size(); k += k & (~k + 1)) tree_[k] += times;
  }
  // The number at a rank, counted from 0.
  std::size_t at(index_t rank) const {
    std::size_t k = 0;
    for (std::size_t step = std::bit_floor(tree_.size() - 1); step > 0; step /= 2) {
      if (k + step < tree_.size() && tree_[k + step] <= rank) rank -= tree_[k += step];
    }
    return k;
  }
  index_t below(std::int32_t i) const {
    index_t total = 0;
    for (auto k = static_cast<std::size_t>(i); k > 0; k &= k - 1) total += tree_[k];
    return total;
  }

 private:
  std::vector<Count> tree_;
};

// Pairwise matches of counts; the greater wins, of equal ones that of the lesser number.
template <class Count>
class tournament {
 public:
  explicit tournament(index_t n)
      : half_(std::bit_ceil(static_cast<std::size_t>(std::max<index_t>(n, 1)))), count_(half_), winner_(2 * half_) {
    for (std::size_t i = 0; i < half_; ++i) winner_[half_ + i] = static_cast<std::int32_t>(i);
    for (std::size_t i = half_ - 1; i > 0; --i) meet(i);
  }
  void add(std::int32_t i, Count times) {
    count_[static_cast<std::size_t>(i)] += times;
    for (std::size_t k = (half_ + static_cast<std::size_t>(i)) / 2; k > 0; k /= 2) meet(k);
  }
  std::int32_t best() const { return winner_[1]; }

 private:
  void meet(std::size_t k) {
    const std::int32_t a = winner_[2 * k], b = winner_[2 * k + 1];
    winner_[k] = count_[static_cast<std::size_t>(a)] < count_[static_cast<std::size_t>(b)] ? b : a;
  }
  std::size_t half_;
  std::vector<Count> count_;
  std::vector<std::int32_t> winner_;
};

}  // namespace ravel::detail
