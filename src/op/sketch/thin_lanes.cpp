// SPDX-License-Identifier: BSL-1.0
// Batcher's networks over rows of 8 lanes. 16 rows are sorted in registers; longer groups are merged by halving bitonic sequences. A block
// is finished in the first cache before the next one begins.
//
// The plain algorithm, for each of the 8 lanes (columns) of a chunk:
//
//   for log from 4 to how.last:
//     sort each group of 2^log rows: for log 4 from scratch, then by merging two groups
//     if log is how.first, how.first + 2, ...: keep every other row of each group; a coin chooses the lanes that keep the second of two
//   how.again times: keep every other row
//
// All machines and all ways keep the same elements. Gains are over std::sort and std::merge of one lane after the other, or as stated, for
// whole sketches of 1e5 to 1e7 doubles. All rows are "quantile_sketch(0.001) 1e7" of bench/statistics.cpp.
//
//   way                            when it is taken                                gain
//   sort_all and merge_all         each chunk                                      1.4 to 10
//   sort_all                       each chunk: over std::sort, with merge_all      1.1 to 6.1
//   vectors of 64 bytes            machines that have them: over 16 bytes          1.0 to 1.5
//   widen_all                      all elements: over a loop of one element        1.0 to 2.4
//   one block after the other      chunks of more than 256 rows                    1.0, but the order of the coins is part of the results
#include "op/sketch/thin_lanes.hpp"
#include <ravel/base/config.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace ravel::detail {

