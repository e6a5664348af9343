// SPDX-License-Identifier: BSL-1.0
// The definition of floating sums and products. Element i of a line goes to lane i mod 8 of chunk i / 256, in ascending order. The lanes of
// a chunk are joined by halves, and the totals of chunks in a tree whose nodes lie at multiples of powers of two. So a line may be cut
// anywhere, and any thread may add up its parts. The loops are compiled once, in src/.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/reader/block.hpp>

#include <algorithm>
#include <bit>
#include <complex>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace ravel::detail {

// ---- how a lane begins, takes one more element, and joins another lane

template <class T>
struct real_sum {
  using adds = void;  // a zero changes nothing
  using state = double;
  static constexpr bool by_chunks = true;
  static double none() { return 0; }
  static double next(double total, T value) { return total + static_cast<double>(value); }
  static double joined(double a, double b) { return a + b; }
};

template <class T>
struct complex_sum {
  using adds = void;
  using state = std::complex<double>;
  static constexpr bool by_chunks = true;
  static state none() { return {}; }
  static state next(state total, T value) { return add_values(total, promoted<state>(value)); }
  static state joined(state a, state b) { return add_values(a, b); }
};

template <class T>
struct real_product {
  using state = double;
  static constexpr bool by_chunks = true;
  static double none() { return 1; }
  static double next(double product, T value) { return product * static_cast<double>(value); }
  static double joined(double a, double b) { return a * b; }
};

template <class T>
struct complex_product {
  using multiplies = void;
  using state = std::complex<double>;
  static constexpr bool by_chunks = true;
  static state none() { return 1; }
  static state next(state product, T value) { return multiply_values(product, promoted<state>(value)); }
  static state joined(state a, state b) { return multiply_values(a, b); }
};

template <class Fold>
concept in_chunks = requires { requires Fold::by_chunks; };

// ---- chunks

template <class Fold>
typename Fold::state joined_lanes(const typename Fold::state* lane) {
  const auto join = [&](index_t a, index_t b) { return Fold::joined(lane[a], lane[b]); };
  return Fold::joined(Fold::joined(join(0, 4), join(2, 6)), Fold::joined(join(1, 5), join(3, 7)));
}

// Adds the next elements to a chunk that has `at` already. They must fit in the chunk.
template <class Fold, class T>
void add_to_lanes(Fold, const T* data, index_t step, index_t n, typename Fold::state* lane, index_t at) {
  for (; n > 0 && at % lanes > 0; --n, ++at, data += step) lane[at % lanes] = Fold::next(lane[at % lanes], *data);
  for (; n >= lanes; n -= lanes, data += lanes * step) {
    for (index_t j = 0; j < lanes; ++j) lane[j] = Fold::next(lane[j], data[j * step]);
  }
  for (index_t j = 0; j < n; ++j) lane[j] = Fold::next(lane[j], data[j * step]);
}

// The totals of lines that lie `apart` and are no longer than a chunk.
template <class Fold, class T>
void totals_of_lines(Fold how, const T* data, index_t step, index_t apart, index_t length, index_t count, typename Fold::state* totals) {
  for (; count > 0; --count, data += apart * step) {
    typename Fold::state lane[static_cast<std::size_t>(lanes)];
    std::fill_n(lane, lanes, Fold::none());
    add_to_lanes(how, data, step, length, lane, 0);
    *totals++ = joined_lanes<Fold>(lane);
  }
}

#define RAVEL_DECLARE(Fold, T, State)                                                                                       \
  void totals_of_lines(Fold how, const T* data, index_t step, index_t apart, index_t length, index_t count, State* totals); \
  void add_to_lanes(Fold how, const T* data, index_t step, index_t n, State* lane, index_t at);
RAVEL_DECLARE(real_sum<double>, double, double)
RAVEL_DECLARE(real_sum<float>, float, double)
RAVEL_DECLARE(real_product<double>, double, double)
#undef RAVEL_DECLARE
#define RAVEL_DECLARE(T)                                                                                              \
  void totals_of_lines(complex_sum<T> how, const T* data, index_t step, index_t apart, index_t length, index_t count, \
                       std::complex<double>* totals);
RAVEL_DECLARE(std::complex<float>)
RAVEL_DECLARE(std::complex<double>)
#undef RAVEL_DECLARE

// The totals of the chunks of n elements. The last chunk may be short.
template <class Fold, class T>
void totals_of_chunks(Fold how, const T* data, index_t step, index_t n, typename Fold::state* totals) {
  const index_t whole = n / chunk_length, rest = n % chunk_length;
  totals_of_lines(how, data, step, chunk_length, chunk_length, whole, totals);
  if (rest > 0) totals_of_lines(how, data + whole * chunk_length * step, step, rest, rest, 1, totals + whole);
}

// ---- the tree

// Decides which nodes are joined as chunks come in ascending order. Chunks that are left out add nothing. Two nodes are joined once no
// chunk can come between them: if the next chunk differs from the last in a higher bit than these two from each other.
class tree_order {
 public:
  // The place of a node that begins at chunk `first`. Before that, calls join(k) for each node k to be joined to the one before.
  template <class Join>
  std::size_t place_of(index_t first, const Join& join) {
    const index_t apart = last_ ^ first;
    while (depth_ > 1 && apart_[depth_ - 1] < apart) join(--depth_);
    last_ = first;
    apart_[depth_] = apart;
    return depth_++;
  }
  // Joins all nodes to the one at place 0; false if there is none. Then the next line begins.
  template <class Join>
  bool finish(const Join& join) {
    while (depth_ > 1) join(--depth_);
    return std::exchange(depth_, 0) > 0;
  }

  static constexpr std::size_t most = 64;  // bits of a chunk's number

