// SPDX-License-Identifier: BSL-1.0
// Merges the positions of sparse operands of any type, and defines the operands of every element type.
//
// The plain algorithm, merge_some:
//
//   until the block is full:
//     position = the least next position of all covering operands
//     append it to the merged positions
//     each operand whose next position it is: note the index in the merged list, and go on to its next entry
//   each operand: fill the block with its fill, and put its values at the noted indices
//
// All other ways give the same positions and values, in blocks that may end elsewhere. Gains are over the plain way, for 1e6 entries of
// each operand.
//
//   way                       when it is taken                                            gain         row of bench/sparse.cpp
//   lend                      one operand, or all have the same positions                 6.5 to 25    a * 2
//   merge_two, two_columns    two operands, values of 1, 2, 4 or 8 bytes each             1.3 to 4.6   a + b
//   merge_two, two_targets    two operands, any other values                              1.9 to 3.1   none
//   merge_close               more operands, 128 positions or less from entry to entry    1.5 to 3.2   a generation
//   merge_some                entries farther apart, or a list at its end                 1            none
//
// two_columns gains 1.1 to 1.3 over two_targets, most with 8 bytes. merge_halves gains 1.3 to 1.8 over one loop in two_columns.
#include <ravel/base/detail/small_vector.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include "base/word.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace ravel::detail {

// Marks the taken positions of a window, and counts where they stand in the merged list.
struct merge_window {
  static constexpr index_t width = 16384;

  void open(index_t from, index_t to) {
    begin = from;
    end = to;
    words = (to - from + 63) / 64;
    std::fill_n(marked, words, std::uint64_t{0});
  }
  void mark(const joined_operand& of) {
    for (index_t x = of.at; x < of.count && of.positions[x] < end; ++x) {
      const index_t place = of.positions[x] - begin;
      marked[place / 64] |= std::uint64_t{1} << (place % 64);
    }
  }
  index_t read_off(index_t* merged, index_t done) {
    for (index_t word = 0; word < words; ++word) {
      for (std::uint64_t left = marked[word]; left != 0; left &= left - 1, ++done) {
        const index_t place = word * 64 + std::countr_zero(left);
        merged[done] = begin + place;
        stands_at[place] = static_cast<std::uint16_t>(done);
      }
    }
    return done;
  }
  void tell(joined_operand& of, index_t* targets) const {
    for (; of.at < of.count && of.positions[of.at] < end; ++of.at) *targets++ = stands_at[of.positions[of.at] - begin];
  }

  index_t begin, end, words;
  std::uint64_t marked[width / 64];
  std::uint16_t stands_at[width];
};

position_merge::position_merge(operand_list operands, std::size_t covering, gate_list gates)
    : operands_(std::move(operands)),
      covering_(covering),
      gates_(std::move(gates)),
      most_(gates_.empty() ? entry_block_length : entries_behind_gap) {
  ready_.resize(operands_.size());
}
position_merge::~position_merge() = default;

index_t position_merge::next() {
  check_stop();
  if (!refill() || !pass_gates()) return 0;
  const index_t n = share_positions() ? lend() : merge();
  for (std::size_t k = covering_; k < operands_.size(); ++k) {
    operands_[k]->look_up(positions_, n);
    ready_[k] = operands_[k]->room();
  }
  most_ = std::min(2 * most_, entry_block_length);
  return n;
}

// Moves close to the next position that no gate closes. False if there is none.
bool position_merge::pass_gates() {
  if (gates_.empty()) return true;
  for (index_t open = open_from(first_position()); open != index_limit; open = open_from(first_position())) {
    if (!far_before(open)) return true;
    check_stop();
    seek(open);
    most_ = entries_behind_gap;
    if (!refill()) return false;
  }
  return false;
}

index_t position_merge::first_position() const {
  index_t first = index_limit;
  for (std::size_t k = 0; k < covering_; ++k) {
    const joined_operand& one = *operands_[k];
    if (one.at < one.count) first = std::min(first, one.positions[one.at]);
  }
  return first;
}

// The first position from here on that no gate is known to close.
index_t position_merge::open_from(index_t position) {
  index_t open = position;
  for (const auto& gate : gates_) {
    index_t next = index_limit;
    for (const std::size_t k : gate) next = std::min(next, operands_[k]->first_from(position));
    open = std::max(open, next);
  }
  return open;
}

