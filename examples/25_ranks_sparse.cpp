// SPDX-License-Identifier: BSL-1.0
// PageRank over ranks: each has the rows of a sparse matrix that belong to its pages. In each step it fetches just the elements of the
// vector that its rows name. As processes: mpirun -n 4 example_25_ranks_sparse mpi
#include <ravel/ravel.hpp>
#include <ravel/sparse.hpp>
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

// Rows of the matrix for the pages of this rank, with a column for each page that links to them.
struct own_rows {
  ravel::tensor<double> parts;
  std::vector<index_t> columns;  // the pages they stand for
};
own_rows rows_from(index_t first, index_t count) {
  std::vector<index_t> places, columns;
  std::vector<double> parts;
  for (index_t page = 0; page < pages; ++page) {
    const auto links = links_of(page);
    for (const index_t to : links) {
      if (to < first || to >= first + count) continue;
      if (columns.empty() || columns.back() != page) columns.push_back(page);
      places.insert(places.end(), {to - first, static_cast<index_t>(columns.size()) - 1});
      parts.push_back(1.0 / static_cast<double>(links.size()));
    }
  }
  const auto entries = static_cast<index_t>(parts.size());
  const auto at = ravel::clone(ravel::borrow(std::as_const(places).data(), {entries, 2}));
  const auto values = ravel::clone(ravel::borrow(std::as_const(parts).data(), {entries}));
  return {ravel::from_coo({count, static_cast<index_t>(columns.size())}, at, values), columns};
}

std::string ranked(const mpi::world& w) {
  const auto rank = mpi::full<double>(w, {pages}, 1.0 / pages, mpi::blocks{0});
  const auto next = mpi::empty_like(rank), has_links = mpi::empty_like(rank);
  const index_t count = rank.local().size();
  const index_t first = count > 0 ? rank.positions().to_local({0}) : 0;
  const own_rows rows = rows_from(first, count);
  const auto columns = ravel::borrow(rows.columns.data(), {static_cast<index_t>(rows.columns.size())});
  const auto own_links = has_links.local();
  for (index_t i = 0; i < count; ++i) own_links(i) = links_of(first + i).empty() ? 0.0 : 1.0;
  for (int step = 0; step < 50; ++step) {
    const double lost = sum(where(has_links == 0.0, rank, 0.0));
    const auto needed = fetch(rank, columns);
    if (count > 0) copy(matmul(rows.parts, needed), next.local());
    copy(0.85 * (next + lost / pages) + 0.15 / pages, rank);
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
