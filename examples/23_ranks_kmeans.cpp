// SPDX-License-Identifier: BSL-1.0
// Clusters of points that are spread over ranks, by k-means. Distances are computed where points lie; centres are means of groups, which
// every rank gets. As processes: mpirun -n 4 example_23_ranks_kmeans mpi
#include <ravel/ravel.hpp>
#include "on_ranks.hpp"

#include <sstream>
#include <string>

namespace mpi = ravel::mpi;
using ravel::index_t;

namespace {

constexpr index_t points = 3000, clusters = 3;

// The number of the nearest centre.
mpi::tensor<index_t> nearest(const mpi::tensor<double>& x, const ravel::tensor<double>& centres) {
  auto best = sum(square(x - select(centres, 0, 0)), 1);
  auto label = mpi::zeros<index_t>(x.ranks(), {x.extent(0)}, mpi::blocks{0});
  for (index_t c = 1; c < centres.extent(0); ++c) {
    const auto distance = sum(square(x - select(centres, 0, c)), 1);
    copy(where(distance < best, c, label), label);
    copy(minimum(distance, best), best);
  }
  return label;
}

std::string clustered(const mpi::world& w) {
  // Three clouds, the same for any number of ranks.
  const auto noise = mpi::random_normal<double>(w, {points, 2}, 0, 1, 42, mpi::blocks{0});
  const auto cloud = mpi::random_integers<index_t>(w, {points}, 0, clusters, 7, mpi::blocks{0});
  const auto x = mpi::clone(noise + 6.0 * ravel::mpi::new_axis(mpi::cast<double>(cloud), 1));
  ravel::tensor<double> centres = fetch(x, ravel::arange(clusters));  // the first points
  mpi::tensor<index_t> label = nearest(x, centres);
  int rounds = 0;
  for (bool moves = true; moves; ++rounds) {
    for (index_t axis = 0; axis < 2; ++axis) {
      const auto [keys, means] = group_reduce(label, select(x, 1, axis), ravel::reducer::mean, ravel::group_order::sorted);
      const auto found = mpi::collect(keys);
      const auto at = mpi::collect(means);
      for (index_t k = 0; k < found.size(); ++k) centres(found(k), axis) = at(k);
    }
    const auto now = nearest(x, centres);
    moves = any_of(now != label);
    label = now;
  }
  const auto sizes = value_counts(label);
  std::ostringstream out;
  out.precision(12);
  out << rounds << " rounds\n";
  for (index_t c = 0; c < clusters; ++c) out << "centre " << centres(c, 0) << ", " << centres(c, 1) << "\n";
  out << "sizes " << mpi::collect(sizes.counts) << "\n";
  return out.str();
}

}  // namespace

int main(int argc, char** argv) { return on_ranks(argc, argv, "clusters", clustered); }
