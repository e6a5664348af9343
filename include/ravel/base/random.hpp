// SPDX-License-Identifier: BSL-1.0
// Random numbers that are the same on every machine and for any division of the work: number i depends on the seed, the stream and i alone.
// The generator is Philox4x32 with ten rounds (Salmon et al. 2011, with its published constants). A value; use one per thread.
#pragma once

#include <ravel/base/index.hpp>

#include <array>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_none_below(index_t n);

}  // namespace detail

// The parameter type of every seed and stream. It takes any integer by its bits, so that -1 is the largest of 64 bits, and no type that
// would have to be rounded.
class seed_arg {
 public:
  template <detail::integer Int>
  constexpr seed_arg(Int value) : value_(static_cast<std::uint64_t>(value)) {}
  template <detail::no_integer X>
  constexpr seed_arg(X value) = delete;  // a seed is an integer

  constexpr operator std::uint64_t() const { return value_; }

 private:
  std::uint64_t value_;
};

// A generator of random numbers that starts from a seed; streams of one seed are independent. Number i can be read without those before it.
class random_engine {
 public:
  explicit constexpr random_engine(seed_arg seed, seed_arg stream = 0) : seed_(seed), stream_(stream) {}

  // The 64 bits of number i: half of pair i / 2.
  constexpr std::uint64_t operator[](std::uint64_t i) const { return pair(i / 2)[i % 2]; }

  // Computes numbers 2 k and 2 k + 1 together. The counter is k and the stream; the key is the seed.
  constexpr std::array<std::uint64_t, 2> pair(std::uint64_t k) const {
    std::uint32_t c[4] = {low(k), high(k), low(stream_), high(stream_)};
    std::uint32_t key[2] = {low(seed_), high(seed_)};
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t p = std::uint64_t{0xd2511f53} * c[0], q = std::uint64_t{0xcd9e8d57} * c[2];
      const std::uint32_t first = high(q) ^ c[1] ^ key[0], third = high(p) ^ c[3] ^ key[1];
      c[0] = first, c[1] = low(q), c[2] = third, c[3] = low(p);
      key[0] += 0x9e3779b9, key[1] += 0xbb67ae85;
    }
    return {c[0] | std::uint64_t{c[1]} << 32, c[2] | std::uint64_t{c[3]} << 32};
  }

  // The next number, starting at 0.
  constexpr std::uint64_t bits() {
    if (next_ % 2 == 0) now_ = pair(next_ / 2);
    return now_[next_++ % 2];
  }
  // A uniform number in [0, n); value_error if n < 1. Sometimes draws more than one number.
  constexpr index_t below(index_arg n) {
    if (n < 1) detail::throw_none_below(n);
    return static_cast<index_t>(below(static_cast<std::uint64_t>(index_t{n}), [this] { return bits(); }));
  }
  constexpr double unit() { return to_unit(bits()); }

  // A number in [0, 1), a multiple of 2^-53.
  static constexpr double to_unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

  // A uniform number in [0, n), made from bits(). Draws again for values that would favour some results (Lemire 2019).
  template <class Bits>
  static constexpr std::uint64_t below(std::uint64_t n, Bits bits) {
    if (n == 0) detail::throw_none_below(0);
    while (true) {
      const auto scaled = static_cast<detail::uint128>(bits()) * n;
      const auto rest = static_cast<std::uint64_t>(scaled);
      if (rest >= n || rest >= (0 - n) % n) return static_cast<std::uint64_t>(scaled >> 64);
    }
  }

 private:
  static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

  std::uint64_t seed_, stream_, next_ = 0;
  std::array<std::uint64_t, 2> now_{};
};

}  // namespace ravel
