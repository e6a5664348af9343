// SPDX-License-Identifier: BSL-1.0
// Sums, products and extremes of sparse lines, from their entries and the fills between. Goes by chunks and lanes, with the bits of the
// dense line, or in any order if the order does not matter. Only for src/.
#pragma once

#include "op/fold/gathering.hpp"

#include <functional>

namespace ravel::detail {

// ---- by chunks

// Tells when the elements at two places of a line are added together: smaller is earlier. 0 means in one lane.
inline int joined_at(index_t a, index_t b) {
  constexpr int lane_bits = 3;
  static_assert(1 << lane_bits == lanes);
  const auto apart = static_cast<std::uint64_t>(a ^ b);
  if (apart < chunk_length) return lane_bits - std::min(lane_bits, std::countr_zero(apart));
  return lane_bits + static_cast<int>(std::bit_width(apart / chunk_length));
}

// For fills that add nothing: one or two entries of a chunk need no lanes.
template <class Fold, class T>
class terms_of_line {
 public:
  using state = typename Fold::state;

  terms_of_line(const T&, index_t) {}

  void take(index_t element, const T& value) {
    if (element >= end_) open(element);
    if (count_ == 0) {
      first_ = Fold::next(Fold::none(), value);
      first_lane_ = lane_of(element);
    } else {
      if (count_ == 1) spread();
      state& to = lane_[lane_of(element)];
      to = Fold::next(to, value);
    }
    ++count_;
  }
  // Ends the line; the next one begins.
  state finish() {
    close();
    end_ = 0;
    return tree_.total();
  }

  // Adds the few entries of a line without lanes, and without a branch on their number: entry `at` of a block and those behind it.
  static constexpr bool adds_where_results_stand = true;
  static constexpr index_t few = 3;
  state of_few(const entry_block<T>& b, index_t at, index_t count, index_t start) const {
    const auto term = [&](index_t i) { return Fold::next(Fold::none(), b.values[i]); };
    const state x = term(at), y = term(std::min(at + 1, b.count - 1)), xy = Fold::joined(x, y);
    if (count < 3) {  // most are
      const state sums[] = {x, xy};
      return sums[count - 1];
    }
    const state z = term(at + 2);
    const state sums[] = {Fold::joined(xy, z), Fold::joined(x, Fold::joined(y, z)), Fold::joined(Fold::joined(x, z), y)};
    return sums[joined_first(b.positions[at] - start, b.positions[at + 1] - start, b.positions[at + 2] - start)];
  }

 private:
  static std::size_t lane_of(index_t element) { return static_cast<std::size_t>(element) % static_cast<std::size_t>(lanes); }
  // 0 if p and q are joined first, 1 for q and r, 2 for p and r.
  static int joined_first(index_t p, index_t q, index_t r) {
    const int pq = joined_at(p, q), qr = joined_at(q, r), pr = joined_at(p, r);
    return (pq > std::min(qr, pr)) * (1 + (pr < qr));
  }

  void open(index_t element) {
    close();
    chunk_ = element / chunk_length;
    end_ = (chunk_ + 1) * chunk_length;
  }
  void spread() {
    std::fill_n(lane_, lanes, Fold::none());
    lane_[first_lane_] = first_;
  }
  void close() {
    if (count_ > 0) tree_.push(chunk_, count_ == 1 ? first_ : joined_lanes<Fold>(lane_));
    count_ = 0;
  }

  state lane_[static_cast<std::size_t>(lanes)];
  state first_{};
  std::size_t first_lane_ = 0;
  index_t count_ = 0;            // entries in the current chunk
  index_t chunk_ = 0, end_ = 0;  // its number, and its end
  chunk_tree<Fold> tree_;
};

// For any fill: a chunk with entries is written out, and all other chunks share one total.
template <class Fold, class T>
class entries_of_line {
 public:
  using state = typename Fold::state;

  entries_of_line(const T& fill, index_t length) : fill_(fill), length_(length) {}

