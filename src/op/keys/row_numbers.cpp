// SPDX-License-Identifier: BSL-1.0
// Numbers rows of several key columns, block by block.
#include <ravel/op/keys/detail/key_column.hpp>

#include <ravel/exec/progress.hpp>
#include "op/keys/numbers_apart.hpp"

namespace ravel::detail {

namespace {

template <class Pairs, class Look>
void each_column(std::span<any_keys* const> columns, Pairs& pairs, index_t n, key_number* numbers, const void* const* keys,
                 rows_at_hand& room, Look look) {
  look(*columns[0], keys[0], numbers);
  if (pairs.empty()) return;
  room.own.resize(static_cast<std::size_t>(n));
  room.paired.resize(static_cast<std::size_t>(n));
  for (std::size_t c = 1; c < columns.size(); ++c) {
    look(*columns[c], keys[c], room.own.data());
    for (std::size_t i = 0; i < room.own.size(); ++i) room.paired[i] = pair_of(numbers[i], room.own[i]);
    look(pairs[c - 1], room.paired.data(), numbers);
  }
}

}  // namespace

row_numbering::row_numbering(index_t about, std::span<any_keys* const> columns) : columns_(columns) {
  pairs_.reserve(columns.size() - 1);
  for (std::size_t c = 1; c < columns.size(); ++c) pairs_.emplace_back(about);
}
row_numbering::~row_numbering() = default;

index_t row_numbering::size() const { return pairs_.empty() ? columns_[0]->size() : pairs_.back().size(); }

void row_numbering::number(index_t n, key_number* numbers, const void* const* keys) {
  each_column(columns_, pairs_, n, numbers, keys, room_,
              [n](auto& column, const void* block, key_number* out) { column.number_block(block, n, out); });
}

const key_number* row_numbering::next_numbers(index_t n, const void* const* keys) {
  next_.resize(static_cast<std::size_t>(n));
  number(n, next_.data(), keys);
  return next_.data();
}

void row_numbering::find(index_t n, key_number* numbers, const void* const* keys, rows_at_hand& room) const {
  each_column(columns_, pairs_, n, numbers, keys, room,
              [n](const auto& column, const void* block, key_number* out) { column.find_block(block, n, out); });
}

void row_numbering::hide_nan(index_t n, key_number* numbers, const void* const* keys) const {
  for (std::size_t c = 0; c < columns_.size(); ++c) columns_[c]->hide_nan(keys[c], n, numbers);
}

void row_numbering::part(index_t n, const void* const* keys, unsigned char* parts, std::vector<std::uint64_t>& room) const {
  if (numbers_by_place()) return columns_[0]->find_parts(keys[0], n, parts);
  room.assign(static_cast<std::size_t>(n), 0);
  for (std::size_t c = 0; c < columns_.size(); ++c) columns_[c]->mix_hashes(keys[c], n, room.data());
  for (const std::uint64_t hash : room) *parts++ = static_cast<unsigned char>(hash % 64);
}

bool row_numbering::gains_from_parts(index_t threads) const {
  constexpr index_t near = 1 << 18;
  return !numbers_by_place() || (threads > 3 && columns_[0]->count_places() >= near);
}
bool row_numbering::numbers_by_place() const { return columns_.size() == 1 && columns_[0]->count_places() > 0; }

std::vector<std::vector<key_number>> row_numbering::take_numbers() {
  std::vector<std::vector<key_number>> own(columns_.size());
  std::vector<key_number> row(static_cast<std::size_t>(size()));
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<key_number>(i);
  for (std::size_t c = columns_.size() - 1; c > 0; --c) {
    const buffer<std::uint64_t> pairs = pairs_[c - 1].take_keys();
    for (key_number& r : row) {
      const std::uint64_t pair = pairs.unchecked(r);
      own[c].push_back(static_cast<key_number>(pair));
      r = static_cast<key_number>(pair >> 32);
    }
  }
  own[0] = std::move(row);
  return own;
}

buffer<key_number> number_rows(row_numbering& rows, any_columns_of_rows keys) {
  const buffer<key_number> all = workspace_buffer<key_number>(keys[0]->size(), "the number of the key of each row");
  const auto number = [&](index_t position, index_t n, const void* const* blocks) { rows.number(n, all.data() + position, blocks); };
  blocks_of_rows taker(number);
  const index_t size = all.size();
  if (!numbering_waves::pay(size)) {
    each_block_of_rows(keys, taker);
    return all;
  }
  watched_loop loop;
  for (numbering_waves wave(rows, size); wave.next();) {
    loop.at(wave.begin(), size);
    if (wave.is_shared()) {
      const tasks_of_wave tasks(wave.begin(), wave.end());
      number_wave(rows, keys, tasks, wave.begin(), all.data() + wave.begin(), [](index_t, index_t, const void* const*) {});
    } else {
      each_block_of_rows(keys, wave.begin(), wave.end(), taker);
    }
  }
  return all;
}

buffer<key_number> find_rows(const row_numbering& rows, any_columns_of_rows keys, bool hides_nan) {
  const buffer<key_number> all = workspace_buffer<key_number>(keys[0]->size(), "the number of the key of each row");
  each_piece_of_rows(keys, [&](function_ref<void(row_taker&)> each) {
    rows_at_hand room;
    const auto find = [&](index_t position, index_t n, const void* const* blocks) {
      rows.find(n, all.data() + position, blocks, room);
      if (hides_nan) rows.hide_nan(n, all.data() + position, blocks);
    };
    blocks_of_rows taker(find);
    each(taker);
  });
  return all;
}

}  // namespace ravel::detail
