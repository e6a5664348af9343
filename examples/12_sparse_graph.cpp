// SPDX-License-Identifier: BSL-1.0
// A graph given by its edges: ranks of its pages, triangles, and shortest paths, all by products of one sparse matrix
#include <ravel/ravel.hpp>
#include <ravel/sparse.hpp>

#include <iostream>
#include <limits>

using ravel::all;
using ravel::index_t;
using graph = ravel::tensor<double>;

// Everybody hands on equal parts of a rank; some of it is spread over all, and so is what pages without links have.
ravel::tensor<double> ranks(const graph& links) {
  const index_t pages = links.extent(0);
  const ravel::tensor<double> outgoing = sum(links, 1);
  const graph handed_on = to_sparse(transpose(scale_rows(links, 1.0 / maximum(outgoing, 1.0))));
  ravel::tensor<double> rank = ravel::full<double>({pages}, 1.0 / static_cast<double>(pages));
  for (int step = 0; step < 50; ++step) {
    const double lost = sum(where(outgoing == 0.0, rank, 0.0));
    rank = clone(0.85 * (matmul(handed_on, rank) + lost / static_cast<double>(pages)) + 0.15 / static_cast<double>(pages));
  }
  return rank;
}

// Paths of two steps that an edge closes; each triangle is found from its three corners, both ways around.
index_t triangles(const graph& links) {
  const auto between = to_sparse((links + transpose(links)) != 0.0);
  return sum(sparse_matmul(between, between, ravel::plus_pair, ravel::where_stored{between})) / 6;
}

// Distances by so many doublings of the path length.
graph distances(const graph& links, int doublings) {
  constexpr double far = std::numeric_limits<double>::infinity();
  graph reach = to_sparse(where(links != 0.0, links, far));
  for (index_t i = 0; i < links.extent(0); ++i) reach.write({i, i}, 0.0);
  for (int k = 0; k < doublings; ++k) reach = sparse_matmul(reach, reach, ravel::min_plus);
  return reach;
}

int main() {
  const ravel::tensor<index_t> edges{{0, 1}, {0, 2}, {1, 2}, {2, 0}, {3, 2}, {3, 4}, {4, 3}, {4, 0}, {5, 4}, {1, 5}};
  const graph links = ravel::from_coo({6, 6}, edges, ravel::ones<double>({10}));
  std::cout << "ranks " << ranks(links) << "\n" << triangles(links) << " triangles\n" << distances(links, 3) << "\n";

  // A ring of a million pages with a few more links: nothing here costs a million times a million.
  const index_t pages = 1000000;
  const graph large = ravel::sparse_tensor<double>({pages, pages});
  copy(ravel::ones<double>({pages - 1}), diagonal(large, 0, 1, 1));
  large.write({pages - 1, 0}, 1.0);
  for (index_t i = 0; i < 10; ++i) large.write({i * 1000, (i + 2) * 1000 + 5}, 1.0);
  for (index_t i = 0; i < 10; ++i) large.write({i * 1000, i * 1000 + 2}, 1.0);
  std::cout << ravel::stored_count(large) << " links, " << triangles(large) << " triangles\n";
}
