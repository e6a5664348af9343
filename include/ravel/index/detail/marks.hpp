// SPDX-License-Identifier: BSL-1.0
// Marks positions by one bit each, filled in ascending order, or by several threads in separate pieces. Then makes a selection of exactly
// the right size. Belongs to the call that fills it.
#pragma once

#include <ravel/index/selection.hpp>
#include <ravel/reader/detail/read.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace ravel::detail {

// Fills the bits of ascending positions, beginning at a whole word.
class mark_writer {
 public:
  explicit mark_writer(std::uint64_t* words) : words_(words) {}

  // Appends holds(0), holds(1), ... for the next n positions.
  template <class Holds>
  void add(index_t n, Holds holds) {
    index_t i = 0;
    for (; i < n && filled_ % 64 != 0; ++i) add_one(holds(i));
    for (; i + 64 <= n; i += 64) {
      bool answers[64];  // a loop of constant length, so that it vectorises
      for (index_t j = 0; j < 64; ++j) answers[j] = holds(i + j);
      words_[filled_ / 64] = packed(answers);
      filled_ += 64;
    }
    for (; i < n; ++i) add_one(holds(i));
  }
  index_t filled() const { return filled_; }

 private:
  void add_one(bool answer) {
    words_[filled_ / 64] |= std::uint64_t{answer} << (filled_ % 64);
    ++filled_;
  }

  // One multiplication moves bit 8i of eight bools to bit 56 + i.
  static std::uint64_t packed(const bool* answers) {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) {
      std::uint64_t eight;
      std::memcpy(&eight, answers + 8 * i, 8);
      word |= (eight * 0x0102040810204080u >> 56) << (8 * i);
    }
    return word;
  }

  std::uint64_t* words_;
  index_t filled_ = 0;
};

class marks : noncopyable {
 public:
  explicit marks(index_t n) : words_(static_cast<std::size_t>((n + 63) / 64)), next_(words_.data()) {}

  // Appends bits for the next n positions.
  template <class Holds>
  void add(index_t n, Holds holds) {
    next_.add(n, holds);
  }
  // Calls fill(writer, begin, end) for pieces of the first n positions, which several threads may share.
  template <class Fill>
  void fill_shared(index_t n, const Fill& fill) {
    in_pieces(
        n, 1,
        [&](index_t begin, index_t end) {
          mark_writer piece(words_.data() + begin / 64);
          fill(piece, begin, end);
        },
        64);
  }

  RAVEL_API selection take() const;

  index_t filled() const { return next_.filled(); }
  const std::uint64_t* words() const { return words_.data(); }
  void start_anew() {
    std::fill(words_.begin(), words_.end(), 0);
    next_ = mark_writer(words_.data());
  }

 private:
  std::vector<std::uint64_t> words_;
  mark_writer next_;
};

// An interface of masks that represent an index set: their members are known without reading elements.
class RAVEL_API shows_set {
 public:
  virtual const index_set& members() const = 0;

 protected:
  ~shows_set() = default;
};

// The positions where a mask is true.
RAVEL_API selection true_positions(const node<bool>& mask);

}  // namespace ravel::detail
