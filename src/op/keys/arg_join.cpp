// SPDX-License-Identifier: BSL-1.0
// Joins rows by the numbers of their keys: the rows of the right side are sorted by number, then each row of the left finds its partners.
// Threads share the rows of the left; the number of pairs before a chunk decides where it writes.
#include <ravel/op/keys/arg_join.hpp>
#include <ravel/storage/list.hpp>
#include "op/keys/rows_by_number.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

// Rows sorted by their numbers.
class numbered_rows {
 public:
  numbered_rows(std::span<const key_number> numbers, index_t keys)
      : size_(std::ssize(numbers)), alone_(size_ == keys && !hides(numbers, keys)) {
    if (alone_) return;  // keys are numbered as they come: row i has number i
    const grouped_rows sorted = rows_by_number(numbers, keys + 1);
    starts_ = sorted.starts;
    order_ = sorted.positions;
  }

  index_t count(key_number k) const {
    if (k == no_key) return 0;
    return alone_ ? 1 : starts_.unchecked(index_t{k} + 1) - starts_.unchecked(k);
  }
  // count(k) is not 0.
  index_t* copy(key_number k, index_t* out) const {
    if (alone_) {
      *out = k;
      return out + 1;
    }
    const index_t* const order = order_.data();
    const index_t end = starts_.unchecked(index_t{k} + 1);
    for (index_t i = starts_.unchecked(k); i < end; ++i) *out++ = order[i];  // usually one or two
    return out;
  }

 private:
  static bool hides(std::span<const key_number> numbers, index_t keys) {
    return std::ranges::any_of(numbers, [=](key_number k) { return k == keys; });
  }

  index_t size_;
  bool alone_;
  buffer<index_t> starts_, order_;
};

// Rows of the left with a partner, or without one.
buffer<index_t> rows_with_partner(std::span<const key_number> left, const numbered_rows& right, bool wanted) {
  return joined_lists(made_in_pieces(std::ssize(left), 1, [&](index_t begin, index_t end) {
    list<index_t> found;
    for (index_t i = begin; i < end; ++i) {
      if ((right.count(left[static_cast<std::size_t>(i)]) > 0) == wanted) found.push_back(i);
    }
    return found;
  }));
}

// Rows of the right whose number is on no row of the left.
std::vector<index_t> rows_left_over(std::span<const key_number> left, std::span<const key_number> right, index_t keys) {
  std::vector<bool> met(static_cast<std::size_t>(keys) + 1);
  for (const key_number k : left) {
    if (k != no_key) met[k] = true;
  }
  std::vector<index_t> rows;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (!met[right[i]]) rows.push_back(static_cast<index_t>(i));
  }
  return rows;
}

// The rows of the left in chunks, and the begin of the pairs of each chunk.
class pairs_of_rows {
 public:
  pairs_of_rows(std::span<const key_number> left, const numbered_rows& right, bool keeps_left)
      : left_(left), right_(right), keeps_left_(keeps_left), begins_((left.size() + chunk - 1) / chunk + 1) {
    in_chunks([&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k) {
        index_t pairs = 0;
        for (const key_number row : rows_in(k)) pairs = add_index(pairs, count(row));
        begins_[k + 1] = pairs;
      }
    });
    for (std::size_t k = 1; k < begins_.size(); ++k) begins_[k] = add_index(begins_[k], begins_[k - 1]);
  }
  index_t size() const { return begins_.back(); }

  void write(index_t* on_left, index_t* on_right) const {
    in_chunks([&](std::size_t first, std::size_t last) {
      const index_t begin = begins_[first], pairs = begins_[last] - begin;
      index_t next = begin;
      watched_steps loop;
      for (std::size_t i = first * chunk; i < std::min(left_.size(), last * chunk); ++i) {
        const index_t found = right_.count(left_[i]), count = this->count(left_[i]);
        loop.at(next - begin, pairs, count + 1);
        if (found > 0) {
          right_.copy(left_[i], on_right + next);
        } else if (keeps_left_) {
          on_right[next] = no_position;
        }
        for (const index_t end = next + count; next < end; ++next) on_left[next] = static_cast<index_t>(i);
      }
    });
  }

 private:
  static constexpr std::size_t chunk = 1024;

  index_t count(key_number row) const { return std::max<index_t>(keeps_left_, right_.count(row)); }
  std::span<const key_number> rows_in(std::size_t k) const { return left_.subspan(k * chunk, std::min(chunk, left_.size() - k * chunk)); }
  template <class F>
  void in_chunks(const F& f) const {
    in_pieces(std::ssize(begins_) - 1, static_cast<index_t>(chunk),
              [&](index_t begin, index_t end) { f(static_cast<std::size_t>(begin), static_cast<std::size_t>(end)); });
  }

  std::span<const key_number> left_;
  const numbered_rows& right_;
  bool keeps_left_;
  std::vector<index_t> begins_;
};

void overwrite(std::span<key_number> numbers, const index_set& rows, key_number with) {
  rows.check_within(std::ssize(numbers));
  each_element(positions(rows), [&](index_t i) { numbers[static_cast<std::size_t>(i)] = with; });
}

// The rows of the right side have numbers below `keys`. A row that must not be found has the number `keys`. no_key on the left finds
// nothing.
join_positions join_numbers(std::span<const key_number> left, std::span<const key_number> right, index_t keys, join_kind kind) {
  const numbered_rows rows(right, keys);
  if (kind == join_kind::semi || kind == join_kind::anti) {
    return {rows_with_partner(left, rows, kind == join_kind::semi), make_buffer<index_t>(0)};
  }
  std::vector<index_t> left_over;
  if (kind == join_kind::outer) left_over = rows_left_over(left, right, keys);
  const pairs_of_rows pairs(left, rows, kind != join_kind::inner);
  const index_t size = add_index(pairs.size(), std::ssize(left_over));
  const join_positions result{unfilled_buffer<index_t>(size), unfilled_buffer<index_t>(size)};
  pairs.write(result.left.data(), result.right.data());
  std::fill_n(result.left.data() + pairs.size(), left_over.size(), no_position);
  std::ranges::copy(left_over, result.right.data() + pairs.size());
  return result;
}

}  // namespace

join_positions join_rows(row_numbering& rows, any_columns_of_rows left, any_columns_of_rows right, join_kind kind, nan_keys nan,
                         const missing_keys* missing) {
  const auto on_right = number_rows(rows, right);
  const auto on_left = find_rows(rows, left, nan == nan_keys::unequal);
  const index_t keys = rows.size();
  if (missing) {
    overwrite(on_left.span(), missing->left, no_key);
    overwrite(on_right.span(), missing->right, static_cast<key_number>(keys));
  }
  return join_numbers(on_left.span(), on_right.span(), keys, kind);
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<T> selected_or(const node<T>&, const node<index_t>&, const T&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
