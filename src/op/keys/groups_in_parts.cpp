// SPDX-License-Identifier: BSL-1.0
// Rows come in waves. Tasks read the rows of a wave and sort them by part, stably. Then each part takes its rows in ascending order, so
// that the state of a group takes them as on one thread. The first rows of the groups give the order of the groups.
#include "op/keys/groups_in_parts.hpp"
#include "op/keys/numbers_apart.hpp"

#include <ravel/exec/detail/spares.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include "base/word.hpp"
#include "exec/unwatched.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>

namespace ravel::detail {

namespace {

constexpr std::size_t number_of_parts = row_numbering::count_of_parts;
constexpr unsigned char no_part = 255;

// Rows of columns whose elements are moved as bytes.
class rows_as_bytes {
 public:
  rows_as_bytes(any_columns_of_rows columns, index_t rows) {
    for (const column_pointer& each : columns) {
      sizes_.push_back(each->bytes());
      elements_.push_back(unfilled_buffer<char>(mul_index(rows, static_cast<index_t>(sizes_.back()))));
    }
  }

  std::size_t columns() const { return sizes_.size(); }
  std::size_t size(std::size_t column) const { return sizes_[column]; }
  char* at(std::size_t column, index_t row) const { return elements_[column].data() + row * static_cast<index_t>(sizes_[column]); }

 private:
  std::vector<std::size_t> sizes_;
  std::vector<buffer<char>> elements_;
};

void scatter_elements(const char* from, char* to, std::size_t size, std::span<const std::uint16_t> places) {
  with_word_size(static_cast<index_t>(size), [&](auto known) {
    const std::size_t each = known > 0 ? std::size_t{known} : size;
    for (std::size_t i = 0; i < places.size(); ++i) std::memcpy(to + places[i] * each, from + i * each, each);
  });
}

// The rows of a wave. Those of each task lie side by side, sorted by part.
struct wave_of_rows {
  wave_of_rows(any_columns_of_rows columns, index_t rows, index_t tasks)
      : elements(columns, rows),
        row(static_cast<std::size_t>(rows)),
        begins(static_cast<std::size_t>(tasks)),
        part_of_first(static_cast<std::size_t>(rows), no_part) {}

  rows_as_bytes elements;
  std::vector<std::uint16_t> row;                                      // of the task, for each of its sorted rows
  std::vector<std::array<std::uint16_t, number_of_parts + 1>> begins;  // of the parts, for each task
  std::vector<unsigned char> part_of_first;                            // no_part for a row that is not the first of its group
};

// Takes the rows of one task, and sorts them into a wave.
class rows_of_task final : public row_taker {
 public:
  rows_of_task(const row_numbering& keys, any_columns_of_rows columns, index_t rows)
      : keys_(keys), columns_(columns), copies_(columns, rows), part_(static_cast<std::size_t>(rows)) {}

  void begin(index_t position) {
    begin_ = position;
    counts_ = {};
  }
  void take(index_t position, index_t n, const void* const* blocks) override {
    const index_t row = position - begin_;
    keys_.part(n, blocks, part_.data() + row, hashes_);
    for (index_t i = 0; i < n; ++i) ++counts_[part_[static_cast<std::size_t>(row + i)]];
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (!columns_[c]->lent()) std::memcpy(copies_.at(c, row), blocks[c], static_cast<std::size_t>(n) * copies_.size(c));
    }
  }
  void sort(index_t n, index_t first, std::size_t task, wave_of_rows& wave) {
    places_.resize(static_cast<std::size_t>(n));
    std::array<std::uint16_t, number_of_parts> next;
    auto& begins = wave.begins[task];
    std::uint16_t sum = 0;
    for (std::size_t p = 0; p < number_of_parts; ++p) {
      begins[p] = next[p] = sum;
      sum = static_cast<std::uint16_t>(sum + counts_[p]);
    }
    begins[number_of_parts] = sum;
    std::uint16_t* const rows = wave.row.data() + first;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      places_[i] = next[part_[i]]++;
      rows[places_[i]] = static_cast<std::uint16_t>(i);
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const auto* const lent = static_cast<const char*>(columns_[c]->lent());
      const char* const from = lent ? lent + begin_ * static_cast<index_t>(copies_.size(c)) : copies_.at(c, 0);
      scatter_elements(from, wave.elements.at(c, first), copies_.size(c), places_);
    }
  }

 private:
  const row_numbering& keys_;
  const any_columns_of_rows columns_;
  rows_as_bytes copies_;
  std::vector<unsigned char> part_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint16_t> places_;
  std::array<std::uint32_t, number_of_parts> counts_{};
  index_t begin_ = 0;
};

// The groups of one part.
class part_of_groups {
 public:
  part_of_groups(const group_gatherer& groups, index_t rows) : gathered_(groups.begun_anew(rows)) {}

