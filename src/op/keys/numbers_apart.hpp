// SPDX-License-Identifier: BSL-1.0
// Numbers the keys of rows on several threads. Threads look up the rows of a wave among the keys that are known, and each task numbers the
// others in a dictionary of its own. The dictionaries join in ascending order, which gives the numbers of one thread. One thread numbers
// the first rows, and waves that have many new keys.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/op/keys/detail/key_column.hpp>

namespace ravel::detail {

// The keys of some rows that a row_numbering does not know. Belongs to one task, then to the calling thread.
class numbers_apart {
 public:
  numbers_apart(const row_numbering& known, index_t about);

  // The numbers of n rows: those of known rows, and other numbers behind them for new rows.
  void number(index_t n, key_number* numbers, const void* const* keys);
  // Numbers the new keys among those that are known, in the order in which they were first seen.
  void join(row_numbering& known);
  // Sets the numbers that rows have after join.
  void settle(index_t n, key_number* numbers) const;

 private:
  // New keys of one column, or new pairs of numbers. They have numbers from `before` on.
  struct level {
    std::unique_ptr<any_keys> keys;
    key_number before;
    std::vector<key_number> joined;

    void number(const any_keys& known, const void* block, index_t n, key_number* numbers);
    void join(any_keys& known, const void* block);
    key_number settled(key_number number) const { return number < before ? number : joined[number - before]; }
  };

  const row_numbering& known_;
  std::vector<level> columns_, pairs_;
  rows_at_hand room_;
};

// Rows in ascending order, to be numbered by one thread or by several.
class numbering_waves {
 public:
  static bool pay(index_t rows);

  numbering_waves(const row_numbering& rows, index_t size) : rows_(rows), size_(size) {}

  bool next();
  index_t begin() const { return begin_; }
  index_t end() const { return end_; }
  bool is_shared() const { return shared_; }

 private:
  const row_numbering& rows_;
  const index_t size_;
  index_t keys_ = 0, begin_ = 0, end_ = 0;
  bool shared_ = false;
};

// The tasks of a wave: threads share f(task, begin, end).
class tasks_of_wave {
 public:
  tasks_of_wave(index_t begin, index_t end);

  index_t count() const { return (end_ - begin_ - 1) / size_ + 1; }
  void share(task_length length, function_ref<void(std::size_t, index_t, index_t)> f) const;

 private:
  index_t begin_, end_, size_;
};

// Gives each block to a function: the position of its first row, their number, and the elements.
using block_taker = function_ref<void(index_t position, index_t n, const void* const* blocks)>;
class blocks_of_rows final : public row_taker {
 public:
  explicit blocks_of_rows(block_taker take) : take_(take) {}
  void take(index_t position, index_t n, const void* const* blocks) override { take_(position, n, blocks); }

 private:
  block_taker take_;
};

// The same columns for an evaluation beside others.
inline std::vector<column_pointer> columns_beside(any_columns_of_rows columns) {
  std::vector<column_pointer> own;
  for (const column_pointer& each : columns) own.push_back(each->another());
  return own;
}

// Numbers the rows of a wave on several threads; numbers[0] is for its first row. Gives each block to `beside`, too, on the thread that
// reads it.
void number_wave(row_numbering& rows, any_columns_of_rows columns, const tasks_of_wave& tasks, index_t begin, key_number* numbers,
                 block_taker beside);

}  // namespace ravel::detail
