// SPDX-License-Identifier: BSL-1.0
// The game of life of 05_life where most is dead: gliders on a torus of 1e12 cells, and a screen of random cells, as pictures
#include <ravel/ravel.hpp>
#include <ravel/sparse.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>

using cell = std::uint8_t;
using ravel::index_t;
using world = ravel::tensor<cell>;

// A cell lives with three neighbours, or with two if it lived before.
world next(const world& now) {
  const auto at = [&](int down, int right) { return rotate(now, {down, right}); };
  const auto neighbours = map([](auto... around) { return static_cast<cell>((around + ...)); }, at(-1, -1), at(-1, 0), at(-1, 1), at(0, -1),
                              at(0, 1), at(1, -1), at(1, 0), at(1, 1));
  return to_sparse(map([](cell around, cell alive) { return static_cast<cell>(around == 3 || (around == 2 && alive)); }, neighbours, now));
}

void gliders() {
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

// A point for each 8 x 8 cells, the brighter the more of them live.
void draw(const world& now, const std::filesystem::path& file) {
  const index_t height = now.extent(0) / 8, width = now.extent(1) / 8;
  const auto living = sum(reshape(now, {height, 8, width, 8}), {1, 3});
  const auto points = clone(ravel::saturate_cast<std::uint8_t>(living * 12));
  std::ofstream picture(file, std::ios::binary);
  picture << "P5\n" << width << " " << height << "\n255\n";
  picture.write(reinterpret_cast<const char*>(points.data()), points.size());
}

void soup(const std::filesystem::path& folder) {
  world now = to_sparse(cast<cell>(ravel::random_integers<int>({2160, 3840}, 0, 12, 1) == 0));
  for (int generation = 0; generation <= 8; ++generation) {
    if (generation % 2 == 0) {
      std::cout << "generation " << generation << ": " << sum(now) << " cells live, " << stored_count(now) << " are stored, "
                << 1000 * stored_count(now) / now.size() << " in a thousand\n";
      draw(now, folder / ("life_" + std::to_string(generation) + ".pgm"));
    }
    now = next(now);
  }
}

int main(int argc, char** argv) {
  gliders();
  soup(argc > 1 ? argv[1] : ".");
}
