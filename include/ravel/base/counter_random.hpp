// SPDX-License-Identifier: BSL-1.0
// Philox4x32-10 of Salmon et al. (2011): a random block is a function of a counter and a key, with no state in between, so that any element
// of any stream is there at once and is the same on every machine. Pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ravel::detail {

using random_block = std::array<std::uint32_t, 4>;

constexpr random_block philox(random_block counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53u} * counter[0], b = std::uint64_t{0xCD9E8D57u} * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

// 64 random bits for each index; streams of one seed are independent of each other, and so are the tries of one index.
class counter_random {
 public:
  constexpr counter_random(std::uint64_t seed, std::uint32_t stream)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}, stream_(stream) {}

  // The bits of the indices 2 k and 2 k + 1.
  constexpr std::array<std::uint64_t, 2> pair(std::uint64_t k, std::uint32_t attempt = 0) const {
    const random_block block = philox({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k >> 32), attempt, stream_}, key_);
    return {std::uint64_t{block[1]} << 32 | block[0], std::uint64_t{block[3]} << 32 | block[2]};
  }
  constexpr std::uint64_t bits(std::uint64_t index, std::uint32_t attempt = 0) const { return pair(index / 2, attempt)[index % 2]; }

  // In [0, n), each as likely as the others: what would favour some is thrown again (Lemire 2019). n is not 0.
  constexpr std::uint64_t below(std::uint64_t n, std::uint64_t index) const {
    for (std::uint32_t attempt = 0;; ++attempt) {
      const unsigned __int128 scaled = static_cast<unsigned __int128>(bits(index, attempt)) * n;
      if (const auto low = static_cast<std::uint64_t>(scaled); low >= n || low >= (0 - n) % n)
        return static_cast<std::uint64_t>(scaled >> 64);
    }
  }

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint32_t stream_;
};

}  // namespace ravel::detail