// True if moving on would save computing more than a few entries.
bool position_merge::far_before(index_t position) const {
  return std::any_of(operands_.begin(), operands_.begin() + static_cast<std::ptrdiff_t>(covering_), [&](const auto& one) {
    return one->at < one->count && one->positions[std::min(one->at + entries_behind_gap, one->count) - 1] < position;
  });
}

void position_merge::seek(index_t position) {
  for (std::size_t k = 0; k < covering_; ++k) operands_[k]->seek(position);
}

// False if no operand has an entry left.
bool position_merge::refill() {
  bool left = false;
  for (std::size_t k = 0; k < covering_; ++k) {
    joined_operand& one = *operands_[k];
    if (one.at == one.count) one.refill();
    left |= one.at < one.count;
  }
  return left;
}

// One operand, or several with the same positions: nothing needs merging or moving.
bool position_merge::share_positions() const {
  const joined_operand& first = *operands_.front();
  return std::all_of(operands_.begin() + 1, operands_.begin() + static_cast<std::ptrdiff_t>(covering_), [&](const auto& other) {
    return other->positions + other->at == first.positions + first.at && other->count - other->at == first.count - first.at;
  });
}

index_t position_merge::lend() {
  const joined_operand& first = *operands_.front();
  positions_ = first.positions + first.at;
  const index_t n = std::min(first.count - first.at, most_);
  for (std::size_t k = 0; k < covering_; ++k) {
    ready_[k] = operands_[k]->lent();
    operands_[k]->at += n;
  }
  return n;
}

index_t position_merge::merge() {
  while (targets_.size() < covering_) targets_.push_back(std::make_unique<index_t[]>(entry_block_length));
  before_.resize(covering_);
  index_t done = 0;
  while (done + 1 < most_ && refill()) {
    const index_t begin = done;
    for (std::size_t k = 0; k < covering_; ++k) before_[k] = operands_[k]->at;
    done = covering_ == 2 ? merge_two(begin) : placed(merge_close(begin), begin);
  }
  for (std::size_t k = 0; k < covering_; ++k) ready_[k] = operands_[k]->room();
  positions_ = merged_;
  return done;
}

index_t position_merge::placed(index_t done, index_t begin) {
  for (std::size_t k = 0; k < covering_; ++k) operands_[k]->place(targets_[k].get(), operands_[k]->at - before_[k], begin, done);
  return done;
}

// Merges up to the end of the current block of one operand.
index_t position_merge::merge_some(index_t done) {
  struct head {
    const index_t* at;
    const index_t* end;
    index_t* target;
  };
  small_vector<head, 16> heads;
  for (std::size_t k = 0; k < covering_; ++k) {
    const joined_operand& one = *operands_[k];
    heads.push_back({one.positions + one.at, one.positions + one.count, targets_[k].get()});
  }
  for (bool emptied = false; done < most_ && !emptied; ++done) {
    index_t least = index_limit;
    for (const head& one : heads) {
      if (one.at != one.end) least = std::min(least, *one.at);
    }
    merged_[done] = least;
    for (head& one : heads) {
      if (one.at == one.end || *one.at != least) continue;
      *one.target++ = done;
      emptied |= ++one.at == one.end;
    }
  }
  for (std::size_t k = 0; k < covering_; ++k) operands_[k]->at = heads[k].at - operands_[k]->positions;
  return done;
}

namespace {

// The range of two lists to merge, from x and y on.
struct merge_part {
  index_t x, end_x;
  index_t y, end_y;

  index_t sure_steps() const { return std::min(end_x - x, end_y - y); }
};

// The positions of two operands, and the target of the merged positions.
struct two_lists {
  const index_t *a, *b;
  index_t* merged;

  std::pair<merge_part, merge_part> halves(index_t left_a, index_t left_b) const {
    const auto behind = [](const index_t* list, index_t n, index_t position) { return std::lower_bound(list, list + n, position) - list; };
    index_t x = left_a / 2, y = behind(b, left_b, a[x]);
    if (y == left_b) {  // more entries of b may come before that
      y = left_b / 2;
      x = behind(a, left_a, b[y]);
    }
    return {{0, x, 0, y}, {x, left_a, y, left_b}};
  }
};

// Writes the merged index of each entry.
struct two_targets : two_lists {
  index_t *to_a, *to_b;

