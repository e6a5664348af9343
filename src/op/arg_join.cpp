// SPDX-License-Identifier: BSL-1.0
// Joining rows by the numbers of their keys: the rows of the right side are put in order of their numbers, then each row of the left finds
// its own there.
#include <ravel/op/arg_join.hpp>
#include <ravel/op/arggroup.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

// Rows in order of their numbers.
class numbered_rows {
 public:
  numbered_rows(std::span<const key_number> numbers, index_t keys)
      : size_(std::ssize(numbers)), alone_(size_ == keys && !hides(numbers, keys)) {
    if (alone_) return;  // keys are numbered as they come: row i has number i
    key_numbers counted(size_);
    counted.add(numbers, keys + 1);
    starts_ = counted.starts();
    order_ = counted.positions();
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
    for (index_t i = starts_.unchecked(k); i < end; ++i) *out++ = order[i];  // mostly one or two
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

// Rows of the left that have a partner, or those that have none.
buffer<index_t> rows_with_partner(std::span<const key_number> left, const numbered_rows& right, bool wanted) {
  list<index_t> found;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if ((right.count(left[i]) > 0) == wanted) found.push_back(static_cast<index_t>(i));
  }
  return found.take();
}

// Rows of the right whose number no row of the left has.
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

index_t count_pairs(std::span<const key_number> left, const numbered_rows& right, index_t least) {
  index_t pairs = 0;
  for (const key_number k : left) pairs = add_index(pairs, std::max(least, right.count(k)));
  return pairs;
}

void overwrite(std::span<key_number> numbers, const index_set& rows, key_number with) {
  rows.check_within(std::ssize(numbers));
  each_element(positions(rows), [&](index_t i) { numbers[static_cast<std::size_t>(i)] = with; });
}

// The rows of the right side are numbered below `keys`, those that must not be found by `keys` itself; no_key on the left finds nothing.
join_positions join_numbers(std::span<const key_number> left, std::span<const key_number> right, index_t keys, join_kind kind) {
  const numbered_rows rows(right, keys);
  if (kind == join_kind::semi || kind == join_kind::anti) {
    return {rows_with_partner(left, rows, kind == join_kind::semi), make_buffer<index_t>(0)};
  }
  const bool keeps_left = kind != join_kind::inner;
  std::vector<index_t> left_over;
  if (kind == join_kind::outer) left_over = rows_left_over(left, right, keys);
  const index_t pairs = count_pairs(left, rows, keeps_left), size = add_index(pairs, std::ssize(left_over));
  const join_positions result{unfilled_buffer<index_t>(size), unfilled_buffer<index_t>(size)};
  index_t* on_left = result.left.data();
  index_t* on_right = result.right.data();
  watched_steps loop;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const index_t count = rows.count(left[i]);
    loop.at(on_left - result.left.data(), size, count + 1);
    if (count > 0) {
      on_right = rows.copy(left[i], on_right);
    } else if (keeps_left) {
      *on_right++ = no_position;
    }
    while (on_left - result.left.data() < on_right - result.right.data()) *on_left++ = static_cast<index_t>(i);
  }
  std::fill_n(on_left, left_over.size(), no_position);
  std::ranges::copy(left_over, on_right);
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

template <class T>
buffer<T> selected_or_in_src(const node<T>& source, const node<index_t>& positions, const T& otherwise) {
  return selected_or(source, positions, otherwise);
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<T> selected_or_in_src(const node<T>&, const node<index_t>&, const T&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
