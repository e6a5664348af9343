// SPDX-License-Identifier: BSL-1.0
// Sums of products under a moving window: a tile of places at a time, whose sums stay in registers while the weights go by. Or by Fourier
// transforms, block after block, with two blocks of reals as one of complex numbers.
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/spares.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/op/signal/convolve.hpp>
#include "op/signal/fourier.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace ravel::detail {

namespace {

constexpr index_t tile = 32;

// GCC would take the weights in pairs and gather the elements of the second: three times slower.
#ifndef __clang__
#pragma GCC push_options
#pragma GCC optimize("no-loop-unroll-and-jam")
#endif

// out[i] is the sum of weights[j] * data[i + Step * offsets[j]]. Integers wrap; the caller makes sure that they do not overflow.
template <index_t Step, class A>
[[gnu::always_inline]] inline void correlate_tiles(const A* data, index_t n, const A* weights, const index_t* offsets, index_t m, A* out) {
  index_t i = 0;
  for (; i + tile <= n; i += tile) {
    A sum[static_cast<std::size_t>(tile)] = {};
    for (index_t j = 0; j < m; ++j) {
      const A* const under = data + i + Step * offsets[j];
      for (index_t k = 0; k < tile; ++k) sum[k] += weights[j] * under[k];
    }
    for (index_t k = 0; k < tile; ++k) out[i + k] = sum[k];
  }
  for (; i < n; ++i) {
    A sum = 0;
    for (index_t j = 0; j < m; ++j) sum += weights[j] * data[i + Step * offsets[j]];
    out[i] = sum;
  }
}

RAVEL_KERNEL void correlate_doubles(const double* data, index_t n, const double* weights, const index_t* offsets, index_t m, double* out) {
  correlate_tiles<1>(data, n, weights, offsets, m, out);
}
// Complex numbers lie as pairs of doubles.
RAVEL_KERNEL void correlate_pairs(const double* data, index_t n, const double* weights, const index_t* offsets, index_t m, double* out) {
  correlate_tiles<2>(data, n, weights, offsets, m, out);
}
RAVEL_KERNEL void correlate_words(const std::uint64_t* data, index_t n, const std::uint64_t* weights, const index_t* offsets, index_t m,
                                  std::uint64_t* out) {
  correlate_tiles<1>(data, n, weights, offsets, m, out);
}

#ifndef __clang__
#pragma GCC pop_options
#endif

using wide_integer = int128;

template <class A>
wide_integer magnitude(A value) {
  const wide_integer v = value;
  return v < 0 ? -v : v;
}

// No sum can exceed the largest element times all weights.
template <class A>
bool always_fits(std::span<const A> data, std::span<const A> weights) {
  wide_integer largest = 0, all = 0;
  for (const A value : data) largest = std::max(largest, magnitude(value));
  for (const A value : weights) all += magnitude(value);
  wide_integer bound = 0;
  return !__builtin_mul_overflow(largest, all, &bound) && bound <= std::numeric_limits<A>::max();
}

template <class A>
void correlate_wide(const A* data, index_t first, index_t n, std::span<const A> weights, const index_t* offsets, A* out) {
  for (index_t i = 0; i < n; ++i) {
    wide_integer sum = 0, product = 0;
    bool beyond = false;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      beyond |= __builtin_mul_overflow(data[i + offsets[j]], weights[j], &product);
      beyond |= __builtin_add_overflow(sum, product, &sum);
    }
    if (beyond || sum < std::numeric_limits<A>::min() || sum > std::numeric_limits<A>::max()) {
      throw overflow_error(text() << "the sum of products at " << first + i << " does not fit 64 bits");
    }
    out[i] = static_cast<A>(sum);
  }
}

