// SPDX-License-Identifier: BSL-1.0
// Random operations, throws and stops on random numbers of ranks, for as long as RAVEL_ENDURANCE_SECONDS says. Results are those of one
// machine, no round takes a minute, and neither threads nor memory become more. `./dev endure` runs it for ten minutes.
#include <mpi/ranks.hpp>

#include <support/endurance.hpp>
#include <support/faults.hpp>
#include <support/sanitized.hpp>

#include <chrono>
#include <cmath>
#include <stop_token>

using namespace ranks;

namespace {

constexpr index_t kinds = 16;

// The same data on one machine and over ranks, and a statement that both run.
struct both {
  const ravel::tensor<double>& whole;
  const mpi::tensor<double>& spread;
  std::string what;

  template <class F>
  void same(const F& f) const {
    expect_same(f(spread), f(whole), what);
  }
};

void run_statement(const both& x, index_t kind, index_t axis) {
  namespace reducer = ravel::reducer;
  switch (kind) {
    case 0:
      return x.same([](const auto& t) { return clone(t * 3.0 + flip(t)); });
    case 1:
      return x.same([](const auto& t) { return clone(transpose(t)); });
    case 2:
      return x.same([](const auto& t) { return sum(t); });
    case 3:
      return x.same([=](const auto& t) { return sum(t, axis); });
    case 4:
      return x.same([=](const auto& t) { return sort(t, axis); });
    case 5:
      return x.same([=](const auto& t) { return cumsum(t, axis); });
    case 6:
      return x.same([=](const auto& t) { return median(t, axis); });
    case 7:
      return x.same([](const auto& t) { return quantile(t, 0.3); });
    case 8:
      return x.same([=](const auto& t) { return rolling(t, 3, reducer::mean, axis, ravel::every{2}); });
    case 9:
      return x.same([=](const auto& t) { return gaussian_filter(t, 1.0, axis); });
    case 10:
      return x.same([](const auto& t) { return argsort(clone(flat(t))); });
    case 11:
      return x.same([](const auto& t) { return cumsum(clone(flat(t))); });
    case 12:
      return x.same([](const auto& t) { return standard_deviation(t); });
    case 13:
      expect_same(x.spread * 2.0, ravel::tensor<const double>(ravel::clone(x.whole * 2.0)), x.what);
      return;
    case 14:
      expect(ravel::equal(mpi::collect(unique(floor(clone(flat(x.spread))))), ravel::unique(floor(ravel::flat(x.whole)))), x.what);
      return;
    default: {
      const auto key = [](double v) { return static_cast<int>(std::fmod(std::abs(v), 9)); };
      expect(ravel::equal(bincount(map(key, x.spread), x.spread), ravel::bincount(map(key, x.whole), x.whole)), x.what);
    }
  }
}

// An error of one rank, or a stop, ends the operation on all of them. They go on together.
void run_failure(const mpi::world& w, const both& x, index_t bad, bool stops) {
  std::string text;
  std::stop_source stop;
  const double furthest = ravel::max(x.whole);
  try {
    ravel::with_stop(stop.get_token(), [&] {
      if (stops && w.rank() == bad) stop.request_stop();
      copy(map(
               [=](double v) {
                 if (!stops && v == furthest) throw ravel::value_error("this is the furthest");
                 return v;
               },
               x.spread),
           mpi::clone(x.spread));
    });
  } catch (const ravel::cancelled& e) {
    text = e.what();
  } catch (const ravel::value_error& e) {
    text = e.what();
  }
  expect(text.find(stops ? "stopped on request" : "this is the furthest") != std::string::npos, x.what + ", failed: " + text);
}

void run_step(const mpi::world& w, engine& random, const std::string& what) {
  const ravel::shape extents{pick(random, 1, 60), pick(random, 1, 30)};
  const auto whole = rough(extents, static_cast<int>(pick(random, 0, 1000)));
  const auto all = distributions(extents, w.size());
  const auto spread = mpi::from_local(w, whole, all[static_cast<std::size_t>(pick(random, 0, std::ssize(all) - 1))]);
  const index_t kind = pick(random, 0, kinds - 1), axis = pick(random, 0, 1);
  const both x{whole, spread, what + ", " + spread.how().description() + ", statement " + std::to_string(kind)};
  if (const index_t bad = pick(random, 0, 4 * w.size()); bad < w.size()) run_failure(w, x, bad, pick(random, 0, 1) == 1);
  run_statement(x, kind, axis);
}

}  // namespace

TEST_CASE("random operations on ranks run for a long time", "[mpi][endurance]") {
  const auto end = std::chrono::steady_clock::now() + support::endurance();
  support::step_watchdog watchdog(1);
  std::ptrdiff_t threads = 0;
  std::int64_t blocks = 0;
  for (std::uint64_t round = 0; decided(round < 3 || std::chrono::steady_clock::now() < end); ++round) {
    engine random(round);
    const int count = some_number(random);
    watchdog.begin(0, round);
    run(count, [&](const mpi::world& w) {
      engine same(round);
      for (int step = 0; step < (support::sanitized ? 3 : 20); ++step) {
        run_step(w, same, "round " + std::to_string(round) + ", step " + std::to_string(step));
      }
    });
    watchdog.end(0);
    if (round == 1) threads = support::threads_now(), blocks = support::live_blocks();
    if (round > 1) REQUIRE(support::threads_now() < threads + 10);  // one that was joined may still be listed
    if (round > 1) REQUIRE(support::live_blocks() < blocks + 1000);
  }
}