  // Takes the rows of a wave from `first` on, which are sorted and lie in one task.
  void take(wave_of_rows& wave, index_t task, index_t first, index_t n, unsigned char part) {
    blocks_.resize(wave.elements.columns());
    for (std::size_t c = 0; c < blocks_.size(); ++c) blocks_[c] = wave.elements.at(c, first);
    first_rows_.clear();
    gathered_->note_first_rows(first_rows_);
    gathered_->take(first, n, blocks_.data());
    for (const index_t sorted : first_rows_) {
      wave.part_of_first[static_cast<std::size_t>(task) + wave.row[static_cast<std::size_t>(sorted)]] = part;
    }
  }
  void add_number(index_t number) { numbers_.push_back(static_cast<key_number>(number)); }

  group_gatherer& gathered() { return *gathered_; }
  std::span<const key_number> numbers() const { return numbers_; }

 private:
  std::unique_ptr<group_gatherer> gathered_;
  std::vector<const void*> blocks_;
  std::vector<index_t> first_rows_;
  std::vector<key_number> numbers_;
};

class groups_in_parts {
 public:
  groups_in_parts(group_gatherer& groups, any_columns_of_rows columns)
      : groups_(groups),
        columns_(columns),
        size_(columns[0]->size()),
        rows_(std::min(size_, most_tasks * task_)),
        wave_(columns, rows_, (rows_ - 1) / task_ + 1) {
    for (std::size_t p = 0; p < number_of_parts; ++p) parts_.emplace_back(groups, size_ / static_cast<index_t>(number_of_parts));
  }

  bool gather(watched_loop& loop) {
    for (index_t begin = 0; begin < size_; begin += rows_) {
      loop.at(begin, size_);
      const index_t rows = std::min(rows_, size_ - begin), tasks = (rows - 1) / task_ + 1;
      share(tasks, rows, [&](index_t task) { read(begin, task, std::min(rows, (task + 1) * task_)); });
      share(static_cast<index_t>(number_of_parts), rows, [&](index_t part) { take(static_cast<std::size_t>(part), tasks); });
      if (failed_) return false;
      number_new(rows);
    }
    groups_.begin_parts(known_);
    for (part_of_groups& part : parts_) groups_.take_part(part.gathered(), part.numbers());
    return true;
  }

 private:
  static constexpr index_t most_tasks = 32;

  template <class F>
  void share(index_t count, index_t total, const F& f) {
    const auto some = [&](index_t first, index_t behind) {
      const unwatched data_alone;  // an exception is then one of the data
      try {
        for (index_t k = first; k < behind && !failed_; ++k) f(k);
      } catch (...) {
        failed_ = true;
      }
    };
    if (!failed_) run_tasks(count, total, some, task_length::long_ones);
  }

  void read(index_t wave, index_t task, index_t end) {
    const std::vector<column_pointer> own = columns_beside(columns_);
    const auto make = [&] { return std::make_unique<rows_of_task>(groups_.numbered(), columns_, task_); };
    rooms_.with_room(make, [&](const std::unique_ptr<rows_of_task>& room) {
      const index_t first = task * task_;
      room->begin(wave + first);
      each_block_of_rows(own, wave + first, wave + end, *room);
      room->sort(end - first, first, static_cast<std::size_t>(task), wave_);
    });
  }

  void take(std::size_t part, index_t tasks) {
    for (index_t task = 0; task < tasks; ++task) {
      const auto& begins = wave_.begins[static_cast<std::size_t>(task)];
      const index_t first = task * task_, n = begins[part + 1] - begins[part];
      if (n > 0) parts_[part].take(wave_, first, first + begins[part], n, static_cast<unsigned char>(part));
    }
  }

  // Numbers the groups that this wave has seen first.
  void number_new(index_t rows) {
    unsigned char* const part = wave_.part_of_first.data();
    index_t row = 0;
    const auto number = [&](index_t at) { parts_[std::exchange(part[at], no_part)].add_number(known_++); };
    if constexpr (std::endian::native == std::endian::little) {
      for (; row + 8 <= rows; row += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, part + row, 8);
        for (std::uint64_t first = ~eight & firsts; first != 0; first &= first - 1) number(row + std::countr_zero(first) / 8);
      }
    }
    for (; row < rows; ++row) {
      if (part[row] != no_part) number(row);
    }
  }
  static constexpr std::uint64_t firsts = 0x8080808080808080u;  // the bits that no_part has, and parts have not

  group_gatherer& groups_;
  const any_columns_of_rows columns_;
  const index_t size_;
  const index_t task_ = std::min<index_t>(33 * rules_of_tasks.smallest / 2, 33 * 1024);  // 64 parts of it do not lie a page apart
  const index_t rows_;
  wave_of_rows wave_;
  std::vector<part_of_groups> parts_;
  spares<std::unique_ptr<rows_of_task>> rooms_;
  std::atomic<bool> failed_ = false;
  index_t known_ = 0;
};

}  // namespace

bool gather_in_parts(group_gatherer& groups, any_columns_of_rows columns, watched_loop& loop) {
  if (columns[0]->size() >= index_t{no_key} || !groups.numbered().gains_from_parts(current_executor->width)) return false;
  for (const column_pointer& each : columns) {
    if (each->bytes() == 0) return false;
  }
  return groups_in_parts(groups, columns).gather(loop);
}

}  // namespace ravel::detail
