// SPDX-License-Identifier: BSL-1.0
// The estimate is Ertl's of 2017 ("New cardinality estimation algorithms for HyperLogLog sketches", algorithm 6). It needs no tables and no
// change of formula for large counts.
#include <ravel/op/sketch/sketches.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ravel {

namespace {

// x plus the sum of x^(2^k) 2^(k - 1) for k from 1 on.
double sigma(double x) {
  if (x == 1) return std::numeric_limits<double>::infinity();
  double total = x, weight = 1, before;
  do {
    x *= x;
    before = total;
    total += x * weight;
    weight *= 2;
  } while (total != before);
  return total;
}

double tau(double x) {
  if (x == 0 || x == 1) return 0;
  double total = 1 - x, weight = 1, before;
  do {
    x = std::sqrt(x);
    before = total;
    weight /= 2;
    total -= (1 - x) * (1 - x) * weight;
  } while (total != before);
  return total / 3;
}

}  // namespace

void distinct_sketch::merge(const distinct_sketch& other) {
  if (registers_.empty()) registers_ = other.registers_;
  for (std::size_t i = 0; i < other.registers_.size(); ++i) registers_[i] = std::max(registers_[i], other.registers_[i]);
}

double distinct_sketch::count() const {
  if (registers_.empty()) return 0;
  constexpr int most = 64 - index_bits;
  double times[most + 2] = {};
  for (const unsigned char zeros : registers_) ++times[zeros];
  const auto m = static_cast<double>(registers_.size());
  double total = m * tau(1 - times[most + 1] / m);
  for (int zeros = most; zeros >= 1; --zeros) total = (total + times[zeros]) / 2;
  total += m * sigma(times[0] / m);
  return m * m / (2 * std::numbers::ln2 * total);
}

}  // namespace ravel