 private:
  index_t last_ = 0;     // the chunk where the last node begins
  index_t apart_[most];  // the highest bit in which each node differs from the one before
  std::size_t depth_ = 0;
};

template <class Fold>
class chunk_tree {
 public:
  using state = typename Fold::state;

  // Adds the total of chunk `first`, or of a tree node that begins there.
  void push(index_t first, const state& total) {
    const std::size_t place = order_.place_of(first, joining());
    total_[place] = total;
  }
  // Adds the totals of n chunks, beginning with `first`. Overwrites the totals.
  void push(index_t first, state* totals, index_t n) {
    for (index_t size; n > 0; first += size, totals += size, n -= size) {
      size = index_t{1} << log_of_node(first, n);
      for (index_t width = size / 2; width > 0; width /= 2) {
        for (index_t k = 0; k < width; ++k) totals[k] = Fold::joined(totals[2 * k], totals[2 * k + 1]);
      }
      push(first, totals[0]);
    }
  }
  // Adds n equal chunks; total_of(k) is the total of 2^k of them.
  template <class TotalOf>
  void push_alike(index_t first, index_t n, const TotalOf& total_of) {
    while (n > 0) {
      const int log = log_of_node(first, n);
      push(first, total_of(log));
      first += index_t{1} << log, n -= index_t{1} << log;
    }
  }
  // Ends the line; the next one begins.
  state total() { return order_.finish(joining()) ? total_[0] : Fold::none(); }

 private:
  // The logarithm of the largest node that begins there and has at most n chunks.
  static int log_of_node(index_t first, index_t n) {
    const int log = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n))) - 1;
    return first > 0 ? std::min(log, std::countr_zero(static_cast<std::uint64_t>(first))) : log;
  }
  auto joining() {
    return [this](std::size_t k) { total_[k - 1] = Fold::joined(total_[k - 1], total_[k]); };
  }

  tree_order order_;
  state total_[tree_order::most];
};

// The same for lines side by side, whose totals are rows.
template <class Fold>
class tree_of_rows {
 public:
  using state = typename Fold::state;

  explicit tree_of_rows(index_t width) : width_(width) {}

  void push(index_t first, const state* row) {
    const std::size_t place = order_.place_of(first, joining());
    if (place == rows_.size()) rows_.push_back(std::make_unique_for_overwrite<state[]>(static_cast<std::size_t>(width_)));
    std::copy_n(row, width_, rows_[place].get());
  }
  // Null if no row came. Then the next lines begin.
  const state* total() { return order_.finish(joining()) ? rows_[0].get() : nullptr; }

 private:
  auto joining() {
    return [this](std::size_t k) {
      state* const to = rows_[k - 1].get();
      for (index_t c = 0; c < width_; ++c) to[c] = Fold::joined(to[c], rows_[k][static_cast<std::size_t>(c)]);
    };
  }

  index_t width_;
  tree_order order_;
  std::vector<std::unique_ptr<state[]>> rows_;
};

// The total of a line whose elements come in pieces of any length.
template <class Fold, class T>
class line_total {
 public:
  using state = typename Fold::state;
  // The number of chunks that are added up before they go to the tree. It is smaller for types whose room is first set to zero.
  static constexpr index_t longest = std::is_trivially_default_constructible_v<state> ? 256 : 16;

  void take(const T* data, index_t step, index_t n) {
    if (at_ > 0) {
      const index_t head = std::min(n, chunk_length - at_);
      take_part(data, step, head);
      data += head * step, n -= head;
    }
    while (n >= chunk_length) {
      state totals[static_cast<std::size_t>(longest)];
      const index_t count = std::min(longest, n / chunk_length);
      totals_of_chunks(Fold{}, data, step, count * chunk_length, totals);
      take_totals(totals, count);
      data += count * chunk_length * step, n -= count * chunk_length;
    }
    if (n > 0) take_part(data, step, n);
  }
  // Takes the totals of the next chunks, at the beginning of a chunk.
  void take_totals(state* totals, index_t count) {
    tree_.push(chunk_, totals, count);
    chunk_ += count;
  }
  // Ends the line; the next one begins.
  state finish() {
    if (at_ > 0) close();
    chunk_ = 0;
    return tree_.total();
  }

 private:
  // Takes elements that fit in the current chunk.
  void take_part(const T* data, index_t step, index_t n) {
    if (at_ == 0) std::fill_n(lane_, lanes, Fold::none());
    add_to_lanes(Fold{}, data, step, n, lane_, at_);
    at_ += n;
    if (at_ == chunk_length) close();
  }
  void close() {
    tree_.push(chunk_++, joined_lanes<Fold>(lane_));
    at_ = 0;
  }

  state lane_[static_cast<std::size_t>(lanes)];
  index_t at_ = 0;     // elements in the current chunk
  index_t chunk_ = 0;  // its number
  chunk_tree<Fold> tree_;
};

template <class Fold, class T>
typename Fold::state total_of_line(Fold how, const T* data, index_t step, index_t n) {
  typename Fold::state total;
  if (n <= chunk_length) {
    totals_of_lines(how, data, step, n, n, 1, &total);
    return total;
  }
  line_total<Fold, T> line;
  line.take(data, step, n);
  return line.finish();
}

// The total of a line. f(begin, end) gives the totals of parts that begin at a chunk.
template <class Fold, class F>
typename Fold::state total_of_parts(index_t n, const F& f) {
  return of_aligned_parts(n, chunk_length, f, [](const auto& parts) {
    chunk_tree<Fold> tree;
    for (std::size_t k = 0; k < parts.size(); ++k) tree.push(static_cast<index_t>(k), *parts[k]);
    return tree.total();
  });
}

}  // namespace ravel::detail
