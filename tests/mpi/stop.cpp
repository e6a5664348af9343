// SPDX-License-Identifier: BSL-1.0
// Stops and progress over all ranks. A stop ends an operation on all of them, whichever rank is asked.
#include <mpi/ranks.hpp>

#include <atomic>
#include <stop_token>
#include <thread>

using namespace ranks;

TEST_CASE("a stop of one rank ends the operation on all ranks, and they go on together") {
  for (const int count : numbers) {
    for (int bad = 0; bad < count; ++bad) {
      run(count, [&](const mpi::world& w) {
        std::stop_source stop;
        const auto x = mpi::full<double>(w, {100000}, 1.0, mpi::blocks{0});
        std::string text;
        try {
          ravel::with_stop(stop.get_token(), [&] {
            if (w.rank() == bad) stop.request_stop();
            copy(x + 1, x);
          });
        } catch (const ravel::cancelled& e) {
          text = e.what();
        }
        const std::string who = w.size() > 1 ? "rank " + std::to_string(bad) + ": " : "";
        expect(text.find(who + "stopped on request") == 0, text);
        expect(sum(x) == 100000, "something was written");
      });
    }
  }
}

TEST_CASE("a stop around the ranks ends them all", "[threads]") {
  for (const int count : numbers) {
    std::stop_source stop;
    std::atomic<int> rounds = 0;
    const auto work = [&](const mpi::world& w) {
      const auto x = mpi::full<double>(w, {1000}, 1.0, mpi::blocks{0});
      for (;;) {
        copy(rotate(x, {1}), x);
        if (++rounds == 3 * count) stop.request_stop();
      }
    };
    CHECK_THROWS_AS(ravel::with_stop(stop.get_token(), [&] { mpi::run_threads(count, work); }), ravel::cancelled);
    CHECK(rounds >= 3 * count);
  }
}

TEST_CASE("progress around the ranks adds up their elements", "[threads]") {
  for (const int count : {1, 3}) {
    ravel::index_t most = 0;
    double last = 0;
    const auto callback = [&](const ravel::progress& now) {
      most = std::max(most, now.total);
      last = now.fraction();
    };
    const auto slow = [](double v) {
      if (v == 5000) std::this_thread::sleep_for(std::chrono::milliseconds(60));
      return v;
    };
    ravel::with_progress(callback, std::chrono::milliseconds(0), [&] {
      mpi::run_threads(count, [&](const mpi::world& w) {
        const auto x = mpi::full<double>(w, {300000}, 1.0, mpi::cyclic{0});
        copy(ravel::generate(300000, [](ravel::index_t i) { return static_cast<double>(i % 10000); }), x);
        copy(map(slow, x), x);
      });
    });
    CHECK(most == 300000);
    CHECK(last == 1.0);
  }
}