namespace {

constexpr int block_log = 8;  // rows that fit the first cache
constexpr index_t in_registers = index_t{1} << thinning::least;

// As many bytes of a row as the machine handles at once. Lanes are independent.
template <int Bytes>
struct part_of {
  typedef double type __attribute__((vector_size(Bytes)));  // GCC ignores the attribute in an alias of a template
  typedef std::int64_t choice __attribute__((vector_size(Bytes)));
  static constexpr int lanes = Bytes / 8;
};

// All ones in the lanes that keep the second of two rows.
constexpr auto choices = [] {
  std::array<std::array<std::int64_t, row_lanes>, lane_coins> all{};
  std::size_t found = 0;
  for (unsigned bits = 0; bits < 256; ++bits) {
    int chosen = 0;
    for (unsigned lane = 0; lane < row_lanes; ++lane) chosen += static_cast<int>(bits >> lane & 1);
    if (chosen != row_lanes / 2) continue;
    for (unsigned lane = 0; lane < row_lanes; ++lane) all[found][lane] = -static_cast<std::int64_t>(bits >> lane & 1);
    ++found;
  }
  return all;
}();

#define RAVEL_INLINE [[gnu::always_inline]] inline

template <class Part>
RAVEL_INLINE void load(Part& to, const double* from) {
  std::memcpy(&to, from, sizeof to);
}
template <class Part>
RAVEL_INLINE void store(double* to, const Part& from) {
  std::memcpy(to, &from, sizeof from);
}
template <class Part>
RAVEL_INLINE void put_in_order(Part& a, Part& b) {
#if defined(__SSE2__)
  if constexpr (sizeof a == 16) {  // GCC 12 has these two only with AVX
    const Part less = __builtin_ia32_minpd(b, a);
    b = __builtin_ia32_maxpd(a, b);
    a = less;
    return;
  }
#endif
  const Part low = b < a ? b : a;
  b = b < a ? a : b;
  a = low;
}

// Merges elements from First on, Step apart, in which the even and the odd places ascend.
template <int First, int N, int Step, class Part>
RAVEL_INLINE void merge_odd_even(Part* x) {
  if constexpr (2 * Step < N) {
    merge_odd_even<First, N, 2 * Step>(x);
    merge_odd_even<First + Step, N, 2 * Step>(x);
#pragma GCC unroll 16
    for (int i = First + Step; i + Step < First + N; i += 2 * Step) put_in_order(x[i], x[i + Step]);
  } else {
    put_in_order(x[First], x[First + Step]);
  }
}
template <int First, int N, class Part>
RAVEL_INLINE void sort_rows(Part* x) {
  if constexpr (N > 1) {
    sort_rows<First, N / 2>(x);
    sort_rows<First + N / 2, N / 2>(x);
    merge_odd_even<First, N, 1>(x);
  }
}

// Sorts a bitonic sequence: one that rises and then falls, or falls and then rises.
template <int N, class Part>
RAVEL_INLINE void sort_bitonic(Part* x) {
  if constexpr (N > 1) {
#pragma GCC unroll 16
    for (int i = 0; i < N / 2; ++i) put_in_order(x[i], x[i + N / 2]);
    sort_bitonic<N / 2>(x);
    sort_bitonic<N / 2>(x + N / 2);
  }
}

// Writes 16 rows, or with a coin one of every two.
template <int Bytes, class Part>
RAVEL_INLINE void put_rows(const Part* x, double* to, const std::uint8_t* coin, int lane) {
  if (!coin) {
#pragma GCC unroll 16
    for (int i = 0; i < in_registers; ++i) store(to + i * row_lanes, x[i]);
    return;
  }
  typename part_of<Bytes>::choice second;
  std::memcpy(&second, choices[*coin].data() + lane, sizeof second);
#pragma GCC unroll 8
  for (int i = 0; i < in_registers / 2; ++i) store(to + i * row_lanes, second ? x[2 * i + 1] : x[2 * i]);
}

// Merging steps across more rows than fit into registers. The first step reverses the second run; its larger half stays reversed.
template <bool Turned, class Part>
RAVEL_INLINE void one_step(double* rows, index_t run) {
  for (index_t i = 0; i < run; ++i) {
    double *const left = rows + i * row_lanes, *const right = Turned ? rows + (2 * run - 1 - i) * row_lanes : left + run * row_lanes;
    Part a, b;
    load(a, left), load(b, right);
    put_in_order(a, b);
    store(left, a), store(right, b);
  }
}
template <class Part>
RAVEL_INLINE void long_steps(double* rows, index_t run) {
  const index_t end = 2 * run;
  one_step<true, Part>(rows, run);
  for (run /= 2; run >= in_registers; run /= 2) {
    for (index_t at = 0; at < end; at += 2 * run) one_step<false, Part>(rows + at * row_lanes, run);
  }
}

// Sorts groups of 16 rows, each with its own coin if there are any.
template <int Bytes>
RAVEL_INLINE void sort_all(const double* from, double* to, index_t groups, const std::uint8_t* coins) {
  const index_t left = coins ? in_registers / 2 : in_registers;
  for (index_t g = 0; g < groups; ++g) {
    for (int lane = 0; lane < row_lanes; lane += part_of<Bytes>::lanes) {
      typename part_of<Bytes>::type x[in_registers];
#pragma GCC unroll 16
      for (int i = 0; i < in_registers; ++i) load(x[i], from + (g * in_registers + i) * row_lanes + lane);
      sort_rows<0, in_registers>(x);
      put_rows<Bytes>(x, to + g * left * row_lanes + lane, coins ? coins + g : nullptr, lane);
    }
  }
}

// Merges runs of 8 rows or more in pairs.
template <int Bytes>
RAVEL_INLINE void merge_all(double* rows, index_t run, index_t pairs, const std::uint8_t* coins) {
  using part = typename part_of<Bytes>::type;
  const index_t left = coins ? in_registers / 2 : in_registers;
  for (index_t p = 0; p < pairs; ++p) {
    const std::uint8_t* const coin = coins ? coins + p : nullptr;
    for (int lane = 0; lane < row_lanes; lane += part_of<Bytes>::lanes) {
      double* const from = rows + 2 * run * p * row_lanes + lane;
      double* to = rows + (coins ? run : 2 * run) * p * row_lanes + lane;
      part x[in_registers];
      if (2 * run == in_registers) {
#pragma GCC unroll 8
        for (int i = 0; i < in_registers / 2; ++i) {
          load(x[i], from + i * row_lanes);
          load(x[in_registers / 2 + i], from + (in_registers - 1 - i) * row_lanes);
        }
        sort_bitonic<in_registers>(x);
        put_rows<Bytes>(x, to, coin, lane);
        continue;
      }
      long_steps<part>(from, run);
      for (index_t at = 0; at < 2 * run; at += in_registers, to += left * row_lanes) {
#pragma GCC unroll 16
        for (int i = 0; i < in_registers; ++i) load(x[i], from + (at + i) * row_lanes);
        sort_bitonic<in_registers>(x);
        put_rows<Bytes>(x, to, coin, lane);
      }
    }
  }
}

// Halves the rows of one group.
template <int Bytes>
RAVEL_INLINE void halve_all(double* rows, index_t n, std::uint8_t coin) {
  for (int lane = 0; lane < row_lanes; lane += part_of<Bytes>::lanes) {
    typename part_of<Bytes>::choice second;
    std::memcpy(&second, choices[coin].data() + lane, sizeof second);
    for (index_t i = 0; i < n / 2; ++i) {
      typename part_of<Bytes>::type a, b;
      load(a, rows + 2 * i * row_lanes + lane), load(b, rows + (2 * i + 1) * row_lanes + lane);
      store(rows + i * row_lanes + lane, second ? b : a);
    }
  }
}

// Widens the limits of each lane to whole rows; true if there is a NaN. No comparison with a NaN holds.
template <int Bytes>
RAVEL_INLINE bool widen_all(const double* from, index_t n, double* low, double* high) {
  using part = typename part_of<Bytes>::type;
  std::int64_t any = 0;
  for (int lane = 0; lane < row_lanes; lane += part_of<Bytes>::lanes) {
    part least, greatest;
    typename part_of<Bytes>::choice strange{};
    load(least, low + lane), load(greatest, high + lane);
    for (index_t i = lane; i < n; i += row_lanes) {
      part x;
      load(x, from + i);
      strange |= x != x;
      least = x < least ? x : least;
      greatest = x > greatest ? x : greatest;
    }
    store(low + lane, least), store(high + lane, greatest);
    for (int i = 0; i < part_of<Bytes>::lanes; ++i) any |= strange[i];
  }
  return any != 0;
}

// As RAVEL_KERNEL, but each instruction set uses vectors of its own length: GCC 12 takes longer ones element by element.
#define RAVEL_LANE_KERNELS(target, bytes)                                                                  \
  target void sort_groups(const double* from, double* to, index_t groups, const std::uint8_t* coins) {     \
    sort_all<bytes>(from, to, groups, coins);                                                              \
  }                                                                                                        \
  target void merge_groups(double* rows, index_t run, index_t pairs, const std::uint8_t* coins) {          \
    merge_all<bytes>(rows, run, pairs, coins);                                                             \
  }                                                                                                        \
  target void halve_group(double* rows, index_t n, std::uint8_t coin) { halve_all<bytes>(rows, n, coin); } \
  target bool widen_by_rows(const double* from, index_t n, double* low, double* high) { return widen_all<bytes>(from, n, low, high); }

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
RAVEL_LANE_KERNELS(__attribute__((target("default"))), 16)
RAVEL_LANE_KERNELS(__attribute__((target("arch=x86-64-v3"))), 32)
RAVEL_LANE_KERNELS(__attribute__((target("arch=x86-64-v4"))), 64)
#else
RAVEL_LANE_KERNELS(, 16)
#endif
#undef RAVEL_LANE_KERNELS
#undef RAVEL_INLINE

// Merges runs up to 2^end rows, from groups of 2^done rows that are finished.
struct lane_work {
  thinning how;
  const std::uint8_t* coins;

