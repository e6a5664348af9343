// SPDX-License-Identifier: BSL-1.0
// Distributed tensors on ranks that are threads, or processes (`mpirun -n 2 ranks.v3 mpi`), beside plain MPI. Bars are of two ranks.
#include "support.hpp"

#include <ravel/mpi.hpp>
#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/mpi/sparse.hpp>
#include <ravel/ravel.hpp>

#if WITH_MPI
#include "ranks_by_hand.hpp"
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace mpi = ravel::mpi;
using ravel::index_t;

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Of each work the least seconds of one call. In a round each is called so many times.
template <class... Fs>
std::array<double, sizeof...(Fs)> seconds(const mpi::world& w, int times, const Fs&... works) {
  std::array<double, sizeof...(Fs)> best;
  best.fill(1e30);
  for (int round = 0; round < 15; ++round) {
    auto least = best.begin();
    const auto time = [&](const auto& f) {
      w.barrier();
      const double begin = now();
      for (int i = 0; i < times; ++i) f();
      w.barrier();
      *least = std::min(*least, (now() - begin) / times);
      ++least;
    };
    (time(works), ...);
  }
  return best;
}

// The largest figure that keeps a row: microseconds, or a ratio to what is named.
struct bar {
  double most;
  const char* beside = nullptr;
  double took = 0;
};

void say(const mpi::world& w, const char* what, double took, const bar& limit) {
  if (w.rank() != 0) return;
  const double figure = limit.beside ? took / limit.took : took * 1e6;
  std::printf("%d ranks  %-52s %12.2f us", w.size(), what, took * 1e6);
  if (limit.beside) std::printf("  %.2f of %s", figure, limit.beside);
  if (w.size() == 2 && limit.most > 0)
    std::printf("  bar %.2f%s  %s", limit.most, limit.beside ? "" : " us", figure <= limit.most ? "ok" : "OVER");
  std::printf("\n");
}

// A row beside plain MPI, which must find the same elements.
template <class T, class Hand, class Ours, class Step>
void beside_plain(const mpi::world& w, const char* what, const mpi::tensor<T>& target, Hand& hand, const Ours& ours, const Step& step) {
  const auto [took, of_hand] = seconds(w, 3, ours, step);
  say(w, what, took, {1.1, "plain MPI", of_hand});
  const auto own = ravel::clone(target.local());
  if (!hand.has_found(own.data())) throw ravel::value_error(std::string("plain MPI finds another result: ") + what);
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
  const auto [made] = seconds(w, 20, [&] { bench::keep(mpi::detail::make_schedule(key, 1, 4)); });
  say(w, "schedule of a life step, 1,048,576 local elements", made, {200});
  const auto [kept] = seconds(w, 1000, [&] { bench::keep(cache.get(key, key.hash(), 1, 4)); });
  say(w, "the same again, from the cache", kept, {5});
}

// The rows that a rank sends and gets go through a piece of 256 KB, as memcpy packs and unpacks them; those that it keeps are copied once.
void move_rows(const double* from, double* to, index_t rows, index_t width, int ranks) {
  const std::size_t bytes = static_cast<std::size_t>(width) * sizeof(double);
  const index_t in_piece = (index_t{256} << 10) / static_cast<index_t>(bytes);
  std::vector<double> piece(static_cast<std::size_t>(in_piece * width));
  for (index_t first = 0; first < rows; first += in_piece) {
    const index_t count = std::min(in_piece, rows - first);
    const auto stays = [&](index_t i) { return (first + i) % ranks == 0; };
    for (index_t i = 0; i < count; ++i)
      std::memcpy(stays(i) ? to + (first + i) * width : &piece[static_cast<std::size_t>(i * width)], from + (first + i) * width, bytes);
    for (index_t i = 0; i < count; ++i) {
      if (!stays(i)) std::memcpy(to + (first + i) * width, &piece[static_cast<std::size_t>(i * width)], bytes);
    }
  }
  bench::keep(*to);
}

void redistribution(const mpi::world& w) {
  constexpr index_t side = 2896;  // 64 MiB of doubles
  const auto x = mpi::full<double>(w, {side, side}, 1.0, mpi::blocks{0});
  const auto y = mpi::zeros<double>(w, {side, side}, mpi::cyclic{0});
  const index_t rows = side / w.size();
  std::vector<double> a(static_cast<std::size_t>(rows * side), 1.0), b(a.size());
  const auto [ours, hand] = seconds(
      w, 1, [&] { copy(x, y); }, [&] { move_rows(a.data(), b.data(), rows, side, w.size()); });
  say(w, "copy of 64 MB from blocks of rows to cyclic rows", ours, {1.3, "memcpy of both sides", hand});
}

void sums(const mpi::world& w, [[maybe_unused]] bool has_processes) {
  const auto line = mpi::random_uniform<double>(w, {4 << 20}, -1, 1, 1, mpi::blocks{0});
  const auto own = line.local();
#if WITH_MPI
  if (has_processes) {
    const auto [ours, hand] = seconds(
        w, 10, [&] { bench::keep(sum(line)); }, [&] { bench::keep(by_hand::sum_of_ranks(ravel::sum(own))); });
    say(w, "sum of 4 Mi doubles", ours, {1.1, "own sums and MPI_Allreduce", hand});
    const auto few = mpi::random_uniform<double>(w, {64}, -1, 1, 1, mpi::blocks{0});
    const auto few_own = few.local();
    const auto [all, alone, reduced] = seconds(
        w, 100, [&] { bench::keep(sum(few)); }, [&] { bench::keep(ravel::sum(few_own)); }, [&] { bench::keep(by_hand::sum_of_ranks(1)); });
    say(w, "sum of 64 doubles, beyond the own sums", all - alone, {1.1, "MPI_Allreduce", reduced});
    return;
  }
#endif
  const auto [ours, alone] = seconds(
      w, 10, [&] { bench::keep(sum(line)); }, [&] { bench::keep(ravel::sum(own)); });
  say(w, "sum of 4 Mi doubles", ours, {0, "the sums of the own parts", alone});
}