// Multiplies by the real and the imaginary parts of the weights separately. The imaginary part is rotated by a right angle.
void correlate_complex(const std::complex<double>* data, index_t n, std::span<const std::complex<double>> weights, const index_t* offsets,
                       std::complex<double>* out) {
  const std::size_t m = weights.size(), places = static_cast<std::size_t>(n);
  std::vector<double> parts(2 * m), across(2 * places);
  for (std::size_t j = 0; j < m; ++j) {
    parts[j] = weights[j].real();
    parts[m + j] = weights[j].imag();
  }
  const auto* const pairs = reinterpret_cast<const double*>(data);
  correlate_pairs(pairs, 2 * n, parts.data(), offsets, std::ssize(weights), reinterpret_cast<double*>(out));
  correlate_pairs(pairs, 2 * n, parts.data() + m, offsets, std::ssize(weights), across.data());
  for (std::size_t i = 0; i < places; ++i) out[i] = {out[i].real() - across[2 * i + 1], out[i].imag() + across[2 * i]};
}

template <class A>
void correlate_directly(std::span<const A> data, std::span<const A> weights, const window_rows& rows, A* out) {
  const index_t *const offsets = rows.offsets.data(), m = std::ssize(weights);
  bool exact = true;
  if constexpr (std::integral<A>) exact = always_fits(data, weights);
  const index_t longest = current_watch ? std::max<index_t>(watched_pieces::longest / m, 256) : rows.n;
  const auto write = [&](index_t begin, index_t end) {  // places in one row after the other
    watched_steps loop;
    for (index_t place = begin, n = 0; place < end; place += n) {
      const index_t row = place / rows.n, first = place % rows.n;
      n = std::min({longest, rows.n - first, end - place});
      const A* const from = data.data() + rows.starts[static_cast<std::size_t>(row)] + first;
      loop.at(place - begin, end - begin, n * m);
      if constexpr (std::same_as<A, double>) {
        correlate_doubles(from, n, weights.data(), offsets, m, out + place);
      } else if constexpr (std::same_as<A, std::complex<double>>) {
        correlate_complex(from, n, weights, offsets, out + place);
      } else if (exact) {
        correlate_words(reinterpret_cast<const std::uint64_t*>(from), n, reinterpret_cast<const std::uint64_t*>(weights.data()), offsets, m,
                        reinterpret_cast<std::uint64_t*>(out + place));
      } else {
        correlate_wide(from, first, n, weights, offsets, out + place);
      }
    }
  };
  in_pieces(std::ssize(rows.starts) * rows.n, m, write, tile);
}

// The length of a block, and the cost of all blocks, counted in products of a direct sum: 7 for each element and factor of two, 25 more for
// each element, and 300000 for tables and rooms. That is between the costs measured on processors with wide and with narrow vectors.
// Depends only on the sizes.
struct block_choice {
  index_t size = 0;
  double cost = 0;
};
block_choice choose_blocks(index_t places, index_t weights, bool real) {
  block_choice best;
  for (index_t power = 16; power <= (index_t{1} << 58); power *= 2) {
    for (const index_t size : {power, power + power / 4, power + power / 2}) {
      const index_t step = size - weights + 1;
      if (step < 1) continue;
      const index_t blocks = (places - 1) / step + 1, times = real ? (blocks + 1) / 2 : blocks;
      const auto n = static_cast<double>(size);
      const double each = n * (7 * static_cast<double>(std::bit_width(static_cast<std::uint64_t>(size))) + 25);
      const double cost = static_cast<double>(2 * times + 1) * each + 300000;
      if (best.size == 0 || cost < best.cost) best = {size, cost};
      if (times == 1) return best;  // longer ones only cost more
    }
  }
  return best;
}

// Multiplies blocks by the transform of the weights.
class block_filter {
 public:
  template <class A>
  block_filter(index_t size, std::span<const A> weights)
      : plan_(size), room_(workspace_buffer<double>(6 * size, "the blocks of a convolution")) {
    const planes first = in(), by = filter();
    std::fill_n(first.re, 2 * size, 0.0);
    for (index_t j = 0; j < std::ssize(weights); ++j) {
      const std::complex<double> weight = weights[static_cast<std::size_t>(j)];
      const index_t at = j == 0 ? 0 : size - j;
      first.re[at] = weight.real() / static_cast<double>(size);
      first.im[at] = weight.imag() / static_cast<double>(size);
    }
    plan_.run(first, by);
  }

