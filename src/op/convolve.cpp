// SPDX-License-Identifier: BSL-1.0
// Sums of products under a moving window: a tile of places at a time, whose sums stay in registers while the weights go by.
#include <ravel/base/error.hpp>
#include <ravel/op/convolve.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

constexpr index_t tile = 32;

// out[i] is the sum of weights[j] * data[i + Step * j]. Integers wrap; who calls has made sure that they do not.
template <index_t Step, class A>
[[gnu::always_inline]] inline void correlate_tiles(const A* data, index_t n, const A* weights, index_t m, A* out) {
  index_t i = 0;
  for (; i + tile <= n; i += tile) {
    A sum[static_cast<std::size_t>(tile)] = {};
    for (index_t j = 0; j < m; ++j) {
      for (index_t k = 0; k < tile; ++k) sum[k] += weights[j] * data[i + Step * j + k];
    }
    for (index_t k = 0; k < tile; ++k) out[i + k] = sum[k];
  }
  for (; i < n; ++i) {
    A sum = 0;
    for (index_t j = 0; j < m; ++j) sum += weights[j] * data[i + Step * j];
    out[i] = sum;
  }
}

RAVEL_KERNEL void correlate_doubles(const double* data, index_t n, const double* weights, index_t m, double* out) {
  correlate_tiles<1>(data, n, weights, m, out);
}
// Complex numbers lie as pairs of doubles.
RAVEL_KERNEL void correlate_pairs(const double* data, index_t n, const double* weights, index_t m, double* out) {
  correlate_tiles<2>(data, n, weights, m, out);
}
RAVEL_KERNEL void correlate_words(const std::uint64_t* data, index_t n, const std::uint64_t* weights, index_t m, std::uint64_t* out) {
  correlate_tiles<1>(data, n, weights, m, out);
}

using wide = int128;

template <class A>
wide magnitude(A value) {
  const wide v = value;
  return v < 0 ? -v : v;
}

// No sum can be larger than the largest element times all weights.
template <class A>
bool always_fits(std::span<const A> data, std::span<const A> weights) {
  wide largest = 0, all = 0;
  for (const A value : data) largest = std::max(largest, magnitude(value));
  for (const A value : weights) all += magnitude(value);
  wide bound = 0;
  return !__builtin_mul_overflow(largest, all, &bound) && bound <= std::numeric_limits<A>::max();
}

template <class A>
void correlate_exactly(const A* data, index_t n, std::span<const A> weights, A* out) {
  const auto m = static_cast<index_t>(weights.size());
  if (n == 0) return;
  if (always_fits(std::span<const A>(data, static_cast<std::size_t>(n + m - 1)), weights)) {
    return correlate_words(reinterpret_cast<const std::uint64_t*>(data), n, reinterpret_cast<const std::uint64_t*>(weights.data()), m,
                           reinterpret_cast<std::uint64_t*>(out));
  }
  for (index_t i = 0; i < n; ++i) {
    wide sum = 0, product = 0;
    bool beyond = false;
    for (index_t j = 0; j < m; ++j) {
      beyond |= __builtin_mul_overflow(data[i + j], weights[static_cast<std::size_t>(j)], &product);
      beyond |= __builtin_add_overflow(sum, product, &sum);
    }
    if (beyond || sum < std::numeric_limits<A>::min() || sum > std::numeric_limits<A>::max()) {
      throw overflow_error(text() << "the sum of products at " << i << " does not fit 64 bits");
    }
    out[i] = static_cast<A>(sum);
  }
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

void correlate_inside(const double* data, index_t n, std::span<const double> weights, double* out) {
  for (watched_pieces at(n); at.next();)
    correlate_doubles(data + at.done(), at.size(), weights.data(), static_cast<index_t>(weights.size()), out + at.done());
}
// By the real parts of the weights, and by their imaginary parts, which turn by a right angle.
void correlate_inside(const std::complex<double>* data, index_t n, std::span<const std::complex<double>> weights,
                      std::complex<double>* out) {
  const std::size_t m = weights.size(), places = static_cast<std::size_t>(n);
  std::vector<double> parts(2 * m), turned(2 * places);
  for (std::size_t j = 0; j < m; ++j) {
    parts[j] = weights[j].real();
    parts[m + j] = weights[j].imag();
  }
  const auto* const pairs = reinterpret_cast<const double*>(data);
  correlate_pairs(pairs, 2 * n, parts.data(), std::ssize(weights), reinterpret_cast<double*>(out));
  correlate_pairs(pairs, 2 * n, parts.data() + m, std::ssize(weights), turned.data());
  for (std::size_t i = 0; i < places; ++i) out[i] = {out[i].real() - turned[2 * i + 1], out[i].imag() + turned[2 * i]};
}
void correlate_inside(const std::int64_t* data, index_t n, std::span<const std::int64_t> weights, std::int64_t* out) {
  correlate_exactly(data, n, weights, out);
}
void correlate_inside(const std::uint64_t* data, index_t n, std::span<const std::uint64_t> weights, std::uint64_t* out) {
  correlate_exactly(data, n, weights, out);
}

}  // namespace ravel::detail
