// SPDX-License-Identifier: BSL-1.0
// Random numbers that are the same on every machine, whoever computes which of them: number i depends on the seed, the stream and i alone
// (Philox4x32 with ten rounds, of Salmon et al. 2011, by its published constants). A value; each thread uses one of its own.
#pragma once

#include <ravel/base/index.hpp>

#include <array>

namespace ravel {

class random_engine {
 public:
  explicit constexpr random_engine(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  // The 64 bits of number i: half of block i / 2, whose counter is i / 2 and the stream, and whose key is the seed.
  constexpr std::uint64_t operator[](std::uint64_t i) const { return block(i / 2)[i % 2]; }

  // The next number, starting at 0.
  constexpr std::uint64_t bits() {
    if (next_ % 2 == 0) now_ = block(next_ / 2);
    return now_[next_++ % 2];
  }
  // In [0, n), each as likely as the others; n > 0. Now and then takes a number more.
  constexpr index_t below(index_t n) {
    const auto range = static_cast<std::uint64_t>(n);
    auto product = static_cast<unsigned __int128>(bits()) * range;
    if (static_cast<std::uint64_t>(product) < range) {
      const std::uint64_t surplus = (0 - range) % range;  // of the 2^64 numbers, those that would favour some results
      while (static_cast<std::uint64_t>(product) < surplus) product = static_cast<unsigned __int128>(bits()) * range;
    }
    return static_cast<index_t>(product >> 64);
  }
  constexpr double unit() { return to_unit(bits()); }

  // In [0, 1), a multiple of 2^-53.
  static constexpr double to_unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

 private:
  constexpr std::array<std::uint64_t, 2> block(std::uint64_t counter) const {
    std::uint32_t c[4] = {low(counter), high(counter), low(stream_), high(stream_)};
    std::uint32_t k[2] = {low(seed_), high(seed_)};
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t p = std::uint64_t{0xd2511f53} * c[0], q = std::uint64_t{0xcd9e8d57} * c[2];
      const std::uint32_t first = high(q) ^ c[1] ^ k[0], third = high(p) ^ c[3] ^ k[1];
      c[0] = first, c[1] = low(q), c[2] = third, c[3] = low(p);
      k[0] += 0x9e3779b9, k[1] += 0xbb67ae85;
    }
    return {c[0] | std::uint64_t{c[1]} << 32, c[2] | std::uint64_t{c[3]} << 32};
  }
  static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

  std::uint64_t seed_, stream_, next_ = 0;
  std::array<std::uint64_t, 2> now_{};
};

}  // namespace ravel
