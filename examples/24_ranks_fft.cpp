// SPDX-License-Identifier: BSL-1.0
// Heat in a periodic plate, twice: step by step with the borders of blocks sent to neighbours, and at once by a distributed Fourier
// transform, one axis after the other with a redistribution between. As processes: mpirun -n 4 example_24_ranks_fft mpi
#include <ravel/ravel.hpp>
#include "on_ranks.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <sstream>
#include <string>

namespace mpi = ravel::mpi;
using ravel::index_t;

namespace {

constexpr index_t n = 64;
constexpr int steps = 100;
constexpr double rate = 0.2;

// A step takes from each neighbour a part of the difference.
mpi::tensor<double> by_steps(const mpi::tensor<double>& start) {
  const auto u = mpi::clone(start, mpi::blocks{0, 1});
  const auto next = mpi::empty_like(u);
  for (int step = 0; step < steps; ++step) {
    copy(u + rate * (rotate(u, {1, 0}) + rotate(u, {-1, 0}) + rotate(u, {0, 1}) + rotate(u, {0, -1}) - 4.0 * u), next);
    copy(next, u);
  }
  return u;
}

// How much of a wave a step leaves, by its frequency along one axis.
ravel::tensor<double> loss() {
  const auto frequency = ravel::cast<double>(ravel::arange(n)) * (2 * std::numbers::pi / n);
  return ravel::clone(2.0 * cos(frequency) - 2.0);
}

mpi::tensor<double> by_waves(const mpi::tensor<double>& start) {
  const auto waves = fft(fft(start, 1), 0, mpi::blocks{1});  // rows are whole; then columns are, and stay so
  const auto of_row = loss();
  const auto left = 1.0 + rate * (new_axis(of_row, 1) + of_row);
  const auto grown = ifft(waves * pow(left, static_cast<double>(steps)), 0);  // columns are whole
  return mpi::clone(real(ifft(grown, 1, mpi::blocks{0})));
}

std::string both(const mpi::world& w) {
  const auto start = mpi::zeros<double>(w, {n, n}, mpi::blocks{0});
  fill(start(ravel::slice(8, 16), ravel::slice(30, 4)), 100);
  const auto stepped = by_steps(start), transformed = by_waves(start);
  std::ostringstream out;
  out.precision(12);
  out << "heat " << sum(start) << " before, " << sum(transformed) << " afterwards\n";
  out << "by steps: warmest " << max(stepped) << "\n";
  out << "by waves: warmest " << max(transformed) << "\n";
  out << "they differ by less than 1e-11: " << (max(abs(stepped - transformed)) < 1e-11 ? "yes" : "no") << "\n";
  return out.str();
}

}  // namespace

int main(int argc, char** argv) { return on_ranks(argc, argv, "heat", both); }
