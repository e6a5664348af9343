// SPDX-License-Identifier: BSL-1.0
// The component beside the library, used by one who links it: two ranks as threads.
#include <ravel/mpi.hpp>

int main() {
  double total = 0;
  ravel::mpi::run_threads(2, [&](const ravel::mpi::world& w) {
    const auto x = ravel::mpi::full<double>(w, {4, 4}, 1.5, ravel::mpi::blocks{0});
    const double all = sum(transpose(x) + x);
    if (w.rank() == 0) total = all;
  });
  return total == 48 ? 0 : 1;
}