  index_t size() const { return plan_.size(); }
  planes in() const { return {room_.data(), room_.data() + size()}; }  // takes a block, and holds the sums afterwards
  void run() {
    const planes given = in(), waves = {room_.data() + 2 * size(), room_.data() + 3 * size()}, by = filter();
    plan_.run(given, waves);
    for (index_t k = 0; k < size(); ++k) {
      const double re = waves.re[k] * by.re[k] - waves.im[k] * by.im[k], im = waves.re[k] * by.im[k] + waves.im[k] * by.re[k];
      waves.re[k] = re;
      waves.im[k] = im;
    }
    plan_.run({waves.im, waves.re}, {given.im, given.re});
  }

 private:
  planes filter() const { return {room_.data() + 4 * size(), room_.data() + 5 * size()}; }

  fourier_plan plan_;
  buffer<double> room_;
};

void load_part(std::span<const double> data, index_t first, index_t size, double* to) {
  const index_t begin = std::min(first, std::ssize(data)), count = std::min(size, std::ssize(data) - begin);
  std::copy_n(data.data() + begin, count, to);
  std::fill(to + count, to + size, 0.0);
}
void load_block(std::span<const double> data, index_t first, index_t step, index_t size, planes to) {
  load_part(data, first, size, to.re);
  load_part(data, first + step, size, to.im);
}
void load_block(std::span<const std::complex<double>> data, index_t first, index_t, index_t size, planes to) {
  for (index_t i = 0; i < size; ++i) {
    const auto value = first + i < std::ssize(data) ? data[static_cast<std::size_t>(first + i)] : 0;
    to.re[i] = value.real();
    to.im[i] = value.imag();
  }
}
void store_block(planes from, index_t step, index_t count, double* out) {
  std::copy_n(from.re, std::min(step, count), out);
  if (count > step) std::copy_n(from.im, count - step, out + step);
}
void store_block(planes from, index_t, index_t count, std::complex<double>* out) {
  for (index_t i = 0; i < count; ++i) out[i] = {from.re[i], from.im[i]};
}
bool all_finite(const double* values, index_t n) {
  bool finite = true;
  for (index_t i = 0; i < n; ++i) finite &= std::isfinite(values[i]);
  return finite;
}

// dense: consecutive weights, with 0 between those at offsets. A block with NaN, infinity or numbers that overflow in a transform would not
// be finite throughout; it is computed directly, so that each place gets its own result. Threads share the blocks; two real blocks form
// one.
template <class A>
void correlate_blocks(std::span<const A> data, std::span<const A> dense, std::span<const A> weights, std::span<const index_t> offsets,
                      index_t places, index_t size, A* out) {
  constexpr bool real = std::same_as<A, double>;
  const index_t step = size - std::ssize(dense) + 1, each = real ? 2 * step : step;
  constexpr index_t start = 0;
  const auto make_filter = [&] { return block_filter(size, dense); };
  spares<block_filter> filters(make_filter());
  const auto write = [&](block_filter& filter, index_t begin, index_t end) {
    watched_loop loop;
    for (index_t first = begin * each; first < std::min(places, end * each); first += each) {
      loop.at(first, places);
      const index_t count = std::min(each, places - first);
      load_block(data, first, step, size, filter.in());
      filter.run();
      store_block(filter.in(), step, count, out + first);
      if (all_finite(reinterpret_cast<const double*>(out + first), real ? count : 2 * count)) continue;
      const std::size_t reach = static_cast<std::size_t>(count - 1 + offsets.back() + 1);
      correlate_directly(data.subspan(static_cast<std::size_t>(first), reach), weights, {offsets, std::span(&start, 1), count},
                         out + first);
    }
  };
  in_pieces((places - 1) / each + 1, 16 * size,
            [&](index_t begin, index_t end) { filters.with_room(make_filter, [&](block_filter& own) { write(own, begin, end); }); });
}

}  // namespace

