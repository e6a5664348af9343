// SPDX-License-Identifier: BSL-1.0
// Dictionaries of tasks, and the waves of rows that have them.
#include "op/keys/numbers_apart.hpp"

#include <ravel/exec/detail/tasks.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

bool has_unknown(const key_number* numbers, index_t n) {
  bool has_some = false;
  for (index_t i = 0; i < n; ++i) has_some |= numbers[i] == no_key;
  return has_some;
}

}  // namespace

void numbers_apart::level::number(const any_keys& known, const void* block, index_t n, key_number* numbers) {
  known.find_block(block, n, numbers);
  if (has_unknown(numbers, n)) keys->number_unknown(block, n, numbers, before);
}

void numbers_apart::level::join(any_keys& known, const void* block) {
  joined.resize(static_cast<std::size_t>(keys->size()));
  if (!joined.empty()) known.number_block(block, keys->size(), joined.data());
}

numbers_apart::numbers_apart(const row_numbering& known, index_t about) : known_(known) {
  const auto begun = [=](const any_keys& keys) { return level{keys.begun_anew(about), static_cast<key_number>(keys.size()), {}}; };
  for (const any_keys* const column : known.columns_) columns_.push_back(begun(*column));
  for (const auto& pairs : known.pairs_) pairs_.push_back(begun(pairs));
}

void numbers_apart::number(index_t n, key_number* numbers, const void* const* keys) {
  columns_[0].number(*known_.columns_[0], keys[0], n, numbers);
  room_.own.resize(static_cast<std::size_t>(n));
  room_.paired.resize(static_cast<std::size_t>(n));
  for (std::size_t c = 1; c < columns_.size(); ++c) {
    columns_[c].number(*known_.columns_[c], keys[c], n, room_.own.data());
    for (std::size_t i = 0; i < room_.own.size(); ++i) room_.paired[i] = pair_of(numbers[i], room_.own[i]);
    pairs_[c - 1].number(known_.pairs_[c - 1], room_.paired.data(), n, numbers);
  }
}

void numbers_apart::join(row_numbering& known) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    columns_[c].join(*known.columns_[c], columns_[c].keys->seen());
    if (c == 0) continue;
    level& pairs = pairs_[c - 1];
    const level& before = c == 1 ? columns_[0] : pairs_[c - 2];
    const auto* const seen = static_cast<const std::uint64_t*>(pairs.keys->seen());
    room_.paired.assign(seen, seen + pairs.keys->size());
    for (std::uint64_t& pair : room_.paired) {
      pair = pair_of(before.settled(static_cast<key_number>(pair >> 32)), columns_[c].settled(static_cast<key_number>(pair)));
    }
    pairs.join(known.pairs_[c - 1], room_.paired.data());
  }
}

void numbers_apart::settle(index_t n, key_number* numbers) const {
  const level& rows = pairs_.empty() ? columns_[0] : pairs_.back();
  if (rows.joined.empty()) return;
  for (index_t i = 0; i < n; ++i) {
    if (numbers[i] >= rows.before) numbers[i] = rows.settled(numbers[i]);
  }
}

namespace {

constexpr index_t first_rows = 32, most_rows = 512;  // of a wave, in the smallest tasks
constexpr index_t most_tasks = 32;
// So many rows for each new key are worth a dictionary for each task. Keys with places are numbered about as fast as they are found.
constexpr index_t rows_of_new_key = 4, rows_of_new_place = 64;

}  // namespace

bool numbering_waves::pay(index_t rows) {
  return current_executor && rows > first_rows * rules_of_tasks.smallest && rows < index_t{no_key};
}

bool numbering_waves::next() {
  const index_t before = end_ - begin_, keys = rows_.size(), rows_of_key = rows_.numbers_by_place() ? rows_of_new_place : rows_of_new_key;
  shared_ = before > 0 && (keys - keys_) * rows_of_key <= before;
  keys_ = keys;
  begin_ = end_;
  const index_t least = first_rows * rules_of_tasks.smallest, most = most_rows * rules_of_tasks.smallest;
  end_ = std::min(size_, begin_ + std::clamp(begin_, least, most));
  return begin_ < end_;
}

tasks_of_wave::tasks_of_wave(index_t begin, index_t end)
    : begin_(begin), end_(end), size_(rules_of_tasks.smallest * ((end - begin - 1) / (most_tasks * rules_of_tasks.smallest) + 1)) {}

void tasks_of_wave::share(task_length length, function_ref<void(std::size_t, index_t, index_t)> f) const {
  const auto some = [&](index_t first, index_t behind) {
    for (index_t k = first; k < behind; ++k) f(static_cast<std::size_t>(k), begin_ + k * size_, std::min(end_, begin_ + (k + 1) * size_));
  };
  run_tasks(count(), end_ - begin_, some, length);
}

void number_wave(row_numbering& rows, any_columns_of_rows columns, const tasks_of_wave& tasks, index_t begin, key_number* numbers,
                 block_taker beside) {
  std::vector<std::unique_ptr<numbers_apart>> apart(static_cast<std::size_t>(tasks.count()));
  tasks.share(task_length::long_ones, [&](std::size_t task, index_t first, index_t behind) {
    const std::vector<column_pointer> own = columns_beside(columns);
    auto found = std::make_unique<numbers_apart>(rows, behind - first);
    const auto take = [&](index_t position, index_t n, const void* const* blocks) {
      found->number(n, numbers + (position - begin), blocks);
      beside(position, n, blocks);
    };
    blocks_of_rows taker(take);
    each_block_of_rows(own, first, behind, taker);
    apart[task] = std::move(found);
  });
  const index_t before = rows.size();
  for (const auto& found : apart) found->join(rows);
  if (rows.size() == before) return;
  tasks.share(task_length::tried,
              [&](std::size_t task, index_t first, index_t behind) { apart[task]->settle(behind - first, numbers + (first - begin)); });
}

}  // namespace ravel::detail
