// SPDX-License-Identifier: BSL-1.0
// All cores: the Mandelbrot set as one lazy expression, computed by as many threads as this process may use. The picture is the same, bit
// for bit, for any number of them.
#include <ravel/ravel.hpp>

#include <iostream>

using ravel::index_t;

namespace {

// After how many steps of z * z + c a point is more than 2 away from 0, at most 1,000.
int steps_to_leave(double re, double im) {
  double x = 0, y = 0;
  for (int step = 0; step < 1000; ++step) {
    if (x * x + y * y > 4) return step;
    const double next = x * x - y * y + re;
    y = 2 * x * y + im;
    x = next;
  }
  return 1000;
}

}  // namespace

int main() {
  const index_t rows = 240, columns = 560;
  const auto im = reshape(ravel::linspace(1.2, -1.2, rows), {rows, 1});
  const auto re = ravel::linspace(-2.1, 0.7, columns);
  const auto steps = map(steps_to_leave, re, im);  // of each column and row; nothing is computed yet

  const auto picture = ravel::with_threads(0, [&] { return clone(steps); });
  std::cout << "the same as on one thread: " << (all_of(picture == steps) ? "yes" : "no") << "\n";

  for (index_t row = 0; row < rows; row += 12) {
    for (index_t column = 0; column < columns; column += 8)
      std::cout << (picture(row, column) == 1000 ? '#' : picture(row, column) > 12 ? '+' : picture(row, column) > 5 ? '.' : ' ');
    std::cout << "\n";
  }
}