window_reach convolve_reach(index_t weights, convolve_mode mode, edge_mode edge) {
  if (weights == 0) throw value_error("a window of no weights has nothing to convolve or correlate with");
  if (mode == convolve_mode::valid) return {0, 0};
  if (edge == edge_mode::valid)
    throw value_error("convolve beyond the ends needs an edge: ask for convolve_mode::valid, or for another edge");
  if (mode == convolve_mode::full) return {weights - 1, weights - 1};
  return {weights / 2, (weights - 1) / 2};
}

template <class A>
void correlate_rows(std::span<const A> data, std::span<const A> weights, const window_rows& rows, convolve_method method, A* out) {
  const index_t count = std::ssize(rows.starts) * rows.n;
  if (count == 0) return;
  if constexpr (std::integral<A>) {
    if (method == convolve_method::fft)
      throw type_error(text() << "convolve_method::fft of integers, whose sums are exact: cast them to double to have them rounded");
  } else if (method != convolve_method::direct) {
    // All rows in one, including the elements between them.
    constexpr bool real = std::same_as<A, double>;
    const index_t places = rows.starts.back() + rows.n, reach = rows.offsets.back() + 1;
    const block_choice blocks = choose_blocks(places, reach, real);
    const double sums = (real ? 1.0 : 4.0) * static_cast<double>(count) * static_cast<double>(weights.size());
    if (method == convolve_method::fft || blocks.cost < sums) {
      std::vector<A> dense(static_cast<std::size_t>(reach));
      for (std::size_t j = 0; j < weights.size(); ++j) dense[static_cast<std::size_t>(rows.offsets[j])] = weights[j];
      if (rows.starts.size() == 1) return correlate_blocks<A>(data, dense, weights, rows.offsets, places, blocks.size, out);
      const buffer<A> whole = workspace_buffer<A>(places, "a line and its edges");
      correlate_blocks<A>(data, dense, weights, rows.offsets, places, blocks.size, whole.data());
      for (const index_t start : rows.starts) out = std::copy_n(whole.data() + start, rows.n, out);
      return;
    }
  }
  correlate_directly(data, weights, rows, out);
}

template <class A>
void correlate_inside(std::span<const A> data, std::span<const A> weights, index_t n, convolve_method method, A* out) {
  std::vector<index_t> offsets(weights.size());
  std::iota(offsets.begin(), offsets.end(), index_t{0});
  constexpr index_t start = 0;
  correlate_rows(data, weights, {offsets, std::span(&start, 1), n}, method, out);
}

template <class A>
line_correlation<A>::line_correlation(index_t n, std::span<const A> weights, const convolving& how)
    : weights_(weights), how_(how), reach_(convolve_reach(std::ssize(weights), how.mode, how.edge)), offsets_(weights.size()) {
  std::iota(offsets_.begin(), offsets_.end(), index_t{0});
  if (n > 0) places_ = std::max<index_t>(add_index(n, add_index(reach_.before, reach_.after)) - std::ssize(weights) + 1, 0);
}

template <class A>
void line_correlation<A>::run(const node<A>& line, A* out) {
  if (places_ == 0) return;
  constexpr index_t start = 0;
  const window_rows rows{offsets_, std::span(&start, 1), places_};
  const index_t n = line.size(), size = n + reach_.before + reach_.after;
  const auto& lent = line.memory();
  const A* data = lent.data;
  if (!lent.data || lent.step != 1 || size != n) {
    if (whole_.size() == 0) whole_ = workspace_buffer<A>(size, "a line and its edges");
    A* const middle = whole_.data() + reach_.before;
    read_into(line, 0, n, middle);
    fill_beyond(middle, n, reach_, how_.edge);
    data = whole_.data();
  }
  correlate_rows<A>({data, static_cast<std::size_t>(size)}, weights_, rows, how_.method, out);
}

#define RAVEL_INSTANTIATE(A)                                                                                               \
  template class RAVEL_API line_correlation<A>;                                                                            \
  template RAVEL_API void correlate_rows(std::span<const A>, std::span<const A>, const window_rows&, convolve_method, A*); \
  template RAVEL_API void correlate_inside(std::span<const A>, std::span<const A>, index_t, convolve_method, A*);
RAVEL_FOR_EACH_WIDE_SUM(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