  // Avoids an unpredictable branch: an entry that is not the least is written again in the next step.
  void step(index_t& x, index_t& y, index_t at) const {
    const index_t p = a[x], q = b[y];
    merged[at] = p < q ? p : q;
    to_a[x] = to_b[y] = at;
    x += p <= q;
    y += q <= p;
  }
  void take_a(index_t x, index_t at) const {
    merged[at] = a[x];
    to_a[x] = at;
  }
  void take_b(index_t y, index_t at) const {
    merged[at] = b[y];
    to_b[y] = at;
  }
  void move_down(index_t gap, index_t begin, index_t end, const merge_part& from, const merge_part& upto) const {
    std::copy(merged + begin, merged + end, merged + begin - gap);
    for (index_t x = from.x; x < upto.x; ++x) to_a[x] -= gap;
    for (index_t y = from.y; y < upto.y; ++y) to_b[y] -= gap;
  }
};

// Values as words of their size.
template <class Word>
struct word_column {
  const std::byte* from;
  std::byte* to;
  Word fill;

  word_column(const joined_operand& of, const value_words& as)
      : from(static_cast<const std::byte*>(of.lent())), to(static_cast<std::byte*>(as.room)) {
    std::memcpy(&fill, as.fill, sizeof fill);
  }
  static constexpr auto size = static_cast<index_t>(sizeof(Word));
  void put(index_t at, Word word) const { std::memcpy(to + at * size, &word, sizeof word); }
  Word value(index_t place) const {
    Word word;
    std::memcpy(&word, from + place * size, sizeof word);
    return word;
  }
  // Puts the value if `stored` is 1, the fill if it is 0.
  void put_if(index_t stored, index_t place, index_t at) const {
    put(at, static_cast<Word>(fill ^ ((value(place) ^ fill) & static_cast<Word>(-stored))));
  }
  void move_down(index_t gap, index_t begin, index_t end) const {
    std::copy(to + begin * size, to + end * size, to + (begin - gap) * size);
  }
};

// Puts the values of both lists at their merged index.
template <class Word>
struct two_columns : two_lists {
  word_column<Word> of_a, of_b;

  // Avoids a branch here too.
  void step(index_t& x, index_t& y, index_t at) const {
    const index_t p = a[x], q = b[y], from_a = p <= q, from_b = q <= p;
    merged[at] = p < q ? p : q;
    of_a.put_if(from_a, x, at);
    of_b.put_if(from_b, y, at);
    x += from_a;
    y += from_b;
  }
  void take_a(index_t x, index_t at) const {
    merged[at] = a[x];
    of_a.put(at, of_a.value(x));
    of_b.put(at, of_b.fill);
  }
  void take_b(index_t y, index_t at) const {
    merged[at] = b[y];
    of_a.put(at, of_a.fill);
    of_b.put(at, of_b.value(y));
  }
  void move_down(index_t gap, index_t begin, index_t end, const merge_part&, const merge_part&) const {
    std::copy(merged + begin, merged + end, merged + begin - gap);
    of_a.move_down(gap, begin, end);
    of_b.move_down(gap, begin, end);
  }
};

template <class Lists>
index_t merge_until_one_ends(const Lists& lists, merge_part& part, index_t at) {
  for (; part.sure_steps() > 0; ++at) lists.step(part.x, part.y, at);
  return at;
}

// Merges two parts side by side, below and above a middle position: a step depends on the one before it, but not on the other part. Stops
// at the end of one list. Sets upper.x and upper.y to what was taken of each list, and returns the end of the merged positions.
template <class Lists>
index_t merge_halves(const Lists& lists, merge_part lower, merge_part& upper, index_t done) {
  const merge_part middle = upper;
  const index_t begin = done + lower.end_x + lower.end_y;
  index_t at = done, above = begin;
  const auto sure_steps = [&] { return std::min(lower.sure_steps(), upper.sure_steps()); };
  for (index_t left = sure_steps(); left > 0; left = sure_steps()) {
    index_t x = lower.x, y = lower.y, u = upper.x, v = upper.y;
    for (; left > 0; --left, ++at, ++above) {
      lists.step(x, y, at);
      lists.step(u, v, above);
    }
    lower.x = x;
    lower.y = y;
    upper.x = u;
    upper.y = v;
  }
  at = merge_until_one_ends(lists, lower, at);
  for (; lower.x < lower.end_x; ++lower.x, ++at) lists.take_a(lower.x, at);
  for (; lower.y < lower.end_y; ++lower.y, ++at) lists.take_b(lower.y, at);
  above = merge_until_one_ends(lists, upper, above);
  if (at < begin) lists.move_down(begin - at, begin, above, middle, upper);
  return above - (begin - at);
}

}  // namespace

