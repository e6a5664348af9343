// SPDX-License-Identifier: BSL-1.0
// The bytes of a fuzzing run taken apart: numbers and choices, zeros when nothing is left, so that all bytes mean something. And how a
// finding ends the run.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace fuzz {

class input {
 public:
  input(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

  bool empty() const { return left_.empty(); }
  std::uint8_t byte() { return raw<std::uint8_t>(); }
  bool chance(int one_in) { return byte() % one_in == 0; }
  std::int64_t below(std::int64_t n) { return byte() % n; }

  // Any value of the type, bit by bit.
  template <class T>
  T raw() {
    T value{};
    const std::size_t taken = sizeof(T) < left_.size() ? sizeof(T) : left_.size();
    std::memcpy(&value, left_.data(), taken);
    left_ = left_.subspan(taken);
    return value;
  }
  // Mostly near zero, now and then anything.
  template <class T>
  T integer() {
    const std::uint8_t first = byte();
    if (first == 0xff) return raw<T>();
    return static_cast<T>(first == 0xfe ? T(-1) : T(first % 16));
  }

 private:
  std::span<const std::uint8_t> left_;
};

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

}  // namespace fuzz
