// SPDX-License-Identifier: BSL-1.0
// PageRank over ranks: the links lie in a sparse matrix whose rows are spread. In each step a rank gets just the elements of the vector
// that its rows name. As processes: mpirun -n 4 example_25_ranks_sparse mpi
#include <ravel/mpi/sparse.hpp>
#include <ravel/ravel.hpp>
#include "on_ranks.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace mpi = ravel::mpi;
using ravel::index_t;

namespace {

constexpr index_t pages = 2000;

// Where a page links to. Every seventh page has no links.
std::vector<index_t> links_of(index_t page) {
  if (page % 7 == 3) return {};
  std::vector<index_t> to{(page + 1) % pages, page / 2, page * page % 97};
  std::ranges::sort(to);
  to.erase(std::unique(to.begin(), to.end()), to.end());
  return to;
}

// A row for each page, with a column for each page that links to it. Each rank tells the links of some pages, which travel to their rows.
mpi::sparse_tensor<double> linked(const mpi::world& w) {
  std::vector<index_t> to, from;
  std::vector<double> parts;
  for (index_t page = w.rank(); page < pages; page += w.size()) {
    const auto links = links_of(page);
    to.insert(to.end(), links.begin(), links.end());
    from.insert(from.end(), links.size(), page);
    parts.insert(parts.end(), links.size(), 1.0 / static_cast<double>(links.size()));
  }
  return mpi::from_coo(w, {pages, pages}, std::vector{to, from}, parts);
}

std::string ranked(const mpi::world& w) {
  const auto links = linked(w);
  const auto given = sum(links, 0);  // 0 for a page without links
  const auto rank = mpi::full<double>(w, {pages}, 1.0 / pages, mpi::blocks{0});
  for (int step = 0; step < 50; ++step) {
    const double lost = sum(where(given == 0.0, rank, 0.0));
    copy(0.85 * (matmul(links, rank) + lost / pages) + 0.15 / pages, rank);
  }
  const auto best = arg_top_k(rank, 4);
  std::ostringstream out;
  out.precision(17);
  for (const index_t page : best) out << "page " << page << ": " << at(rank, page) << "\n";
  out << "all: " << sum(rank) << "\n";
  return out.str();
}

}  // namespace

int main(int argc, char** argv) { return on_ranks(argc, argv, "ranks", ranked); }
