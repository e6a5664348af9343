// SPDX-License-Identifier: BSL-1.0
// The game of life on a torus, as APL has it: the world is added to its eight rotations
#include <ravel/ravel.hpp>

#include <cstdint>
#include <iostream>

using cell = std::uint8_t;
using world = ravel::tensor<cell>;

// A cell lives with three neighbours, or with two if it lived before.
world next(const world& now) {
  const auto at = [&](int down, int right) { return rotate(now, {down, right}); };
  const auto neighbours = map([](auto... around) { return static_cast<cell>((around + ...)); }, at(-1, -1), at(-1, 0), at(-1, 1), at(0, -1),
                              at(0, 1), at(1, -1), at(1, 0), at(1, 1));
  return clone(map([](cell around, cell alive) { return static_cast<cell>(around == 3 || (around == 2 && alive)); }, neighbours, now));
}

void show(const world& now) {
  for (ravel::index_t i = 0; i < now.extent(0); ++i) {
    for (ravel::index_t j = 0; j < now.extent(1); ++j) std::cout << (now(i, j) ? "#" : ".");
    std::cout << "\n";
  }
}

int main() {
  world now = ravel::zeros<cell>({8, 12});
  now(ravel::slice(0, 3), ravel::slice(0, 3)) = world{{0, 1, 0}, {0, 0, 1}, {1, 1, 1}};  // a glider
  for (int generation = 0; generation <= 32; ++generation) {
    if (generation % 8 == 0) {
      std::cout << "generation " << generation << ", " << sum(now) << " cells\n";
      show(now);
    }
    now = next(now);
  }
}
