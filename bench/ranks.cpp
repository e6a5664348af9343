// SPDX-License-Identifier: BSL-1.0
// Distributed tensors on ranks that are threads, or under mpirun with the argument `mpi` processes. Communication and work apart.
#include "support.hpp"

#include <ravel/mpi.hpp>
#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/ravel.hpp>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace mpi = ravel::mpi;
using ravel::index_t;

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// The least seconds of several rounds of `times` calls, one of them.
template <class F>
double seconds(const mpi::world& w, int times, const F& f) {
  double best = 1e30;
  for (int round = 0; round < 7; ++round) {
    w.barrier();
    const double begin = now();
    for (int i = 0; i < times; ++i) f();
    w.barrier();
    best = std::min(best, (now() - begin) / times);
  }
  return best;
}

void say(const mpi::world& w, const char* what, double took, const char* more = "", double value = 0) {
  if (w.rank() == 0) std::printf("%d ranks  %-52s %12.2f us  %s%.3g\n", w.size(), what, took * 1e6, more, value);
}

mpi::detail::schedule_key key_of_life(int rows_of_ranks) {
  const mpi::placement at = mpi::blocks{0}.place({1024 * rows_of_ranks, 1024}, rows_of_ranks, 0);
  mpi::detail::schedule_key key;
  key.target = at.map;
  key.target_span = at.span;
  key.spans = {at.span};
  for (const index_t down : {-1, 0, 1}) {
    for (const index_t right : {-1, 0, 1}) key.leaves.push_back({at.map.rotate(0, down).rotate(1, right), 0});
  }
  return key;
}

void schedules(const mpi::world& w) {
  const auto key = key_of_life(4);
  mpi::detail::schedule_cache cache;
  (void)cache.get(key, key.hash(), 1, 4);
  say(w, "schedule of a life step, 1,048,576 local elements", seconds(w, 20, [&] { bench::keep(mpi::detail::make_schedule(key, 1, 4)); }));
  say(w, "the same again, from the cache", seconds(w, 1000, [&] { bench::keep(cache.get(key, key.hash(), 1, 4)); }));
}

void exchanges(const mpi::world& w) {
  say(w, "roll call", seconds(w, 2000, [&] { w.barrier(); }));
  constexpr index_t side = 2896;  // 64 MiB of doubles
  const auto x = mpi::full<double>(w, {side, side}, 1.0, mpi::blocks{0});
  const auto y = mpi::zeros<double>(w, {side, side}, mpi::cyclic{0});
  const double copied = seconds(w, 1, [&] { copy(x, y); });
  std::vector<double> a(static_cast<std::size_t>(side * side / w.size()), 1.0), b(a.size());
  const double moved = seconds(w, 1, [&] {
    std::memcpy(b.data(), a.data(), a.size() * sizeof(double));
    bench::keep(b[0]);
  });
  say(w, "copy of 64 MB from blocks of rows to cyclic rows", copied, "x memcpy: ", copied / moved);
  const auto line = mpi::full<double>(w, {4 << 20}, 1.0, mpi::blocks{0});
  const double summed = seconds(w, 10, [&] { bench::keep(sum(line)); });
  const auto own = line.local();
  const double alone = seconds(w, 10, [&] { bench::keep(ravel::sum(own)); });
  say(w, "sum of 4 Mi doubles", summed, "x the sums of the own parts: ", summed / alone);
}

void life(const mpi::world& w) {
  const auto alive = mpi::random_integers<std::uint8_t>(w, {4096, 4096}, 0, 2, 5, mpi::blocks{0});
  const auto next = mpi::empty_like(alive);
  const auto at = [&](int down, int right) { return rotate(alive, {down, right}); };
  const auto rule = map(
      [](std::uint8_t now, auto... around) {
        const int n = (around + ...);
        return static_cast<std::uint8_t>(n == 3 || (n == 2 && now));
      },
      alive, at(-1, -1), at(-1, 0), at(-1, 1), at(0, -1), at(0, 1), at(1, -1), at(1, 0), at(1, 1));
  say(w, "a step of life, 4096 x 4096", seconds(w, 3, [&] { copy(rule, next); }));
}

void all(const mpi::world& w) {
  schedules(w);
  exchanges(w);
  life(w);
}

}  // namespace

int main(int argc, char** argv) {
  const auto rows = [](const mpi::world& w) { all(w); };
  if (argc > 1 && std::string_view(argv[1]) == "mpi") return mpi::run(argc, argv, rows);
  for (const int ranks : {1, 2}) mpi::run_threads(ranks, rows);
}
