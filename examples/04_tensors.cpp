// SPDX-License-Identifier: BSL-1.0
// Tensors: dimensions over anything that can be read, views that never copy, and the way back from an address
#include <ravel/ravel.hpp>

#include <iostream>

using ravel::all;
using ravel::index_t;

int main() {
  const ravel::tensor<double> t{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
  std::cout << "a tensor\n" << t << "\n";

  // A view looks at the same elements through other dimensions.
  std::cout << "its transpose\n" << transpose(t) << "\n";
  std::cout << "its second row\n" << t(1, all) << "\n";
  std::cout << "rows 2 and 0, columns from the right\n" << t({2, 0}, ravel::slice(2, 3, -1)) << "\n";
  std::cout << "turned round on a torus\n" << rotate(t, {1, 1}) << "\n";

  // Writing to a view writes to what it looks at.
  t(all, 0) = 10.0;
  t(0, all) += ravel::tensor<double>{1, 2, 3};
  std::cout << "after two writes\n" << t << "\n";

  // Elementwise work is lazy and keeps the shape; an extent of 1 stretches.
  const auto centred = t - ravel::tensor<double>{{2}, {5}, {8}};
  std::cout << "less a column\n" << centred << "\n";
  std::cout << "sum " << sum(centred) << ", of squares " << sum(square(centred)) << "\n\n";

  // A function of coordinates is a tensor, too. Nothing of it is stored.
  const auto table = ravel::compute<index_t>({10, 10}, [](index_t i, index_t j) { return (i + 1) * (j + 1); });
  std::cout << "a part of the multiplication table\n" << table(ravel::slice(6, 3), ravel::slice(6, 3)) << "\n";

  // Dimensions map positions to addresses, and addresses back to all positions that have them.
  const ravel::dims tiled = ravel::dims::row_major({2, 2}).tile(1, 2);
  std::cout << "the dims " << tiled << " have address 3 at positions";
  for (const index_t position : tiled.to_global(3)) std::cout << " " << position;
  std::cout << "\n";
}