  void take(index_t element, const T& value) {
    if (element / chunk_length != chunk_) open(element / chunk_length);
    room_[element % chunk_length] = value;
  }
  // Ends the line; the next one begins.
  state finish() {
    open(chunk_count(length_));
    chunk_ = -1, next_ = 0;
    return tree_.total();
  }
  static constexpr bool adds_where_results_stand = false;

 private:
  index_t size_of(index_t chunk) const { return std::min(chunk_length, length_ - chunk * chunk_length); }
  state total_of_fills(index_t n) const {
    state total;
    totals_of_lines(Fold{}, &fill_, 0, 0, n, 1, &total);
    return total;
  }
  // The total of 2^log chunks of fills.
  const state& total_of_alike(int log) {
    for (; known_ <= log; ++known_) {
      alike_[known_] = known_ == 0 ? total_of_fills(chunk_length) : Fold::joined(alike_[known_ - 1], alike_[known_ - 1]);
    }
    return alike_[log];
  }
  // Passes chunks without entries before `end`. The last chunk of the line may be short.
  void pass(index_t end) {
    const index_t whole = std::min(end, length_ / chunk_length) - next_;
    tree_.push_alike(next_, whole, [this](int log) { return total_of_alike(log); });
    if (next_ < end && end * chunk_length > length_) tree_.push(end - 1, total_of_fills(size_of(end - 1)));
    next_ = end;
  }
  void open(index_t chunk) {
    if (chunk_ >= 0) {
      state total;
      totals_of_lines(Fold{}, room_, 1, size_of(chunk_), size_of(chunk_), 1, &total);
      tree_.push(chunk_, total);
      next_ = chunk_ + 1;
    }
    pass(chunk);
    chunk_ = chunk;
    if (chunk * chunk_length < length_) std::fill_n(room_, size_of(chunk), fill_);
  }

  T fill_;
  index_t length_;
  index_t chunk_ = -1;  // the current one
  index_t next_ = 0;    // all chunks before it are in the tree
  int known_ = 0;       // the number of known elements of alike_
  state alike_[tree_order::most];
  T room_[static_cast<std::size_t>(chunk_length)];
  chunk_tree<Fold> tree_;
};

// The total, with term(value) in place of each value.
template <class Fold, class T, class Term = std::identity>
typename Fold::state total_of_entries(const node<T>& source, const Term& term = {}) {
  const auto of = [&](auto line) {
    for (entry_blocks<T> blocks(source); blocks.next();) {
      const entry_block<T> b = blocks.at_hand();
      for (index_t i = 0; i < b.count; ++i) line.take(b.positions[i], term(b.values[i]));
    }
    return line.finish();
  };
  const T fill = term(*source.fill());
  if constexpr (requires { typename Fold::adds; }) {
    if (fill == T{}) return of(terms_of_line<Fold, T>(fill, source.size()));
  }
  return of(entries_of_line<Fold, T>(fill, source.size()));
}

// ---- in any order

// The state of one element repeated `times` times; times is not 0.
template <class Fold, class T>
typename Fold::state gathered_times(T value, index_t times) {
  typename Fold::state once = Fold::first(value), many = once;
  if constexpr (requires { typename Fold::picks; }) return once;
  for (--times; times > 0; times /= 2) {
    if (times % 2 == 1) many = Fold::joined(many, once);
    once = Fold::joined(once, once);
  }
  return many;
}

// Joins the state of the stored elements with so many fills.
template <class Fold, class T>
typename Fold::state with_fills(const typename Fold::state& found, index_t stored, index_t fills, const T& fill) {
  if (fills == 0) return stored == 0 ? Fold::first(T{}) : found;
  const auto repeated = gathered_times<Fold>(fill, fills);
  return stored == 0 ? repeated : Fold::joined(found, repeated);
}

template <class Fold, class T>
typename Fold::state gathered_entries(const node<T>& source) {
  exact_line<Fold, T> line;
  index_t stored = 0;
  for (entry_blocks<T> blocks(source); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    line.take(b.values, 1, b.count);
    stored += b.count;
  }
  return source.size() == 0 ? line.finish() : with_fills<Fold>(line.finish(), stored, source.size() - stored, *source.fill());
}

}  // namespace ravel::detail
