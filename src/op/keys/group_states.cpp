// SPDX-License-Identifier: BSL-1.0
// Gives batches of rows to groups, one after the other, or on several threads.
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/keys/detail/group_states.hpp>
#include "op/keys/groups_in_parts.hpp"
#include "op/keys/numbers_apart.hpp"

#include <bit>

namespace ravel::detail {

namespace {

// Gathers batch after batch, beginning with the second.
void gather_batches(group_gatherer& groups, any_columns_of_rows columns, index_t size, watched_loop& loop) {
  const index_t length = length_of_batches(size), count = (size - first_batch - 1) / length + 1;
  const auto begin = [=](index_t k) { return std::min(size, first_batch + k * length); };
  if (!current_executor) {
    for (index_t k = 0; k < count; ++k) {
      loop.at(begin(k), size);
      each_block_of_rows(columns, begin(k), begin(k + 1), groups);
      groups.end_batch();
    }
    return;
  }
  std::vector<std::unique_ptr<group_gatherer>> batches(static_cast<std::size_t>(count));
  const auto gather = [&](index_t first, index_t behind) {
    const std::vector<column_pointer> own = columns_beside(columns);
    for (index_t k = first; k < behind; ++k) {
      auto batch = groups.begun_anew(length);
      each_block_of_rows(own, begin(k), begin(k + 1), *batch);
      batches[static_cast<std::size_t>(k)] = std::move(batch);
    }
  };
  run_tasks(count, size - first_batch, gather, task_length::long_ones);
  for (const auto& batch : batches) groups.add_batch(*batch);
}

}  // namespace

void group_gatherer::add_first_rows(index_t known, index_t position, std::span<const key_number> numbers) {
  auto next = static_cast<key_number>(known);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != next) continue;
    first_rows_->push_back(position + static_cast<index_t>(i));
    ++next;
  }
}

index_t length_of_batches(index_t rows) {
  return std::max(first_batch, static_cast<index_t>(std::bit_ceil(static_cast<std::uint64_t>(rows / 32 + 1))));
}

void gather_groups(group_gatherer& groups, any_columns_of_rows columns, bool in_batches) {
  const index_t size = columns[0]->size();
  if (!in_batches || size <= first_batch) return each_block_of_rows(columns, 0, size, groups);
  watched_loop loop;
  loop.at(0, size);
  each_block_of_rows(columns, 0, first_batch, groups);
  if (groups.groups() > few_groups) {
    groups.stay_in_one_batch();
    if (current_executor && gather_in_parts(groups, columns, loop)) return;
    return each_block_of_rows(columns, first_batch, size, groups);
  }
  groups.end_batch();
  gather_batches(groups, columns, size, loop);
}

}  // namespace ravel::detail
