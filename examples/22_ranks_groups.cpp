// SPDX-License-Identifier: BSL-1.0
// Many ranks and many files: each rank maps the files that are its own, and the sales of all of them are grouped by city. One rank or four
// give the same table, to the last bit. As processes: mpirun -n 4 example_22_ranks_groups mpi
#include <ravel/ravel.hpp>
#include "on_ranks.hpp"

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace mpi = ravel::mpi;
using ravel::index_t;

namespace {

constexpr index_t files = 6, rows_of_file = 5000;

std::string name_of(const std::string& column, index_t file) { return "ranks_groups_" + column + "." + std::to_string(file) + ".npy"; }

void write_files() {
  for (index_t f = 0; f < files; ++f) {
    const auto seed = static_cast<std::uint64_t>(f);
    ravel::save_npy(name_of("city", f), ravel::random_integers<std::int32_t>({rows_of_file}, 0, 5, seed));
    ravel::save_npy(name_of("price", f), ravel::random_uniform<double>({rows_of_file}, 1, 100, seed + 100));
  }
}
void remove_files() {
  for (index_t f = 0; f < files; ++f) {
    std::remove(name_of("city", f).c_str());
    std::remove(name_of("price", f).c_str());
  }
}

// The column of the files of this rank, behind each other. They follow those of the rank before. load_npy maps a file, and concat copies
// nothing: from_parts reads each element once, to where it lies.
template <class T>
mpi::tensor<T> column(const mpi::world& w, const std::string& name) {
  std::vector<ravel::tensor<const T>> mapped{ravel::empty<T>({0})};  // there may be more ranks than files
  for (index_t f = files * w.rank() / w.size(); f < files * (w.rank() + 1) / w.size(); ++f) {
    mapped.push_back(ravel::load_npy<T>(name_of(name, f)));
  }
  return mpi::from_parts(w, concat(ravel::along(0), mapped));
}

std::string table(const mpi::world& w) {
  if (w.rank() == 0) write_files();
  w.barrier();
  const auto city = column<std::int32_t>(w, "city");
  const auto price = column<double>(w, "price");
  const auto [cities, turnover] = group_reduce(city, price, ravel::reducer::sum, ravel::group_order::sorted);
  const auto [same, dearest] = group_reduce(city, price, ravel::reducer::max, ravel::group_order::sorted);
  const auto bargains = compress(city, price < 1.01);
  const auto keys = mpi::collect(cities);
  const auto sums = mpi::collect(turnover), most = mpi::collect(dearest);
  std::ostringstream out;
  out.precision(17);
  for (index_t i = 0; i < keys.size(); ++i) out << "city " << keys(i) << ": " << sums(i) << ", at most " << most(i) << "\n";
  out << city.size() << " sales, " << bargains.size() << " bargains\n";
  w.barrier();
  if (w.rank() == 0) remove_files();
  return out.str();
}

}  // namespace

int main(int argc, char** argv) { return on_ranks(argc, argv, "table", table); }
