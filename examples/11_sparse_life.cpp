// SPDX-License-Identifier: BSL-1.0
// The game of life of 05_life on a large torus: the world is sparse, and so is every generation
#include <ravel/ravel.hpp>
#include <ravel/sparse.hpp>

#include <cstdint>
#include <iostream>

using cell = std::uint8_t;
using world = ravel::tensor<cell>;

// A cell lives with three neighbours, or with two if it lived before.
world next(const world& now) {
  const auto at = [&](int down, int right) { return rotate(now, {down, right}); };
  const auto neighbours = map([](auto... around) { return static_cast<cell>((around + ...)); }, at(-1, -1), at(-1, 0), at(-1, 1), at(0, -1),
                              at(0, 1), at(1, -1), at(1, 0), at(1, 1));
  return to_sparse(map([](cell around, cell alive) { return static_cast<cell>(around == 3 || (around == 2 && alive)); }, neighbours, now));
}

int main() {
  world now = ravel::sparse_tensor<cell>({1000000, 1000000});
  const world glider{{0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  now(ravel::slice(0, 3), ravel::slice(0, 3)) = glider;
  now(ravel::slice(999990, 3), ravel::slice(999990, 3)) = glider;  // will come around the edge
  for (int generation = 0; generation <= 64; ++generation) {
    if (generation % 32 == 0) {
      const auto alive = nonzero(now != 0);
      std::cout << "generation " << generation << ": " << stored_count(now) << " of " << now.size() << " cells live, from row "
                << alive(0, 0) << " to row " << alive(alive.extent(0) - 1, 0) << "\n";
    }
    now = next(now);
  }
  std::cout << ravel::describe(now) << "\n";
}
