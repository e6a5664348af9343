// SPDX-License-Identifier: BSL-1.0
// Sorts positions by the number of their key, by counting. Groups equal elements of the common types.
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/group_reduce.hpp>

#include <algorithm>
#include <numeric>

namespace ravel::detail {

namespace {

template <class Number>
void place(const Number* numbers, index_t n, index_t* next, index_t* out) {
  for (index_t i = 0; i < n; ++i) out[next[numbers[i]]++] = i;
}

}  // namespace

key_numbers::key_numbers(index_t n) : narrow_(workspace_buffer<std::uint16_t>(n, "the number of the key of each row")) {}

void key_numbers::add(std::span<const key_number> numbers, index_t keys) {
  const bool were_narrow = are_narrow();
  counts_.resize(static_cast<std::size_t>(keys));
  for (const key_number k : numbers) ++counts_[k];
  if (were_narrow && !are_narrow()) widen();
  if (are_narrow()) {
    std::transform(numbers.begin(), numbers.end(), narrow_.data() + size_, [](key_number k) { return static_cast<std::uint16_t>(k); });
  } else {
    std::copy(numbers.begin(), numbers.end(), wide_.data() + size_);
  }
  size_ += std::ssize(numbers);
}

void key_numbers::widen() {
  wide_ = workspace_buffer<key_number>(narrow_.size(), "the number of the key of each row");
  std::copy_n(narrow_.data(), size_, wide_.data());
  narrow_ = {};
}

buffer<index_t> key_numbers::starts() const {
  auto starts = make_buffer<index_t>(std::ssize(counts_) + 1);
  std::partial_sum(counts_.begin(), counts_.end(), starts.begin() + 1);
  return starts;
}

buffer<index_t> key_numbers::positions() const {
  const buffer<index_t> next = starts(), order = unfilled_buffer<index_t>(size_);
  if (are_narrow()) {
    place(narrow_.data(), size_, next.data(), order.data());
  } else {
    place(wide_.data(), size_, next.data(), order.data());
  }
  return order;
}

template <class T>
groups<T> arggroup_in_src(const node<T>& elements) {
  row_numbers<T> rows(elements.size());
  const grouped_rows found = group_rows(rows, column_set<T>(elements).all(), elements.size());
  return groups<T>(rows.take_keys(), found.positions, found.starts);
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API groups<T> arggroup_in_src(const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
