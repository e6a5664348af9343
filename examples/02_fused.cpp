// SPDX-License-Identifier: BSL-1.0
// Expressions: one loop however many operators, and safe to return
#include <ravel/ravel.hpp>

#include <iostream>

using ravel::buffer;
using ravel::reader;

// Returning `auto` is always safe: an expression owns what it reads.
auto squared_distance(const reader<double>& a, const reader<double>& b) { return square(a - b); }

int main() {
  const buffer<double> a{1, 2, 3, 4}, b{2, 2, 5, 0};

  const auto d = squared_distance(a, b);
  std::cout << "distances:";
  for (double x : d) std::cout << " " << x;
  std::cout << ", their sum: " << sum(d) << "\n";  // one pass over a and b, nothing allocated

  a[0] = 10;  // an expression sees what happens to its leaves
  std::cout << "after a[0] = 10: " << sum(d) << "\n";

  // Any number of readers, any function.
  const auto blended = ravel::map([](double x, double y, bool pick) { return pick ? x : y; }, a, b, a > b);
  std::cout << "the larger ones: " << blended[0] << " " << blended[1] << " " << blended[2] << " " << blended[3] << "\n";

  // Types are promoted as their values need: bytes do not wrap, and comparisons are by value.
  const buffer<std::uint8_t> low{3, 200}, high{5, 100};
  const auto difference = low - high;
  std::cout << "3 - 5 = " << difference[0] << " (" << difference.dtype() << ")\n";
}