// A step of life on a torus of 4096 x 4096.
struct life {
  explicit life(const mpi::world& w) : alive(mpi::random_integers<std::uint8_t>(w, {4096, 4096}, 0, 2, 5, mpi::blocks{0})) {}

  void step() const {
    const auto at = [&](int down, int right) { return rotate(alive, {down, right}); };
    const auto rule = map(
        [](std::uint8_t now, auto... around) {
          const int n = (around + ...);
          return static_cast<std::uint8_t>(n == 3 || (n == 2 && now));
        },
        alive, at(-1, -1), at(-1, 0), at(-1, 1), at(0, -1), at(0, 1), at(1, -1), at(1, 0), at(1, 1));
    copy(rule, next);
  }

  mpi::tensor<std::uint8_t> alive, next = mpi::empty_like(alive);
};

void lives(const mpi::world& w, [[maybe_unused]] bool has_processes) {
  double alone = 0;
  if (w.rank() == 0) {
    mpi::run_threads(1, [&](const mpi::world& one) {
      const life all(one);
      alone = seconds(one, 3, [&] { all.step(); })[0];
    });
  }
  const life ours(w);
  const auto step = [&] { ours.step(); };
  say(w, "a step of life, 4096 x 4096", seconds(w, 3, step)[0], {0.55, "one rank", alone});
#if WITH_MPI
  if (!has_processes) return;
  const auto own = ravel::clone(ours.alive.local());
  by_hand::life hand(own.data(), own.extent(0), own.extent(1));
  beside_plain(w, "a step of life, 4096 x 4096", ours.next, hand, step, [&] { hand.step(); });
#endif
}

// A step of heat on 2048 x 2048 doubles, whose edges stay.
void heats(const mpi::world& w, [[maybe_unused]] bool has_processes) {
  constexpr index_t side = 2048;
  const auto u = mpi::random_uniform<double>(w, {side, side}, 0, 100, 7, mpi::blocks{0}),
             v = mpi::zeros<double>(w, {side, side}, mpi::blocks{0});
  const auto inside = [&](const auto& t, int down, int right) {
    return t(ravel::slice(1 + down, side - 2), ravel::slice(1 + right, side - 2));
  };
  const auto step = [&] { copy(0.25 * (inside(u, -1, 0) + inside(u, 1, 0) + inside(u, 0, -1) + inside(u, 0, 1)), inside(v, 0, 0)); };
#if WITH_MPI
  if (has_processes) {
    const auto own = ravel::clone(u.local());
    by_hand::heat hand(own.data(), own.extent(0), own.extent(1));
    return beside_plain(w, "a step of heat, 2048 x 2048", v, hand, step, [&] { hand.step(); });
  }
#endif
  say(w, "a step of heat, 2048 x 2048", seconds(w, 3, step)[0], {0});
}

// A matrix of ten entries in each row, in columns far apart, by a vector. ranks_peers.py multiplies the same one.
void products(const mpi::world& w, [[maybe_unused]] bool has_processes) {
  constexpr index_t side = 100'000, width = 10;
  const auto x = mpi::random_uniform<double>(w, {side}, 0, 1, 9, mpi::blocks{0});
  const auto own = ravel::clone(x.local());
  const index_t first = own.size() > 0 ? x.positions().to_local({0}) : 0;
  std::vector<index_t> rows, columns;
  std::vector<double> values;
  for (index_t row = first; row < first + own.size(); ++row) {
    for (index_t k = 0; k < width; ++k) {
      rows.push_back(row);
      columns.push_back((row * 7919 + k * k * 9973 + k * 31) % side);
      values.push_back(static_cast<double>(k + 1) * 0.5);
    }
  }
  const auto a = mpi::from_coo(w, {side, side}, std::vector{rows, columns}, values);
  const auto multiply = [&] { bench::keep(matmul(a, x)); };
#if WITH_MPI
  if (has_processes) {
    by_hand::sparse_rows hand({columns.begin(), columns.end()}, values, {own.begin(), own.end()});
    return beside_plain(w, "sparse 1e5 x 1e5 of 1e6 entries, by a vector", matmul(a, x), hand, multiply, [&] { hand.multiply(); });
  }
#endif
  say(w, "sparse 1e5 x 1e5 of 1e6 entries, by a vector", seconds(w, 3, multiply)[0], {0});
}

void all(const mpi::world& w, bool has_processes) {
  schedules(w);
  const auto [called] = seconds(w, 100, [&] { mpi::detail::collectively(w, "nothing", [] { return std::string(); }); });
  say(w, "roll call of an operation that does nothing", called, {has_processes ? 2.0 : 0.0});
  redistribution(w);
  sums(w, has_processes);
  lives(w, has_processes);
  heats(w, has_processes);
  products(w, has_processes);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "mpi") return mpi::run(argc, argv, [](const mpi::world& w) { all(w, true); });
  for (const int ranks : {1, 2}) mpi::run_threads(ranks, [](const mpi::world& w) { all(w, false); });
}