index_t position_merge::merge_two(index_t done) {
  joined_operand &a = *operands_[0], &b = *operands_[1];
  const index_t room = (most_ - done) / 2, left_a = std::min(a.count - a.at, room), left_b = std::min(b.count - b.at, room);
  if (left_a == 0 || left_b == 0) return placed(merge_some(done), done);  // one list is at its end
  const two_lists lists{a.positions + a.at, b.positions + b.at, merged_};
  auto [lower, upper] = lists.halves(left_a, left_b);
  const value_words of_a = a.words(), of_b = b.words();
  const auto merged = [&](const auto& in) {
    const index_t end = merge_halves(in, lower, upper, done);
    a.at += upper.x;
    b.at += upper.y;
    return end;
  };
  return with_word_size(of_a.bytes == of_b.bytes ? of_a.bytes : 0, [&](auto size) {
    if constexpr (size == 0 || size == 16) {
      return placed(merged(two_targets{lists, targets_[0].get(), targets_[1].get()}), done);
    } else {
      return merged(two_columns<typename word_type<size>::type>{lists, {a, of_a}, {b, of_b}});
    }
  });
}

// Marks entries that lie close together in a window of positions, and reads them off in order.
index_t position_merge::merge_close(index_t done) {
  const index_t share = (most_ - done) / static_cast<index_t>(covering_);
  index_t begin = index_limit, end = index_limit;
  for (std::size_t k = 0; k < covering_; ++k) {
    const joined_operand& one = *operands_[k];
    if (one.at == one.count) continue;
    begin = std::min(begin, one.positions[one.at]);
    end = std::min(end, one.at + share < one.count ? one.positions[one.at + share] : one.positions[one.count - 1] + 1);
  }
  constexpr index_t close = 128;  // an entry costs a search of two words at most
  if (share == 0 || (end - begin) / close > share) return merge_some(done);
  end = std::min(end, begin + merge_window::width);
  if (!window_) window_ = std::make_unique_for_overwrite<merge_window>();
  window_->open(begin, end);
  for (std::size_t k = 0; k < covering_; ++k) window_->mark(*operands_[k]);
  done = window_->read_off(merged_, done);
  for (std::size_t k = 0; k < covering_; ++k) window_->tell(*operands_[k], targets_[k].get());
  return done;
}

operand_order::operand_order(std::optional<leaf_cover>&& covering) : covering_(std::move(covering)) {}
operand_order::~operand_order() = default;

bool operand_order::next_covers() const {
  const std::size_t place = covering_count_ + followed_.size();
  return !covering_ || std::find(covering_->leaves.begin(), covering_->leaves.end(), place) != covering_->leaves.end();
}
void operand_order::add(std::unique_ptr<joined_operand> operand, bool covers) {
  const std::size_t place = covering_count_ + followed_.size();
  if (covers) {
    operands_.insert(operands_.begin() + static_cast<std::ptrdiff_t>(covering_count_), std::move(operand));
    order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(covering_count_++), place);
  } else {
    followed_.push_back(std::move(operand));
    order_.push_back(place);
  }
}
void operand_order::add_followed() {
  for (auto& one : followed_) operands_.push_back(std::move(one));
}
// The gates as indices into the operands.
gate_list operand_order::gates() const {
  gate_list list = covering_ ? covering_->gates : gate_list();
  for (auto& gate : list) {
    for (std::size_t& leaf : gate) leaf = static_cast<std::size_t>(std::find(order_.begin(), order_.end(), leaf) - order_.begin());
  }
  return list;
}

// Compares several values at once. A kernel is private, or its dispatch between instruction sets would be visible outside of the library.
#define RAVEL_COUNT(T)                                                                       \
  namespace {                                                                                \
  RAVEL_KERNEL index_t count_equal(const T* values, index_t n, T fill) {                     \
    index_t equal = 0;                                                                       \
    for (index_t i = 0; i < n; ++i) equal += values[i] == fill;                              \
    return equal;                                                                            \
  }                                                                                          \
  }                                                                                          \
  template <>                                                                                \
  index_t count_fills(const T* values, index_t n, const T& fill) {                           \
    if (fill == fill) return count_equal(values, n, fill);                                   \
    return std::count_if(values, values + n, [&](T value) { return is_fill(value, fill); }); \
  }
RAVEL_FOR_EACH_ORDERED(RAVEL_COUNT)
#undef RAVEL_COUNT

#define RAVEL_INSTANTIATE(T)                                                                           \
  template RAVEL_API std::unique_ptr<joined_operand> joined_leaf<T>(const untyped_node&, entry_pass&); \
  template RAVEL_API owned_stream entry_join<T>::entries(const entry_function<T>&, const T&)&&;
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
