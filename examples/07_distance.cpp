// SPDX-License-Identifier: BSL-1.0
// Distances: one expression, one loop, and no memory for what stands between
#include <ravel/ravel.hpp>

#include <cmath>
#include <iostream>

using ravel::all;
using ravel::index_t;

int main() {
  const index_t points = 1000, features = 64, asked = 500;
  const auto data =
      clone(ravel::compute<float>({points, features}, [](index_t i, index_t j) { return float((i * 31 + j * j * (i % 13)) % 97); }));
  const auto query = data(asked, all);

  // The query stretches over all rows. Neither the differences nor their squares are ever stored: the sum reads the two tensors.
  const auto distances = square(data - query);
  std::cout << "of " << to_string(distances.shape()) << " squares, none stored: " << name(distances.layout()) << "\n";
  std::cout << "their sum: " << sum(distances) << "\n";

  index_t nearest = -1;
  for (index_t i = 0; i < points; ++i) {
    if (i != asked && (nearest < 0 || sum(distances(i, all)) < sum(distances(nearest, all)))) nearest = i;
  }
  std::cout << "nearest to row " << asked << " is row " << nearest << ", at " << std::sqrt(sum(distances(nearest, all))) << "\n";
}
