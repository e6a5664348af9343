// SPDX-License-Identifier: BSL-1.0
// Many ranks: the game of life of 05_life on a torus that is spread over 1, 2 and 4 ranks, which are threads here. The rule is the same
// function, and so is the picture.
#include <ravel/mpi.hpp>
#include <ravel/ravel.hpp>

#include <cstdint>
#include <iostream>
#include <sstream>

namespace mpi = ravel::mpi;
using cell = std::uint8_t;

namespace {

// A cell lives with three neighbours, or with two if it lived before. World is a local tensor or a distributed one.
template <class World>
World next(const World& now) {
  const auto at = [&](int down, int right) { return rotate(now, {down, right}); };
  const auto neighbours = map([](auto... around) { return static_cast<cell>((around + ...)); }, at(-1, -1), at(-1, 0), at(-1, 1), at(0, -1),
                              at(0, 1), at(1, -1), at(1, 0), at(1, 1));
  return clone(map([](cell around, cell alive) { return static_cast<cell>(around == 3 || (around == 2 && alive)); }, neighbours, now));
}

std::string life(const mpi::world& w) {
  std::ostringstream out;
  auto now = mpi::zeros<cell>(w, {8, 12}, mpi::blocks{0, 1});
  now(ravel::slice(0, 3), ravel::slice(0, 3)) = ravel::tensor<cell>{{0, 1, 0}, {0, 0, 1}, {1, 1, 1}};  // a glider
  for (int generation = 0; generation <= 32; ++generation) {
    if (generation % 16 == 0) {
      const auto whole = mpi::collect(now);
      out << "generation " << generation << ", " << sum(now) << " cells\n";
      for (ravel::index_t i = 0; i < whole.extent(0); ++i) {
        for (ravel::index_t j = 0; j < whole.extent(1); ++j) out << (whole(i, j) ? "#" : ".");
        out << "\n";
      }
    }
    now = next(now);
  }
  return out.str();
}

}  // namespace

int main() {
  std::string first;
  for (const int ranks : {1, 2, 4}) {
    mpi::run_threads(ranks, [&](const mpi::world& w) {
      const std::string seen = life(w);
      if (w.rank() != 0) return;
      if (first.empty()) std::cout << (first = seen);
      std::cout << w.description() << ": " << (seen == first ? "the same picture" : "another picture") << "\n";
    });
  }
}
