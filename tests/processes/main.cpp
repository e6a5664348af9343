// SPDX-License-Identifier: BSL-1.0
// Ranks as processes of MPI, of which the last one does not go on as the others do: launch.sh LAUNCHER RANKS ranks_as_processes WAY. The
// tests of tests/mpi run as processes, too; these are the ways that a test does not survive, or that take as long as a report.
#include <ravel/mpi.hpp>
#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/mpi/detail/world_state.hpp>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace mpi = ravel::mpi;

namespace {

void sleep_past_the_report() { std::this_thread::sleep_for(std::chrono::seconds(7)); }

void leave(std::string_view way) {
  if (way == "fail") throw std::runtime_error("one rank fails alone");
  if (way == "exit") std::exit(0);
  if (way == "kill") std::raise(SIGKILL);
  if (way == "stall") sleep_past_the_report();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view way = argc > 1 ? argv[1] : "";
  return mpi::run(argc, argv, [&](const mpi::world& w) {
    const bool is_last = w.rank() + 1 == w.size();
    double told = w.rank();
    const auto tell = [&] {
      if (is_last && way == "slow") sleep_past_the_report();
      w.state().broadcast(w.size() - 1, std::as_writable_bytes(std::span(&told, 1)));
    };
    w.barrier();
    if (is_last) leave(way);
    mpi::detail::collectively(w, "tell", [] { return std::string(); }, {tell});
    if (w.rank() == 0) std::printf("%s: %g\n", w.description().c_str(), told);
  });
}
