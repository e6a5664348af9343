// SPDX-License-Identifier: BSL-1.0
// Threads count the numbers of their rows by buckets, then put the rows into the buckets, and sort each bucket. A row carries the low bits
// of its number, so that a bucket reads no number again.
#include "op/keys/rows_by_number.hpp"

#include <ravel/exec/detail/spares.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/keys/arggroup.hpp>

#include <array>
#include <bit>

namespace ravel::detail {

namespace {

constexpr std::size_t buckets = 256;
constexpr int bits_of_row = 40;

class shared_sort {
 public:
  shared_sort(std::span<const key_number> numbers, index_t keys)
      : numbers_(numbers),
        size_(std::ssize(numbers)),
        keys_(keys),
        shift_(std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(keys - 1))) - 8)),
        piece_(std::max(16 * rules_of_tasks.smallest, (size_ - 1) / 64 + 1)),
        begins_(static_cast<std::size_t>((size_ - 1) / piece_ + 1)),
        sorted_{unfilled_buffer<index_t>(size_), unfilled_buffer<index_t>(keys + 1)} {}

  static bool fits(index_t size, index_t keys) { return size >> bits_of_row == 0 && keys >> (63 - bits_of_row + 8) == 0; }

  grouped_rows run() {
    each_piece([&](std::size_t piece, std::span<const key_number> numbers, index_t) {
      for (const key_number k : numbers) ++begins_[piece][k >> shift_];
    });
    index_t sum = 0;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
      starts_[bucket] = sum;
      for (auto& begins : begins_) sum += std::exchange(begins[bucket], sum);
    }
    starts_[buckets] = sum;
    each_piece([&](std::size_t piece, std::span<const key_number> numbers, index_t row) {
      auto& next = begins_[piece];
      index_t* const rows = sorted_.positions.data();
      const key_number low = (key_number{1} << shift_) - 1;
      for (const key_number k : numbers) rows[next[k >> shift_]++] = index_t{k & low} << bits_of_row | row++;
    });
    run_tasks(((keys_ - 1) >> shift_) + 1, size_, [&](index_t first, index_t behind) {
      for (index_t bucket = first; bucket < behind; ++bucket) sort_bucket(static_cast<std::size_t>(bucket));
    });
    sorted_.starts.unchecked(keys_) = size_;
    return sorted_;
  }

 private:
  template <class F>
  void each_piece(const F& f) {
    run_tasks(std::ssize(begins_), size_, [&](index_t first, index_t behind) {
      for (index_t k = first; k < behind; ++k) {
        const auto begin = static_cast<std::size_t>(k * piece_), end = static_cast<std::size_t>(std::min(size_, (k + 1) * piece_));
        f(static_cast<std::size_t>(k), numbers_.subspan(begin, end - begin), k * piece_);
      }
    });
  }

  void sort_bucket(std::size_t bucket) {
    const index_t begin = starts_[bucket], end = starts_[bucket + 1], first = static_cast<index_t>(bucket) << shift_;
    index_t* const starts = sorted_.starts.data() + first;
    index_t* const rows = sorted_.positions.data();
    if (shift_ == 0) {
      *starts = begin;
      return;
    }
    const index_t count = std::min(index_t{1} << shift_, keys_ - first);
    rooms_.with_room([] { return room(); },
                     [&](room& own) {
                       own.rows.assign(rows + begin, rows + end);
                       own.next.assign(static_cast<std::size_t>(count), 0);
                       for (const index_t row : own.rows) ++own.next[static_cast<std::size_t>(row >> bits_of_row)];
                       index_t sum = begin;
                       for (index_t k = 0; k < count; ++k) {
                         starts[k] = sum;
                         sum += std::exchange(own.next[static_cast<std::size_t>(k)], sum);
                       }
                       constexpr index_t row_alone = (index_t{1} << bits_of_row) - 1;
                       for (const index_t row : own.rows) rows[own.next[static_cast<std::size_t>(row >> bits_of_row)]++] = row & row_alone;
                     });
  }

  struct room {
    std::vector<index_t> rows, next;
  };

  const std::span<const key_number> numbers_;
  const index_t size_, keys_;
  const int shift_;
  const index_t piece_;
  std::vector<std::array<index_t, buckets>> begins_;  // of the buckets, for each piece of the rows
  std::array<index_t, buckets + 1> starts_{};
  const grouped_rows sorted_;
  spares<room> rooms_;
};

}  // namespace

grouped_rows rows_by_number(std::span<const key_number> numbers, index_t keys) {
  const index_t size = std::ssize(numbers);
  if (current_executor && size > 32 * rules_of_tasks.smallest && shared_sort::fits(size, keys)) return shared_sort(numbers, keys).run();
  key_numbers counted(size);
  counted.add(numbers, keys);
  return {counted.positions(), counted.starts()};
}

}  // namespace ravel::detail