  bool halves_at(int log) const { return log >= how.first && (log - how.first) % 2 == 0; }
  const std::uint8_t* take_coins(int log, index_t groups) {
    if (!halves_at(log)) return nullptr;
    coins += groups;
    return coins - groups;
  }
  // For 2^log rows.
  index_t left_of(int log) const { return index_t{1} << (log < how.first ? log : log - ((log - how.first) / 2 + 1)); }

  void merge_up(double* rows, int done, int end, index_t of) {
    for (int log = done + 1; log <= end; ++log) {
      const index_t pairs = of >> log;
      merge_groups(rows, left_of(log - 1), pairs, take_coins(log, pairs));
    }
  }
};

}  // namespace

int thinning::coins() const {
  int found = 0;
  for (int log = first; log <= last; log += 2) found += 1 << (last - log);
  return found + again;
}

// Coins of four lanes up and four down: for k lanes in which an element is at an odd place, the errors add up as k draws out of 8 without
// replacement, and k (1 - (k - 1) / 8) is at most 2.5 (Serfling 1974; from 5 on by the lanes that are left out). A halving has twice the
// weight of the one before and a quarter of the groups.
double thinning::spread() const {
  const int before = halvings() - again;
  double squares = static_cast<double>(index_t{1} << (last - first)) * before;
  for (int halving = before; halving < halvings(); ++halving) squares += static_cast<double>(index_t{1} << 2 * halving);
  return 2.5 * squares;
}

void thin_lanes(double* rows, thinning how, const std::uint8_t* coins) {
  lane_work work{how, coins};
  const int block = std::min(block_log, how.last);
  const index_t of = index_t{1} << how.last, block_rows = index_t{1} << block, left = work.left_of(block);
  double* to = rows;
  for (index_t at = 0; at < of; at += block_rows, to += left * row_lanes) {
    const index_t groups = block_rows >> thinning::least;
    sort_groups(rows + at * row_lanes, to, groups, work.take_coins(thinning::least, groups));
    work.merge_up(to, thinning::least, block, block_rows);
  }
  work.merge_up(rows, block, how.last, of);
  index_t rows_left = work.left_of(how.last);
  for (int k = 0; k < how.again; ++k, rows_left /= 2) halve_group(rows, rows_left, *work.coins++);
}

bool widen_limits(const double* values, index_t n, double& low, double& high) {
  double lows[row_lanes], highs[row_lanes];
  std::fill_n(lows, row_lanes, low), std::fill_n(highs, row_lanes, high);
  const index_t whole = n - n % row_lanes;
  bool any_nan = widen_by_rows(values, whole, lows, highs);
  for (index_t i = whole; i < n; ++i) {
    any_nan |= values[i] != values[i];
    lows[0] = values[i] < lows[0] ? values[i] : lows[0];
    highs[0] = values[i] > highs[0] ? values[i] : highs[0];
  }
  low = *std::min_element(lows, lows + row_lanes), high = *std::max_element(highs, highs + row_lanes);
  return any_nan;
}

}  // namespace ravel::detail
